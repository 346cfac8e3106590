import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { AreaStatistics, Tally } from "../trust/tally.ts";
import type { BatchWorker } from "./batch-thread.ts";
import { BundleDatabase, DATABASE_FILE, storedFigures } from "./bundle-database.ts";
import type { CleanDataset } from "./clean-dataset.ts";
import { ContentHash } from "./content-hash.ts";
import { readRows, streamRows } from "./duck-rows.ts";
import { type Areas, judgeCompanies } from "./judge-companies.ts";
import type { JudgementBatch } from "./judgement-batch.ts";
import { isoDate } from "./judgement-blob.ts";
import { BUNDLE_FORMAT, type Manifest, METHOD, type TableFile } from "./manifest.ts";
import { JudgementCursor } from "./judgement-cursor.ts";
import { type JudgementFilesWritten, judgementTables, openJudgementFiles } from "./judgement-files.ts";
import { FolderSeal } from "./seal-folder.ts";
import { openSearchIndexWriter, SEARCH_FILE } from "./search-index.ts";
import { type AreaRows, FigureTables } from "./figure-tables.ts";

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
  await mkdir(path.join(folder, "tables"));
  const cursor = await JudgementCursor.open(dataset);
  const database = new BundleDatabase(path.join(folder, DATABASE_FILE));
  const figures = new FigureTables(dataset);
  const hash = new ContentHash(dataset.facts);
  const searchIndex = openSearchIndexWriter(folder, dataset.counts.companies + dataset.counts.products);
  let files: BatchWorker<JudgementBatch, JudgementFilesWritten> | undefined;
  try {
    // What the database has left to do is little, beside threads of ours; of several threads it would have all but one spin until that one is done.
    await dataset.connection.run("SET threads = 1");
    await figures.create();
    const terms = await writeTerms(dataset, database, hash);
    const areas = await readAreas(dataset, hash);
    files = openJudgementFiles(
      { folder, facts: dataset.facts, layout: dataset.judgements.layout, terms },
      dataset.counts.judgements,
    );
    const judged = await judgeCompanies({
      dataset,
      areas,
      cursor,
      database,
      hash,
      figures,
      files,
      searchIndex,
      onProgress: (done) => onProgress("Judging companies, writing judgements", done, dataset.counts.companies),
    });
    const fingerprint = hash.fingerprint();
    const id = releaseId(publishedAt, fingerprint);
    const asOf = isoDate(judged.newestDay);
    onProgress("Writing tables and the search index", 0, null);
    const seal = new FolderSeal(folder);
    const writeAreaTables = async (): Promise<TableFile[]> => {
      const rows = areaRows({ dataset, areas, tally: judged.tally, id, asOf });
      addAreas(database, rows);
      database.finish();
      seal.begin(DATABASE_FILE);
      return await figures.writeAreas(folder, rows);
    };
    const judgements = judgementTables(dataset);
    const sealJudgements = (hashes: JudgementFilesWritten): void => {
      for (const { path: file, format } of judgements) seal.begin(file, hashes[format]);
    };
    // The longest begin first. A file is sealed as soon as it is whole: to have hundreds of megabytes on the disk takes a while, in which others are written.
    const [rowFiles, , , areaFiles] = await together([
      figures.writeRows(folder),
      searchIndex.finish().then(() => seal.begin(SEARCH_FILE)),
      files.finish().then(sealJudgements),
      writeAreaTables(),
    ]);
    const tables = [...areaFiles, ...rowFiles, ...judgements];
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
    await cursor.close();
    database.abandon();
    await files?.abandon();
    await searchIndex.abandon();
  }
}

/** All results, or the first failure once none is at work any more: nothing may be closed under a running query. */
async function together<const Works extends readonly Promise<unknown>[]>(
  works: Works,
): Promise<{ -readonly [Place in keyof Works]: Awaited<Works[Place]> }> {
  await Promise.allSettled(works);
  return await Promise.all(works);
}

/** The date of publication and the first 12 hex digits of the fingerprint. */
function releaseId(publishedAt: Date, fingerprint: string): string {
  return `${publishedAt.toISOString().slice(0, 10)}-${fingerprint.slice(0, 12)}`;
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
  const sql = "SELECT term, text FROM clean.term WHERE is_label ORDER BY term";
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

interface Counted {
  readonly dataset: CleanDataset;
  readonly areas: Areas;
  readonly tally: Tally;
  readonly id: string;
  readonly asOf: string | null;
}

/** Countries, sectors and cells with what was counted of them. */
function areaRows({ dataset, areas, tally, id, asOf }: Counted): AreaRows {
  const byCountry = tally.countries();
  const bySector = tally.sectors();
  const inCells = tally.cells();
  return {
    countries: areas.countries.map((country) => ({ ...country, figures: figuresOf(byCountry, country.iso2) })),
    sectors: areas.sectors.map((sector) => ({ ...sector, figures: figuresOf(bySector, sector.slug) })),
    cells: areas.countries.flatMap(({ iso2, iso3 }) =>
      [...(inCells.get(iso2) ?? [])].map(([sector, cell]) => ({ iso2, iso3, sector, figures: cell })),
    ),
    minimumCompanies: dataset.facts.minimumCompanies,
    id,
    asOf,
  };
}

function addAreas(database: BundleDatabase, { countries, sectors, cells }: AreaRows): void {
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
}

function figuresOf(areas: ReadonlyMap<string, AreaStatistics>, key: string): AreaStatistics {
  const figures = areas.get(key);
  if (!figures) throw new Error(`${key} stands in the clean tables, but has no company`);
  return figures;
}
