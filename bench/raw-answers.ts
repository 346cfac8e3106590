import { readdirSync, readFileSync } from "node:fs";

/**
 * What a careful person says of the files of a folder of raw data, after reading its SOURCE.md:
 * options of init, and what they write in the two documents that init made.
 */
export interface RawAnswers {
  readonly folder: string;
  /** Of `raw/`, in which * stands for any characters. */
  readonly files: readonly string[];
  readonly options: readonly string[];
  /** JSON merge patches (RFC 7396) of mapping.json and dataset.json. */
  readonly mapping: object;
  readonly dataset: object;
}

const FOLDER = new URL("raw/", import.meta.url);

/** One entry for each folder of `../shared/data/raw`. */
export const RAW_ANSWERS: readonly RawAnswers[] = readdirSync(FOLDER)
  .toSorted()
  .map((name) => ({
    folder: name.replace(/\.json$/u, ""),
    ...(JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")) as Omit<RawAnswers, "folder">),
  }));
