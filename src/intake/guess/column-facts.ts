import type { Atlas } from "../../atlas/atlas.ts";
import { LIKE_SERIAL } from "../date-formats.ts";
import { isNotFinite, isNumber } from "../numbers.ts";
import { headerShare, saysNotJudged } from "./header-words.ts";
import type { RawColumn, RawTable, RawValue } from "./raw-table.ts";

/** The forms of the values of a column; shares are of its filled cells. */
export interface ColumnFacts {
  readonly column: RawColumn;
  readonly countries: number;
  readonly dates: number;
  readonly years: number;
  readonly serials: number;
  readonly urls: number;
  readonly leis: number;
  readonly numbers: number;
  /** Values that judge something: those that say "not judged" left out. */
  readonly judged: readonly RawValue[];
  readonly judgedCells: number;
}

const DAY =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[ T]\d\d:\d\d(?::\d\d)?)?|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{1,2}\/\d{1,2}\/\d\d)$/u;
const MONTH_OR_YEAR = /^(?:\d{4}-\d{2}|\d{1,2}[/.]\d{4}|(?:19|20)\d\d)$/u;
const YEAR = /^(?:19|20)\d\d$/u;
const SERIAL_DATE = new RegExp(`^(?:${LIKE_SERIAL})$`, "u");
export function describeColumns(table: RawTable, atlas: Atlas): ColumnFacts[] {
  const isCountry = (value: string): boolean => atlas.resolveCountry(value).kind === "country";
  return table.columns.map((column) => {
    const share = (test: (value: string) => boolean): number => shareOf(column.values, test);
    const judged = column.values.filter(({ value }) => !saysNotJudged(value));
    const codes = headerShare(column.name, "country") > 0 ? shareOf(judged, isCountry) : 0;
    // Some scores are numeric codes of countries, too; few columns have nothing else.
    const areCodes = codes >= 0.8;
    return {
      column,
      // The judged values lack "NA", which is Namibia only among other codes.
      countries: areCodes ? codes : shareOf(judged, (value) => !isNumber(value) && isCountry(value)),
      dates: share(isDay),
      years: share((value) => YEAR.test(value)),
      serials: share((value) => SERIAL_DATE.test(value)),
      urls: share((value) => /^(?:https?:\/\/|www\.)\S+$/iu.test(value)),
      leis: share((value) => /^[A-Z0-9]{18}\d\d$/iu.test(value)),
      numbers: shareOf(
        judged.filter(({ value }) => !isNotFinite(value)),
        isNumber,
      ),
      judged,
      judgedCells: judged.reduce((sum, { count }) => sum + count, 0),
    };
  });
}

/** Returns true if each company seems to have a column, and its country stands in a row. */
export function isTransposed({ columns: [first, ...others], ...table }: RawTable, atlas: Atlas): boolean {
  if (first?.values.every(({ value }) => headerShare(value, "country") === 0) !== false || others.length < 3)
    return false;
  const facts = describeColumns({ ...table, columns: others }, atlas);
  return facts.every(({ countries }) => countries > 0 && countries < 0.8);
}

function isDay(value: string): boolean {
  return DAY.test(value) || MONTH_OR_YEAR.test(value);
}

/** Returns true for a date that can be read: the century of `03/14/25` is nobody's to guess. */
export function isReadDate(value: string): boolean {
  return (isDay(value) && !/\/\d\d$/u.test(value)) || SERIAL_DATE.test(value);
}

function shareOf(values: readonly RawValue[], test: (value: string) => boolean): number {
  let [hits, cells] = [0, 0];
  for (const { value, count } of values) {
    cells += count;
    if (test(value)) hits += count;
  }
  return cells === 0 ? 0 : hits / cells;
}
