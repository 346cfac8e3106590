import { capitalized, counted } from "../../ask/grammar.ts";

/** What the comparison of countries says apart from its figures, in English. */
export const compareTexts = {
  title: "Compare countries",
  emptyTitle: "Which of two countries stands higher, and how surely?",
  empty:
    "Choose two to eight countries. Their companies are laid over one line, and each pair is said in words: who stands higher, how often, and how little would make it a tie.",
  oneMore: (name: string): string => `Choose what ${name} is to be compared with, up to eight countries in all.`,
  form: "Countries to compare",
  others: "Compare others",
  country: (number: number): string => `Country ${number}`,
  choose: "Choose a country",
  another: "Add another",
  pillar: "Pillar",
  allPillars: "All pillars",
  sector: "Sector",
  allSectors: "All sectors",
  submit: "Compare",
  tryOne: "Try one",
  ends: "Both ends of the ranking",
  largest: "The two with most judged companies",
  and: "and",
  distributions: "Over one line",
  distributionsNote:
    "All judged companies of each country, worst to best. The colour under the line is the median band; the way to the next colour is how firm it is. At the right: how many companies.",
  draw: "One company from each",
  drawNote: (pairs: string): string => `Of all ${pairs} pairs of one judged company from each country:`,
  higher: (possessive: string): string => `${possessive} stands higher`,
  same: "both stand in the same band",
  equal: "same",
  everywhere: "Wherever the bar is set",
  dominates: (winner: string, loser: string): string =>
    `At every band, at least as large a share of ${winner} companies stands there or above as of ${loser}, and somewhere a larger one. However the steps of the scale are weighed, the order stays.`,
  neither:
    "Neither country is ahead at every band: which one looks better depends on where the bar is set and how the steps of the scale are weighed.",
  firm: "What would make it a tie",
  tied: "Nothing has to change: both medians are in the same band.",
  flips: (count: number): string =>
    `${capitalized(counted(count, "company, of either country, re-rated", "companies, of either country, re-rated"))}: then both medians are in the same band.`,
  pairs: "Pair by pair",
  pairsNote:
    "Grey bars: of all pairs of one company from each country, in how many the first stands higher, both in the same band, the second higher.",
  pair: "Pair",
  byMedian: "By median",
  share: "First higher, same, second higher",
  leads: "Ahead at every band",
  toTie: "Re-rated for a tie",
  above: (name: string): string => `${name} higher`,
  shared: "The same band",
  tooFew: "Too few companies",
  notJudged: "Not judged",
  none: "Neither",
  unknown: "–",
  noScore:
    "There is no score and no significance test: the judged companies are no random sample of a country’s companies.",
  claim: "Check a sentence before you print it",
} as const;
