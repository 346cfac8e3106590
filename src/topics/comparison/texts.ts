import { capitalized, counted } from "../../ask/grammar.ts";

/** What the comparison of countries says apart from its figures, in English. */
export const compareTexts = {
  title: "Compare countries",
  emptyTitle: "Which of two countries is rated higher?",
  empty:
    "Choose two to eight countries. We lay their companies over one line and say of each pair who is rated higher, how often, and how few changed ratings would make it a tie.",
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
    "All judged companies of each country, worst to best. The line marks the middle company. The nearer the next colour, the more easily the band could change. At the right: how many companies.",
  draw: "One company from each",
  drawNote: (pairs: string): string => `Of all ${pairs} pairs of one judged company from each country:`,
  higher: (possessive: string): string => `${possessive} is rated higher`,
  same: "both are in the same band",
  equal: "same",
  everywhere: "Whichever bands you call good",
  dominates: (winner: string, loser: string): string =>
    `Whichever bands you call good, at least as large a share of ${winner} companies is there as of ${loser}, and somewhere a larger one.`,
  neither: "Neither country is ahead at every band: which one looks better depends on the bands that you call good.",
  firm: "What would make it a tie",
  tied: "Nothing has to change: both are in the same band.",
  flips: (count: number): string =>
    `${capitalized(counted(count, "changed rating", "changed ratings"))} of companies of either country.`,
  pairs: "Pair by pair",
  pairsNote:
    "Grey bars: of all pairs of one company from each country, in how many the first is rated higher, both are in the same band, the second is rated higher.",
  pair: "Pair",
  byMedian: "By median",
  share: "First higher, same, second higher",
  leads: "Ahead at every band",
  toTie: "Changed ratings for a tie",
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
