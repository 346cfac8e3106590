import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { openAtlas } from "../../src/atlas/atlas.ts";
import {
  type IntakeOptions,
  type IntakeResult,
  openDataset,
  type OpenedDataset,
} from "../../src/intake/open-dataset.ts";

const atlas = openAtlas();
const root = mkdtempSync(path.join(tmpdir(), "intake-"));
after(() => rmSync(root, { recursive: true, force: true }));

/** A new empty folder that is removed after the tests of the file. */
export function makeFolder(): string {
  return mkdtempSync(path.join(root, "folder-"));
}

/** A dataset.json with three bands and two pillars. */
export const DATASET_FILE = {
  title: "Test",
  publisher: "Tests",
  year: 2026,
  licence: "CC-BY-4.0",
  scale: {
    id: "three",
    bands: [
      { id: "low", label: "Low band" },
      { id: "middle", label: "Middle band" },
      { id: "high", label: "High band" },
    ],
  },
  pillars: [
    { id: "water", label: "Water use" },
    { id: "pay", label: "Fair pay" },
  ],
};

/**
 * Writes files, given by relative path, into a new folder; a dataset.json that is not given is
 * `DATASET_FILE`.
 */
export function writeDataset(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = makeFolder();
  const all = { "dataset.json": JSON.stringify(DATASET_FILE), ...files };
  for (const [name, content] of Object.entries(all)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return folder;
}

/** Opens a dataset folder with a work folder of its own. */
export async function open(folder: string, options: Partial<IntakeOptions> = {}): Promise<IntakeResult> {
  const result = await openDataset({
    folder,
    dataFolder: null,
    now: new Date("2026-11-20T10:00:00Z"),
    workFolder: makeFolder(),
    memoryMiB: 256,
    threads: 1,
    sqlSeconds: 60,
    skipBadRows: false,
    atlas,
    ...options,
  });
  if (result.ok) after(() => result.dataset.close());
  return result;
}

/** Opens a dataset that is expected to be in order; throws the problems otherwise. */
export async function openGood(folder: string, options: Partial<IntakeOptions> = {}): Promise<OpenedDataset> {
  const result = await open(folder, options);
  if (!result.ok) throw new Error(JSON.stringify(result.problems.kinds, null, 1));
  return result.dataset;
}

/** The rows of a query, each as a list of its cells. */
export async function rowsOf(dataset: OpenedDataset, sql: string): Promise<unknown[][]> {
  return (await dataset.connection.runAndReadAll(sql)).getRowsJS();
}

const OTHER_TABLES = ["company", "country", "sector", "product", "term"] as const;

/** All clean tables in the order in which they stand. */
export async function cleanTables(dataset: OpenedDataset): Promise<Record<string, unknown[][]>> {
  const tables: Record<string, unknown[][]> = {};
  for (const table of OTHER_TABLES) tables[table] = await rowsOf(dataset, `SELECT * FROM clean.${table}`);
  const columns = "company, pillar, band, criterion, judge, judged_on, source";
  tables["judgement"] = await rowsOf(dataset, `SELECT ${columns} FROM clean.judgement`);
  return tables;
}
