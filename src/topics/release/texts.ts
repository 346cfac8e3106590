import { capitalized, counted, dayInWords, digits, timeInWords } from "../../ask/grammar.ts";

interface Sizes {
  readonly judged_companies: number;
  readonly countries: number;
  readonly companies_without_country: number;
  readonly judgements: number;
}

type Counts = Sizes &
  Readonly<Record<"sectors" | "companies" | "products" | "asked_companies" | "answered_companies", number>>;

/** The English texts of the pages of releases. */
export const releaseTexts = {
  releases: "Releases",
  listTitle: (count: number, since: string): string =>
    count === 1
      ? `One release so far, of ${dayInWords(since)}`
      : `${capitalized(counted(count, "release", "releases"))} so far, the newest of ${dayInWords(since)}`,
  listNote:
    "A release is never edited, only replaced by another one. Each stays here, with its files, so that a citation leads to what its author saw.",
  release: "Release",
  countries: "Countries",
  judgedCompanies: "Judged companies",
  judgements: "Judgements",
  pages: { first: "Newest releases", next: "Older releases" },
  follow: "Follow releases",
  webhooks: "Be told by webhook",
  title: (day: string, { judged_companies: judged, countries, companies_without_country: without }: Sizes): string =>
    `Release of ${dayInWords(day)}: ${counted(judged, "judged company", "judged companies")} in ${counted(countries, "country", "countries")}${without > 0 ? " or none" : ""}`,
  current: (since: string | undefined): string => (since === undefined ? "Current" : `Current since ${since}`),
  superseded: (since: string | undefined): string =>
    since === undefined ? "Replaced" : `Became current on ${since}, replaced since`,
  withdrawn: (at: string): string => `Withdrawn on ${dayInWords(at)}`,
  isCurrent: "This is the current release.",
  wouldBeCurrent: "It would be the current release.",
  isDraft: "This is a draft, which is not published.",
  isSuperseded: "Another release has replaced it; it stays as it was.",
  isWithdrawn: (at: string): string =>
    `The publisher went back from this release to an older one on ${dayInWords(at)}. It stays here for those who cited it; do not use it for new work.`,
  newest: (asOf: string): string => `Its newest judgement is of ${dayInWords(asOf)}.`,
  holds: (counts: Counts): string =>
    [
      `${digits(counts.companies)} listed companies, ${digits(counts.judged_companies)} judged`,
      `${digits(counts.judgements)} judgements`,
      counts.sectors > 1 && counted(counts.sectors, "sector", "sectors"),
      counts.products > 0 && `${digits(counts.products)} products`,
      counts.asked_companies > 0 &&
        `${counts.asked_companies} companies asked for a reply, of which ${counts.answered_companies} replied`,
    ]
      .filter((part) => part !== false)
      .join(" · "),
  leftOut: "What was left out",
  leftOutNote:
    "Rows of the publisher’s files that are not in the release. Skipped rows had an error; duplicates repeat another row; a superseded judgement was replaced by a newer one of the same judge.",
  nothingLeftOut: "Nothing: every row of the publisher’s files is in the release.",
  rowsOf: "Rows of",
  companiesRow: "Companies",
  productsRow: "Products",
  judgementsRow: "Judgements",
  repliesRow: "Replies",
  skipped: "Skipped",
  whySkipped: "Why rows were skipped",
  skippedBecause: (table: string, problem: string, rows: string): string =>
    `${capitalized(table)}: ${problem}, ${rows}`,
  duplicates: "Duplicates",
  supersededRows: "Superseded",
  files: "Its files",
  filesNote: "They never change.",
  archive: "Everything as one ZIP",
  archiveNote:
    "has the CSV files with README, codebook, licence and checksums. Corrections that come later stand in it, too.",
  checksums: "SHA-256 of each file",
  file: "File",
  size: "Size",
  became: (at: string): string => `Became current on ${timeInWords(at)}.`,
  wentBack: (at: string): string => `Withdrawn on ${timeInWords(at)}.`,
  signed: "Its publisher signed its files with this key of minisign:",
  howToVerify: "How to check a file",
  fingerprint: "Fingerprint",
  fingerprintNote:
    "SHA-256 of the content. The same data always have the same fingerprint, no matter who publishes them.",
  method: "Method",
  seeRanking: "The ranking in this release",
  seeChanges: "What changed since the release before",
  seeData: "Its tables and columns",
  citeFormats: "For reference managers:",
} as const;
