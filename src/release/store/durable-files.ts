import { readFileSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import path from "node:path";

/** Readable by everybody whom the folders above let in; the process's umask takes rights away. */
const READABLE = 0o666;

/**
 * Writes a small file so that it is there, whole, after a power cut. A new one gets the rights
 * `mode`.
 */
export async function writeDurably(file: string, content: string, mode = READABLE): Promise<void> {
  await using handle = await open(file, "w", mode);
  await handle.writeFile(content);
  await handle.sync();
}

/**
 * Replaces a small file, or makes it: whatever happens, it has the old content or the new one, and
 * the new one after a power cut.
 */
export async function replaceDurably(file: string, content: string, mode = READABLE): Promise<void> {
  await writeDurably(`${file}.new`, content, mode);
  await rename(`${file}.new`, file);
  await syncFolder(path.dirname(file));
}

/** The text of a small file; null where there is none. */
export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/** Makes the names in a folder durable; systems that cannot sync a folder (Windows) do without. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  await using handle = await open(folder, "r");
  await handle.sync();
}

/** The code of an error of the operating system, such as ENOENT; any other thing as a text. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
