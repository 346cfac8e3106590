import { openAtlas } from "../../src/atlas/atlas.ts";
import type { Branding } from "../../src/branding/branding.ts";
import { ProblemList } from "../../src/intake/problem-report.ts";
import { readBranding } from "../../src/intake/read-branding.ts";
import { readDatasetFile } from "../../src/intake/read-dataset-file.ts";
import type { DatasetFacts } from "../../src/trust/dataset.ts";
import { DATASET_FILE, writeDataset } from "./open-folder.ts";

const atlas = openAtlas();

interface Description extends Pick<ProblemList, "problems" | "notices"> {
  /** Null when dataset.json has any problem. */
  readonly facts: DatasetFacts | null;
  readonly branding: Branding;
}

/** Reads dataset.json of a folder, and the files it names, but no table: that takes much longer. */
export async function describeFolder(folder: string): Promise<Description> {
  const list = new ProblemList();
  const { facts, branding: described } = await readDatasetFile(folder, atlas, list);
  const branding = await readBranding(described, folder, list);
  return { facts, branding, problems: list.problems, notices: list.notices };
}

/** Reads a dataset.json that is `DATASET_FILE` with a change. */
export function describeWith(change: object): Promise<Description> {
  return describeFolder(writeDataset({ "dataset.json": JSON.stringify({ ...DATASET_FILE, ...change }) }));
}
