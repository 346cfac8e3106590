import type { Region } from "../atlas/regions.ts";
import type { Snapshot } from "../release/snapshot.ts";
import type { SkippedKind } from "../trust/dataset.ts";
import { type Rankable, rankAlone, type RankedEntry } from "../trust/ranking.ts";
import type { Distribution, Scale } from "../trust/scale.ts";
import { allRanked, type StatementFigures } from "../trust/statements.ts";
import { countAroundMedian, countOf, type MedianCounts } from "../trust/statistics.ts";
import {
  capitalized,
  counted,
  countInWords,
  digits,
  inARow,
  labelInWords,
  monthInWords,
  ordinal,
  placeOnScale,
  regionInWords,
} from "./grammar.ts";
import { type About, type Said, saidOf, type SubjectName } from "./said.ts";

/**
 * The sentences that stand beside figures. Each is made from the figures of its answer alone, says
 * nothing more than they do, and names a band by the publisher's own label.
 */

/** A country, a sector or somebody's list of companies, and its figures. */
export interface AreaInWords {
  readonly kind: "country" | "sector" | "list";
  readonly subject: SubjectName;
  /** Its name within a sentence: `the Netherlands`, `the sector Energy`, `the list`. */
  readonly name: string;
  /** The pillar the figures are of; all pillars without it. */
  readonly pillar?: { readonly id: string; readonly label: string };
  readonly listedCompanies: number;
  readonly distribution: Distribution;
  /** With fewer judged companies nothing is said of it. A caller may ask for less. */
  readonly minimumCompanies: number;
  /** With fewer judged companies its figures are thin: the minimum of the release. */
  readonly thinBelow: number;
  /** The ranking of a country, the region that it is of, and the entry of the country. */
  readonly place?: {
    readonly own: RankedEntry<Rankable>;
    readonly ranking: readonly RankedEntry<Rankable>[];
    readonly region: RegionInWords | null;
  };
}

/** A region whose countries are ranked among each other. */
export type RegionInWords = Readonly<Pick<Region, "slug" | "name">>;

/** Describes a country, a sector or a list in one or two sentences. */
export function describeAreaInWords(scale: Scale, area: AreaInWords): Said {
  const { subject, name, pillar, listedCompanies: listed, distribution, minimumCompanies, thinBelow, place } = area;
  const own = place?.own ?? rankAlone(distribution, minimumCompanies);
  const counts = countAroundMedian(distribution);
  const about = { subject, pillar: pillar?.id ?? null };
  const figures = { own, ranking: place?.ranking ?? null, listed, thinBelow };
  const within = (text: string): string =>
    `${capitalized(pillar === undefined ? text : `in ${labelInWords(pillar.label)}, ${text}`)}.`;
  if (counts === null || own.median === null || own.rankReason !== null) {
    const text = counts === null ? noneJudged(name, listed, area.kind) : tooFew(area, counts.count);
    return saidOf(within(text), [[about, { claim: "unranked" }, figures]]);
  }
  const { median: level, at } = counts;
  const rank =
    place === undefined
      ? NOTHING_SAID
      : rankInWords(scale, about, { own, ranking: place.ranking, listed, thinBelow }, place.region);
  const rated = saidOf(within(ratedInWords(area, labelOf(scale, level), counts)), [
    [about, { claim: "band", level }, figures],
    [about, { claim: "count", level, count: at }, figures],
  ]);
  return { text: sentences(rated.text, rank.text), statements: [...rated.statements, ...rank.statements] };
}

const NOTHING_SAID: Said = { text: "", statements: [] };

/** Returns a text such as `none of the nine companies listed in Russia is judged`. */
export function noneJudged(name: string, listed: number, kind: AreaInWords["kind"]): string {
  // A company may name other sectors than the one that counts it.
  const where = { country: `listed in ${name}`, sector: `counted in ${name}`, list: `on ${name}` }[kind];
  if (listed === 0) return `no company is ${where}`;
  if (listed === 1) return `the one company ${where} is not judged`;
  return `${listed === 2 ? "neither" : "none"} of the ${countInWords(listed)} companies ${where} is judged`;
}

function tooFew({ kind, name, listedCompanies, minimumCompanies }: AreaInWords, judged: number): string {
  const few = counted(judged, "judged company", "judged companies");
  const needed = `${countInWords(minimumCompanies)} are needed`;
  const placed = kind === "country" ? "ranked" : "rated";
  return `${name} has ${few}, too few to be ${placed} (${needed})${startMore("; ", unjudgedInWords(kind, listedCompanies - judged))}`;
}

/** Says how it is rated, and how many of its companies are rated alike, higher and lower. */
function ratedInWords(
  { kind, name, listedCompanies, thinBelow }: AreaInWords,
  label: string,
  { below, at, above, count }: MedianCounts,
): string {
  const unjudged = unjudgedInWords(kind, listedCompanies - count);
  if (count === 1) return `${name} is rated ${label}, from only one judged company${startMore("; ", unjudged)}`;
  if (at === count) {
    const all = count === 2 ? "both" : `all ${countInWords(count)}`;
    return `${name} is rated ${label}, like ${all} of its judged companies${startMore("; ", unjudged)}`;
  }
  const others = [
    ...(above > 0 ? [`${digits(above)} ${above === 1 ? "is" : "are"} rated higher`] : []),
    ...(below > 0
      ? [above > 0 ? `${digits(below)} lower` : `${digits(below)} ${below === 1 ? "is" : "are"} rated lower`]
      : []),
  ];
  const own = `${digits(at)} of ${count < thinBelow ? "only" : "its"} ${digits(count)} judged companies`;
  return `${name} is rated ${label}, like ${own}; ${inARow(others)}${startMore(", and ", unjudged)}`;
}

/** Says how many listed companies the figures leave out; empty where they count all. */
function unjudgedInWords(kind: AreaInWords["kind"], unjudged: number): string {
  if (unjudged === 0) return "";
  const are = unjudged === 1 ? "is" : "are";
  return `${countInWords(unjudged)} more ${are} ${kind === "list" ? "" : "listed and "}not judged`;
}

/** Continues a sentence with a text, unless that is empty. */
function startMore(joining: string, text: string): string {
  return text === "" ? "" : `${joining}${text}`;
}

/** The rank with its tie; where all tie, no rank but the band that they share. */
function rankInWords(scale: Scale, aboutIt: About, figures: StatementFigures, region: RegionInWords | null): Said {
  const about = region === null ? aboutIt : { ...aboutIt, region: region.slug };
  const where = whereInWords(region);
  const { own, ranking } = figures;
  const all = ranking ?? [];
  const { rank, tiedWith, median } = own;
  if (rank === null || tiedWith === null || median === null) return NOTHING_SAID;
  const ranked = all.filter((entry) => entry.rank !== null).length;
  const others = all.length - ranked;
  const unranked = others === 0 ? "" : `; ${countInWords(others)} more ${others === 1 ? "is" : "are"} not ranked`;
  const set = `${countInWords(ranked)} ${others === 0 ? "countries" : "ranked countries"}${where}`;
  const isAlone = ranked === 1;
  if (isAlone && others === 0 && region === null) return NOTHING_SAID;
  if (isAlone || tiedWith === 0) {
    const only = `It is the only ranked country${where}${unranked}.`;
    const text = isAlone ? only : `It ranks ${ordinal(rank)} of ${set}${unranked}.`;
    return saidOf(text, [[about, { claim: "rank_alone", rank }, figures]]);
  }
  if (tiedWith + 1 === ranked) {
    const every = ranked === 2 ? "Both" : `All ${countInWords(ranked)}`;
    const place = placeOnScale(median, scale.bands.length);
    const text = `${every} ranked countries${where} are rated ${labelOf(scale, median)}, ${place}${unranked}.`;
    const claim = { claim: "count", level: median, count: ranked } as const;
    return saidOf(text, [[{ ...about, subject: "countries" }, claim, allRanked(all, scale.bands.length)]]);
  }
  const rivals = others === 0 ? countInWords(ranked) + where : set;
  const text = `${capitalized(countInWords(tiedWith + 1))} countries tie for ${ordinal(rank)} of ${rivals}${unranked}.`;
  return saidOf(text, [[about, { claim: "shares_rank", rank }, figures]]);
}

/** Returns a text such as ` in Eastern Africa`; empty for the whole world. */
export function whereInWords(region: RegionInWords | null): string {
  return region === null ? "" : ` in ${regionInWords(region.name)}`;
}

/** A company and its figures. */
export interface CompanyInWords {
  readonly id: string;
  readonly name: string;
  /** The pillar the figures are of; all pillars without it. */
  readonly pillar?: { readonly id: string; readonly label: string };
  /** Counts of its judgements by band. */
  readonly distribution: Distribution;
  /** The number of pillars of its judgements and their newest date, where the answer has them. */
  readonly pillars?: number;
  readonly newest?: string | null;
}

/** Describes a company in a sentence. */
export function describeCompanyInWords(scale: Scale, company: CompanyInWords): Said {
  const { id, name, pillar, distribution } = company;
  const about = { subject: `company:${id}`, pillar: pillar?.id ?? null } as const;
  const where = pillar === undefined ? "" : ` in ${labelInWords(pillar.label)}`;
  const own = rankAlone(distribution);
  const figures = { own, ranking: null, listed: null, thinBelow: 1 };
  if (own.median === null)
    return saidOf(`${name} is listed and not judged${where}.`, [[about, { claim: "unranked" }, figures]]);
  const month = company.newest == null ? "" : monthInWords(company.newest);
  const count = countOf(distribution);
  const pillars = company.pillars === undefined ? "" : ` in ${counted(company.pillars, "pillar", "pillars")}`;
  const dated = count === 1 ? ` of ${month}` : `, the newest of ${month}`;
  const from = count === 1 ? "one judgement" : `${countInWords(count)} judgements${pillars}`;
  const text = `${name} is rated ${labelOf(scale, own.median)}${where}, from ${from}${month === "" ? "" : dated}.`;
  return saidOf(text, [[about, { claim: "band", level: own.median }, figures]]);
}

/** The label of a level of the scale, as it stands in a sentence. */
export function labelOf(scale: Scale, level: number): string {
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
