import { compareText } from "./text-order.ts";

/** What a judgement is about or by whom: a text, a number that stands for one, or null where the publisher names none. */
export type Term = string | number | null;

/** One judgement as the publisher wrote it. Further members, such as a row number, are carried along. */
export interface JudgementRow {
  readonly company: Term;
  readonly pillar: Term;
  readonly criterion: Term;
  readonly judge: Term;
  /** Rank on the scale, from 1. */
  readonly band: number;
  /** Days since 1970-01-01, or null when undated: older than every date. */
  readonly judgedOn: number | null;
  /** Address of the source; it does not make another judgement. */
  readonly source?: string | null;
}

/** Every row stands in exactly one of the four lists, each ordered by company, pillar, criterion, judge, newest first. */
export interface SortedJudgements<Row extends JudgementRow> {
  /** The newest judgement of each company, pillar, criterion and judge: the only ones that are counted. */
  readonly current: readonly Row[];
  /** Older judgements of the same company, pillar, criterion and judge. */
  readonly superseded: readonly Row[];
  /** Repetitions of a row with the same key, date and band. */
  readonly duplicates: readonly Row[];
  /** Rows of the same key and date with different bands: one row per band, worst band first, two or more of them. */
  readonly conflicts: readonly (readonly Row[])[];
}

/**
 * Tells the current judgements from those that no longer count.
 *
 * Of several with the same company, pillar, criterion and judge, the newest is current. Repetitions are dropped first; of
 * these the row with the first source in text order is kept, one without a source last. Rows in conflict are a
 * problem of the data: they are neither current nor superseded, and the others are sorted as if they were absent. The
 * lists hold the same judgements whatever the order of `rows`.
 */
export function currentJudgements<Row extends JudgementRow>(rows: readonly Row[]): SortedJudgements<Row> {
  const current: Row[] = [];
  const superseded: Row[] = [];
  const duplicates: Row[] = [];
  const conflicts: Row[][] = [];
  for (const sameKey of runs(rows.toSorted(compareRows), compareKeys)) {
    let newest = true;
    for (const sameDate of runs(sameKey, compareDates)) {
      const distinct: Row[] = [];
      for (const [kept, ...repeated] of runs(sameDate, (a, b) => a.band - b.band)) {
        distinct.push(kept);
        duplicates.push(...repeated);
      }
      if (distinct.length > 1) {
        conflicts.push(distinct);
        continue;
      }
      (newest ? current : superseded).push(...distinct);
      newest = false;
    }
  }
  return { current, superseded, duplicates, conflicts };
}

function compareRows(a: JudgementRow, b: JudgementRow): number {
  return compareKeys(a, b) || compareDates(a, b) || a.band - b.band || compareSources(a, b);
}

function compareKeys(a: JudgementRow, b: JudgementRow): number {
  return (
    compareTerms(a.company, b.company) ||
    compareTerms(a.pillar, b.pillar) ||
    compareTerms(a.criterion, b.criterion) ||
    compareTerms(a.judge, b.judge)
  );
}

/** No term first, then numbers, then texts. */
function compareTerms(a: Term, b: Term): number {
  if (typeof a === "string" && typeof b === "string") return compareText(a, b);
  if (typeof a === "number" && typeof b === "number") return a - b;
  return kindOf(a) - kindOf(b);
}

function kindOf(term: Term): number {
  if (term === null) return 0;
  return typeof term === "number" ? 1 : 2;
}

/** The newest first, the undated last. */
function compareDates(a: JudgementRow, b: JudgementRow): number {
  if (a.judgedOn === null || b.judgedOn === null) return Number(a.judgedOn === null) - Number(b.judgedOn === null);
  return b.judgedOn - a.judgedOn;
}

function compareSources(a: JudgementRow, b: JudgementRow): number {
  const first = a.source ?? null;
  const second = b.source ?? null;
  if (first === null || second === null) return Number(first === null) - Number(second === null);
  return compareText(first, second);
}

/** Cuts a sorted list where `compare` says that a row differs from the one before. */
function* runs<Row>(sorted: readonly Row[], compare: (a: Row, b: Row) => number): Generator<[Row, ...Row[]]> {
  let run: [Row, ...Row[]] | null = null;
  for (const row of sorted) {
    if (run !== null && compare(run[0], row) === 0) {
      run.push(row);
      continue;
    }
    if (run !== null) yield run;
    run = [row];
  }
  if (run !== null) yield run;
}
