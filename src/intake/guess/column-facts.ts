import type { Atlas } from "../../atlas/atlas.ts";
import { LIKE_SERIAL } from "../date-formats.ts";
import { saysNotJudged } from "./header-words.ts";
import type { RawColumn, RawTable, RawValue } from "./raw-table.ts";

/** What the values of a column look like; shares are of its filled cells. */
export interface ColumnFacts {
  readonly column: RawColumn;
  /** Values the atlas knows as countries. */
  readonly countries: number;
  readonly dates: number;
  /** Whole years. */
  readonly years: number;
  /** Days as spreadsheets count them. */
  readonly serials: number;
  readonly urls: number;
  readonly leis: number;
  readonly numbers: number;
  /** Values that judge something: those that say "not judged" left out. */
  readonly judged: readonly RawValue[];
  /** How many cells they fill. */
  readonly judgedCells: number;
}

const DAY = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?: 00:00:00)?|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})$/u;
const MONTH_OR_YEAR = /^(?:\d{4}-\d{2}|\d{1,2}[/.]\d{4}|(?:19|20)\d\d)$/u;
const YEAR = /^(?:19|20)\d\d$/u;
const SERIAL_DATE = new RegExp(`^(?:${LIKE_SERIAL})$`, "u");
const NUMBER = /^-?\d+(?:[.,]\d+)?$/u;

export function isNumber(value: string): boolean {
  return NUMBER.test(value);
}

export function describeColumns(table: RawTable, atlas: Atlas): ColumnFacts[] {
  return table.columns.map((column) => {
    const share = (test: (value: string) => boolean): number => shareOf(column.values, test);
    const judged = column.values.filter(({ value }) => !saysNotJudged(value));
    return {
      column,
      // Without "NA", which is Namibia only among other codes.
      countries: shareOf(judged, (value) => !isNumber(value) && atlas.resolveCountry(value).kind === "country"),
      dates: share((value) => DAY.test(value) || MONTH_OR_YEAR.test(value)),
      years: share((value) => YEAR.test(value)),
      serials: share((value) => SERIAL_DATE.test(value)),
      urls: share((value) => /^(?:https?:\/\/|www\.)\S+$/iu.test(value)),
      leis: share((value) => /^[A-Z0-9]{18}\d\d$/iu.test(value)),
      numbers: shareOf(judged, isNumber),
      judged,
      judgedCells: judged.reduce((sum, { count }) => sum + count, 0),
    };
  });
}

function shareOf(values: readonly RawValue[], test: (value: string) => boolean): number {
  let [hits, cells] = [0, 0];
  for (const { value, count } of values) {
    cells += count;
    if (test(value)) hits += count;
  }
  return cells === 0 ? 0 : hits / cells;
}
