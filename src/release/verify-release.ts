import { splitValues } from "../tables/details.ts";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { createHash } from "node:crypto";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Branding } from "../branding/branding.ts";
import { dayOf } from "../trust/judged-on.ts";
import { emptyDistribution } from "../trust/statistics.ts";
import { type AreaStatistics, type CompanyStatistics, openTally, type Tally } from "../trust/tally.ts";
import type { Progress } from "./build-release.ts";
import { readBranding } from "./branding-files.ts";
import { type CompanyJudgements, DATABASE_FILE, storedProvenance, storedStatistics } from "./bundle-database.ts";
import type { CompanyFacts, ProductFacts } from "./company-batches.ts";
import { type CompanyColumns, CompanyColumnsBuilder, storedColumns } from "./company-columns.ts";
import { type JudgementArrays, JudgementArraysBuilder, storedArrays } from "./judgement-arrays.ts";
import { ContentHash } from "./content-hash.ts";
import { checkTables, expectSame, type RecomputedAreas } from "./verify-tables.ts";
import { BUNDLE_FORMAT, type Manifest } from "./manifest.ts";
import { OTHER_SECTORS } from "./company-rows.ts";
import { fileHash } from "./seal-folder.ts";
import { buildSearchIndex, SEARCH_FILE } from "./search-index.ts";
import { storedReplies } from "./stored-replies.ts";
import { judgementDecoder } from "./stored-judgements.ts";
import type { Provenance } from "../trust/provenance.ts";
import { type AreaProvenance, recountProvenance } from "./area-provenance.ts";

export interface Verified {
  readonly files: number;
  readonly companies: number;
  readonly judgements: number;
  /** Medians and distributions that were recomputed and are as published. */
  readonly figures: number;
}

/**
 * Recomputes everything a release publishes from the judgements inside it: hashes of the files, the
 * fingerprint, every distribution and median in the serving database, the search index, every
 * computed value of the downloadable tables, the ranks included. Throws a VerifyError that names
 * the first mismatch.
 */
export async function verifyRelease(
  manifest: Manifest,
  folder: string,
  onProgress: Progress = () => {},
): Promise<Verified> {
  for (const [index, file] of manifest.files.entries()) {
    onProgress("Checking files", index, manifest.files.length);
    expectSame(`${file.path}: SHA-256`, await fileHash(path.join(folder, file.path)), file.sha256);
  }
  const database = new DatabaseSync(path.join(folder, DATABASE_FILE), { readOnly: true });
  const instance = await DuckDBInstance.create(":memory:");
  try {
    const branding = await readBranding(manifest.branding, folder);
    const recount = recountCompanies(database, manifest, branding, onProgress);
    const areas = checkAreas(database, recount.tally, manifest);
    expectSame("fingerprint", manifest.fingerprint, recount.fingerprint);
    checkColumns(database, recount);
    onProgress("Checking the search index", 0, null);
    await checkSearchIndex(manifest, folder);
    const connection = await instance.connect();
    onProgress("Checking tables", 0, null);
    const provenance = await checkProvenance(connection, database, manifest, folder);
    const companies = recount.statistics;
    const values = await checkTables({ connection, database, manifest, folder, companies, areas, provenance });
    connection.closeSync();
    return {
      files: manifest.files.length,
      companies: recount.statistics.length,
      judgements: recount.judgements,
      figures: recount.checked + areas.checked + values,
    };
  } finally {
    database.close();
    instance.closeSync();
  }
}

/**
 * Compares the search index with one built from the names in the database. How names are read may
 * have changed since an older format.
 */
async function checkSearchIndex({ format }: Pick<Manifest, "format">, folder: string): Promise<void> {
  if (format < BUNDLE_FORMAT) return;
  const expected = sha256(buildSearchIndex(folder));
  expectSame(`${SEARCH_FILE}: SHA-256 of a new index`, await fileHash(path.join(folder, SEARCH_FILE)), expected);
}

interface Recount {
  readonly tally: Tally;
  /** By company. */
  readonly statistics: readonly CompanyStatistics[];
  readonly judgements: number;
  readonly fingerprint: string;
  readonly columns: CompanyColumns;
  readonly arrays: JudgementArrays;
  readonly checked: number;
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

function recountCompanies(
  database: DatabaseSync,
  manifest: Manifest,
  branding: Branding,
  onProgress: Progress,
): Recount {
  const { scale, pillars } = manifest.dataset;
  const tally = openTally({ bandCount: scale.bands.length, pillarCount: pillars.length });
  const hash = new ContentHash(manifest.dataset, branding);
  const builder = openColumns(database, manifest);
  const arraysBuilder = new JudgementArraysBuilder(manifest.counts.judgements);
  const statistics: CompanyStatistics[] = [];
  const decode = judgementDecoder(manifest.format);
  let judgements = 0;
  let checked = 0;
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
    checked += 1 + company.pillars.length;
    if (statistics.length % 1000 === 0) {
      onProgress("Recounting companies", statistics.length, manifest.counts.companies);
    }
  }
  expectSame("manifest: counts.companies", manifest.counts.companies, statistics.length);
  expectSame("manifest: counts.judgements", manifest.counts.judgements, judgements);
  hashOtherRows(database, hash);
  const { columns } = builder;
  const { arrays } = arraysBuilder;
  return { tally, statistics, judgements, fingerprint: hash.fingerprint(), columns, arrays, checked };
}

function openColumns(database: DatabaseSync, { counts, dataset }: Manifest): CompanyColumnsBuilder {
  const keys = (sql: string): string[] =>
    database
      .prepare(sql)
      .all()
      .map(({ key }) => key as string);
  return new CompanyColumnsBuilder({
    companies: counts.companies,
    pillars: dataset.pillars.length,
    countryCodes: keys("SELECT iso2 AS key FROM country ORDER BY iso2"),
    sectorSlugs: keys("SELECT slug AS key FROM sector ORDER BY slug"),
  });
}

function checkColumns(database: DatabaseSync, { columns, arrays }: Pick<Recount, "columns" | "arrays">): void {
  for (const [table, recounted] of [
    ["company_column", storedColumns(columns)],
    ["judgement_column", storedArrays(arrays)],
  ] as const) {
    const statement = database.prepare(`SELECT bytes FROM ${table} WHERE name = ?`);
    for (const [name, bytes] of recounted) {
      const stored = statement.get(name)?.["bytes"] as Uint8Array | undefined;
      expectSame(`${table} ${name}: SHA-256`, stored && sha256(stored), sha256(bytes));
    }
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function hashOtherRows(database: DatabaseSync, hash: ContentHash): void {
  type Country = Parameters<ContentHash["addCountry"]>[0];
  type Sector = Parameters<ContentHash["addSector"]>[0];
  for (const row of database.prepare("SELECT text FROM term ORDER BY term").iterate())
    hash.addTerm(row["text"] as string);
  for (const row of database.prepare("SELECT * FROM country ORDER BY iso2").iterate())
    hash.addCountry(row as unknown as Country);
  for (const row of database.prepare("SELECT * FROM sector ORDER BY slug").iterate())
    hash.addSector(row as unknown as Sector);
  for (const row of database.prepare("SELECT * FROM product ORDER BY product").iterate())
    hash.addProduct(row as unknown as ProductFacts);
  for (const reply of storedReplies(database)) hash.addReply(reply);
}

interface CheckedAreas extends RecomputedAreas {
  readonly checked: number;
}

function checkAreas(database: DatabaseSync, tally: Tally, { format }: Pick<Manifest, "format">): CheckedAreas {
  const areas = { countries: tally.countries(), sectors: tally.sectors(), cells: tally.cells() };
  const cells = new Map(
    [...areas.cells].flatMap(([iso2, sectors]) =>
      [...sectors].map(([sector, statistics]) => [`${iso2}/${sector}`, statistics] as const),
    ),
  );
  const stored = (sql: string) => database.prepare(sql).all();
  const check = (kind: string, sql: string, recounted: ReadonlyMap<string, AreaStatistics>): number =>
    checkStored(kind, stored(sql), recounted, format);
  const checked =
    check("country", "SELECT iso2 AS key, statistics FROM country", areas.countries) +
    check("sector", "SELECT slug AS key, statistics FROM sector", areas.sectors) +
    check("cell", "SELECT country || '/' || sector AS key, statistics FROM cell", cells);
  for (const { slug, also_named_by: count } of stored("SELECT slug, also_named_by FROM sector"))
    expectSame(`sector ${String(slug)}: also_named_by`, count, areas.sectors.get(String(slug))?.alsoNamedBy);
  return { ...areas, checked };
}

function checkStored(
  kind: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  recounted: ReadonlyMap<string, AreaStatistics>,
  format: number,
): number {
  expectSame(`number of rows of table ${kind}`, rows.length, recounted.size);
  let checked = 0;
  for (const row of rows) {
    const key = row["key"] as string;
    const statistics = recounted.get(key);
    expectSame(`${kind} ${key}: statistics`, row["statistics"], statistics && storedStatistics(statistics, format));
    checked += 1 + (statistics?.pillars.length ?? 0);
  }
  return checked;
}

/**
 * Compares what the figures of countries and sectors rest on with a recount of the downloadable
 * judgements, and returns that. Throws a VerifyError that names the first country or sector that
 * differs.
 */
async function checkProvenance(
  connection: DuckDBConnection,
  database: DatabaseSync,
  { tables, format, publishedAt }: Manifest,
  folder: string,
): Promise<AreaProvenance> {
  const fileOf = (table: string): string => {
    const found = tables.find((file) => file.table === table && file.format === "parquet");
    if (found === undefined) throw new Error(`the release has no Parquet file of ${table}`);
    return path.join(folder, found.path);
  };
  const files = { judgements: fileOf("judgements"), companies: fileOf("companies") };
  const recount = await recountProvenance(connection, files, dayOf(Date.parse(publishedAt)));
  const check = (kind: string, sql: string, recounted: ReadonlyMap<string, Provenance>): void => {
    for (const { key, provenance } of database.prepare(sql).all()) {
      const recomputed = storedProvenance(recounted.get(String(key)), format);
      expectSame(`${kind} ${String(key)}: provenance`, provenance, recomputed);
    }
  };
  check("country", "SELECT iso2 AS key, provenance FROM country ORDER BY iso2", recount.countries);
  check("sector", "SELECT slug AS key, provenance FROM sector ORDER BY slug", recount.sectors);
  return recount;
}
