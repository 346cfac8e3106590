import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import type { Compression } from "./byte-stream.ts";
import type { SingleByteEncoding } from "./decode-text.ts";
import type { ProblemList } from "./problem-report.ts";
import { toUtf8 } from "./read-as-utf8.ts";

const TEXT_FILE = /\.(?:csv|tsv|txt|json|jsonl|ndjson)(?:\.(gz|zst))?$/iu;

interface Conversion {
  /** Where the raw files are. */
  readonly data: string;
  /** An existing folder for the copies. */
  readonly converted: string;
  readonly encoding: SingleByteEncoding | null;
  readonly problems: ProblemList;
}

/**
 * Converts the raw files that DuckDB cannot read by itself, for an intake.sql that asks for it:
 * text files that are not UTF-8 are copied as UTF-8, without compression, under their relative
 * names. What cannot be converted is missing then.
 */
export async function convertFiles({ data, converted, encoding, problems }: Conversion): Promise<void> {
  for (const file of await listTextFiles(data)) {
    const copyPath = path.join(converted, file.label.replace(/\.(?:gz|zst)$/iu, ""));
    await mkdir(path.dirname(copyPath), { recursive: true });
    await toUtf8(file, copyPath, { encoding, problems }).catch(() => null);
  }
}

/** The text files in and below a folder. */
export async function listTextFiles(
  folder: string,
): Promise<{ readonly path: string; readonly label: string; readonly compression: Compression }[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries.flatMap((entry) => {
    const [isText, packed] = TEXT_FILE.exec(entry.name) ?? [];
    if (!entry.isFile() || isText === undefined) return [];
    const file = path.join(entry.parentPath, entry.name);
    const compression = packed === undefined ? null : packed.toLowerCase() === "gz" ? "gzip" : "zstd";
    return [{ path: file, label: path.relative(folder, file), compression }];
  });
}
