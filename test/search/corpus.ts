import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import type { SearchDocument } from "../../src/search/search-document.ts";
import { readCsv } from "../fixtures/csv.ts";

const FOLDER = new URL("../../../shared/data/search/", import.meta.url);

/**
 * Why the real names cannot be used; false where they can. They are not part of the project: their
 * licences differ.
 */
export const CORPUS_MISSING: string | false = existsSync(new URL("corpus-real.csv.gz", FOLDER))
  ? false
  : `the corpus of real names is not in ${fileURLToPath(FOLDER)}`;

/** The real company and product names, in the order of the file. */
export function readCorpus(): SearchDocument[] {
  const text = gunzipSync(readFileSync(new URL("corpus-real.csv.gz", FOLDER))).toString();
  return readCsv(text)
    .slice(1)
    .map(([id, kind, name, aliases, country, sector, popularity]) => ({
      kind: kind === "c" ? "company" : "product",
      position: Number(id),
      name: name!,
      aliases: aliases === "" ? [] : aliases!.split("|"),
      country: country!,
      sector: sector!,
      popularity: Number(popularity) / 100,
    }));
}

/** A query, and the positions of the documents it should find. */
export interface JudgedQuery {
  /** `hand` was written by people, `dev` made by rules. */
  readonly set: string;
  readonly kind: string;
  readonly query: string;
  readonly relevant: ReadonlySet<number>;
}

export function readJudgedQueries(): JudgedQuery[] {
  const lines = readFileSync(new URL("judged.tsv", FOLDER), "utf8").trimEnd().split("\n");
  return lines.slice(1).map((line) => {
    const [set, kind, query, relevant] = line.split("\t");
    return { set: set!, kind: kind!, query: query!, relevant: new Set(relevant!.split(",").map(Number)) };
  });
}
