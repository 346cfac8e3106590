import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { emptyDistribution } from "../trust/scale.ts";
import { type AreaFigures, type CompanyFigures, openTally, type Tally } from "../trust/tally.ts";
import { DATABASE_FILE, storedFigures } from "./bundle-database.ts";
import type { Progress } from "./build-release.ts";
import { readRows } from "./duck-rows.ts";
import { unpackJudgements } from "./judgement-blob.ts";
import type { Manifest } from "./manifest.ts";
import { fileHash } from "./seal-folder.ts";
import {
  type Cell,
  type Column,
  companyFigureColumns,
  countryColumns,
  matrixColumns,
  rankedCountryRows,
  sectorColumns,
} from "./table-columns.ts";

/** A published figure that the judgements inside the release do not yield, or a damaged file. */
export class VerifyError extends Error {
  override name = "VerifyError";
}

export interface Verified {
  readonly files: number;
  readonly companies: number;
  readonly judgements: number;
  /** Medians and distributions that were recomputed and found as published. */
  readonly figures: number;
}

/**
 * Recomputes everything a release publishes from the judgements inside it: hashes of the files, every distribution and
 * median in the serving database, every computed cell of the downloadable tables, the ranks included. Throws a
 * VerifyError that names the first mismatch.
 */
export async function verifyRelease(manifest: Manifest, folder: string, onProgress: Progress = () => {}): Promise<Verified> {
  for (const [place, file] of manifest.files.entries()) {
    onProgress("checking files", place, manifest.files.length);
    expectSame(`${file.path}: SHA-256`, await fileHash(path.join(folder, file.path)), file.sha256);
  }
  const database = new DatabaseSync(path.join(folder, DATABASE_FILE), { readOnly: true });
  const instance = await DuckDBInstance.create(":memory:");
  try {
    const recount = recountCompanies(database, manifest, onProgress);
    const areas = checkAreas(database, recount.tally);
    const connection = await instance.connect();
    onProgress("checking tables", 0, null);
    const cells = await checkTables({ connection, database, manifest, folder, recount, areas });
    connection.closeSync();
    return {
      files: manifest.files.length,
      companies: recount.figures.length,
      judgements: recount.judgements,
      figures: recount.checked + areas.checked + cells,
    };
  } finally {
    database.close();
    instance.closeSync();
  }
}

interface Recount {
  readonly tally: Tally;
  /** By position. */
  readonly figures: readonly CompanyFigures[];
  readonly judgements: number;
  readonly checked: number;
}

function recountCompanies(database: DatabaseSync, manifest: Manifest, onProgress: Progress): Recount {
  const { scale, pillars } = manifest.dataset;
  const tally = openTally({ bandCount: scale.bands.length, pillarCount: pillars.length });
  const figures: CompanyFigures[] = [];
  let judgements = 0;
  let checked = 0;
  const rows = database.prepare("SELECT id, country, sector, judgement_count, median, distribution, pillars, judgements FROM company ORDER BY company");
  for (const row of rows.iterate()) {
    const distributions = pillars.map(() => emptyDistribution(scale.bands.length));
    const current = unpackJudgements(row["judgements"] as Uint8Array);
    for (const { pillar, band } of current) distributions[pillar]![band - 1]! += 1;
    const company = tally.add(row["country"] as string, row["sector"] as string, distributions);
    const name = `company ${String(row["id"])}`;
    expectSame(`${name}: number of judgements`, row["judgement_count"], current.length);
    expectSame(`${name}: median`, row["median"], company.median);
    expectSame(`${name}: distribution`, row["distribution"], JSON.stringify(company.judgements));
    expectSame(`${name}: pillars`, row["pillars"], JSON.stringify(company.pillars));
    figures.push(company);
    judgements += current.length;
    checked += 1 + company.pillars.length;
    if (figures.length % 1000 === 0) onProgress("recounting companies", figures.length, manifest.counts.companies);
  }
  expectSame("manifest: counts.companies", manifest.counts.companies, figures.length);
  expectSame("manifest: counts.judgements", manifest.counts.judgements, judgements);
  return { tally, figures, judgements, checked };
}

interface CheckedAreas {
  readonly countries: Map<string, AreaFigures>;
  readonly sectors: Map<string, AreaFigures>;
  readonly cells: Map<string, Map<string, AreaFigures>>;
  readonly checked: number;
}

function checkAreas(database: DatabaseSync, tally: Tally): CheckedAreas {
  const areas = { countries: tally.countries(), sectors: tally.sectors(), cells: tally.cells() };
  const cells = new Map([...areas.cells].flatMap(([iso2, sectors]) => [...sectors].map(([sector, figures]) => [`${iso2}/${sector}`, figures] as const)));
  const checked =
    checkStored("country", database.prepare("SELECT iso2 AS key, figures FROM country").all(), areas.countries) +
    checkStored("sector", database.prepare("SELECT slug AS key, figures FROM sector").all(), areas.sectors) +
    checkStored("cell", database.prepare("SELECT country || '/' || sector AS key, figures FROM cell").all(), cells);
  return { ...areas, checked };
}

function checkStored(kind: string, rows: readonly Readonly<Record<string, unknown>>[], recounted: ReadonlyMap<string, AreaFigures>): number {
  expectSame(`number of rows of table ${kind}`, rows.length, recounted.size);
  let checked = 0;
  for (const row of rows) {
    const key = row["key"] as string;
    const figures = recounted.get(key);
    expectSame(`${kind} ${key}: figures`, row["figures"], figures && storedFigures(figures));
    checked += 1 + (figures?.pillars.length ?? 0);
  }
  return checked;
}

interface CheckTables {
  readonly connection: DuckDBConnection;
  readonly database: DatabaseSync;
  readonly manifest: Manifest;
  readonly folder: string;
  readonly recount: Recount;
  readonly areas: CheckedAreas;
}

async function checkTables({ connection, database, manifest, folder, recount, areas }: CheckTables): Promise<number> {
  const { dataset, id, asOf } = manifest;
  const countries = database
    .prepare("SELECT iso2, iso3, slug, name FROM country ORDER BY iso3")
    .all()
    .map((row) => ({ ...(row as unknown as { iso2: string; iso3: string; slug: string; name: string }), figures: areas.countries.get(row["iso2"] as string)! }));
  const iso3 = new Map(countries.map((country) => [country.iso2, country.iso3]));
  const sectors = database
    .prepare("SELECT slug, label FROM sector ORDER BY slug")
    .all()
    .map((row) => ({ ...(row as unknown as { slug: string; label: string }), figures: areas.sectors.get(row["slug"] as string)! }));
  const cells = countries.flatMap(({ iso2 }) =>
    [...areas.cells.get(iso2)!].map(([sector, figures]) => ({ iso2, iso3: iso3.get(iso2)!, sector, figures })),
  );
  const tables: [string, Cell[][], readonly Column<never>[]][] = [
    table("countries", countryColumns(dataset), rankedCountryRows(countries, dataset.minimumCompanies, id, asOf)),
    table("sectors", sectorColumns(dataset), sectors),
    table("matrix", matrixColumns(dataset), cells),
    table("companies", companyFigureColumns(dataset), recount.figures),
  ];
  let checked = 0;
  for (const [name, expected, columns] of tables) {
    for (const file of manifest.tables.filter((each) => each.table === name)) {
      checked += await checkTable(connection, path.join(folder, file.path), file.path, columns, expected);
    }
  }
  await checkJudgementTables(connection, manifest, folder, recount);
  return checked;
}

function table<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): [string, Cell[][], readonly Column<never>[]] {
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

async function checkJudgementTables(connection: DuckDBConnection, manifest: Manifest, folder: string, recount: Recount): Promise<void> {
  const expected = new Map<string, number>();
  for (const { pillars } of recount.figures) {
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

function expectSame(what: string, published: unknown, recomputed: unknown): void {
  if (published !== recomputed) {
    throw new VerifyError(`${what}: published ${JSON.stringify(published)}, recomputed ${JSON.stringify(recomputed)}`);
  }
}
