import { counted, countInWords } from "../../ask/grammar.ts";

/** The English texts about the basis of a median. */
export const basisTexts = {
  restsOn: (judgements: string, pillars: string | null, evidence: string): string =>
    `Its rating rests on ${judgements}${pillars === null ? "" : ` in ${pillars}`}${evidence}`,
  months: (first: string, last: string): string => (first === last ? ` from ${first}` : ` from ${first} to ${last}`),
  judges: (judges: string): string => `, by ${judges}`,
  largest: (share: string, name: string): string => `, ${share} of them by ${name}`,
  sources: (sources: string): string => `${sources.charAt(0).toUpperCase()}${sources.slice(1)} named.`,
} as const;

/** The English texts of the page on reading the charts. */
export const howToReadTexts = {
  title: "How to read this",
  headline: "The company in the middle gives the band",
  standfirst: "Three pictures explain every chart of this site. They show figures of this release.",
  middle: "Find the notch",
  middleNote: (name: string, judged: number): string =>
    `Line up the ${counted(judged, "judged company", "judged companies")} of ${name} from worst to best. The notch marks the one in the middle. Its colour is the band.`,
  near: "See how near the next colour is",
  nearNote: (near: string, nearFlips: number, far: string, farFlips: number): string =>
    `Both are drawn as wide, whatever they count; the number at the right says how many. In ${near}, ${counted(nearFlips, "re-rated company", "re-rated companies")} could change the band; in ${far}, it would take ${countInWords(farFlips)}.`,
  nearAlone: (near: string, flips: number): string =>
    `In ${near}, ${counted(flips, "re-rated company", "re-rated companies")} could change the band. The number at the right says how many are judged.`,
  few: "Tell colours from stripes",
  fewNote: (minimum: number): string =>
    `Stripes in a colour: fewer than ${countInWords(minimum)} companies are judged, so there is no rank. Grey hatching: nothing is judged, which is no low band. Grey land is not in the data.`,
  firm: "A band",
  thin: "Too few companies for a rank",
  rules: "What a chart does not say",
  order:
    "Bands have an order and no distances: nothing is averaged, and no band is “twice as good” as another. Countries of one band tie, whatever their order in a list.",
  list: "A band can move because companies were re-rated, or because companies or judgements came or went. Only the first is called a rise or a fall.",
  methodology: "How judgements become bands",
  check: "Check a sentence before you publish it",
  cite: "How to cite",
  empty: "No country has enough judged companies for a picture in this release.",
} as const;
