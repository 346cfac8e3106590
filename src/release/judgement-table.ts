import type { DuckDBConnection } from "@duckdb/node-api";
import type { CleanDataset } from "./clean-dataset.ts";
import { readRows } from "./duck-rows.ts";
import { UNDATED } from "./judgement-blob.ts";
import type { TableFile } from "./manifest.ts";
import { judgementColumns, selection } from "./row-columns.ts";
import { quoted, writeTable } from "./table-files.ts";

/** Texts of so many neighbouring terms are written into the query; more are looked up by a join. */
const INLINE_TERMS_MAX = 256;

const TERM_COLUMNS = ["criterion", "judge", "source"] as const;

/**
 * Writes the table of all current judgements. It is the largest of the tables and depends on no computed figure, so it has
 * a connection of its own and is written while the companies are judged.
 */
export async function writeJudgementTable(dataset: CleanDataset, folder: string): Promise<TableFile[]> {
  const connection = await dataset.connect();
  try {
    return await writeTable(connection, folder, "judgements", await judgementQuery(connection, dataset));
  } finally {
    connection.closeSync();
  }
}

async function judgementQuery(connection: DuckDBConnection, { facts }: CleanDataset): Promise<string> {
  const bands = facts.scale.bands.map(({ id }) => quoted(id)).join(", ");
  const pillars = facts.pillars.map(({ id }) => quoted(id)).join(", ");
  const texts = await Promise.all(TERM_COLUMNS.map((column) => termText(connection, column)));
  const [criterion, judge, source] = texts.map(({ text }) => text);
  const columns = judgementColumns(facts, {
    pillar: `[${pillars}][j.pillar + 1]`,
    band: `[${bands}][j.band]`,
    criterion: criterion!,
    judge: judge!,
    judgedOn: `CASE WHEN j.judged_on > ${UNDATED} THEN DATE '1970-01-01' + j.judged_on END`,
    source: source!,
  });
  return `SELECT ${selection(columns)}
    FROM clean.judgement j JOIN clean.company c USING (company) ${texts.map(({ join }) => join).join(" ")}
    ORDER BY j.rowid`; // The clean table is in order already, but a join may change sides and lose it.
}

/** How a query finds the text of a term column: not at all, in a list, or by a join; each costs more than the one before. */
async function termText(connection: DuckDBConnection, column: string): Promise<{ text: string; join: string }> {
  const [range] = await readRows<{ first: number | null; last: number | null }>(
    connection,
    `SELECT min(${column}) AS first, max(${column}) AS last FROM clean.judgement WHERE ${column} > 0`,
  );
  if (!range || range.first === null || range.last === null) return { text: "NULL::VARCHAR", join: "" };
  const { first, last } = range;
  if (last - first >= INLINE_TERMS_MAX) {
    return { text: `t_${column}.text`, join: `LEFT JOIN clean.term t_${column} ON t_${column}.term = j.${column}` };
  }
  const terms = await readRows<{ text: string }>(
    connection,
    `SELECT text FROM clean.term WHERE term BETWEEN ${first} AND ${last} ORDER BY term`,
  );
  const list = terms.map(({ text }) => quoted(text)).join(", ");
  return { text: `CASE WHEN j.${column} > 0 THEN [${list}][j.${column} - ${first - 1}] END`, join: "" };
}
