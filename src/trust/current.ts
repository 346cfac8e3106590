import { compareJudgedOn, lastDayOf } from "./judged-on.ts";

/**
 * One judgement as the numbers of `clean.judgement`, in the order of its columns. Further numbers,
 * such as where the row comes from, are carried along.
 */
export type JudgementNumbers = readonly number[];

/** A column of judgements; one is of type `band`, one of type `date`. */
export interface JudgedColumn {
  readonly type: string;
  /** True if it distinguishes judgements. */
  readonly isKey?: boolean;
}

/**
 * The status of a judgement: only current ones are counted. Superseded ones have a newer one of
 * the same key, duplicates repeat another row, and conflicting ones have the key and the date of a
 * row with another band.
 */
export type Outcome = "current" | "superseded" | "duplicate" | "conflicting";

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
  readonly #columns: ColumnIndexes;
  readonly #onSettled: (row: Row, outcome: Outcome) => void;
  #sameKey: Row[] = [];

  /** `onSettled` is called once for every row, key after key. */
  constructor(columns: readonly JudgedColumn[], onSettled: (row: Row, outcome: Outcome) => void) {
    this.#columns = indexColumns(columns);
    this.#onSettled = onSettled;
  }

  add(row: Row): void {
    const [first] = this.#sameKey;
    if (first !== undefined && !this.#hasSameKey(first, row)) this.end();
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
    const { band, date } = this.#columns;
    let outcome: Outcome = "current";
    const sorted = rows.toSorted((a, b) => compareRows(this.#columns, a, b));
    const byDate = Map.groupBy(sorted, (row) => lastDayOf(row[date]!));
    for (const sameDate of byDate.values()) {
      const distinct: Row[] = [];
      for (const row of sameDate) {
        if (row[band] === distinct.at(-1)?.[band]) this.#onSettled(row, "duplicate");
        else distinct.push(row);
      }
      const isConflict = distinct.length > 1;
      for (const row of distinct) this.#onSettled(row, isConflict ? "conflicting" : outcome);
      if (!isConflict) outcome = "superseded";
    }
  }

  #hasSameKey(a: JudgementNumbers, b: JudgementNumbers): boolean {
    for (const index of this.#columns.key) if (a[index] !== b[index]) return false;
    return true;
  }
}

/** The indexes of the numbers of a judgement. */
interface ColumnIndexes {
  readonly key: readonly number[];
  readonly band: number;
  readonly date: number;
  /** Columns that do not distinguish judgements, such as its source. */
  readonly rest: readonly number[];
}

function indexColumns(columns: readonly JudgedColumn[]): ColumnIndexes {
  const band = columns.findIndex(({ type }) => type === "band");
  const date = columns.findIndex(({ type }) => type === "date");
  const indexes = [...columns.keys()];
  const key = indexes.filter((index) => columns[index]?.isKey);
  return { key, band, date, rest: indexes.filter((index) => ![...key, band, date].includes(index)) };
}

/**
 * Orders rows newest first, then worst band first, then a day before a month and a year that end
 * with it, then by the other columns, those without a value last.
 */
function compareRows({ band, date, rest }: ColumnIndexes, a: JudgementNumbers, b: JudgementNumbers): number {
  return (
    compareDays(a[date]!, b[date]!) ||
    a[band]! - b[band]! ||
    compareJudgedOn(a[date]!, b[date]!) ||
    compareRest(rest, a, b)
  );
}

/** Orders dates newest first, by the last day that they may mean. `UNDATED` comes last. */
function compareDays(a: number, b: number): number {
  return lastDayOf(b) - lastDayOf(a);
}

function compareRest(rest: readonly number[], a: JudgementNumbers, b: JudgementNumbers): number {
  for (const index of rest) {
    const [first, second] = [a[index]!, b[index]!];
    if (first !== second) return first === 0 ? 1 : second === 0 ? -1 : first - second;
  }
  return 0;
}
