import { readFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import path from "node:path";
import { writeDurably } from "./seal-folder.ts";

/** The history of a data folder: one line of JSON for each time another release became current. */
export const HISTORY_FILE = "history.ndjson";

/** A release and when it became current. */
export interface BecameCurrent {
  readonly release: string;
  /** RFC 3339, UTC. */
  readonly since: string;
}

/**
 * Reads which release became current when, oldest first. The last one is `current`.
 *
 * The history is written before the pointer `current`, so a line at its end that names another
 * release belongs to a publication that was killed in between. Where the history does not know the
 * current release, because the pointer was written by hand, it counts from the date in its id.
 * Throws where the file cannot be read.
 */
export function readHistory(dataFolder: string, current: string | null): BecameCurrent[] {
  const entries = readLines(path.join(dataFolder, HISTORY_FILE));
  if (entries.length > 0 && entries.at(-1)?.release !== current) entries.pop();
  if (current === null) return [];
  const last = entries.at(-1);
  if (last?.release !== current) {
    const published = `${current.slice(0, 10)}T00:00:00.000Z`;
    entries.push({ release: current, since: laterOf(published, last) });
  }
  return entries;
}

/**
 * Records that a release becomes current, before the pointer says so. To be called under the
 * publication lock.
 */
export async function recordCurrent(
  dataFolder: string,
  before: string | null,
  release: string,
  at: Date,
): Promise<void> {
  const entries = readHistory(dataFolder, before);
  const last = entries.at(-1);
  if (last?.release === release) return;
  entries.push({ release, since: laterOf(at.toISOString(), last) });
  const file = path.join(dataFolder, HISTORY_FILE);
  await writeDurably(`${file}.new`, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  await rename(`${file}.new`, file);
}

/** A clock that was put back must not change what came after what. */
function laterOf(time: string, last: BecameCurrent | undefined): string {
  return last !== undefined && last.since > time ? last.since : time;
}

function readLines(file: string): BecameCurrent[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
  return text.split("\n").flatMap((line, index) => {
    if (line === "") return [];
    const entry = parseLine(line);
    if (entry === null) throw new Error(`line ${index + 1} of ${file} is no entry of a history`);
    return [entry];
  });
}

function parseLine(line: string): BecameCurrent | null {
  try {
    const { release, since } = JSON.parse(line) as Partial<BecameCurrent>;
    return typeof release === "string" && typeof since === "string" ? { release, since } : null;
  } catch {
    return null;
  }
}
