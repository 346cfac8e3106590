import { isUtf8 } from "node:buffer";
import type { Stats } from "node:fs";
import { lstat, readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { invalidUtf8 } from "./sources/utf8.ts";
import type { ProblemList } from "./problem-report.ts";

interface Description {
  readonly folder: string;
  readonly file: string;
  /** The subject of its problems, as in `ProblemKind`. */
  readonly table: string;
  /** The content that is expected, and the advice where it differs. */
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

/** Reads a file; undefined where there is none, null, with a problem, where it cannot be read. */
export async function readBytes(
  { folder, file, table }: Description,
  problems: ProblemList,
): Promise<Buffer | undefined | null> {
  const found = await findFile({ folder, table, path: path.join(folder, file), label: file }, problems);
  if (found === null || found === undefined) return found;
  try {
    return await readFile(found);
  } catch (error) {
    reportUnreadable({ table, label: file }, messageOf(error), "a file that can be read", problems);
    return null;
  }
}

/** Decodes UTF-8, without byte order mark; null, with a problem, where a file is not UTF-8. */
export function decodeText(
  bytes: Buffer,
  { file, table, expected, advice }: Description,
  problems: ProblemList,
): string | null {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  const { byteOffset, found } = invalidUtf8(bytes);
  problems.add({ kind: "bad_encoding", table, file, place: `byte ${byteOffset}`, found, expected, advice });
  return null;
}

interface FileOfDataset {
  /** The folder of the dataset, or that of its raw files. */
  readonly folder: string;
  readonly table: string;
  readonly path: string;
  readonly label: string;
}

/**
 * Finds the real path of a file of a dataset, its links followed. Every file is opened by this
 * path, so that no link publishes what lies outside the folder. Returns undefined where there is no
 * file; null, with a problem, where it is no regular file (reading a named pipe would wait for a
 * writer, and some devices never end) or lies elsewhere.
 */
export async function findFile(file: FileOfDataset, problems: ProblemList): Promise<string | undefined | null> {
  const refuse = (found: string): null => {
    const expected = "a regular file, or a link to one in the same folder";
    reportUnreadable(file, found, expected, problems);
    return null;
  };
  let real: string;
  try {
    real = await realpath(file.path);
  } catch (error) {
    if (!isMissing(error)) return refuse(messageOf(error));
    return (await lstat(file.path).catch(() => null)) === null ? undefined : refuse("a link to nothing");
  }
  const found = await stat(real);
  if (!found.isFile()) return refuse(kindOf(found));
  const isInside = real.startsWith((await realpath(file.folder)) + path.sep);
  return isInside ? real : refuse("a link to a file outside the folder");
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function reportUnreadable(
  { table, label }: Pick<FileOfDataset, "table" | "label">,
  found: string,
  expected: string,
  problems: ProblemList,
): void {
  problems.add({ kind: "unreadable_file", table, file: label, found, expected });
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return "a folder";
  if (found.isFIFO()) return "a named pipe";
  return found.isSocket() ? "a socket" : "a device";
}

/** Returns the message of an error, or the text of another value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
