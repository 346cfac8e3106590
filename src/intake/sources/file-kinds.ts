import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Compression } from "./byte-stream.ts";

interface FileKind {
  readonly format: "csv" | "ndjson" | "json" | "yaml" | "parquet" | "xlsx";
  /** The delimiter that the extension prescribes, or null where the rows show it. */
  readonly delimiter: string | null;
  readonly compression: Compression;
  /** The name without its extensions. */
  readonly stem: string;
}

const FORMATS: Readonly<Record<string, FileKind["format"]>> = {
  csv: "csv",
  tsv: "csv",
  txt: "csv",
  json: "json",
  jsonl: "ndjson",
  ndjson: "ndjson",
  yaml: "yaml",
  yml: "yaml",
  parquet: "parquet",
  xlsx: "xlsx",
  xlsm: "xlsx",
};

/** Tells the kind of a file by its name; null for one that is not read. */
export function kindOf(name: string): FileKind | null {
  const [whole = "", extension = "", packed] = /\.([a-z]+)(?:\.(gz|zst))?$/iu.exec(name) ?? [];
  const format = FORMATS[extension.toLowerCase()];
  if (format === undefined) return null;
  const compression = packed === undefined ? null : packed.toLowerCase() === "gz" ? "gzip" : "zstd";
  if (compression !== null && (format === "parquet" || format === "xlsx")) return null;
  const delimiter = extension.toLowerCase() === "tsv" ? "\t" : null;
  return { format, delimiter, compression, stem: name.slice(0, name.length - whole.length) };
}

/** Spreadsheets in a format that is not read. */
export const OTHER_SPREADSHEET = /\.(?:xls|xlsb|ods|fods|numbers)$/iu;

/** Lists files in and below the folder, by relative name, in order; no links, nothing hidden. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .filter((file) => !file.split("/").some((part) => /^(?:\.|~\$)/u.test(part)))
    .toSorted();
}
