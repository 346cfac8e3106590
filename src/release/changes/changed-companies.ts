import { COMPANY_CHANGES, type CompanyChange } from "../../trust/company-changes.ts";
import type { CompanyPair, Standing } from "../../trust/movement.ts";
import { NO_COUNTRY, type Page, type PageQuery } from "../queries.ts";

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
   * Where each release files it, as indexes in `codes`, `NOWHERE` for no country; where one does
   * not list it, as the other.
   */
  readonly countryBefore: Uint16Array;
  readonly countryAfter: Uint16Array;
  readonly sectorBefore: Uint16Array;
  readonly sectorAfter: Uint16Array;
  /** Countries by ISO 3166-1 alpha-2 and sectors by slug, of both releases. */
  readonly codes: { readonly country: readonly string[]; readonly sector: readonly string[] };
}

/** No index in `codes`, which are fewer. */
const NOWHERE = 65_535;

/** A company with its position in each release; null where the release does not list it. */
export interface ChangedCompany {
  readonly before: number | null;
  readonly after: number | null;
  /** At least one. */
  readonly changes: readonly CompanyChange[];
}

/** What narrows a list of changed companies; each takes any of several values. */
export interface ChangedFilter {
  /** ISO 3166-1 alpha-2 codes of countries it was or is filed under, or `NO_COUNTRY`. */
  readonly countries?: readonly string[];
  /** Slugs of sectors, in the same release as the country. */
  readonly sectors?: readonly string[];
  readonly changes?: readonly CompanyChange[];
}

/** Two releases, company by company. */
interface PairedCompanies {
  /** The companies of each release in the order of their positions. */
  readonly before: readonly Standing[];
  readonly after: readonly Standing[];
  readonly codes: ChangedCompanies["codes"];
  /** Of the same standings. */
  readonly pairs: readonly CompanyPair[];
  /** What happened to the companies of each pair. */
  readonly changes: readonly (readonly CompanyChange[])[];
}

/** Lists the companies that something happened to. */
export function listChanged({ before, after, codes, pairs, changes }: PairedCompanies): ChangedCompanies {
  const changed = pairs.flatMap((pair, index) => {
    const bits = (changes[index] ?? []).reduce((sum, change) => sum | bitOf(change), 0);
    return bits === 0 ? [] : [{ pair, bits, first: pair.before ?? pair.after, last: pair.after ?? pair.before }];
  });
  const positions = {
    before: positionsOf(before, new Set(changed.map(({ pair }) => pair.before))),
    after: positionsOf(after, new Set(changed.map(({ pair }) => pair.after))),
  };
  const rows = changed
    .map((row) => ({ ...row, before: positions.before(row.pair.before), after: positions.after(row.pair.after) }))
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
  const end = offset + rows.length;
  return { rows, total, nextOffset: rows.length > 0 && end < total ? end : null };
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

/** The positions of some companies of a release; -1 for none. */
function positionsOf(
  all: readonly Standing[],
  some: ReadonlySet<Standing | null>,
): (standing: Standing | null) => number {
  const positions = new Map<Standing | null, number>();
  for (const [position, standing] of all.entries()) if (some.has(standing)) positions.set(standing, position);
  return (standing) => positions.get(standing) ?? -1;
}

function bitOf(change: CompanyChange): number {
  return 1 << COMPANY_CHANGES.indexOf(change);
}
