import type { DuckDBConnection } from "@duckdb/node-api";
import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { quoted } from "../tables/column.ts";
import { DOWNLOADABLE_NAMES } from "../tables/downloadable-tables.ts";
import { isAnswer } from "../trust/replies.ts";
import type { CompanyStatistics } from "../trust/tally.ts";
import { readRows } from "./duck-rows.ts";
import type { Manifest, TableFile } from "./manifest.ts";
import { openSnapshot } from "./open-snapshot.ts";
import { storedReplies } from "./stored-replies.ts";
import { openTable, type TableReader } from "./table-records.ts";
import { UserError } from "../user-error.ts";

export interface CheckTables {
  readonly connection: DuckDBConnection;
  readonly database: DatabaseSync;
  readonly manifest: Manifest;
  readonly folder: string;
  /** By company. */
  readonly companies: readonly CompanyStatistics[];
}

/**
 * Compares every value of the downloadable tables with the database, whose figures were recounted;
 * of the table of judgements only how many are of each pillar and band. Returns how many values
 * there are. Throws a VerifyError that names the first that differs.
 */
export async function checkTables({ connection, database, manifest, folder, companies }: CheckTables): Promise<number> {
  checkReplies(database, manifest);
  const snapshot = openSnapshot(manifest, folder);
  let checked = 0;
  for (const table of [...DOWNLOADABLE_NAMES, "countries_v1"] as const) {
    const read = openTable(snapshot, table);
    for (const file of manifest.tables.filter((each) => each.table === table)) {
      if (table === "judgements") await checkJudgements(connection, manifest, folder, file, companies);
      else checked += await checkTable(connection, folder, file, read);
    }
  }
  return checked;
}

async function checkTable(
  connection: DuckDBConnection,
  folder: string,
  { path: shown, rows, columns }: TableFile,
  read: TableReader,
): Promise<number> {
  const result = await connection.stream(`SELECT CAST(COLUMNS(*) AS VARCHAR) FROM ${source(path.join(folder, shown))}`);
  const isCsv = shown.endsWith(".csv");
  let offset = 0;
  for await (const part of result.yieldRowObjectJs()) {
    const { rows: records } = read({ limit: part.length, offset });
    for (const [index, row] of part.entries()) {
      for (const name of result.columnNames()) {
        const value = records[index]?.[name];
        // DuckDB writes whole doubles as "1.0".
        const found = typeof value === "number" && row[name] !== null ? Number(row[name]) : row[name];
        const wanted = typeof value === "string" && isCsv ? neutral(value) : value;
        if (found !== wanted) expectSame(`${shown}: row ${offset + index + 1}, column ${name}`, found, wanted);
      }
    }
    offset += part.length;
  }
  expectSame(`${shown}: number of columns`, result.columnCount, columns);
  expectSame(`${shown}: number of rows`, offset, read({ limit: 1, offset: 0 }).total);
  expectSame(`${shown}: number of rows in the manifest`, rows, offset);
  return rows * columns;
}

/**
 * Text as the CSV files have it: with an apostrophe in front where a spreadsheet would run it as a
 * formula.
 */
function neutral(text: string): string {
  return /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
}

/** Compares the counts of replies with the database, whose replies the fingerprint covers. */
function checkReplies(database: DatabaseSync, { counts }: Pick<Manifest, "counts">): void {
  const replies = [...storedReplies(database)];
  const answers = replies.filter(({ status }) => isAnswer(status));
  const companiesOf = (some: typeof replies): number => new Set(some.map(({ company }) => company)).size;
  expectSame("manifest: counts.replies", counts.replies, replies.length);
  expectSame("manifest: counts.askedCompanies", counts.askedCompanies, companiesOf(replies));
  expectSame("manifest: counts.answeredCompanies", counts.answeredCompanies, companiesOf(answers));
}

async function checkJudgements(
  connection: DuckDBConnection,
  { dataset }: Pick<Manifest, "dataset">,
  folder: string,
  { path: shown }: TableFile,
  companies: readonly CompanyStatistics[],
): Promise<void> {
  const rows = await readRows<{ key: string; count: bigint }>(
    connection,
    `SELECT pillar || '/' || band AS key, count(*) AS count FROM ${source(path.join(folder, shown))} GROUP BY ALL`,
  );
  const found = new Map(rows.map(({ key, count }) => [key, Number(count)]));
  const { bands } = dataset.scale;
  for (const [pillar, { id }] of dataset.pillars.entries()) {
    for (const [band, { id: bandId }] of bands.entries()) {
      const expected = companies.reduce((sum, { pillars }) => sum + (pillars[pillar]?.distribution[band] ?? 0), 0);
      const key = `${id}/${bandId}`;
      expectSame(`${shown}: judgements of ${key}`, found.get(key) ?? 0, expected);
      found.delete(key);
    }
  }
  expectSame(`${shown}: other pillars and bands`, [...found.keys()].join(", "), "");
}

function source(file: string): string {
  const name = quoted(file);
  return file.endsWith(".csv")
    ? `read_csv(${name}, header = true, all_varchar = true, delim = ',', quote = '"', escape = '"')`
    : `read_parquet(${name})`;
}

/** A published figure that the judgements inside the release do not yield, or a damaged file. */
export class VerifyError extends UserError {}

/** Throws a VerifyError that names `what` unless both values are the same. */
export function expectSame(what: string, published: unknown, recomputed: unknown): void {
  if (published !== recomputed) {
    throw new VerifyError(`${what}: published ${JSON.stringify(published)}, recomputed ${JSON.stringify(recomputed)}`);
  }
}
