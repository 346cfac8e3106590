import type { DuckDBConnection } from "@duckdb/node-api";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { dayOf, judgedOnText } from "../trust/judged-on.ts";
import { ANSWERED_STATUSES } from "../trust/replies.ts";
import { areaRows, type Areas, readProvenance, storedAreas } from "./area-tables.ts";
import { writeBranding } from "./branding-files.ts";
import { BundleDatabase, DATABASE_FILE } from "./bundle-database.ts";
import { type CleanDataset, readRows } from "./clean-dataset.ts";
import { ContentHash } from "./content-hash.ts";
import { quoted } from "../tables/column.ts";
import { judgeCompanies, type JudgeCompanies } from "./judge-companies.ts";
import { BUNDLE_FORMAT, type Manifest, METHOD } from "./manifest.ts";
import { sealFolder } from "./seal-folder.ts";
import { buildSearchIndex, SEARCH_FILE } from "./search-index.ts";
import { TableWriter } from "./write-tables.ts";

/** Called with the progress of long work; `total` is null where it is not known. */
export type Progress = (step: string, done: number, total: number | null) => void;

const JUDGING = "Judging companies, writing judgements";

export interface BuildOptions {
  readonly dataset: CleanDataset;
  /** An empty folder that becomes the bundle. */
  readonly folder: string;
  readonly publishedAt: Date;
  /** Number of rows of `clean.reply` that were carried over from the release before. */
  readonly carriedReplies?: number;
  readonly onProgress?: Progress;
}

/**
 * Turns a clean dataset into a complete bundle in `folder`: serving database, search index,
 * downloadable tables, logos and texts, manifest; all of it fsynced. The content depends on the
 * dataset alone, and the id on the day too. Throws where the dataset is not as `CleanDataset`
 * promises.
 */
export async function buildRelease(options: BuildOptions): Promise<Manifest> {
  const { dataset, folder, publishedAt, carriedReplies = 0, onProgress = () => {} } = options;
  await mkdir(path.join(folder, "tables"));
  const database = new BundleDatabase(path.join(folder, DATABASE_FILE));
  const tables = new TableWriter(dataset, folder);
  const hash = new ContentHash(dataset.facts, dataset.branding);
  try {
    const threads = await threadsOf(dataset.connection);
    // The bytes of Parquet files must not depend on how work is split, and this thread needs a
    // processor, too.
    await dataset.connection.run("SET threads = 1");
    await tables.create();
    await writeTerms(dataset, database, hash);
    const areas = await readAreas(dataset, hash);
    // The table of judgements takes as long as everything else.
    const [written] = await together([writeRest(options, { areas, database, tables, hash }), tables.writeJudgements()]);
    // A CSV file has the same bytes in any case.
    await dataset.connection.run(`SET threads = ${threads}`);
    const judgementFiles = await tables.copyJudgements();
    const { judgedCompanies, fingerprint, id, asOf } = written;
    onProgress("Sealing", 0, null);
    return await sealFolder(folder, {
      format: BUNDLE_FORMAT,
      id,
      fingerprint,
      method: METHOD,
      publishedAt: publishedAt.toISOString(),
      dataset: dataset.facts,
      branding: await writeBranding(dataset.branding, folder),
      asOf,
      counts: {
        ...dataset.counts,
        replies: dataset.counts.replies + carriedReplies,
        carriedReplies,
        ...(await countAsked(dataset.connection)),
        countries: areas.countries.length,
        sectors: areas.sectors.length,
        judgedCompanies,
      },
      tables: [...written.files, ...judgementFiles],
    });
  } finally {
    database.abandon();
  }
}

/** Writes everything but the table of judgements. */
async function writeRest(
  options: BuildOptions,
  { areas, database, tables, hash }: Pick<JudgeCompanies, "areas" | "database" | "tables" | "hash">,
) {
  const { dataset, folder, publishedAt, onProgress = () => {} } = options;
  const publishedOn = dayOf(publishedAt.getTime());
  const judged = await judgeCompanies({
    publishedOn,
    dataset,
    areas,
    database,
    hash,
    tables,
    onProgress: (done) => onProgress(JUDGING, done, dataset.counts.companies),
  });
  const fingerprint = hash.fingerprint();
  const id = releaseId(publishedAt, fingerprint);
  const asOf = judgedOnText(judged.newest);
  onProgress("Writing tables and the search index", 0, null);
  const provenance = await readProvenance(dataset.connection, publishedOn);
  const rows = areaRows(areas, judged.tally, provenance);
  const { country, sector, cell } = storedAreas(rows);
  database.addRows("country", country);
  database.addRows("sector", sector);
  database.addRows("cell", cell);
  database.finish();
  await writeFile(path.join(folder, SEARCH_FILE), buildSearchIndex(folder));
  const files = [...(await tables.writeAreas(rows, id, asOf)), ...(await tables.writeCompanies())];
  return { judgedCompanies: judged.companies, fingerprint, id, asOf, files };
}

/**
 * Returns all results, or throws the first error once all works have ended: nothing may be closed
 * under a running query.
 */
async function together<const Works extends readonly Promise<unknown>[]>(
  works: Works,
): Promise<{ -readonly [Index in keyof Works]: Awaited<Works[Index]> }> {
  await Promise.allSettled(works);
  return await Promise.all(works);
}

/** Number of threads that the queries of a database have. */
async function threadsOf(connection: DuckDBConnection): Promise<number> {
  const [row] = await readRows<{ threads: bigint }>(connection, "SELECT current_setting('threads') AS threads");
  return Number(row?.threads);
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

/** Writes the labels; URLs are stored with their companies. */
async function writeTerms({ connection }: CleanDataset, database: BundleDatabase, hash: ContentHash): Promise<void> {
  const terms = await readRows<{ term: number; text: string }>(
    connection,
    "SELECT term, text FROM clean.term WHERE is_label ORDER BY term",
  );
  for (const { text } of terms) hash.addTerm(text);
  database.addRows(
    "term",
    terms.map(({ term, text }) => [term, text]),
  );
}

/** Counts the companies that were asked for a reply, and those of them that answered. */
async function countAsked(
  connection: DuckDBConnection,
): Promise<Pick<Manifest["counts"], "askedCompanies" | "answeredCompanies">> {
  const answered = ANSWERED_STATUSES.map(quoted).join(", ");
  const [row] = await readRows<{ asked: bigint; answered: bigint }>(
    connection,
    `SELECT count(DISTINCT company) AS asked, count(DISTINCT company) FILTER (status IN (${answered})) AS answered FROM clean.reply`,
  );
  return { askedCompanies: Number(row?.asked), answeredCompanies: Number(row?.answered) };
}
