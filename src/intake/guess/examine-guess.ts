import { counted, firstOf, quoted } from "../counted.ts";
import { rangeOf } from "./bands-answer.ts";
import { isNumber } from "../numbers.ts";
import { type ColumnFacts, isReadDate } from "./column-facts.ts";
import { headerShare } from "./header-words.ts";
import { areKnownBands } from "./known-bands.ts";
import { type RawValue, SHEET_COLUMN, YEAR_COLUMN } from "./raw-table.ts";

/** A claim of a guess about a column, before anybody relies on it. */
export interface ColumnStatement {
  readonly says: "company" | "country" | "sector" | "judged" | "date";
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
    /** A name with several rows of one time, which differ. */
    readonly severalRows: SeveralRows | null;
    /** Columns that say what another one may be at most. */
    readonly maxima: ReadonlyMap<string, string>;
    /** Judged columns that have one value for each country or sector, and the column of those. */
    readonly sameInEach: ReadonlyMap<string, string>;
    readonly judging: readonly string[];
    /** The column of another table that has a text for each company, in words. */
    readonly named?: string | null;
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

/** Names with several rows that differ: how many, and the one with the most. */
export interface SeveralRows {
  readonly names: number;
  readonly example: string;
  readonly rows: number;
  readonly column: string;
}

/** Looks in the whole file for what speaks against a guess; returns what to ask, or null. */
export function examineGuess({ says, column }: ColumnStatement, table: ExaminedTable): string | null {
  const facts = table.facts.find((each) => each.column.name === column);
  if (facts === undefined) return null;
  for (const find of FINDERS[says]) {
    const question = find(facts, table);
    if (question !== null) return question;
  }
  return null;
}

type Finder = (facts: ColumnFacts, table: ExaminedTable) => string | null;

/** What is looked for of each claim; the first that is found is asked. */
const FINDERS: Readonly<Record<ColumnStatement["says"], readonly Finder[]>> = {
  company: [noNames, namedElsewhere, severalCountries, olderRows, severalRows],
  country: [otherCountries],
  sector: [namesOfFiles],
  judged: [noHeading, countsOfBands, otherYear, sameHeading, maximum, sameInEach, size, codes],
  date: [datesToCome, unreadDates, twoOrders, unnamedDate],
};

/** A month with a day or a year, as spreadsheets make of other texts: `Sep-12`. */
const MONTH = "(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-z]*";
const DAY = "\\d{4}-\\d\\d-\\d\\d(?: 00:00:00)?|\\d{1,2}([./])\\d{1,2}\\1(?:\\d\\d){1,2}|4[0-6]\\d{3}";
const LIKE_DAY = new RegExp(`^(?:${DAY}|\\d{1,2}[- ]${MONTH}(?:[- ]\\d{2,4})?|${MONTH}[- ]\\d{1,4})$`, "iu");
/** Names end in words such as "Ltd." */
const LIKE_SENTENCE = /^(?:\S+\s+){11,}\p{Ll}{3,}[.!?]$/u;

/** What is no name of a company, and which share of the names it may be. */
const NO_NAMES: readonly (readonly [are: string, test: (value: string) => boolean, most: number])[] = [
  ["numbers", isNumber, 1 / 3],
  ["days", (value) => LIKE_DAY.test(value), 0],
  ["sentences", (value) => LIKE_SENTENCE.test(value), 0],
];
/** If more of the names are repeated, the rows are of waves. */
const REPEATED_MAX = 0.5;

function noNames({ column }: ColumnFacts): string | null {
  for (const [are, test, most] of NO_NAMES) {
    const found = valuesOf(column.values).filter(test);
    if (found.length > most * column.distinct)
      return `${found.length} of ${column.distinct} names are ${are}: ${quoted(found, 3)}. Does "${column.name}" name the companies?`;
  }
  return null;
}

function namedElsewhere({ column: { name } }: ColumnFacts, { against }: ExaminedTable): string | null {
  if (against?.named == null) return null;
  return `${against.named} has another text for each of "${name}": if these are the names, look them up there. Does "${name}" name the companies?`;
}

function severalCountries({ column }: ColumnFacts, { against }: ExaminedTable): string | null {
  const found = against?.ofSeveralCountries ?? [];
  const [first] = found;
  if (first === undefined) return null;
  const share = `${found.length} of ${counted(column.distinct, "name has", "names have")} several countries`;
  return `${share}: "${first[0]}" has ${firstOf(first[1], 5)}. If they are a company in each, docs/guides/cookbook.md has the recipe, "One name in several countries". Is each name in "${column.name}" one company?`;
}

function olderRows({ column }: ColumnFacts, { against }: ExaminedTable): string | null {
  const older = against?.older ?? null;
  if (older === null || older.older === 0 || older.repeated > REPEATED_MAX * older.names) return null;
  return `${older.older} of ${counted(older.rows, "rating")} are older ones of the same name, such as the ${older.exampleRows} of "${older.example}", and would not count. Is each name in "${column.name}" one company?`;
}

function severalRows({ column }: ColumnFacts, { against }: ExaminedTable): string | null {
  const found = against?.severalRows ?? null;
  if (found === null) return null;
  const share = `${found.names} of ${counted(column.distinct, "name has", "names have")} several rows`;
  return `${share}: "${found.example}" has ${found.rows}, which differ in "${found.column}". Is each name in "${column.name}" one company?`;
}

function otherCountries({ column }: ColumnFacts, { against }: ExaminedTable): string | null {
  const others = against?.otherCountries ?? [];
  if (others.length === 0) return null;
  return `${quoted([column.name, ...others])} hold countries. Is "${column.name}" the country of the company?`;
}

function namesOfFiles({ column: { name, values } }: ColumnFacts): string | null {
  if (name !== SHEET_COLUMN) return null;
  return `Nothing but the names of files or sheets says what sector a company is in: ${quoted(valuesOf(values), 5)}. Are these sectors?`;
}

function besideOf({ column }: ColumnFacts, { against }: ExaminedTable): string[] {
  return (against?.judging ?? []).filter((name) => name !== column.name);
}

function noHeading({ column: { name } }: ColumnFacts): string | null {
  return /^column \d+$/u.test(name) ? `"${name}" has no heading. Does it judge companies?` : null;
}

/** Finds numbers below the names of bands, as surveys of many answers have them. */
function countsOfBands({ numbers, column: { name } }: ColumnFacts, { against }: ExaminedTable): string | null {
  const names = against?.judging ?? [];
  if (numbers < 0.9 || !areKnownBands(names)) return null;
  return `${quoted(names, 5)} are called like bands, and hold numbers: counts are named in /judgements/0/counts, as in {"${name}": "id of the band"}, and what they judge in /judgements/0/pillar, as in {"value": "its id"}. Is "${name}" a topic?`;
}

function sameInEach({ column: { name } }: ColumnFacts, { against }: ExaminedTable): string | null {
  const group = against?.sameInEach.get(name);
  return group === undefined ? null : `"${name}" is the same in all rows of each "${group}". Does it judge companies?`;
}

const YEAR_IN_NAME = /(?<!\d)(?:19|20)\d\d(?!\d)/u;

/** Finds the same column of a newer year: together they are no topics. */
function otherYear(facts: ColumnFacts, table: ExaminedTable): string | null {
  const { name } = facts.column;
  const [year] = YEAR_IN_NAME.exec(name) ?? [];
  if (year === undefined) return null;
  const isNewer = (other: string): boolean =>
    name.replace(year, "") === other.replace(YEAR_IN_NAME, "") && other > name;
  const newest = besideOf(facts, table).filter(isNewer).toSorted().at(-1);
  if (newest === undefined) return null;
  return `"${name}" is of an older year than "${newest}", which judges. Is it a topic of its own?`;
}

/** Finds a column of the same heading, which the header numbers. */
function sameHeading({ column: { name } }: ColumnFacts, { facts }: ExaminedTable): string | null {
  const [, heading] = /^(.+) \(\d+\)$/u.exec(name) ?? [];
  if (!facts.some(({ column }) => column.name === heading)) return null;
  return `Two columns are called "${heading}", and this is the later one. Does it judge companies as well?`;
}

function maximum({ column: { name } }: ColumnFacts, { against }: ExaminedTable): string | null {
  const of = against?.maxima.get(name);
  if (of === undefined) return null;
  return `No row has more in "${of}" than in "${name}", as in what can be had at most. Does "${name}" judge companies?`;
}

const MAGNITUDES_MIN = 4;
const SIZE_MIN = 10_000;
const SCORE_MAX = 100;

/** Finds numbers over many magnitudes, and whole ones far beyond the scores beside them. */
function size(facts: ColumnFacts, table: ExaminedTable): string | null {
  const { column, numbers } = facts;
  const { low, high } = rangeOf(column.values.filter(({ number }) => (number ?? 0) > 0));
  if (numbers < 0.9 || !(low <= high)) return null;
  const found = `"${column.name}" ${runs({ low, high })}`;
  const magnitudes = Math.floor(Math.log10(high)) - Math.floor(Math.log10(low)) + 1;
  if (magnitudes >= MAGNITUDES_MIN && high >= SIZE_MIN) return `${found}, as sizes do. Does it judge companies?`;
  const beside = besideOf(facts, table);
  const others = table.facts.filter((each) => beside.includes(each.column.name));
  const scores = rangeOf(others.flatMap((each) => each.column.values));
  const isWhole = column.values.every(({ number }) => number === null || Number.isInteger(number));
  if (!isWhole || scores.high > SCORE_MAX || high <= 2 * SCORE_MAX || others.length === 0) return null;
  return `${found}, and ${quoted(beside, 3)} ${runs(scores)}. Is it a score on the same scale?`;
}

function runs({ low, high }: ReturnType<typeof rangeOf>): string {
  return `runs from ${low.toLocaleString("en")} to ${high.toLocaleString("en")}`;
}

/** Numbers that stand for "no answer" in many surveys. */
const LIKE_CODE = /^(?:-1|-9{1,4}|-8{2,4}|-7{2,4}|9{1,4}|8{3,4}|7{3,4})$/u;

/** Finds numbers that stand alone at the edge of a scale: -99, but not -1 beside 0 and 1. */
function codes({ column, numbers }: ColumnFacts): string | null {
  const isCode = ({ value }: RawValue): boolean => LIKE_CODE.test(value);
  const { low, high } = rangeOf(column.values.filter((each) => !isCode(each)));
  const isApart = (code: number): boolean =>
    code < 0 ? low >= 0 && (code < -1 || high > 4) : code > (code < 10 ? 1.5 : 2) * high;
  const apart = column.values.filter((each) => isCode(each) && isApart(Number(each.value)));
  if (numbers < 0.9 || !(high > 0) || apart.length === 0) return null;
  const found = `"${column.name}" ${runs({ low, high })}, but for ${quoted(valuesOf(apart))}`;
  return `${found}. If that is no score, name it in /not_judged. Does "${column.name}" judge companies?`;
}

function datesToCome({ column: { name, values } }: ColumnFacts, { today }: ExaminedTable): string | null {
  const later = values.find(({ value }) => /^\d{4}(?!\d)/u.test(value) && value > today.slice(0, value.length));
  if (name === YEAR_COLUMN || later === undefined) return null;
  return `"${name}" has dates to come, such as ${later.value}. Is it when companies were judged?`;
}

function unreadDates({ column, judged }: ColumnFacts): string | null {
  const unread = valuesOf(judged).filter((value) => !isReadDate(value));
  if (unread.length === 0) return null;
  return `"${column.name}" has what is no date in numbers with a year of four digits: ${quoted(unread, 3)}. Is it when companies were judged?`;
}

/** Finds days that can only be read with the day first, beside others with the month first. */
function twoOrders({ column: { name, values } }: ColumnFacts): string | null {
  const [dayFirst, monthFirst] = [
    /^(?:1[3-9]|2\d|3[01])[-/.]\d{1,2}[-/.]/u,
    /^\d{1,2}[-/.](?:1[3-9]|2\d|3[01])[-/.]\d{4}/u,
  ].map((order) => values.find(({ value }) => order.test(value))?.value);
  if (dayFirst === undefined || monthFirst === undefined) return null;
  return `"${dayFirst}" has the day first, and "${monthFirst}" the month: in "${name}" nobody can tell which of others is meant. Is it when companies were judged?`;
}

function unnamedDate({ column: { name } }: ColumnFacts): string | null {
  if (name === YEAR_COLUMN || headerShare(name, "judged_on") > 0) return null;
  return `Nothing in the name "${name}" says that it is when companies were judged. Is it?`;
}

function valuesOf(values: readonly RawValue[]): string[] {
  return values.map(({ value }) => value);
}
