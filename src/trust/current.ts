import { compareJudgedOn, lastDayOf } from "./judged-on.ts";
import { JUDGEMENT_COLUMNS, type JudgementColumn } from "./judgement-columns.ts";

/**
 * One judgement as the numbers of `clean.judgement`, in the order of `JUDGEMENT_COLUMNS`. Further
 * numbers, such as where the row comes from, are carried along.
 */
export type JudgementNumbers = readonly number[];

/**
 * What becomes of a judgement: only current ones are counted. Superseded ones have a newer one of
 * the same key, duplicates repeat another row, and conflicting ones have the key and the date of a
 * row with another band.
 */
export type Outcome = "current" | "superseded" | "duplicate" | "conflicting";

const COLUMNS: readonly JudgementColumn[] = JUDGEMENT_COLUMNS;
const KEY = indexesOf(({ isKey }) => isKey);
const DATE = COLUMNS.findIndex(({ name }) => name === "judged_on");
const BAND = COLUMNS.findIndex(({ name }) => name === "band");
/** Columns that make no other judgement, such as its source. */
const REST = indexesOf(({ isKey, name }) => !isKey && name !== "judged_on" && name !== "band");

/**
 * Decides which judgements count, of rows that come with those of one key (company, pillar,
 * criterion, judge) together.
 *
 * Of several with the same key the newest is current; an undated one is older than every date.
 * Dates that end on the same day, such as 2025-12-31 and 2025, are the same here. Repetitions are
 * dropped first: of rows with the same key, date and band the one with the most exact date, then
 * the one with the first source, is kept, one without a source last. Rows of one key and date with
 * different bands are a conflict: a problem of the data, none of them is current, and the others
 * are judged as if they were absent. The outcome does not depend on the order of the rows within a
 * key.
 */
export class CurrentJudgements<Row extends JudgementNumbers> {
  readonly #onSettled: (row: Row, outcome: Outcome) => void;
  #sameKey: Row[] = [];

  /** `onSettled` is called once for every row, key after key. */
  constructor(onSettled: (row: Row, outcome: Outcome) => void) {
    this.#onSettled = onSettled;
  }

  add(row: Row): void {
    const [first] = this.#sameKey;
    if (first !== undefined && !hasSameKey(first, row)) this.end();
    this.#sameKey.push(row);
  }

  /** Settles the rows of the last key. */
  end(): void {
    const rows = this.#sameKey;
    this.#sameKey = [];
    if (rows.length === 1) this.#onSettled(rows[0]!, "current");
    else if (rows.length > 1) this.#settle(rows);
  }

  #settle(rows: readonly Row[]): void {
    let outcome: Outcome = "current";
    const byDate = Map.groupBy(rows.toSorted(compareRows), (row) => lastDayOf(row[DATE]!));
    for (const sameDate of byDate.values()) {
      const distinct: Row[] = [];
      for (const row of sameDate) {
        if (row[BAND] === distinct.at(-1)?.[BAND]) this.#onSettled(row, "duplicate");
        else distinct.push(row);
      }
      const isConflict = distinct.length > 1;
      for (const row of distinct) this.#onSettled(row, isConflict ? "conflicting" : outcome);
      if (!isConflict) outcome = "superseded";
    }
  }
}

function indexesOf(isWanted: (column: JudgementColumn) => boolean): number[] {
  return COLUMNS.flatMap((column, index) => (isWanted(column) ? [index] : []));
}

function hasSameKey(a: JudgementNumbers, b: JudgementNumbers): boolean {
  for (const index of KEY) if (a[index] !== b[index]) return false;
  return true;
}

/**
 * Newest first, then worst band first, then a day before a month and a year that end with it, then
 * by the other columns, those without a value last.
 */
function compareRows(a: JudgementNumbers, b: JudgementNumbers): number {
  return compareDays(a, b) || a[BAND]! - b[BAND]! || compareJudgedOn(a[DATE]!, b[DATE]!) || compareRest(a, b);
}

/** Newest first, by the last day that a date may mean. `UNDATED` is below every date. */
function compareDays(a: JudgementNumbers, b: JudgementNumbers): number {
  return lastDayOf(b[DATE]!) - lastDayOf(a[DATE]!);
}

function compareRest(a: JudgementNumbers, b: JudgementNumbers): number {
  for (const index of REST) {
    const [first, second] = [a[index]!, b[index]!];
    if (first !== second) return first === 0 ? 1 : second === 0 ? -1 : first - second;
  }
  return 0;
}
