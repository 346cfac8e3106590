import type { ColumnFacts } from "./column-facts.ts";
import { headerShare, isOfNotes, isSumming } from "./header-words.ts";
import { areKnownBands, areOfOneFamily } from "./known-bands.ts";

/** Columns whose values judge something on one scale. */
export interface JudgedColumns {
  readonly columns: readonly ColumnFacts[];
  /** Words, few different points, or scores that have to be cut into bands. */
  readonly kind: "words" | "points" | "scores";
}

const WORDS_MAX = 12;
const POINTS_MAX = 12;

/**
 * Picks the columns that judge from those for nothing else. Columns with the same words belong
 * together, and so do columns of points; the largest such group is taken. Null if there is none.
 */
export function guessJudgedColumns(candidates: readonly ColumnFacts[]): JudgedColumns | null {
  const open = candidates.filter(
    ({ column, judged, urls, dates, countries }) =>
      judged.length > 0 &&
      !isOfNotes(column.name) &&
      urls < 0.5 &&
      dates < 0.5 &&
      countries < 0.8 &&
      headerShare(column.name, "id") < 0.5,
  );
  const numeric = open.filter((facts) => facts.numbers >= 0.9 && !isRunningNumber(facts.column.values));
  const notSums = numeric.filter(({ column }) => !isSumming(column.name));
  const points = notSums.filter(
    ({ judged }) => judged.length <= POINTS_MAX && judged.every(({ number }) => Math.abs(number ?? 0) <= 10),
  );
  const scores = notSums.filter((column) => !points.includes(column));
  const words = open.filter(({ numbers, judged }) => numbers < 0.9 && judged.length <= WORDS_MAX);
  const groups: (JudgedColumns & { readonly score: number })[] = groupByWords(words).map((columns) => ({
    columns,
    kind: "words",
    score: scoreOfWords(columns),
  }));
  groups.push({ columns: points, kind: "points", score: points.length === 0 ? 0 : points.length + 0.5 });
  groups.push({ columns: scores, kind: "scores", score: 0.5 * scores.length });
  // A column of sums, where it is all there is: one grade for the whole.
  const sums = numeric.filter((column) => !notSums.includes(column) && headerShare(column.column.name, "band") > 0);
  groups.push({ columns: sums.slice(0, 1), kind: "scores", score: sums.length > 0 ? 0.1 : 0 });
  const [best] = groups.toSorted((a, b) => b.score - a.score);
  return best === undefined || best.score === 0 ? null : { columns: best.columns, kind: best.kind };
}

/** Returns the kind of the values of chosen columns. */
export function kindOfValues(columns: readonly ColumnFacts[]): JudgedColumns["kind"] {
  if (columns.some(({ numbers }) => numbers < 0.9)) return "words";
  const values = new Set(columns.flatMap(({ judged }) => judged.map(({ number }) => Math.abs(number ?? 0))));
  return values.size <= 20 ? "points" : "scores";
}

/** Returns true for a running number, 1, 2, 3 …, or a place for each row: 1, 2, 2, 4 … */
function isRunningNumber(values: ColumnFacts["column"]["values"]): boolean {
  const above = (place: number): number => values.reduce((n, v) => (Number(v.value) < place ? n + v.count : n), 0);
  if (values.length > 5 && values.every(({ value }) => Number(value) === above(Number(value)) + 1)) return true;
  return values.length > 12 && values.every(({ value }) => /^\d+$/u.test(value) && Number(value) <= values.length);
}

function scoreOfWords(columns: readonly ColumnFacts[]): number {
  const values = new Set(columns.flatMap(({ judged }) => judged.map(({ value }) => value)));
  const areKnown = areKnownBands([...values]);
  const isNamed = columns.some(({ column }) => headerShare(column.name, "band") > 0);
  if (columns.length === 1 && !areKnown && !isNamed) return 0;
  return columns.length + (areKnown ? 3 : 0) + (isNamed ? 1 : 0) - (values.size > WORDS_MAX ? columns.length : 0);
}

/** Groups columns of which most words of one occur in another too, or of words of a known scale. */
function groupByWords(columns: readonly ColumnFacts[]): ColumnFacts[][] {
  const groups: { readonly words: Set<string>; readonly columns: ColumnFacts[] }[] = [];
  for (const column of columns) {
    const words = column.judged.map(({ value }) => value.toLowerCase());
    const near = groups.find((group) => {
      const shared = words.filter((word) => group.words.has(word)).length;
      return shared >= 0.5 * Math.min(words.length, group.words.size) || areOfOneFamily([...group.words, ...words]);
    });
    if (near === undefined) groups.push({ words: new Set(words), columns: [column] });
    else {
      near.columns.push(column);
      for (const word of words) near.words.add(word);
    }
  }
  return groups.map((group) => group.columns);
}
