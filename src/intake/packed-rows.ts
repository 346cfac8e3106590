import type { DuckDBConnection } from "@duckdb/node-api";
import type { DatasetFacts } from "../trust/dataset.ts";
import {
  AGE_UNDATED,
  LAST_DAY,
  layOutWords,
  NUMBER_NAMES,
  type NumberName,
  type NumberPlace,
  type NumberRanges,
  UNDATED,
  type WordLayout,
} from "../trust/judgement-words.ts";
import { readCounts } from "./intake-database.ts";

/** SQL for judgements packed into words: a number or two are sorted in half the time of seven columns, and hold a third of the memory. */
export interface PackedLayout {
  readonly words: WordLayout;
  /**
   * SQL: the packed words, sorted, of `rows`, which have the numbers of judgements as INTEGER columns, `age` in the place of `judged_on`. Of a row with a
   * NULL among them at least one word is NULL.
   */
  readonly sorted: (rows: string) => string;
  /** SQL: the columns of words of such rows. */
  readonly columns: readonly string[];
  /** SQL: the rows of the table `packed` as the INTEGER columns of `clean.judgement`, in their order. */
  readonly unpacked: (packed: string) => string;
  /** SQL over packed rows: whether something is missing of a row. */
  readonly isMissing: string;
  /** SQL over sorted packed rows: whether a row has company, pillar, criterion and judge of the row before; NULL for the first. */
  readonly isRepeated: string;
}

const KEY: readonly NumberName[] = ["company", "pillar", "criterion", "judge"];

export function layOutRows(ranges: NumberRanges): PackedLayout {
  const words = layOutWords(ranges);
  const names = Array.from({ length: words.words }, (_, word) => `word_${word}`);
  const packed = packedColumns(words);
  const keyParts = names.flatMap((name, word) => keyPart(words, word, name));
  return {
    words,
    sorted: (rows) => `SELECT ${packed.map((sql, word) => `${sql} AS ${names[word]}`).join(", ")}
      FROM (${rows}) ORDER BY ${names.join(", ")}`,
    columns: names,
    unpacked: (table) => `SELECT company, pillar, band, criterion, judge, judged_on, "source"
      FROM (SELECT ${unpackedColumns(words, names).join(", ")} FROM ${table})`,
    isMissing: `(${names.map((name) => `${name} IS NULL`).join(" OR ")})`,
    isRepeated: `(${keyParts.map((part) => `${part("")} = ${part("lag")}`).join(" AND ")})`,
  };
}

/** Where packed judgements are read from: words over the rows of a table, whose `rowid` counts them from 0. */
export interface PackedJudgements {
  readonly table: string;
  /** SQL of the words. */
  readonly columns: readonly string[];
  readonly layout: WordLayout;
}

/** The rows of the table `clean.judgement`, to be packed when they are read. */
export async function packAsRead(
  connection: DuckDBConnection,
  { pillars, scale }: DatasetFacts,
): Promise<PackedJudgements> {
  const { companies, criterion, judge, source, dated } = await readCounts<
    "companies" | "criterion" | "judge" | "source" | "dated"
  >(
    connection,
    `SELECT (SELECT count(*) FROM clean.company) AS companies, coalesce(max(criterion), 0) AS criterion, coalesce(max(judge), 0) AS judge,
      coalesce(max("source"), 0) AS "source", count(*) FILTER (judged_on <> ${UNDATED}) AS dated FROM clean.judgement`,
  );
  const ranges = { companies, pillars: pillars.length, bands: scale.bands.length, criterion, judge, source };
  const layout = layOutWords({ ...ranges, dated: dated > 0 });
  const age = `CASE WHEN judged_on = ${UNDATED} THEN ${AGE_UNDATED} ELSE ${LAST_DAY} - judged_on END`;
  return { table: "clean.judgement", columns: packedColumns(layout, age), layout };
}

/** SQL: the words of rows that have the numbers as columns; the age is the SQL given for it. */
function packedColumns({ words, places }: WordLayout, age = "age"): string[] {
  return Array.from({ length: words }, (_, word) =>
    NUMBER_NAMES.filter((name) => places[name].word === word && places[name].mask > 0)
      .map((name) => `((${numberOf(name, places[name], age)})::BIGINT << ${shiftInWord(places[name])})`)
      .join(" | "),
  );
}

function numberOf(name: NumberName, { nothing }: NumberPlace, age: string): string {
  if (name === "age") return age;
  return name === "source" ? `CASE WHEN "source" = 0 THEN ${nothing} ELSE "source" END` : name;
}

function unpackedColumns({ places }: WordLayout, names: readonly string[]): string[] {
  return NUMBER_NAMES.map((name) => {
    const place = places[name];
    const number = place.mask === 0 ? "0" : `((${names[place.word]} >> ${shiftInWord(place)}) & ${place.mask})`;
    return `(${valueOf(name, place, number)})::INTEGER AS ${COLUMNS[name] ?? name}`;
  });
}

/** SQL: the columns of `clean.judgement` that are not called like their numbers. */
const COLUMNS: Partial<Record<NumberName, string>> = { age: "judged_on", source: `"source"` };

/** SQL: what a number says in `clean.judgement`. */
function valueOf(name: NumberName, { nothing }: NumberPlace, number: string): string {
  const [none, some] =
    name === "age" ? [UNDATED, `${LAST_DAY} - ${number}`] : name === "source" ? [0, number] : [null, number];
  return none === null ? some : `CASE WHEN ${number} = ${nothing} THEN ${none} ELSE ${some} END`;
}

/** In bits from the lowest of the word. */
function shiftInWord({ half, shift }: NumberPlace): number {
  return 32 * half + shift;
}

/** The part of a word that belongs to the key, of the row itself or of the one before, or nothing. */
function keyPart({ places }: WordLayout, word: number, name: string): ((row: "" | "lag") => string)[] {
  const last = KEY.map((key) => places[key]).findLast((place) => place.word === word && place.mask > 0);
  if (last === undefined) return [];
  return [(row) => `(${row === "" ? name : `lag(${name}) OVER ()`} >> ${shiftInWord(last)})`];
}
