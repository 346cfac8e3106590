import path from "node:path";
import { splitValues } from "../tables/details.ts";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { Branding } from "../branding/branding.ts";
import { dayOf } from "../trust/judged-on.ts";
import { emptyDistribution } from "../trust/statistics.ts";
import { type CompanyStatistics, openTally } from "../trust/tally.ts";
import type { Progress } from "./build-release.ts";
import { readBranding } from "./branding-files.ts";
import { type CompanyJudgements, DATABASE_FILE } from "./bundle-database.ts";
import { type CompanyFacts, type ProductFacts, readRows } from "./clean-dataset.ts";
import {
  bytesOf,
  type CompanyColumns,
  CompanyColumnsBuilder,
  type JudgementArrays,
  JudgementArraysBuilder,
  namedArrays,
  namedColumns,
} from "./number-columns.ts";
import { ContentHash } from "./content-hash.ts";
import { BUNDLE_FORMAT, type Manifest, type TableFile } from "./manifest.ts";
import { OTHER_SECTORS } from "./company-rows.ts";
import { CHECKSUMS_FILE, fileHash } from "./seal-folder.ts";
import { readIfThere } from "./store/durable-files.ts";
import { readChecksums } from "./sign-release.ts";
import { buildSearchIndex, SEARCH_FILE } from "./search-index.ts";
import { storedReplies } from "./stored-replies.ts";
import { judgementDecoder } from "./stored-judgements.ts";
import {
  type AreaProvenance,
  areaRows,
  type AreaRows,
  type Areas,
  recountProvenance,
  storedAreas,
} from "./area-tables.ts";
import { quoted } from "../tables/column.ts";
import { DOWNLOADABLE_NAMES } from "../tables/downloadable-tables.ts";
import { isAnswer } from "../trust/replies.ts";

import { openSnapshot } from "./open-snapshot.ts";
import { openTable, type TableReader } from "./table-records.ts";
import { UserError } from "../user-error.ts";

export interface VerificationResult {
  readonly files: number;
  readonly companies: number;
  readonly judgements: number;
  /** Values that are as published: statistics that were recomputed, and the cells of the tables. */
  readonly figures: number;
}

/**
 * Recomputes everything a release publishes from the judgements inside it: hashes of the files, the
 * fingerprint, every distribution and median in the serving database, the search index, every
 * value of the downloadable tables, the ranks included. Throws a VerifyError that names
 * the first mismatch.
 */
export async function verifyRelease(
  manifest: Manifest,
  folder: string,
  onProgress: Progress = () => {},
): Promise<VerificationResult> {
  for (const [index, file] of manifest.files.entries()) {
    onProgress("Checking files", index, manifest.files.length);
    expectSame(`${file.path}: SHA-256`, file.sha256, await fileHash(path.join(folder, file.path)));
  }
  const database = new DatabaseSync(path.join(folder, DATABASE_FILE), { readOnly: true });
  const instance = await DuckDBInstance.create(":memory:");
  try {
    const branding = await readBranding(manifest.branding, folder);
    const areas = readAreas(database);
    const recount = recountCompanies(database, manifest, { areas, branding, onProgress });
    onProgress("Checking countries and sectors", 0, null);
    const connection = await instance.connect();
    checkAreas(database, areaRows(areas, recount.tally, await recountOrigins(connection, manifest, folder)));
    expectSame("fingerprint", manifest.fingerprint, recount.fingerprint);
    checkColumns(database, recount);
    onProgress("Checking the search index", 0, null);
    await checkSearchIndex(manifest, folder);
    onProgress("Checking tables", 0, null);
    const values = await checkTables({ connection, database, manifest, folder, companies: recount.statistics });
    connection.closeSync();
    const checksums = readIfThere(path.join(folder, CHECKSUMS_FILE));
    if (checksums === null)
      throw new VerifyError(`${CHECKSUMS_FILE} is missing: publish the dataset again, or bring back a copy of it`);
    expectSame(`${CHECKSUMS_FILE}: SHA-256`, sha256(checksums), sha256(readChecksums(manifest, folder)));
    const { companies, countries, sectors } = manifest.counts;
    const judged = companies + countries + sectors;
    return {
      files: manifest.files.length,
      companies: recount.statistics.length,
      judgements: recount.judgements,
      // Each has a median over all pillars, and one in each.
      figures: judged * (1 + manifest.dataset.pillars.length) + values,
    };
  } finally {
    database.close();
    instance.closeSync();
  }
}

/**
 * Compares the search index with one built from the names in the database. The way names are
 * read may have changed since an older format.
 */
async function checkSearchIndex({ format }: Pick<Manifest, "format">, folder: string): Promise<void> {
  if (format < BUNDLE_FORMAT) return;
  const expected = sha256(buildSearchIndex(folder));
  expectSame(`${SEARCH_FILE}: SHA-256 of a new index`, await fileHash(path.join(folder, SEARCH_FILE)), expected);
}

/** A row of the `company` table. */
interface CompanyRow extends CompanyFacts {
  readonly judgement_count: number;
  readonly median: number | null;
  readonly distribution: string;
  readonly pillars: string;
  readonly urls: string;
  readonly judgements: Uint8Array;
}

/** Counts the companies again, and everything that follows from them. */
function recountCompanies(
  database: DatabaseSync,
  manifest: Manifest,
  { areas, branding, onProgress }: { areas: Areas; branding: Branding; onProgress: Progress },
) {
  const { scale, pillars } = manifest.dataset;
  const tally = openTally({ bandCount: scale.bands.length, pillarCount: pillars.length });
  const hash = new ContentHash(manifest.dataset, branding);
  const builder = new CompanyColumnsBuilder(manifest.counts.companies, pillars.length, areas);
  const arraysBuilder = new JudgementArraysBuilder(manifest.counts.judgements);
  const statistics: CompanyStatistics[] = [];
  const decode = judgementDecoder(manifest.format);
  let judgements = 0;
  const rows = database.prepare(`SELECT *, ${OTHER_SECTORS} AS other_sectors FROM company ORDER BY company`).iterate();
  for (const row of rows as Iterable<unknown> as Iterable<CompanyRow>) {
    const current = decode(row.judgements);
    const distributions = pillars.map(() => emptyDistribution(scale.bands.length));
    for (const judgement of current) {
      distributions[judgement.pillar]![judgement.band - 1]! += 1;
      arraysBuilder.add(judgement);
    }
    const company = tally.add(row.country, row.sector, distributions, splitValues(row.other_sectors));
    const name = `company ${row.id}`;
    expectSame(`${name}: number of judgements`, row.judgement_count, current.length);
    expectSame(`${name}: median`, row.median, company.median);
    expectSame(`${name}: distribution`, row.distribution, JSON.stringify(company.judgements));
    expectSame(`${name}: pillars`, row.pillars, JSON.stringify(company.pillars));
    hash.addCompany(row, { encoded: row.judgements, urls: JSON.parse(row.urls) as CompanyJudgements["urls"] });
    builder.add(row, company, current.length);
    statistics.push(company);
    judgements += current.length;
    if (statistics.length % 1000 === 0) {
      onProgress("Recounting companies", statistics.length, manifest.counts.companies);
    }
  }
  expectSame("manifest: counts.companies", manifest.counts.companies, statistics.length);
  expectSame("manifest: counts.judgements", manifest.counts.judgements, judgements);
  hashOtherRows(database, hash, areas);
  const { columns } = builder;
  const { arrays } = arraysBuilder;
  return { tally, statistics, judgements, fingerprint: hash.fingerprint(), columns, arrays };
}

function checkColumns(
  database: DatabaseSync,
  { columns, arrays }: { readonly columns: CompanyColumns; readonly arrays: JudgementArrays },
): void {
  for (const [table, recounted] of [
    ["company_column", namedColumns(columns)],
    ["judgement_column", namedArrays(arrays)],
  ] as const) {
    const statement = database.prepare(`SELECT bytes FROM ${table} WHERE name = ?`);
    for (const column of recounted) {
      const [name] = column;
      const stored = statement.get(name)?.["bytes"] as Uint8Array | undefined;
      expectSame(`${table} ${name}: SHA-256`, stored && sha256(stored), sha256(bytesOf(column)));
    }
  }
}

function sha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function hashOtherRows(database: DatabaseSync, hash: ContentHash, { countries, sectors }: Areas): void {
  for (const row of database.prepare("SELECT text FROM term ORDER BY term").iterate())
    hash.addTerm(row["text"] as string);
  for (const country of countries) hash.addCountry(country);
  for (const sector of sectors) hash.addSector(sector);
  for (const row of database.prepare("SELECT * FROM product ORDER BY product").iterate())
    hash.addProduct(row as unknown as ProductFacts);
  for (const reply of storedReplies(database)) hash.addReply(reply);
}

function readAreas(database: DatabaseSync): Areas {
  const rows = (sql: string): unknown[] => database.prepare(sql).all();
  return {
    countries: rows("SELECT iso2, iso3, slug, name FROM country ORDER BY iso2") as Areas["countries"][number][],
    sectors: rows("SELECT slug, label FROM sector ORDER BY slug") as Areas["sectors"][number][],
  };
}

/** Compares the figures of areas and their provenance with a recount. */
function checkAreas(database: DatabaseSync, areas: AreaRows): void {
  for (const [table, recounted] of Object.entries(storedAreas(areas))) {
    const columnsOfKey = table === "cell" ? 2 : 1;
    const keyOf = (values: readonly unknown[]): string => values.slice(0, columnsOfKey).join("/");
    const rows = database.prepare(`SELECT * FROM ${table}`).all();
    const stored = new Map(rows.map((row) => [keyOf(Object.values(row)), Object.entries(row)]));
    expectSame(`number of rows of table ${table}`, rows.length, recounted.length);
    for (const row of recounted) {
      const key = keyOf(row);
      const columns = stored.get(key);
      if (columns === undefined) throw new VerifyError(`${table} ${key} is missing`);
      for (const [at, [name, value]] of columns.entries()) expectSame(`${table} ${key}: ${name}`, value, row[at]);
    }
  }
}

/** Counts the provenance of areas again, from the downloadable judgements. */
async function recountOrigins(
  connection: DuckDBConnection,
  { tables, publishedAt }: Manifest,
  folder: string,
): Promise<AreaProvenance> {
  const fileOf = (table: string): string => {
    const found = tables.find((file) => file.table === table && file.format === "parquet");
    if (found === undefined) throw new Error(`the release has no Parquet file of ${table}`);
    return path.join(folder, found.path);
  };
  const files = { judgements: fileOf("judgements"), companies: fileOf("companies") };
  return await recountProvenance(connection, files, dayOf(Date.parse(publishedAt)));
}

interface CheckTables {
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
async function checkTables({ connection, database, manifest, folder, companies }: CheckTables): Promise<number> {
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
function expectSame(what: string, published: unknown, recomputed: unknown): void {
  if (published !== recomputed) {
    throw new VerifyError(`${what}: published ${JSON.stringify(published)}, recomputed ${JSON.stringify(recomputed)}`);
  }
}
