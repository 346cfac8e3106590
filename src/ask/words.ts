import type { Region } from "../atlas/regions.ts";
import type { Snapshot } from "../release/snapshot.ts";
import type { SkippedKind } from "../trust/dataset.ts";
import type { Band } from "../trust/scale.ts";
import { digits, inARow, labelInWords, regionInWords } from "./grammar.ts";

/** Words that answers of several rooms share; the sentences about figures stand in `say/`. */

/** A region whose countries are ranked among each other. */
export type RegionInWords = Readonly<Pick<Region, "slug" | "name">>;

/** Returns a text such as ` in Eastern Africa`; empty for the whole world. */
export function whereInWords(region: RegionInWords | null): string {
  return region === null ? "" : ` in ${regionInWords(region.name)}`;
}

/** The label of a level of the scale, as it stands in a sentence. */
export function labelOf(scale: { readonly bands: readonly Pick<Band, "label">[] }, level: number): string {
  const band = scale.bands[level - 1];
  if (band === undefined) throw new RangeError(`level ${level} is not on a scale of ${scale.bands.length} bands`);
  return labelInWords(
    band.label,
    scale.bands.map(({ label }) => label),
  );
}

/** Sentences that belong together; empty ones are left out. */
export function sentences(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join(" ");
}

/** Says what the bands measure and what not; empty where the publisher does not say it. */
export function measuresInWords({ measures, does_not_measure: others }: Measures): string {
  const not = others.length === 0 ? "" : `The bands do not measure ${inARow(others, "or")}.`;
  return sentences(measures ?? "", not);
}

/** The members of an answer that say what the bands measure. */
export interface Measures {
  readonly measures: string | null;
  readonly does_not_measure: readonly string[];
}

/** Maximum number of reasons of a table that a sentence names; the others are summed up. */
const REASONS_NAMED = 3;

/**
 * Says how much of the publisher's files a release holds, where rows with problems were left out,
 * and why: `43 of 538 companies of the source (495 left out: country missing 495)`. Null where no
 * row was, and every company has a country. Repeated rows and judgements that a newer one replaced
 * are not counted.
 */
export function completenessInWords({ counts }: Snapshot["manifest"]): string | null {
  const { skippedRows: skipped } = counts;
  const tables = [
    ["companies", counts.companies, skipped.companies],
    ["products", counts.products, skipped.products],
    ["judgements", counts.judgements, skipped.judgements],
    ["replies", counts.replies - counts.carriedReplies, skipped.replies],
  ] as const;
  const parts = tables.filter(([, , left]) => left > 0);
  const elsewhere = withoutCountryInWords(counts.companiesWithoutCountry);
  if (parts.length === 0) return elsewhere;
  const held = parts.map(([table, kept, left]) => {
    const why = reasonsInWords(counts.skippedKinds.filter((each) => each.table === table));
    return `${digits(kept)} of ${digits(kept + left)} ${table} of the source (${digits(left)} left out${why})`;
  });
  const incomplete = `Incomplete, because rows with problems were left out: ${inARow(held)}.`;
  return elsewhere === null ? incomplete : `${incomplete} ${elsewhere}`;
}

function withoutCountryInWords(companies: number): string | null {
  if (companies === 0) return null;
  const [who, count, their] =
    companies === 1 ? ["1 company", "counts", "its"] : [`${digits(companies)} companies`, "count", "their"];
  return `${who} without a country ${count} in ${their} sector, and in no country.`;
}

function reasonsInWords(kinds: readonly SkippedKind[]): string {
  if (kinds.length === 0) return "";
  const named = kinds.slice(0, REASONS_NAMED).map((each) => `${problemInWords(each)} ${digits(each.rows)}`);
  const others = kinds.slice(REASONS_NAMED).reduce((sum, { rows }) => sum + rows, 0);
  return `: ${[...named, ...(others > 0 ? [`other problems ${digits(others)}`] : [])].join(", ")}`;
}

/** Names the problem of rows that were left out in two or three words: `country missing`. */
export function problemInWords({ kind, column }: Pick<SkippedKind, "kind" | "column">): string {
  const what = (column ?? "row").replaceAll("_", " ");
  return PROBLEM_WORDS.get(kind)?.(what) ?? `${what} not understood`;
}

const PROBLEM_WORDS: ReadonlyMap<string, (column: string) => string> = new Map([
  ["missing_value", (column: string) => `${column} missing`],
  ["too_long", (column: string) => `${column} too long`],
  ["too_many_sectors", () => "too many sectors"],
  ["formula_error", (column: string) => `error of a formula in ${column}`],
  ["bad_date", () => "date not understood"],
  ["bad_lei", () => "wrong LEI"],
  ["bad_address", (column: string) => `${column} no URL`],
  ["ambiguous_country", () => "country ambiguous"],
  ["not_a_country", () => "not a country"],
  ["unknown_country", () => "country unknown"],
  ["unknown_company", () => "company unknown"],
  ["unknown_pillar", () => "pillar unknown"],
  ["unknown_status", () => "status unknown"],
  ["unexpected_value", (column: string) => `${column} without an answer`],
  ["unknown_band", () => "band unknown"],
  ["conflicting_rows", () => "contradicting rows"],
  ["malformed_row", () => "row malformed"],
  ["company_left_out", () => "of a company left out"],
]);
