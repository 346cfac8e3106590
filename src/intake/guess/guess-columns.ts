import type { ColumnFacts } from "./column-facts.ts";
import { headerShare, isOfNotes, isOtherDate, isSumming, type Role } from "./header-words.ts";
import { areKnownBands } from "./known-bands.ts";
import { SHEET_COLUMN, YEAR_COLUMN } from "./raw-table.ts";

export type Roles = Partial<Record<Role, string>>;

const YES_OR_NO = /^(?:yes|no|ja|nein|oui|non|s[ií]|y|n|partial|partly|true|false)$/iu;

/**
 * Guesses the columns that describe a company and a judgement, but for pillars and bands. `known`
 * stand, and there is no id where `hasId` is false.
 */
export function guessRoles(columns: readonly ColumnFacts[], known: Roles, hasId: boolean): Roles {
  const roles: Roles = { ...known };
  const take = (role: Role, score: (facts: ColumnFacts) => number): void => {
    const free = columns.filter(({ column }) => !Object.values(roles).includes(column.name));
    const found = roles[role] === undefined && (hasId || role !== "id") ? best(free, score) : undefined;
    if (found !== undefined) roles[role] = found.column.name;
  };
  const url = ({ urls, column }: ColumnFacts, role: Role): number => (urls < 0.6 ? 0 : headerShare(column.name, role));
  const most = Math.max(...columns.map(({ column }) => column.filled));
  take("country", countryScore);
  take("lei", ({ leis }) => (leis >= 0.8 ? leis : 0));
  take("source_url", (facts) => url(facts, "source_url"));
  take("website", (facts) => url(facts, "website"));
  take(roles.country === undefined ? "source_url" : "website", ({ urls }) => (urls < 0.6 ? 0 : 1));
  take("judged_on", dateScore);
  take("id", (facts) => idScore(facts, most));
  take("name", (facts) => nameScore(facts, columns));
  if (known.name === undefined) preferTellingId(roles, columns);
  take("sector", (facts) => textScore(facts, "sector", 0.3));
  take("judge", (facts) => textScore(facts, "judge", 0.3));
  return roles;
}

export function best(columns: readonly ColumnFacts[], score: (facts: ColumnFacts) => number): ColumnFacts | undefined {
  const scored = columns.filter(({ column }) => column.filled > 0).map((facts) => ({ facts, score: score(facts) }));
  const [first] = scored.filter((each) => each.score > 0).toSorted((a, b) => b.score - a.score);
  return first?.facts;
}

export function countryScore({ column, countries }: ColumnFacts): number {
  if (column.values.length <= 4 && column.values.some(({ value }) => YES_OR_NO.test(value))) return 0;
  const named = headerShare(column.name, "country");
  if (countries < (named > 0 ? 0.4 : 0.8)) return 0;
  // The name of a country says more than its code, if both are there.
  const areNames = column.values.some(({ value }) => value.length > 3);
  return countries + named + (areNames ? 0.1 : 0);
}

function dateScore({ column, dates, years, serials }: ColumnFacts): number {
  const isOfFile = column.name === YEAR_COLUMN;
  const named = headerShare(column.name, "judged_on");
  if (isOtherDate(column.name)) return 0;
  // Days as a spreadsheet counts them are numbers, but for their header.
  if (named >= 0.5 && dates + serials >= 0.8 && serials > 0) return serials + named;
  // Dates in words are asked about.
  const hasYears = named >= 0.5 && column.values.every(({ value }) => /(?<!\d)(?:19|20)\d\d(?!\d)/u.test(value));
  if (dates < 0.8 && !isOfFile) return hasYears ? named : 0;
  // Years of foundation are years too, so a column of many years needs its name.
  const isEdition = column.distinct <= 6 && column.filled >= 10 * column.distinct;
  if (years > 0.5 && named === 0 && !isOfFile && !isEdition) return 0;
  return dates + named + (years > 0.5 ? 0 : 1) + (isOfFile ? 0.5 : 0);
}

/** An id is complete, or nearly so, and tells companies apart. */
function idScore({ column }: ColumnFacts, most: number): number {
  const named = headerShare(column.name, "id");
  if (named < 0.5 || column.distinct < 2 || column.filled < 0.99 * most) return 0;
  // A running number, also with gaps, is another one after the next sorting.
  const isRunning = column.values.every(({ value }) => /^\d+$/u.test(value) && Number(value) <= 2 * column.distinct);
  return isRunning ? 0 : named;
}

function nameScore({ column, numbers, dates, urls, judged }: ColumnFacts, all: readonly ColumnFacts[]): number {
  if (numbers > 0.5 || dates > 0.5 || urls > 0.5 || judged.length < 2 || isOfFiles(column.name)) return 0;
  if (areKnownBands(judged.map(({ value }) => value))) return 0;
  const named = headerShare(column.name, "name");
  const most = Math.max(...all.map((each) => each.column.filled));
  const isFirst = all.find((each) => each.column.filled > 0)?.column.name === column.name;
  const areDifferent = column.distinct / Math.max(1, most);
  const long = column.values.filter(({ value }) => value.length > 300);
  return long.length > 0.1 * column.values.length ? 0 : 2 * named + areDifferent + (isFirst ? 0.3 : 0);
}

/** Takes an id for the name, such as the key of a map, where no other column is called a name. */
function preferTellingId(roles: Roles, columns: readonly ColumnFacts[]): void {
  const { id, name } = roles;
  if (id === undefined || (name !== undefined && headerShare(name, "name") > 0)) return;
  const values = columns.find(({ column }) => column.name === id)?.column.values ?? [];
  const telling = values.filter(({ value }) => /^\p{Lu}\p{Ll}{2}/u.test(value));
  if (name !== undefined && telling.length < 0.5 * values.length) return;
  roles.name = id;
  delete roles.id;
}

export function isOfFiles(name: string): boolean {
  return name === SHEET_COLUMN || name === YEAR_COLUMN;
}

export function textScore({ column, numbers, urls }: ColumnFacts, role: Role, least: number): number {
  const named = headerShare(column.name, role);
  return named >= least && numbers < 0.5 && urls < 0.5 && !isOfFiles(column.name) ? named : 0;
}

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
    ({ column, numbers, judged, urls, dates, countries }) =>
      judged.length > 0 &&
      // In other languages, "Note" is a grade.
      !(isOfNotes(column.name) && (numbers < 0.9 || !/^not[ae]$/iu.test(column.name))) &&
      urls < 0.5 &&
      dates < 0.5 &&
      countries < 0.8 &&
      headerShare(column.name, "id") < 0.5,
  );
  const numeric = open.filter((facts) => facts.numbers >= 0.9 && !isRunningNumber(facts.column.values));
  const notSums = numeric.filter(({ column }) => !isSumming(column.name));
  const points = notSums.filter(
    ({ judged }) =>
      judged.length <= POINTS_MAX &&
      judged.every(({ number }) => Math.abs(number ?? 0) <= 10 && Number.isInteger(2 * (number ?? 0))),
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
  const [first] = groups.toSorted((a, b) => b.score - a.score);
  return first === undefined || first.score === 0 ? null : { columns: first.columns, kind: first.kind };
}

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
      return shared >= 0.5 * Math.min(words.length, group.words.size) || areKnownBands([...group.words, ...words]);
    });
    if (near === undefined) groups.push({ words: new Set(words), columns: [column] });
    else {
      near.columns.push(column);
      for (const word of words) near.words.add(word);
    }
  }
  return groups.map((group) => group.columns);
}
