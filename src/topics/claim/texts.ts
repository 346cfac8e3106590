import { capitalized, counted, inARow, possessive } from "../../ask/grammar.ts";

/** English texts of the check of claims, without its figures. */
export const claimTexts = {
  title: "Check a claim",
  emptyTitle: "May I print that?",
  empty:
    "Paste the sentence you want to publish. We say whether the data support it and, if not, what you can say instead.",
  sentence: "Paste a sentence",
  sentenceForm: "A sentence",
  sentenceExample: "Italy got worse since last year",
  build: "Or build it",
  understood: "What was understood",
  opposite: "It denies this.",
  notUnderstood: (sentence: string): string => `“${sentence}” is not understood, so it is not checked`,
  ownSentence: "This service says so itself, of these figures.",
  verdicts: {
    holds: (claim: string): string => `“${claim}” holds`,
    misleading: (claim: string): string => `“${claim}” misleads`,
    does_not_hold: (claim: string): string => `“${claim}” does not hold`,
    cannot_be_told: (claim: string): string => `“${claim}”: that cannot be told`,
  },
  form: "A claim",
  another: "Check another",
  subject: "Subject",
  countries: "Countries",
  sectors: "Sectors",
  companies: "Companies",
  claim: "Claim",
  claims: {
    band: "its median band is …",
    at_least: "its median band is at least …",
    at_most: "its median band is at most …",
    most: "more than half of its companies are …",
    most_at_least: "more than half of its companies are at least …",
    most_at_most: "more than half of its companies are at most …",
    share: "a share of its companies is …",
    share_at_least: "a share of its companies is at least …",
    share_at_most: "a share of its companies is at most …",
    average: "its average is …",
    companies_better: "its companies in general do better than those of …",
    companies_worse: "its companies in general do worse than those of …",
    above: "it is rated above …",
    below: "it is rated below …",
    alike: "it is rated like …",
    rank: "it has the rank …",
    rank_alone: "it alone has the rank …",
    shares_rank: "it ties for the rank …",
    best: "it alone is first",
    worst: "it alone is last",
    none_above: "no country is rated above it",
    none_below: "no country is rated below it",
    risen: "its median band rose since …",
    fallen: "its median band fell since …",
    unchanged: "its median band is the same since …",
    moved: "its median band is another one since …",
    caused: "it moved because its companies act differently, since …",
  },
  value: "Band or number",
  percent: "Percent",
  than: "Compared with",
  since: "Release",
  pillar: "Pillar",
  allPillars: "All pillars",
  region: "Region",
  wholeWorld: "The whole world",
  submit: "Check",
  instead: "Say instead",
  figures: "The figures it rests on",
  figuresNote:
    "What was judged, worst to best. The line marks the middle one. At the right: how many companies, or judgements of a company.",
  ofDay: (day: string): string => `the release of ${day}`,
  together: (facts: readonly string[]): string => `Say in the same sentence ${inARow(facts)}.`,
  companions: {
    tie: (others: number): string =>
      `that ${counted(others, "other country ties", "other countries tie")} for the rank`,
    thin: (count: number): string => `that it rests on ${counted(count, "judged company", "judged companies")}`,
    ranked: (count: number): string => `that only ${counted(count, "country is", "countries are")} ranked`,
    unjudged: (count: number): string =>
      `that ${counted(count, "listed company is", "listed companies are")} not judged`,
    narrow: (count: number, type: string): string => `how narrow it is (${changedRatings(count, type).toLowerCase()})`,
    oppositePairs: (other: string): string => `that ${possessive(other)} companies are rated higher in more pairs`,
    composition: "which companies or judgements came or went",
    commonPillars: "that only the pillars count in which both are judged",
  },
  look: "Look it up",
  inRelease: (name: string, day: string): string => `${name}, ${day}`,
  ranking: "The ranking",
  counted: { companies: "Every company counted", judgements: "Every judgement counted" },
  compare: "Compare them",
  release: (day: string, id: string): string => `${day} (${id})`,
} as const;

/** Counts the ratings of companies, or judgements of one, that would have to change. */
function changedRatings(count: number, type: string): string {
  const [one, many] =
    type === "company" ? ["changed judgement", "changed judgements"] : ["changed rating", "changed ratings"];
  return capitalized(counted(count, one, many));
}
