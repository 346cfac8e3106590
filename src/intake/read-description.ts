import { isUtf8 } from "node:buffer";
import type { Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { describeInvalidUtf8 } from "./check-encoding.ts";
import type { ProblemList } from "./problem-report.ts";

interface Description {
  readonly folder: string;
  readonly file: string;
  /** What its problems are about, as in `ProblemKind`. */
  readonly table: string;
  /** What is expected of its content, and what to do where that is not met. */
  readonly expected: string;
  readonly advice: string;
}

/**
 * Reads a file that describes a dataset. Returns undefined where there is none, null, with a
 * problem, where it cannot be read or is not UTF-8.
 */
export async function readDescription(
  description: Description,
  problems: ProblemList,
): Promise<string | undefined | null> {
  const bytes = await readBytes(description, problems);
  return bytes === null || bytes === undefined ? bytes : decodeText(bytes, description, problems);
}

/**
 * Reads a file. Returns undefined where there is none, null, with a problem, where it cannot be
 * read.
 */
export async function readBytes(
  { folder, file, table }: Description,
  problems: ProblemList,
): Promise<Buffer | undefined | null> {
  const filePath = path.join(folder, file);
  if (await isIrregular({ table, path: filePath, label: file }, problems)) return null;
  try {
    return await readFile(filePath);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    const found = messageOf(error);
    problems.add({ kind: "unreadable_file", table, file, found, expected: "a file that can be read" });
    return null;
  }
}

/** The text of a file in UTF-8, without byte order mark; null, with a problem, where it is none. */
export function decodeText(
  bytes: Buffer,
  { file, table, expected, advice }: Description,
  problems: ProblemList,
): string | null {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  const { byteOffset, found } = describeInvalidUtf8(bytes);
  problems.add({ kind: "bad_encoding", table, file, place: `byte ${byteOffset}`, found, expected, advice });
  return null;
}

/**
 * Whether a path leads to something else than a file, which is a problem: reading a named pipe
 * would wait for a writer, and some devices never end. Links are followed; a path that cannot be
 * examined is left to the reader.
 */
export async function isIrregular(
  file: { readonly table: string; readonly path: string; readonly label: string },
  problems: ProblemList,
): Promise<boolean> {
  const found = await stat(file.path).catch(() => null);
  if (found === null || found.isFile()) return false;
  problems.add({
    kind: "unreadable_file",
    table: file.table,
    file: file.label,
    found: kindOf(found),
    expected: "a regular file, or a link to one",
  });
  return true;
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return "a folder";
  if (found.isFIFO()) return "a named pipe";
  return found.isSocket() ? "a socket" : "a device";
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
