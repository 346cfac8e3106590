import path from "node:path";
import { readIfThere, replaceDurably } from "./durable-files.ts";

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
export function readHistory(folder: string, current: string | null): BecameCurrent[] {
  const entries = readJsonLines(path.join(folder, HISTORY_FILE), parseEntry, "entry of a history");
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
export async function recordCurrent(folder: string, before: string | null, release: string, at: Date): Promise<void> {
  const entries = readHistory(folder, before);
  const last = entries.at(-1);
  if (last?.release === release) return;
  entries.push({ release, since: laterOf(at.toISOString(), last) });
  await writeHistory(folder, entries);
}

/**
 * Records that the current release became current only now, because its nodes had to get it first.
 * To be called under the publication lock.
 */
export async function postponeCurrent(folder: string, current: string | null, at: Date): Promise<void> {
  const entries = readHistory(folder, current);
  const last = entries.pop();
  if (last === undefined) return;
  entries.push({ ...last, since: laterOf(at.toISOString(), last) });
  await writeHistory(folder, entries);
}

async function writeHistory(folder: string, entries: readonly BecameCurrent[]): Promise<void> {
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
  await replaceDurably(path.join(folder, HISTORY_FILE), lines.join(""));
}

/** A clock that was put back must not change what came after what. */
function laterOf(time: string, last: BecameCurrent | undefined): string {
  return last !== undefined && last.since > time ? last.since : time;
}

/**
 * Reads a file with one JSON value on each line; none where there is no file. `parse` returns null
 * for a value that is not what the file holds: then, as for a line that is no JSON, an Error says
 * which line is no `what`.
 */
export function readJsonLines<Entry>(file: string, parse: (value: unknown) => Entry | null, what: string): Entry[] {
  const text = readIfThere(file) ?? "";
  return text.split("\n").flatMap((line, index) => {
    if (line === "") return [];
    const entry = parse(parseJson(line));
    if (entry === null) throw new Error(`line ${index + 1} of ${file} is no ${what}`);
    return [entry];
  });
}

/** Undefined for a text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseEntry(value: unknown): BecameCurrent | null {
  if (typeof value !== "object" || value === null || !("release" in value && "since" in value)) return null;
  const { release, since } = value;
  return typeof release === "string" && typeof since === "string" ? { release, since } : null;
}
