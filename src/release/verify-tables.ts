import type { DuckDBConnection } from "@duckdb/node-api";
import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { NO_PROVENANCE } from "../trust/provenance.ts";
import { isAnswer } from "../trust/replies.ts";
import type { AreaStatistics, CompanyStatistics, SectorStatistics } from "../trust/tally.ts";
import { readRows } from "./duck-rows.ts";
import { quoted } from "../tables/column.ts";
import type { AreaProvenance } from "./area-provenance.ts";
import type { Manifest } from "./manifest.ts";
import { replyColumns } from "../tables/replies.ts";
import { companyStatisticsColumns } from "../tables/companies.ts";
import { storedReplies } from "./stored-replies.ts";
import type { ComputedColumn, Value } from "../tables/column.ts";
import { countryColumns, countryV1Columns, matrixColumns, rankedCountryRows, sectorColumns } from "../tables/areas.ts";

export interface RecomputedAreas {
  readonly countries: ReadonlyMap<string, AreaStatistics>;
  readonly sectors: ReadonlyMap<string, SectorStatistics>;
  readonly cells: ReadonlyMap<string, ReadonlyMap<string, AreaStatistics>>;
}

export interface CheckTables {
  readonly connection: DuckDBConnection;
  readonly database: DatabaseSync;
  readonly manifest: Manifest;
  readonly folder: string;
  /** By company. */
  readonly companies: readonly CompanyStatistics[];
  readonly areas: RecomputedAreas;
  readonly provenance: AreaProvenance;
}

/**
 * Compares the computed values of the downloadable tables with recomputed ones; returns how many
 * there are. Throws a VerifyError that names the first that differs.
 */
export async function checkTables({
  connection,
  database,
  manifest,
  folder,
  companies,
  areas,
  provenance,
}: CheckTables): Promise<number> {
  const { dataset, id, asOf } = manifest;
  const countries = database
    .prepare("SELECT iso2, iso3, slug, name FROM country ORDER BY iso3")
    .all()
    .map((row) => ({
      ...(row as unknown as { iso2: string; iso3: string; slug: string; name: string }),
      statistics: areas.countries.get(row["iso2"] as string)!,
      provenance: provenance.countries.get(String(row["iso2"])) ?? NO_PROVENANCE,
    }));
  const iso3 = new Map(countries.map((country) => [country.iso2, country.iso3]));
  const sectors = database
    .prepare("SELECT slug, label FROM sector ORDER BY slug")
    .all()
    .map((row) => ({
      ...(row as unknown as { slug: string; label: string }),
      statistics: areas.sectors.get(row["slug"] as string)!,
      provenance: provenance.sectors.get(String(row["slug"])) ?? NO_PROVENANCE,
    }));
  const cells = countries.flatMap(({ iso2 }) =>
    [...areas.cells.get(iso2)!].map(([sector, statistics]) => ({ iso2, iso3: iso3.get(iso2)!, sector, statistics })),
  );
  const ranked = rankedCountryRows(countries, dataset.minimumCompanies, id, asOf);
  const tables: [string, Value[][], readonly ComputedColumn<never>[]][] = [
    table("countries", countryColumns(dataset), ranked),
    table("countries_v1", countryV1Columns(dataset), ranked),
    table("sectors", sectorColumns(dataset), sectors),
    table("matrix", matrixColumns(dataset), cells),
    table("companies", companyStatisticsColumns(dataset), companies),
  ];
  let checked = 0;
  for (const [name, expected, columns] of tables) {
    for (const file of manifest.tables.filter((each) => each.table === name)) {
      const written = columns.slice(0, file.columns);
      checked += await checkTable(connection, path.join(folder, file.path), file.path, written, expected);
    }
  }
  checked += await checkReplyTables({ connection, database, manifest, folder });
  await checkJudgementTables(connection, manifest, folder, companies);
  return checked;
}

function table<Row>(
  name: string,
  columns: readonly ComputedColumn<Row>[],
  rows: readonly Row[],
): [string, Value[][], readonly ComputedColumn<never>[]] {
  return [name, rows.map((row) => columns.map(({ value }) => value(row))), columns];
}

async function checkTable(
  connection: DuckDBConnection,
  file: string,
  shown: string,
  columns: readonly Pick<ComputedColumn<never>, "description">[],
  expected: readonly Value[][],
): Promise<number> {
  const names = columns.map(({ description }) => description.name);
  const selection = names.map((name) => `CAST("${name}" AS VARCHAR) AS "${name}"`);
  const rows = await readRows<Record<string, string | null>>(
    connection,
    `SELECT ${selection.join(", ")} FROM ${source(file)}`,
  );
  expectSame(`${shown}: number of rows`, rows.length, expected.length);
  for (const [index, row] of rows.entries()) {
    for (const [at, name] of names.entries()) {
      const value = expected[index]![at]!;
      // DuckDB writes whole doubles as "1.0".
      const found = typeof value === "number" && row[name] !== null ? Number(row[name]) : (row[name] ?? null);
      const wanted = typeof value === "string" && shown.endsWith(".csv") ? neutral(value) : value;
      if (found !== wanted) expectSame(`${shown}: row ${index + 1}, column ${name}`, found, wanted);
    }
  }
  return rows.length * columns.length;
}

/**
 * Text as the CSV files have it: with an apostrophe in front where a spreadsheet would run it as a
 * formula.
 */
function neutral(text: string): string {
  return /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
}

/** Compares the tables of replies with the database, whose replies the fingerprint covers. */
async function checkReplyTables(work: Omit<CheckTables, "companies" | "areas" | "provenance">): Promise<number> {
  const { connection, database, manifest, folder } = work;
  const { dataset, counts } = manifest;
  const companyOf = database.prepare("SELECT id, name FROM company WHERE company = ?");
  const columns = replyColumns(dataset);
  const expected: Value[][] = [];
  const asked = new Set<number>();
  const answered = new Set<number>();
  for (const reply of storedReplies(database)) {
    const { id, name } = companyOf.get(reply.company) ?? {};
    const row = { ...reply, company: { id: String(id), name: String(name) } };
    expected.push(columns.map(({ value }) => value(row)));
    asked.add(reply.company);
    if (isAnswer(reply.status)) answered.add(reply.company);
  }
  expectSame("manifest: counts.replies", counts.replies, expected.length);
  expectSame("manifest: counts.askedCompanies", counts.askedCompanies, asked.size);
  expectSame("manifest: counts.answeredCompanies", counts.answeredCompanies, answered.size);
  let checked = 0;
  for (const file of manifest.tables.filter((each) => each.table === "replies")) {
    const written = columns.slice(0, file.columns);
    checked += await checkTable(connection, path.join(folder, file.path), file.path, written, expected);
  }
  return checked;
}

async function checkJudgementTables(
  connection: DuckDBConnection,
  manifest: Manifest,
  folder: string,
  companies: readonly CompanyStatistics[],
): Promise<void> {
  const expected = new Map<string, number>();
  for (const { pillars } of companies) {
    for (const [pillar, { distribution }] of pillars.entries()) {
      for (const [band, count] of distribution.entries()) {
        const key = `${manifest.dataset.pillars[pillar]!.id}/${manifest.dataset.scale.bands[band]!.id}`;
        expected.set(key, (expected.get(key) ?? 0) + count);
      }
    }
  }
  for (const file of manifest.tables.filter((each) => each.table === "judgements")) {
    const rows = await readRows<{ key: string; count: bigint }>(
      connection,
      `SELECT pillar || '/' || band AS key, count(*) AS count FROM ${source(path.join(folder, file.path))} GROUP BY ALL`,
    );
    const found = new Map(rows.map(({ key, count }) => [key, Number(count)]));
    for (const [key, count] of expected) expectSame(`${file.path}: judgements of ${key}`, found.get(key) ?? 0, count);
  }
}

function source(file: string): string {
  const name = quoted(file);
  return file.endsWith(".csv") ? `read_csv(${name}, header = true, all_varchar = true)` : `read_parquet(${name})`;
}

/** A published figure that the judgements inside the release do not yield, or a damaged file. */
export class VerifyError extends Error {
  override name = "VerifyError";
}

/** Throws a VerifyError that names `what` unless both values are the same. */
export function expectSame(what: string, published: unknown, recomputed: unknown): void {
  if (published !== recomputed) {
    throw new VerifyError(`${what}: published ${JSON.stringify(published)}, recomputed ${JSON.stringify(recomputed)}`);
  }
}
