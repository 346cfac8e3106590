import path from "node:path";
import { readIfThere, replaceDurably } from "./durable-files.ts";

/** The history of a data folder: one line of JSON for each time another release became current. */
export const HISTORY_FILE = "history.ndjson";

/** A release and the time at which it became current. */
export interface BecameCurrent {
  readonly release: string;
  /** RFC 3339, UTC. */
  readonly since: string;
  /** The release is not current before that time: nodes that follow an origin agree on it. */
  readonly agreed?: true;
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
  await writeHistory(folder, [...entries, { release, since: laterOf(at.toISOString(), last) }]);
}

/** Records when the current release becomes so: nodes get it before. Also under the lock. */
export async function postponeCurrent(folder: string, current: string | null, at: Date): Promise<void> {
  const entries = readHistory(folder, current);
  const last = entries.pop();
  if (last === undefined) return;
  await writeHistory(folder, [...entries, { ...last, since: laterOf(at.toISOString(), last), agreed: true }]);
}

async function writeHistory(folder: string, entries: readonly BecameCurrent[]): Promise<void> {
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
  await replaceDurably(path.join(folder, HISTORY_FILE), lines.join(""));
}

/** The later time: a clock that was put back must not change the order of releases. */
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

/** Parses JSON; returns undefined for a text that is none. */
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
  if (typeof release !== "string" || typeof since !== "string") return null;
  return { release, since, ...("agreed" in value && { agreed: true }) };
}
