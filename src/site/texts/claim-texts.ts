import { capitalized, counted } from "../../contract/grammar.ts";

/** What the check of claims says besides its figures, in English. */
export const claimTexts = {
  title: "Check a claim",
  about: (name: string): string => `Whether a sentence about ${name} holds, and what to print instead.`,
  emptyTitle: "May I print that?",
  empty:
    "Put a sentence together. You read whether it holds, on what figures, how little would turn it, and what to say instead. What cannot be told must not be printed either.",
  verdicts: {
    holds: (claim: string): string => `“${claim}” holds`,
    does_not_hold: (claim: string): string => `“${claim}” does not hold`,
    cannot_be_told: (claim: string): string => `“${claim}”: that cannot be told`,
  },
  form: "A claim",
  another: "Check another",
  subject: "Of what",
  countries: "Countries",
  sectors: "Sectors",
  companies: "Companies",
  claim: "It is said that",
  claims: {
    band: "its median band is …",
    at_least: "its median band is at least …",
    at_most: "its median band is at most …",
    most_at_least: "more than half of it stands at least at …",
    above: "it stands above …",
    below: "it stands below …",
    rank: "it has the rank …",
    best: "it alone is first",
    worst: "it alone is last",
    risen: "its median band rose since …",
    fallen: "its median band fell since …",
    unchanged: "its median band is the same since …",
  },
  value: "Band",
  rank: "Rank",
  than: "The other",
  since: "Release",
  pillar: "Pillar",
  allPillars: "All pillars",
  submit: "Check",
  instead: "Say instead",
  figures: "The figures it rests on",
  figuresNote:
    "What was judged, worst to best. The colour under the line is the median band. At the right: how many companies, or judgements of a company.",
  flips: (count: number, things: "companies" | "judgements"): string =>
    things === "companies"
      ? `${capitalized(counted(count, "re-rated company", "re-rated companies"))} would turn the verdict.`
      : `${capitalized(counted(count, "re-rated judgement", "re-rated judgements"))} would turn the verdict.`,
  look: "Look it up",
  inRelease: (name: string, day: string): string => `${name}, ${day}`,
  ranking: "The ranking",
  counted: { companies: "Every company counted", judgements: "Every judgement counted" },
  compare: "Compare them",
  release: (day: string, id: string): string => `${day} (${id})`,
  tryOne: "Try one",
  alone: (name: string): string => `${capitalized(name)} alone is first`,
  above: (one: string, other: string): string => `${capitalized(one)} stands above ${other}`,
} as const;
