import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isRunning } from "./work-folder.ts";

/**
 * The address of the service that runs on a data folder, for commands beside it: with a PORT of its
 * own, or a BASE_URL that only it was given, their settings do not say it.
 */

const FILE = "service.json";

/** Notes that this process serves the data folder at `url`; returns a function that undoes it. */
export function noteService(dataFolder: string, url: string): () => void {
  const file = path.join(dataFolder, FILE);
  try {
    writeFileSync(file, `${JSON.stringify({ url, pid: process.pid })}\n`, { mode: 0o600 });
  } catch {
    // A folder that cannot be written has no commands beside it, either.
    return () => {};
  }
  return () => {
    if (readNote(file)?.pid === process.pid) rmSync(file, { force: true });
  };
}

/** The address of the service that runs on the data folder; null where none is known. */
export function findService(dataFolder: string): string | null {
  const note = readNote(path.join(dataFolder, FILE));
  // A service that was killed has left its note behind.
  return note !== null && isRunning(note.pid) ? note.url : null;
}

function readNote(file: string): { readonly url: string; readonly pid: number } | null {
  try {
    const { url, pid }: Record<string, unknown> = JSON.parse(readFileSync(file, "utf8"));
    return typeof url === "string" && typeof pid === "number" ? { url, pid } : null;
  } catch {
    return null;
  }
}
