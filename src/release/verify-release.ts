import { DuckDBInstance } from "@duckdb/node-api";
import { createHash } from "node:crypto";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { emptyDistribution } from "../trust/scale.ts";
import { type AreaStatistics, type CompanyStatistics, openTally, type Tally } from "../trust/tally.ts";
import { DATABASE_FILE, storedFigures } from "./bundle-database.ts";
import type { Progress } from "./build-release.ts";
import type { CompanyFacts, ProductFacts } from "./company-batches.ts";
import { packDetail, unpackDetail } from "./company-detail.ts";
import { ListingBuilder } from "./company-listing.ts";
import { ContentHash } from "./content-hash.ts";
import { expectSame } from "./expect-same.ts";
import type { Manifest } from "./manifest.ts";
import { fileHash } from "./seal-folder.ts";
import { buildSearchIndex, SEARCH_FILE } from "./search-index.ts";
import { openDetails, openProducts } from "./stored-details.ts";
import { checkTables, type RecomputedAreas } from "./verify-tables.ts";

export interface Verified {
  readonly files: number;
  readonly companies: number;
  readonly judgements: number;
  /** Medians and distributions that were recomputed and found as published. */
  readonly figures: number;
}

/**
 * Recomputes everything a release publishes from the judgements inside it: hashes of the files, the fingerprint, every
 * distribution and median in the serving database, the search index, every computed cell of the downloadable tables, the ranks included. Throws a
 * VerifyError that names the first mismatch.
 */
export async function verifyRelease(
  manifest: Manifest,
  folder: string,
  onProgress: Progress = () => {},
): Promise<Verified> {
  for (const [place, file] of manifest.files.entries()) {
    onProgress("Checking files", place, manifest.files.length);
    expectSame(`${file.path}: SHA-256`, await fileHash(path.join(folder, file.path)), file.sha256);
  }
  const database = new DatabaseSync(path.join(folder, DATABASE_FILE), { readOnly: true });
  const instance = await DuckDBInstance.create(":memory:");
  try {
    const recount = recountCompanies(database, manifest, onProgress);
    const areas = checkAreas(database, recount.tally);
    expectSame("fingerprint", manifest.fingerprint, recount.fingerprint);
    checkListing(database, recount.listing);
    onProgress("Checking the search index", 0, null);
    await checkSearchIndex(manifest, folder);
    const connection = await instance.connect();
    onProgress("Checking tables", 0, null);
    const cells = await checkTables({ connection, database, manifest, folder, companies: recount.figures, areas });
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

/** A search index is held against one made anew from the names in the database; a release of format 1 has none. */
async function checkSearchIndex(manifest: Manifest, folder: string): Promise<void> {
  if (!manifest.files.some((file) => file.path === SEARCH_FILE)) {
    expectSame("manifest: format of a release without a search index", manifest.format, 1);
    return;
  }
  const expected = createHash("sha256").update(buildSearchIndex(folder)).digest("hex");
  expectSame(`${SEARCH_FILE}: SHA-256 of an index made anew`, await fileHash(path.join(folder, SEARCH_FILE)), expected);
}

interface Recount {
  readonly tally: Tally;
  /** By position. */
  readonly figures: readonly CompanyStatistics[];
  readonly judgements: number;
  readonly fingerprint: string;
  readonly listing: ListingBuilder;
  readonly checked: number;
}

/** What every format has in the columns of a company. */
type CompanyRow = Omit<CompanyFacts, "website" | "lei"> & {
  readonly judgement_count: number;
  readonly median: number | null;
  readonly distribution: string;
};

function recountCompanies(database: DatabaseSync, manifest: Manifest, onProgress: Progress): Recount {
  const { scale, pillars } = manifest.dataset;
  const tally = openTally({ bandCount: scale.bands.length, pillarCount: pillars.length });
  const figures: CompanyStatistics[] = [];
  let judgements = 0;
  let checked = 0;
  const hash = new ContentHash(manifest.dataset);
  const listing = new ListingBuilder(manifest.counts.companies);
  const shape = { pillars: pillars.length, bands: scale.bands.length };
  const details = openDetails(database, manifest);
  const productsOf = openProducts(database);
  const rows = database.prepare("SELECT * FROM company ORDER BY company").iterate();
  for (const row of rows as Iterable<unknown> as Iterable<CompanyRow>) {
    const { packed } = details(row.company)!;
    const detail = unpackDetail(packed, shape);

    const distributions = pillars.map(() => emptyDistribution(scale.bands.length));
    for (const { pillar, band } of detail.current) distributions[pillar]![band - 1]! += 1;
    const company = tally.add(row.country, row.sector, distributions);
    const name = `company ${row.id}`;
    expectSame(`${name}: number of judgements`, row.judgement_count, detail.current.length);
    expectSame(`${name}: median`, row.median, company.median);
    expectSame(`${name}: distribution`, row.distribution, JSON.stringify(company.judgements));
    expectSame(`${name}: pillars`, JSON.stringify(detail.pillars), JSON.stringify(company.pillars));
    const products = productsOf(row.company);
    const recounted = packDetail({ ...detail, aliases: row.aliases, pillars: company.pillars, products });
    expectSame(`${name}: detail`, Buffer.from(packed).toString("base64"), recounted.toString("base64"));
    listing.add(row, company.judgements, company.median);
    hash.addCompany({ ...detail, ...row }, detail.judgements, detail.sources);
    figures.push(company);
    judgements += detail.current.length;
    checked += 1 + company.pillars.length;
    if (figures.length % 1000 === 0) onProgress("Recounting companies", figures.length, manifest.counts.companies);
  }
  expectSame("manifest: counts.companies", manifest.counts.companies, figures.length);
  expectSame("manifest: counts.judgements", manifest.counts.judgements, judgements);
  hashOtherRows(database, hash);
  return { tally, figures, judgements, fingerprint: hash.fingerprint(), listing, checked };
}

/** Releases of earlier programs have no listing. */
function checkListing(database: DatabaseSync, recounted: ListingBuilder): void {
  const column = database.prepare("SELECT bytes FROM company_column WHERE name = ?");
  for (const [name, bytes] of recounted.stored()) {
    const stored = column.get(name)?.["bytes"] as Uint8Array | undefined;
    if (stored !== undefined) expectSame(`column ${name}: SHA-256`, sha256(stored), sha256(bytes));
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
}

interface CheckedAreas extends RecomputedAreas {
  readonly checked: number;
}

function checkAreas(database: DatabaseSync, tally: Tally): CheckedAreas {
  const areas = { countries: tally.countries(), sectors: tally.sectors(), cells: tally.cells() };
  const cells = new Map(
    [...areas.cells].flatMap(([iso2, sectors]) =>
      [...sectors].map(([sector, figures]) => [`${iso2}/${sector}`, figures] as const),
    ),
  );
  const checked =
    checkStored("country", database.prepare("SELECT iso2 AS key, figures FROM country").all(), areas.countries) +
    checkStored("sector", database.prepare("SELECT slug AS key, figures FROM sector").all(), areas.sectors) +
    checkStored("cell", database.prepare("SELECT country || '/' || sector AS key, figures FROM cell").all(), cells);
  return { ...areas, checked };
}

function checkStored(
  kind: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  recounted: ReadonlyMap<string, AreaStatistics>,
): number {
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
