import { counted, firstOf, quoted } from "../counted.ts";
import { rangeOf } from "./bands-answer.ts";
import { type ColumnFacts, isReadDate } from "./column-facts.ts";
import { headerShare } from "./header-words.ts";
import { provenOrder } from "./known-bands.ts";
import { type RawValue, YEAR_COLUMN } from "./raw-table.ts";

/** A claim of a guess about a file, before anybody relies on it. */
export type Statement = ColumnStatement | { readonly says: "order"; readonly words: readonly string[] };

export interface ColumnStatement {
  readonly says: "company" | "country" | "judged" | "date";
  readonly column: string;
}

export interface ExaminedTable {
  readonly facts: readonly ColumnFacts[];
  /** What the rows say, beside each column; null where nobody looked. */
  readonly against: {
    /** Rows that an older date makes count no more. */
    readonly older: OlderRows | null;
    /** Columns that hold countries as well, and others than the one that was chosen. */
    readonly otherCountries: readonly string[];
    /** Names with several countries at one time. */
    readonly ofSeveralCountries: readonly (readonly [name: string, countries: readonly string[]])[];
    /** Columns that say what another one may be at most. */
    readonly maxima: ReadonlyMap<string, string>;
    readonly judging: readonly string[];
  } | null;
  readonly today: string;
}

/** Counts of rows by name and day: all but the newest row of a name are older. */
export interface OlderRows {
  readonly rows: number;
  readonly older: number;
  readonly names: number;
  /** Number of names with several rows, and the name with the most. */
  readonly repeated: number;
  readonly example: string;
  readonly exampleRows: number;
}

/** The verdict of the whole file on a guess. One with a counterexample is a question. */
export interface Examination {
  readonly verdict: "holds" | "asked";
  readonly counterexamples: readonly string[];
  readonly question: string | null;
}

const NO_TABLE: ExaminedTable = { facts: [], against: null, today: "" };

export function examineGuess(statement: Statement, table: ExaminedTable = NO_TABLE): Examination {
  if (statement.says === "order") return examineOrder(statement.words);
  const { column } = statement;
  const facts = table.facts.find((each) => each.column.name === column);
  if (facts === undefined) return examined([], "");
  for (const find of FINDERS[statement.says]) {
    const [against, question] = find(facts, table);
    if (against.length > 0) return examined(against, question);
  }
  return examined([], "");
}

type Finder = (
  facts: ColumnFacts,
  table: ExaminedTable,
) => readonly [counterexamples: readonly string[], question: string];

const NOTHING = [[], ""] as const;

/** What is looked for of each claim; the first that is found is asked. */
const FINDERS: Readonly<Record<ColumnStatement["says"], readonly Finder[]>> = {
  company: [daysAsNames, severalCountries, olderRows],
  country: [otherCountries],
  judged: [otherYear, sameHeading, maximum, size, codes],
  date: [datesToCome, unreadDates, twoOrders, unnamedDate],
};

function examined(counterexamples: readonly string[], question: string): Examination {
  const isAsked = counterexamples.length > 0;
  return { verdict: isAsked ? "asked" : "holds", counterexamples, question: isAsked ? question : null };
}

/** Accepts only an order that is proven: a wrong one turns the publication upside down. */
function examineOrder(words: readonly string[]): Examination {
  const unknown = provenOrder(words) === null ? words : [];
  return examined(unknown, `Nothing says in which order ${quoted(unknown)} are. Which is the worst?`);
}

/** A month with a day or a year, as spreadsheets make of other texts: `Sep-12`. */
const MONTH = "(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-z]*";
const LIKE_DAY = new RegExp(`^(?:\\d{1,2}[- ]${MONTH}(?:[- ]\\d{2,4})?|${MONTH}[- ]\\d{1,4})$`, "iu");
/** If more of the names are repeated, the rows are of waves. */
const REPEATED_MAX = 0.5;

function daysAsNames({ column }: ColumnFacts): ReturnType<Finder> {
  const days = column.values.filter(({ value }) => LIKE_DAY.test(value));
  const found = `${days.length} of ${column.distinct} names are days: ${quoted(valuesOf(days), 3)}`;
  return [valuesOf(days), `${found}. Does "${column.name}" name the companies?`];
}

function severalCountries({ column }: ColumnFacts, { against }: ExaminedTable): ReturnType<Finder> {
  const found = against?.ofSeveralCountries ?? [];
  const [[name, countries] = ["", []]] = found;
  const share = `${found.length} of ${counted(column.distinct, "name has", "names have")} several countries`;
  return [
    found.map(([each, all]) => `${each}: ${all.join(", ")}`),
    `${share}: "${name}" has ${firstOf(countries, 5)}. Is each name in "${column.name}" one company, or one in each country?`,
  ];
}

function olderRows({ column }: ColumnFacts, { against }: ExaminedTable): ReturnType<Finder> {
  const older = against?.older ?? null;
  if (older === null || older.older === 0 || older.repeated > REPEATED_MAX * older.names) return NOTHING;
  const example = `${older.exampleRows} of "${older.example}"`;
  return [
    [example],
    `${older.older} of ${counted(older.rows, "rating")} are older ones of the same name, such as the ${example}, and would not count. Is each name in "${column.name}" one company?`,
  ];
}

function otherCountries({ column }: ColumnFacts, { against }: ExaminedTable): ReturnType<Finder> {
  const others = against?.otherCountries ?? [];
  return [
    others,
    `${quoted([column.name, ...others])} hold countries. Is "${column.name}" the country of the company?`,
  ];
}

function besideOf({ column }: ColumnFacts, { against }: ExaminedTable): string[] {
  return (against?.judging ?? []).filter((name) => name !== column.name);
}

const YEAR_IN_NAME = /(?<!\d)(?:19|20)\d\d(?!\d)/u;

/** Finds the same column of a newer year: together they are no topics. */
function otherYear(facts: ColumnFacts, table: ExaminedTable): ReturnType<Finder> {
  const { name } = facts.column;
  const [year = ""] = YEAR_IN_NAME.exec(name) ?? [];
  const isNewer = (other: string): boolean =>
    year !== "" && name.replace(year, "") === other.replace(YEAR_IN_NAME, "") && other > name;
  const newer = besideOf(facts, table).filter(isNewer).toSorted();
  const newest = newer.at(-1) ?? "";
  return [newer, `"${name}" is of an older year than "${newest}", which judges. Is it a topic of its own?`];
}

/** Finds a column of the same heading, which the header numbers. */
function sameHeading({ column: { name } }: ColumnFacts, { facts }: ExaminedTable): ReturnType<Finder> {
  const [, heading] = /^(.+) \(\d+\)$/u.exec(name) ?? [];
  const first = facts.filter(({ column }) => column.name === heading).map(({ column }) => column.name);
  return [first, `Two columns are called "${heading}", and this is the later one. Does it judge companies as well?`];
}

function maximum({ column: { name } }: ColumnFacts, { against }: ExaminedTable): ReturnType<Finder> {
  const of = against?.maxima.get(name);
  if (of === undefined) return NOTHING;
  const found = `No row has more in "${of}" than in "${name}"`;
  return [[found], `${found}, as in what can be had at most. Does "${name}" judge companies?`];
}

const MAGNITUDES_MIN = 4;
const SIZE_MIN = 10_000;
const SCORE_MAX = 100;

/** Finds numbers over many magnitudes, and whole ones far beyond the scores beside them. */
function size(facts: ColumnFacts, table: ExaminedTable): ReturnType<Finder> {
  const { column, numbers } = facts;
  const { low, high } = rangeOf(column.values.filter(({ number }) => (number ?? 0) > 0));
  if (numbers < 0.9 || !(low <= high)) return NOTHING;
  const magnitudes = Math.floor(Math.log10(high)) - Math.floor(Math.log10(low)) + 1;
  const beside = besideOf(facts, table);
  const others = table.facts.filter((each) => beside.includes(each.column.name));
  const scores = rangeOf(others.flatMap((each) => each.column.values));
  const isWhole = column.values.every(({ number }) => number === null || Number.isInteger(number));
  const isBeyond = isWhole && scores.high <= SCORE_MAX && high > 2 * SCORE_MAX && others.length > 0;
  const found = `"${column.name}" ${runs({ low, high })}`;
  if (magnitudes >= MAGNITUDES_MIN && high >= SIZE_MIN)
    return [[found], `${found}, as sizes do. Does it judge companies?`];
  if (!isBeyond) return NOTHING;
  return [[found], `${found}, and ${quoted(beside, 3)} ${runs(scores)}. Is it a score on the same scale?`];
}

function runs({ low, high }: ReturnType<typeof rangeOf>): string {
  return `runs from ${low.toLocaleString("en")} to ${high.toLocaleString("en")}`;
}

/** Numbers that stand for "no answer" in many surveys. */
const LIKE_CODE = /^(?:-9{1,4}|-8{2,4}|-7{2,4}|9{2,4}|8{3,4}|7{3,4})$/u;

/** Finds numbers that stand alone at the edge of a scale, such as -99 and 999. */
function codes({ column, numbers }: ColumnFacts): ReturnType<Finder> {
  const isCode = ({ value }: RawValue): boolean => LIKE_CODE.test(value);
  const { low, high } = rangeOf(column.values.filter((each) => !isCode(each)));
  const apart = column.values.filter(
    (each) => isCode(each) && (Number(each.value) < 0 ? low >= 0 : Number(each.value) > 5 * high),
  );
  if (numbers < 0.9 || !(high > 0)) return NOTHING;
  const found = `"${column.name}" ${runs({ low, high })}, but for ${quoted(valuesOf(apart))}`;
  return [
    valuesOf(apart),
    `${found}. If that is no score, name it in /not_judged. Does "${column.name}" judge companies?`,
  ];
}

function datesToCome({ column: { name, values } }: ColumnFacts, { today }: ExaminedTable): ReturnType<Finder> {
  const later = values.filter(({ value }) => /^\d{4}(?!\d)/u.test(value) && value > today.slice(0, value.length));
  if (name === YEAR_COLUMN) return NOTHING;
  return [
    valuesOf(later),
    `"${name}" has dates to come, such as ${later[0]?.value}. Is it when companies were judged?`,
  ];
}

function unreadDates({ column, judged }: ColumnFacts): ReturnType<Finder> {
  const unread = judged.filter(({ value }) => !isReadDate(value));
  return [
    valuesOf(unread),
    `"${column.name}" has what is no date with a year of four digits: ${quoted(valuesOf(unread), 3)}. Is it when companies were judged?`,
  ];
}

/** Finds days that can only be read with the day first, beside others with the month first. */
function twoOrders({ column: { name, values } }: ColumnFacts): ReturnType<Finder> {
  const [dayFirst, monthFirst] = [
    /^(?:1[3-9]|2\d|3[01])[-/.]\d{1,2}[-/.]/u,
    /^\d{1,2}[-/.](?:1[3-9]|2\d|3[01])[-/.]\d{4}/u,
  ].map((order) => values.find(({ value }) => order.test(value))?.value);
  if (dayFirst === undefined || monthFirst === undefined) return NOTHING;
  const found = `"${dayFirst}" has the day first, and "${monthFirst}" the month`;
  return [
    [dayFirst, monthFirst],
    `${found}: in "${name}" nobody can tell which of others is meant. Is it when companies were judged?`,
  ];
}

function unnamedDate({ column: { name } }: ColumnFacts): ReturnType<Finder> {
  if (name === YEAR_COLUMN || headerShare(name, "judged_on") > 0) return NOTHING;
  return [[name], `Nothing in the name "${name}" says that it is when companies were judged. Is it?`];
}

function valuesOf(values: readonly RawValue[]): string[] {
  return values.map(({ value }) => value);
}
