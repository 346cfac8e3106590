import { counted, digits } from "../../ask/grammar.ts";

type Counts = Readonly<
  Record<"added" | "removed" | "filed_here" | "filed_elsewhere" | "first_judged" | "no_longer_judged", number>
> & { readonly re_rated: number | null };

/** English texts of the page of changes, without its figures. */
export const changesTexts = {
  unknown: {
    no_release_before: "Nothing to compare with yet",
    other_dataset: "These releases are of two datasets",
    not_listed: "Neither release lists a company there",
  },
  noneBefore:
    "This is the only release that is kept, or the first one. When the next one is published, this page says what moved, and why.",
  between: (from: string, to: string): string => `Between the releases of ${from} and ${to}`,
  same: "One release is not compared with itself",
  methodChange: "The method changed, so it cannot be said who rose or fell",
  form: "Releases to compare",
  others: "Compare other releases",
  from: "From",
  to: "To",
  submit: "Compare",
  release: (day: string, id: string): string => `${day} (${id})`,
  countries: "No country rose or fell",
  noSector: "The median band of every sector is the same.",
  of: { countries: "Country", sectors: "Sector" },
  moved: { countries: "Countries with another band", sectors: "Sectors with another band" },
  bars: "Worst to best. Thin: before; thick: after",
  what: "Companies",
  undoneBy: "Undone by",
  count: "n",
  ratings: (count: number): string => counted(count, "rating", "ratings"),
  /** Says what happened to the companies of a country or sector. */
  happenedHere: (counts: Counts): string => {
    const joined = counts.added + counts.filed_here + counts.first_judged;
    const left = counts.removed + counts.filed_elsewhere + counts.no_longer_judged;
    const parts = [
      (counts.re_rated ?? 0) > 0 && `${digits(counts.re_rated ?? 0)} changed band`,
      joined > 0 && `${digits(joined)} joined`,
      left > 0 && `${digits(left)} left`,
    ].filter((part) => part !== false);
    return parts.length === 0 ? "other judgements" : parts.join(", ");
  },
  andMore: "And:",
  groups: {
    higher: "Rose",
    lower: "Fell",
    composition: "Moved by companies or judgements that came or went",
    too_few_companies: "Too few companies to say",
    not_judged: "Judged in only one of the releases",
    taken_back: "Another band than in a release that was taken back",
  },
  barsNote: "Right: judged companies after.",
  before: "Before",
  after: "After",
  upTo: "Higher: now",
  downTo: "Lower: now",
  otherBands: (count: number): string => `${digits(count)} companies have another band`,
  band: "Band",
  companies: "Companies",
  countryNotGiven: "no country given",
  company: "Company",
  where: "Country",
  happened: "What happened",
  all: (count: number): string => `All ${digits(count)}`,
  kind: (count: number, kind: string): string => `${digits(count)} ${kind}`,
  movedMedian: "with another band",
  changes: {
    re_rated: "with another band",
    first_judged: "judged for the first time",
    no_longer_judged: "no longer judged",
    pillar_moved: "with another band in a pillar",
    judgements_changed: "with other judgements, same bands",
    added: "added",
    removed: "removed",
    renamed: "renamed",
    reclassified: "filed elsewhere",
    other_sectors_changed: "also names other sectors",
    reply_changed: "with other replies",
    details_changed: "with other details",
  },
  reply: (status: string): string => `replies: ${status}`,
  noReply: "not asked",
  otherDetails: (status: string): string => `${status} as before, with other words or details`,
  renamedFrom: (name: string): string => `renamed, before: ${name}`,
  filter: "What happened to the companies",
  total: (count: number): string =>
    count === 0 ? "No company" : count < 12 ? counted(count, "company", "companies") : `${digits(count)} companies`,
  notListed: "not listed",
} as const;
