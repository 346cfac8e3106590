import type { DuckDBConnection } from "@duckdb/node-api";
import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { AreaStatistics, CompanyStatistics } from "../trust/tally.ts";
import { readRows } from "./duck-rows.ts";
import { expectSame } from "./expect-same.ts";
import type { Cell, Column } from "./figure-columns.ts";
import type { Manifest } from "./manifest.ts";
import {
  companyFigureColumns,
  countryColumns,
  countryV1Columns,
  matrixColumns,
  rankedCountryRows,
  sectorColumns,
} from "./table-columns.ts";

export interface RecomputedAreas {
  readonly countries: ReadonlyMap<string, AreaStatistics>;
  readonly sectors: ReadonlyMap<string, AreaStatistics>;
  readonly cells: ReadonlyMap<string, ReadonlyMap<string, AreaStatistics>>;
}

export interface CheckTables {
  readonly connection: DuckDBConnection;
  readonly database: DatabaseSync;
  readonly manifest: Manifest;
  readonly folder: string;
  /** By position. */
  readonly companies: readonly CompanyStatistics[];
  readonly areas: RecomputedAreas;
}

/**
 * Holds the downloadable tables against recomputed figures, cell by cell; returns how many computed cells it looked at.
 * Throws a VerifyError that names the first that differs.
 */
export async function checkTables({
  connection,
  database,
  manifest,
  folder,
  companies,
  areas,
}: CheckTables): Promise<number> {
  const { dataset, id, asOf } = manifest;
  const countries = database
    .prepare("SELECT iso2, iso3, slug, name FROM country ORDER BY iso3")
    .all()
    .map((row) => ({
      ...(row as unknown as { iso2: string; iso3: string; slug: string; name: string }),
      figures: areas.countries.get(row["iso2"] as string)!,
    }));
  const iso3 = new Map(countries.map((country) => [country.iso2, country.iso3]));
  const sectors = database
    .prepare("SELECT slug, label FROM sector ORDER BY slug")
    .all()
    .map((row) => ({
      ...(row as unknown as { slug: string; label: string }),
      figures: areas.sectors.get(row["slug"] as string)!,
    }));
  const cells = countries.flatMap(({ iso2 }) =>
    [...areas.cells.get(iso2)!].map(([sector, figures]) => ({ iso2, iso3: iso3.get(iso2)!, sector, figures })),
  );
  const ranked = rankedCountryRows(countries, dataset.minimumCompanies, id, asOf);
  const tables: [string, Cell[][], readonly Column<never>[]][] = [
    table("countries", countryColumns(dataset), ranked),
    table("countries_v1", countryV1Columns(dataset), ranked),
    table("sectors", sectorColumns(dataset), sectors),
    table("matrix", matrixColumns(dataset), cells),
    table("companies", companyFigureColumns(dataset), companies),
  ];
  let checked = 0;
  for (const [name, expected, columns] of tables) {
    for (const file of manifest.tables.filter((each) => each.table === name)) {
      checked += await checkTable(connection, path.join(folder, file.path), file.path, columns, expected);
    }
  }
  await checkJudgementTables(connection, manifest, folder, companies);
  return checked;
}

function table<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): [string, Cell[][], readonly Column<never>[]] {
  return [name, rows.map((row) => columns.map(({ cell }) => cell(row))), columns];
}

async function checkTable(
  connection: DuckDBConnection,
  file: string,
  shown: string,
  columns: readonly { readonly name: string }[],
  expected: readonly Cell[][],
): Promise<number> {
  const rows = await readRows<Record<string, string | null>>(
    connection,
    `SELECT ${columns.map(({ name }) => `CAST("${name}" AS VARCHAR) AS "${name}"`).join(", ")} FROM ${source(file)}`,
  );
  expectSame(`${shown}: number of rows`, rows.length, expected.length);
  for (const [place, row] of rows.entries()) {
    for (const [at, { name }] of columns.entries()) {
      const cell = expected[place]![at]!;
      // DuckDB writes whole doubles as "1.0"; numbers are held against numbers.
      const found = typeof cell === "number" && row[name] !== null ? Number(row[name]) : (row[name] ?? null);
      const wanted = typeof cell === "string" && shown.endsWith(".csv") ? neutral(cell) : cell;
      if (found !== wanted) expectSame(`${shown}: row ${place + 1}, column ${name}`, found, wanted);
    }
  }
  return rows.length * columns.length;
}

/** How text that a spreadsheet would run as a formula stands in the CSV files. */
function neutral(cell: string): string {
  return /^[=+@\t\r-]/.test(cell) ? `'${cell}` : cell;
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
  const name = `'${file.replaceAll("'", "''")}'`;
  return file.endsWith(".csv") ? `read_csv(${name}, header = true, all_varchar = true)` : `read_parquet(${name})`;
}
