import type { DuckDBConnection } from "@duckdb/node-api";
import type { CleanDataset } from "./clean-dataset.ts";
import { readRows } from "./duck-rows.ts";
import { UNDATED } from "./judgement-blob.ts";
import type { TableFile } from "./manifest.ts";
import { judgementColumns, selection } from "./row-columns.ts";
import { quoted, writeParquet } from "./table-files.ts";

/** Where the texts of the terms are taken from. */
export interface TextLimits {
  /** Texts of so many neighbouring terms are written into the query. */
  readonly inline: number;
  /** So many terms are held in memory as one list; of more, the texts are found by a join. */
  readonly listed: number;
}

const TEXT_LIMITS: TextLimits = { inline: 256, listed: 1_000_000 };

const TERM_COLUMNS = ["criterion", "judge", "source"] as const;

/**
 * Writes the table of all current judgements as Parquet. It is the largest of the tables and depends on no computed figure, so it has
 * a connection of its own and is written while the companies are judged.
 */
export async function writeJudgementParquet(
  dataset: CleanDataset,
  folder: string,
  limits: TextLimits = TEXT_LIMITS,
): Promise<TableFile> {
  const connection = await dataset.connect();
  try {
    return await writeParquet(connection, folder, "judgements", await judgementQuery(connection, dataset, limits));
  } finally {
    connection.closeSync();
  }
}

/**
 * The rows of clean.judgement, in their order, with texts for numbers. Texts are taken from lists: a hash join loses the order, and to sort
 * these rows again takes three times as long as to write them.
 */
async function judgementQuery(
  connection: DuckDBConnection,
  { facts }: CleanDataset,
  limits: TextLimits,
): Promise<string> {
  const texts = await Promise.all(TERM_COLUMNS.map((column) => termText(connection, column, limits)));
  const [criterion, judge, source] = texts.map(({ text }) => text);
  const joins = texts.map(({ join }) => join).filter((join) => join !== "");
  const columns = judgementColumns(facts, {
    company: "c.ids[j.company + 1]",
    pillar: `${inlineList(facts.pillars.map(({ id }) => id))}[j.pillar + 1]`,
    band: `${inlineList(facts.scale.bands.map(({ id }) => id))}[j.band]`,
    criterion: criterion!,
    judge: judge!,
    judgedOn: `CASE WHEN j.judged_on > ${UNDATED} THEN DATE '1970-01-01' + j.judged_on END`,
    source: source!,
  });
  return `SELECT ${selection(columns)} FROM clean.judgement j ${joins.join(" ")},
    (SELECT list(id ORDER BY company) AS ids FROM clean.company) c,
    (SELECT list(text ORDER BY term) FILTER (term <= ${limits.listed}) AS texts FROM clean.term) t
    ${joins.length > 0 ? "ORDER BY j.company, j.pillar, j.criterion, j.judge" : ""}`;
}

/** How a query finds the text of a term column: not at all, in the query, in a list, or by a join; each costs more than the one before. */
async function termText(
  connection: DuckDBConnection,
  column: string,
  limits: TextLimits,
): Promise<{ text: string; join: string }> {
  const [range] = await readRows<{ first: number | null; last: number | null }>(
    connection,
    `SELECT min(${column}) AS first, max(${column}) AS last FROM clean.judgement WHERE ${column} > 0`,
  );
  if (!range || range.first === null || range.last === null) return { text: "NULL::VARCHAR", join: "" };
  const { first, last } = range;
  if (last > limits.listed)
    return { text: `t_${column}.text`, join: `LEFT JOIN clean.term t_${column} ON t_${column}.term = j.${column}` };
  if (last - first >= limits.inline) return { text: `t.texts[j.${column}]`, join: "" };
  const terms = await readRows<{ text: string }>(
    connection,
    `SELECT text FROM clean.term WHERE term BETWEEN ${first} AND ${last} ORDER BY term`,
  );
  const list = inlineList(terms.map(({ text }) => text));
  return { text: `CASE WHEN j.${column} > 0 THEN ${list}[j.${column} - ${first - 1}] END`, join: "" };
}

/** SQL: a list of different texts as an enumeration, which Parquet files take over as their dictionary, as UTF-8 like any other text. */
function inlineList(texts: readonly string[]): string {
  const list = texts.map(quoted).join(", ");
  return `([${list}]::ENUM(${list})[])`;
}
