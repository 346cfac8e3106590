import { counted, quoted } from "../counted.ts";
import type { ColumnFacts } from "./column-facts.ts";
import { headerShare } from "./header-words.ts";
import { provenOrder } from "./known-bands.ts";
import { type RawValue, YEAR_COLUMN } from "./raw-table.ts";

/** A claim of a guess about a file, before anybody relies on it. */
export type Statement = ColumnStatement | { readonly says: "order"; readonly words: readonly string[] };

export interface ColumnStatement {
  readonly says: "company" | "country" | "judged" | "date";
  readonly column: string;
}

/** The facts of a whole file with which a claim is compared. */
export interface ExaminedTable {
  readonly facts: readonly ColumnFacts[];
  /** Rows that an older date makes count no more; null where they were not looked for. */
  readonly older?: OlderRows | null;
  /** Columns that hold countries as well, and others than the one that was chosen. */
  readonly otherCountries?: readonly string[];
  /** The present day. */
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
  readonly evidence: readonly string[];
  readonly counterexamples: readonly string[];
  /** Null where the guess holds. */
  readonly question: string | null;
}

/** An order of words needs no table. */
const NO_TABLE: ExaminedTable = { facts: [], today: "" };

/** Looks in the whole file for counterexamples of a guess. */
export function examineGuess(statement: Statement, table: ExaminedTable = NO_TABLE): Examination {
  if (statement.says === "order") return examineOrder(statement.words);
  const { column } = statement;
  const facts = table.facts.find((each) => each.column.name === column);
  if (facts === undefined) return examined([], [], "");
  const evidence = facts.column.values.slice(0, 3).map(({ value, count }) => `"${value}" (${count})`);
  const [against, question] = FINDERS[statement.says](facts, table);
  return examined(evidence, against, question);
}

type Finder = (facts: ColumnFacts, table: ExaminedTable) => [counterexamples: string[], question: string];

const FINDERS: Readonly<Record<ColumnStatement["says"], Finder>> = {
  company: againstCompany,
  country: againstCountry,
  judged: againstJudged,
  date: againstDate,
};

function examined(evidence: readonly string[], counterexamples: readonly string[], question: string): Examination {
  const isAsked = counterexamples.length > 0;
  return { verdict: isAsked ? "asked" : "holds", evidence, counterexamples, question: isAsked ? question : null };
}

/** Accepts only an order that is proven: a wrong one turns the publication upside down. */
function examineOrder(words: readonly string[]): Examination {
  const unknown = provenOrder(words) === null ? words : [];
  return examined(words, unknown, `Nothing says in which order ${quoted(unknown)} are. Which is the worst?`);
}

/** A month with a day or a year, as spreadsheets make of other texts: `Sep-12`. */
const MONTH = "(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-z]*";
const LIKE_DAY = new RegExp(`^(?:\\d{1,2}[- ]${MONTH}(?:[- ]\\d{2,4})?|${MONTH}[- ]\\d{1,4})$`, "iu");
/** If more of the names are repeated, the rows are of waves. */
const REPEATED_MAX = 0.5;

function againstCompany({ column }: ColumnFacts, { older }: ExaminedTable): [string[], string] {
  const days = column.values.filter(({ value }) => LIKE_DAY.test(value));
  if (days.length > 0) {
    const found = `${days.length} of ${column.distinct} names are days: ${quoted(valuesOf(days), 3)}`;
    return [valuesOf(days), `${found}. Does "${column.name}" name the companies?`];
  }
  if (older === undefined || older === null || older.older === 0 || older.repeated > REPEATED_MAX * older.names)
    return [[], ""];
  const example = `${older.exampleRows} of "${older.example}"`;
  return [
    [example],
    `${older.older} of ${counted(older.rows, "rating")} are older ones of the same name, such as the ${example}, and would not count. Is each name in "${column.name}" one company?`,
  ];
}

function againstCountry({ column }: ColumnFacts, { otherCountries = [] }: ExaminedTable): [string[], string] {
  const all = [column.name, ...otherCountries];
  return [[...otherCountries], `${quoted(all)} hold countries. Is "${column.name}" the country of the company?`];
}

/** Scores span fewer magnitudes, and begin lower. */
const MAGNITUDES_MIN = 4;
const SIZE_MIN = 10_000;

function againstJudged({ column, numbers }: ColumnFacts): [string[], string] {
  const sizes = column.values.flatMap(({ number }) => (number === null || number <= 0 ? [] : [number]));
  if (numbers < 0.9 || sizes.length === 0) return [[], ""];
  const [low, high] = [sizes.reduce((a, b) => Math.min(a, b)), sizes.reduce((a, b) => Math.max(a, b))];
  const magnitudes = Math.floor(Math.log10(high)) - Math.floor(Math.log10(low)) + 1;
  if (magnitudes < MAGNITUDES_MIN || high < SIZE_MIN) return [[], ""];
  const found = `"${column.name}" runs from ${low.toLocaleString("en")} to ${high.toLocaleString("en")}`;
  return [[found], `${found}, as sizes do. Does it judge companies?`];
}

function againstDate({ column }: ColumnFacts, { today }: ExaminedTable): [string[], string] {
  const { name, values } = column;
  if (name === YEAR_COLUMN) return [[], ""];
  const later = values.filter(({ value }) => /^\d{4}(?!\d)/u.test(value) && value > today.slice(0, value.length));
  if (later.length > 0)
    return [
      valuesOf(later),
      `"${name}" has dates to come, such as ${later[0]?.value}. Is it when companies were judged?`,
    ];
  if (headerShare(name, "judged_on") > 0) return [[], ""];
  return [[name], `Nothing in the name "${name}" says that it is when companies were judged. Is it?`];
}

function valuesOf(values: readonly RawValue[]): string[] {
  return values.map(({ value }) => value);
}
