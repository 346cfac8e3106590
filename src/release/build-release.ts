import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type AreaFigures, type CompanyFigures, openTally, type Tally } from "../trust/tally.ts";
import type { BatchWorker } from "./batch-thread.ts";
import { BundleDatabase, DATABASE_FILE, storedFigures } from "./bundle-database.ts";
import type { CleanDataset } from "./clean-dataset.ts";
import { ContentHash } from "./content-hash.ts";
import { companyBatches, type CompanyFacts } from "./company-batches.ts";
import { type CompanyColumns, emptyCompanyColumns, storedColumns } from "./company-columns.ts";
import { ListingBuilder } from "./company-listing.ts";
import { readRows, streamRows } from "./duck-rows.ts";
import { isoDate, UNDATED } from "./judgement-blob.ts";
import { BUNDLE_FORMAT, type Manifest, METHOD } from "./manifest.ts";
import { JudgementCursor } from "./judgement-cursor.ts";
import { addLoaded, type JudgementFilesWritten, judgementTables, openJudgementFiles } from "./judgement-files.ts";
import { FolderSeal } from "./seal-folder.ts";
import { type NameBatch, openSearchIndexWriter } from "./search-index.ts";
import { FigureTables } from "./figure-tables.ts";

/** Hears how far a long work is; `total` is null where it is not known. */
export type Progress = (step: string, done: number, total: number | null) => void;

export interface BuildOptions {
  readonly dataset: CleanDataset;
  /** An empty folder that becomes the bundle. */
  readonly folder: string;
  readonly publishedAt: Date;
  readonly onProgress?: Progress;
}

/**
 * Turns a clean dataset into a complete bundle in `folder`: serving database, search index, downloadable tables, manifest; all of
 * it fsynced. The content depends on the dataset alone, and the id on the day too. Throws where the dataset is not as
 * `CleanDataset` promises.
 */
export async function buildRelease({
  dataset,
  folder,
  publishedAt,
  onProgress = () => {},
}: BuildOptions): Promise<Manifest> {
  const database = new BundleDatabase(path.join(folder, DATABASE_FILE));
  const figures = new FigureTables(dataset);
  const hash = new ContentHash(dataset.facts);
  await mkdir(path.join(folder, "tables"));
  const searchIndex = openSearchIndexWriter(folder, dataset.counts.companies + dataset.counts.products);
  try {
    await figures.create();
    const terms = await writeTerms(dataset, database, hash);
    const areas = await readAreas(dataset, hash);
    const judged = await writeCompanies({
      dataset,
      folder,
      database,
      hash,
      figures,
      terms,
      searchIndex,
      areas,
      onProgress,
    });
    const seal = new FolderSeal(folder);
    const judgements = judgementTables(dataset);
    for (const { path: file, format } of judgements) seal.begin(file, judged.files[format]);
    const fingerprint = hash.fingerprint();
    const id = releaseId(publishedAt, fingerprint);
    const asOf = isoDate(judged.newestDay);
    await writeAreas({ dataset, database, figures, areas, tally: judged.tally, id, asOf });
    onProgress("Writing tables and the search index", 0, null);
    database.finish();
    const [figureFiles] = await together(figures.writeFiles(folder), searchIndex.finish());
    const tables = [...figureFiles, ...judgements];
    onProgress("Sealing", 0, null);
    return await seal.finish({
      format: BUNDLE_FORMAT,
      id,
      fingerprint,
      method: METHOD,
      publishedAt: publishedAt.toISOString(),
      dataset: dataset.facts,
      asOf,
      counts: {
        ...dataset.counts,
        countries: areas.countries.length,
        sectors: areas.sectors.length,
        judgedCompanies: judged.companies,
      },
      tables,
    });
  } finally {
    database.abandon();
    await searchIndex.abandon();
  }
}

/** Both results, or the first failure once neither is at work any more: nothing may be closed under a running query. */
async function together<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return [await first, await second];
}

/** The date of publication and the first 12 hex digits of the fingerprint. */
export function releaseId(publishedAt: Date, fingerprint: string): string {
  return `${publishedAt.toISOString().slice(0, 10)}-${fingerprint.slice(0, 12)}`;
}

interface Areas {
  /** Ordered by ISO2. */
  readonly countries: readonly { iso2: string; iso3: string; slug: string; name: string }[];
  /** Ordered by slug. */
  readonly sectors: readonly { slug: string; label: string }[];
}

async function readAreas({ connection }: CleanDataset, hash: ContentHash): Promise<Areas> {
  const areas: Areas = {
    countries: await readRows(connection, "SELECT iso2, iso3, slug, name FROM clean.country ORDER BY iso2"),
    sectors: await readRows(connection, "SELECT slug, label FROM clean.sector ORDER BY slug"),
  };
  for (const country of areas.countries) hash.addCountry(country);
  for (const sector of areas.sectors) hash.addSector(sector);
  return areas;
}

/** Criteria and judges, which it returns by their number; source addresses stand at their companies. */
async function writeTerms(
  { connection }: CleanDataset,
  database: BundleDatabase,
  hash: ContentHash,
): Promise<Map<number, string>> {
  const written = new Map<number, string>();
  const sql = `SELECT term, text FROM clean.term
    WHERE term IN (SELECT criterion FROM clean.judgement UNION SELECT judge FROM clean.judgement) ORDER BY term`;
  for await (const terms of streamRows<{ term: number; text: string }>(connection, sql)) {
    database.addRows(
      "term",
      terms.map(({ term, text }) => [term, text]),
    );
    for (const { term, text } of terms) {
      hash.addTerm(text);
      written.set(term, text);
    }
  }
  return written;
}

interface JudgedCompanies {
  readonly tally: Tally;
  /** How many companies have a current judgement. */
  readonly companies: number;
  readonly newestDay: number;
  readonly files: JudgementFilesWritten;
}

interface WriteCompanies {
  readonly dataset: CleanDataset;
  readonly folder: string;
  readonly database: BundleDatabase;
  readonly hash: ContentHash;
  readonly figures: FigureTables;
  readonly terms: ReadonlyMap<number, string>;
  readonly searchIndex: BatchWorker<NameBatch, null>;
  readonly areas: Areas;
  readonly onProgress: Progress;
}

async function writeCompanies({
  dataset,
  folder,
  database,
  hash,
  figures,
  terms,
  searchIndex,
  areas,
  onProgress,
}: WriteCompanies): Promise<JudgedCompanies> {
  const { facts, counts } = dataset;
  const tally = openTally({ bandCount: facts.scale.bands.length, pillarCount: facts.pillars.length });
  const columns = emptyCompanyColumns(counts.companies, facts.pillars.length);
  const fill = columnFiller(columns, areas);
  const listing = new ListingBuilder(counts.companies);
  const judged = { tally, companies: 0, newestDay: UNDATED };
  let productCount = 0;
  const cursor = await JudgementCursor.open(dataset);
  const files = openJudgementFiles({ folder, facts, layout: cursor.layout, terms }, counts.judgements);
  let written: JudgementFilesWritten;
  try {
    for await (const batch of companyBatches(dataset)) {
      await cursor.load(batch.lastCompany);
      await addLoaded(files, batch.companies, cursor);
      const batchFigures: CompanyFigures[] = [];
      for (const company of batch.companies) {
        const taken = cursor.take(company);
        const companyFigures = tally.add(company.country, company.sector, taken.pillars);
        database.addCompany(company, companyFigures, taken);
        fill(company, companyFigures, taken.count);
        listing.add(company, companyFigures.judgements, companyFigures.median);
        batchFigures.push(companyFigures);
        hash.addCompany(company, taken.packed, taken.sources);
        if (taken.count > 0) judged.companies += 1;
        if (taken.newestDay > judged.newestDay) judged.newestDay = taken.newestDay;
      }
      const products = batch.products.map((row) => ({ ...row, product: productCount++ }));
      for (const row of products) {
        database.addProduct(row.product, row);
        hash.addProduct(row);
      }
      await searchIndex.add({
        companies: batch.companies.map(({ company, name, aliases, country, sector }) => {
          return { company, name, aliases, country, sector, judgements: columns.judgements[company]! };
        }),
        products: products.map(({ product, company, name, brand }) => ({ product, company, name, brand })),
      });
      await figures.addCompanies(batch.companies, batchFigures);
      onProgress("Judging companies, writing judgements", batch.lastCompany + 1, counts.companies);
    }
    await cursor.expectEnd();
    written = await files.finish();
  } finally {
    cursor.close();
    await files.abandon();
  }
  database.addRows("company_column", storedColumns(columns));
  database.addRows("company_column", listing.stored());
  return { ...judged, files: written };
}

function columnFiller(
  columns: CompanyColumns,
  areas: Areas,
): (company: CompanyFacts, figures: CompanyFigures, count: number) => void {
  const countries = new Map(areas.countries.map(({ iso2 }, place) => [iso2, place]));
  const sectors = new Map(areas.sectors.map(({ slug }, place) => [slug, place]));
  return (company, figures, count) => {
    const at = company.company;
    const country = countries.get(company.country);
    const sector = sectors.get(company.sector);
    if (country === undefined || sector === undefined) {
      throw new Error(
        `company ${company.id} stands in ${company.country}, ${company.sector}, which the clean tables lack`,
      );
    }
    columns.country[at] = country;
    columns.sector[at] = sector;
    columns.median[at] = figures.median ?? 0;
    columns.judgements[at] = count;
    for (const [pillar, { median }] of figures.pillars.entries()) columns.pillarMedians[pillar]![at] = median ?? 0;
  };
}

interface WriteAreas {
  readonly dataset: CleanDataset;
  readonly database: BundleDatabase;
  readonly figures: FigureTables;
  readonly areas: Areas;
  readonly tally: Tally;
  readonly id: string;
  readonly asOf: string | null;
}

async function writeAreas({ dataset, database, figures, areas, tally, id, asOf }: WriteAreas): Promise<void> {
  const byCountry = tally.countries();
  const bySector = tally.sectors();
  const countries = areas.countries.map((country) => ({ ...country, figures: figuresOf(byCountry, country.iso2) }));
  const sectors = areas.sectors.map((sector) => ({ ...sector, figures: figuresOf(bySector, sector.slug) }));
  const cells = countries.flatMap(({ iso2, iso3 }) =>
    [...(tally.cells().get(iso2) ?? [])].map(([sector, cell]) => ({ iso2, iso3, sector, figures: cell })),
  );
  database.addRows(
    "country",
    countries.map((row) => [row.iso2, row.iso3, row.slug, row.name, storedFigures(row.figures)]),
  );
  database.addRows(
    "sector",
    sectors.map((row) => [row.slug, row.label, storedFigures(row.figures)]),
  );
  database.addRows(
    "cell",
    cells.map((row) => [row.iso2, row.sector, storedFigures(row.figures)]),
  );
  await figures.addAreas({ countries, sectors, cells, minimumCompanies: dataset.facts.minimumCompanies, id, asOf });
}

function figuresOf(areas: ReadonlyMap<string, AreaFigures>, key: string): AreaFigures {
  const figures = areas.get(key);
  if (!figures) throw new Error(`${key} stands in the clean tables, but has no company`);
  return figures;
}
