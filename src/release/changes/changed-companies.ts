import { COMPANY_CHANGES, type CompanyChange } from "../../trust/company-changes.ts";
import type { CompanyPair, MovementCounts, Standing } from "../../trust/movement.ts";
import { NO_COUNTRY, offsetAfter, type Page, type PageQuery } from "../queries.ts";

/**
 * The companies that something happened to between two releases, one number per company and column:
 * those of the later release in the order of their names, then the removed ones in that of the
 * earlier release.
 */
export interface ChangedCompanies {
  /** Positions in each release; -1 where it does not list the company. */
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** Bits: 1 for the first of `COMPANY_CHANGES`, 2 for the second and so on. */
  readonly changes: Uint16Array;
  /**
   * Country and sector in each release, as indexes in `codes`; `NOWHERE` is no country. Where one
   * release does not list the company, they are those of the other.
   */
  readonly countryBefore: Uint16Array;
  readonly countryAfter: Uint16Array;
  readonly sectorBefore: Uint16Array;
  readonly sectorAfter: Uint16Array;
  /** Countries by ISO 3166-1 alpha-2 and sectors by slug, of both releases. */
  readonly codes: { readonly country: readonly string[]; readonly sector: readonly string[] };
}

/** Stands for no country: `codes` are fewer. */
const NOWHERE = 65_535;

/** A company with its position in each release; null where the release does not list it. */
export interface ChangedCompany {
  readonly before: number | null;
  readonly after: number | null;
  /** At least one change. */
  readonly changes: readonly CompanyChange[];
}

/** Filters of a list of changed companies; each takes any of several values. */
export interface ChangedFilter {
  /** ISO 3166-1 alpha-2 codes of countries it was or is filed under, or `NO_COUNTRY`. */
  readonly countries?: readonly string[] | undefined;
  /** Slugs of sectors, in the same release as the country. */
  readonly sectors?: readonly string[] | undefined;
  readonly changes?: readonly CompanyChange[] | undefined;
}

/** Two releases, company by company. */
interface PairedCompanies {
  /** The companies of each release in the order of their positions. */
  readonly before: readonly Standing[];
  readonly after: readonly Standing[];
  readonly codes: ChangedCompanies["codes"];
  /** The companies of both releases in pairs. */
  readonly pairs: readonly CompanyPair[];
  /** The changes of each pair. */
  readonly changes: readonly (readonly CompanyChange[])[];
}

/** Lists the companies that something happened to. */
export function listChanged({ before, after, codes, pairs, changes }: PairedCompanies): ChangedCompanies {
  const positions = { before: positionsOf(before), after: positionsOf(after) };
  const rows = pairs
    .flatMap((pair, index) => {
      const bits = (changes[index] ?? []).reduce((sum, change) => sum | bitOf(change), 0);
      const at = { before: positions.before.get(pair.before) ?? -1, after: positions.after.get(pair.after) ?? -1 };
      return bits === 0 ? [] : [{ ...at, bits, first: pair.before ?? pair.after, last: pair.after ?? pair.before }];
    })
    .toSorted((a, b) => Number(a.after < 0) - Number(b.after < 0) || a.after - b.after || a.before - b.before);
  const column = (kind: keyof typeof codes, side: "first" | "last"): Uint16Array => {
    const indexes = new Map(codes[kind].map((code, index) => [code, index]));
    return Uint16Array.from(rows, (row) => indexes.get(row[side]?.[kind] ?? "") ?? NOWHERE);
  };
  return {
    before: Int32Array.from(rows, (row) => row.before),
    after: Int32Array.from(rows, (row) => row.after),
    changes: Uint16Array.from(rows, (row) => row.bits),
    countryBefore: column("country", "first"),
    countryAfter: column("country", "last"),
    sectorBefore: column("sector", "first"),
    sectorAfter: column("sector", "last"),
    codes,
  };
}

/** A page of the changed companies that pass a filter. */
export function findChanged(
  changed: ChangedCompanies,
  filter: ChangedFilter,
  { offset, limit }: PageQuery,
): Page<ChangedCompany> {
  const isWanted = testOf(changed, filter);
  const rows: ChangedCompany[] = [];
  let total = 0;
  for (let index = 0; index < changed.changes.length; index += 1) {
    if (!isWanted(index)) continue;
    if (total >= offset && rows.length < limit) rows.push(changedAt(changed, index));
    total += 1;
  }
  return { rows, total, nextOffset: offsetAfter(offset, rows.length, total) };
}

function testOf(changed: ChangedCompanies, { countries, sectors, changes }: ChangedFilter): (index: number) => boolean {
  const { countryBefore, countryAfter, sectorBefore, sectorAfter, codes } = changed;
  const wanted = changes?.reduce((sum, change) => sum | bitOf(change), 0);
  const isCountry = testIndex(codes.country, countries);
  const isSector = testIndex(codes.sector, sectors);
  return (index) =>
    (wanted === undefined || ((changed.changes[index] ?? 0) & wanted) !== 0) &&
    ((isCountry(countryBefore[index]) && isSector(sectorBefore[index])) ||
      (isCountry(countryAfter[index]) && isSector(sectorAfter[index])));
}

function testIndex(
  codes: readonly string[],
  wanted: readonly string[] | undefined,
): (index: number | undefined) => boolean {
  if (wanted === undefined) return () => true;
  const indexes = new Set<number | undefined>(
    wanted.map((code) => (code === NO_COUNTRY ? NOWHERE : codes.indexOf(code))),
  );
  return (index) => indexes.has(index);
}

function changedAt({ before, after, changes }: ChangedCompanies, index: number): ChangedCompany {
  const bits = changes[index] ?? 0;
  return {
    before: positionAt(before, index),
    after: positionAt(after, index),
    changes: COMPANY_CHANGES.filter((change) => (bits & bitOf(change)) !== 0),
  };
}

function positionAt(positions: Int32Array, index: number): number | null {
  const position = positions[index] ?? -1;
  return position < 0 ? null : position;
}

function positionsOf(companies: readonly Standing[]): ReadonlyMap<Standing | null, number> {
  return new Map(companies.map((company, position) => [company, position]));
}

/** The bit of a change in `ChangedCompanies`. */
function bitOf(change: CompanyChange): number {
  return 1 << COMPANY_CHANGES.indexOf(change);
}

/**
 * Changes of the companies of a country, judged or not. Each company is counted once, with the
 * first that applies: added, removed, filed in another country, judged differently; and once
 * more with another name or another reply.
 */
export interface CountryCounts extends Omit<MovementCounts, "judgedInBoth"> {
  /** Companies with another median band in a pillar alone. */
  readonly pillarMoved: number;
  readonly renamed: number;
  /** Companies with other replies, and new ones with any, whatever else changed. */
  readonly replyChanged: number;
}

const NONE: CountryCounts = {
  added: 0,
  removed: 0,
  filedHere: 0,
  filedElsewhere: 0,
  reRated: 0,
  firstJudged: 0,
  noLongerJudged: 0,
  pillarMoved: 0,
  renamed: 0,
  replyChanged: 0,
};

/**
 * Counts the changed companies of each country, by ISO 3166-1 alpha-2. A company of which only the
 * sectors changed, within its country, is not counted, nor one with other details or with other
 * judgements and the same median bands.
 */
export function countChangedByCountry(changed: ChangedCompanies): ReadonlyMap<string, CountryCounts> {
  const { changes, countryBefore, countryAfter, codes } = changed;
  const counts = new Map<string, Record<keyof CountryCounts, number>>();
  const count = (country: number | undefined, what: keyof CountryCounts): void => {
    const code = codes.country[country ?? -1];
    if (code === undefined) return;
    const own = counts.get(code) ?? { ...NONE };
    own[what] += 1;
    counts.set(code, own);
  };
  for (const [index, bits] of changes.entries()) {
    const has = (change: CompanyChange): boolean => (bits & bitOf(change)) !== 0;
    const [before, after] = [countryBefore[index], countryAfter[index]];
    if (has("reply_changed")) count(after, "replyChanged");
    if (has("renamed")) count(after, "renamed");
    if (before !== after) {
      count(before, "filedElsewhere");
      count(after, "filedHere");
      continue;
    }
    const what = COUNTED.find(([change]) => has(change));
    if (what !== undefined) count(after, what[1]);
  }
  return counts;
}

const COUNTED: readonly (readonly [change: CompanyChange, counted: keyof CountryCounts])[] = [
  ["added", "added"],
  ["removed", "removed"],
  ["re_rated", "reRated"],
  ["first_judged", "firstJudged"],
  ["no_longer_judged", "noLongerJudged"],
  ["pillar_moved", "pillarMoved"],
];
