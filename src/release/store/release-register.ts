import path from "node:path";
import type { GateLimits } from "../../trust/gate-limits.ts";
import { readIfThere, replaceDurably } from "./durable-files.ts";
import { isObject } from "../../is-object.ts";

/**
 * The register of a data folder: one line of JSON for each thing that was decided about a release
 * besides which one is current. Lines are only ever added, so that a copy can be brought up to date
 * by its missing lines.
 */
export const REGISTER_FILE = "register.ndjson";

/** A decision about a release. */
export type ReleaseEvent = {
  readonly release: string;
  /** Time of the decision: RFC 3339, UTC. */
  readonly at: string;
} & (
  | {
      /** It was stored without becoming current. */
      readonly event: "drafted";
      /** SHA-256 of its secret name, hexadecimal. */
      readonly secret: string;
      /** Limits up to which changes need not be accepted: those that its version knew. */
      readonly gate: Partial<GateLimits>;
    }
  | {
      /** The draft becomes current at `until`, if `replaces` is current then; null: at no time. */
      readonly event: "embargoed";
      readonly until: string | null;
      /** The current release that the draft was compared with; null where there was none. */
      readonly replaces: string | null;
    }
  /** The draft has another secret name, or none any more. */
  | { readonly event: "readdressed"; readonly secret: string | null }
  /** `released`: the draft became current. `discarded`: it was deleted without that. */
  | { readonly event: "released" | "discarded" | "restored" | "pruned" }
  /** It was taken out of lists, or got a note that is shown wherever it is. */
  | { readonly event: "withdrawn" | "noted"; readonly note: string }
  /** The note that was made at the time `noted` was taken back. */
  | { readonly event: "unnoted"; readonly noted: string }
);

/**
 * Reads the events of a data folder, oldest first. Throws where the file cannot be read or holds
 * anything else.
 */
export function readRegister(folder: string): ReleaseEvent[] {
  const parse = (value: unknown): ReleaseEvent | null => (isEvent(value) ? value : null);
  return readJsonLines(path.join(folder, REGISTER_FILE), parse, "event of a register");
}

/**
 * Adds events, all or none. To be called under the publication lock. A kill or a full disk leaves
 * the register as it was.
 */
export async function appendEvents(folder: string, events: readonly ReleaseEvent[]): Promise<void> {
  const all = [...readRegister(folder), ...events];
  const lines = all.map((event) => `${JSON.stringify(event)}\n`);
  // The names of drafts are secret, and their times may be.
  await replaceDurably(path.join(folder, REGISTER_FILE), lines.join(""), 0o600);
}

const EVENTS = "drafted embargoed readdressed released discarded pruned withdrawn restored noted unnoted".split(" ");

/** What else an event holds is as this program wrote it; a newer one may know further events. */
function isEvent(found: unknown): found is ReleaseEvent {
  if (!isObject(found)) return false;
  const { release, at, event } = found;
  return typeof release === "string" && isReleaseId(release) && isTime(at) && EVENTS.includes(String(event));
}

function isTime(value: unknown): boolean {
  if (typeof value !== "string") return false;
  const time = new Date(value);
  // All times have one form, so that texts compare as the times do.
  return !Number.isNaN(time.getTime()) && time.toISOString() === value;
}

/** Returns true if a text has the form of a release id; nothing else becomes a folder name. */
export function isReleaseId(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}-[0-9a-f]{12}$/.test(text);
}

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
function readJsonLines<Entry>(file: string, parse: (value: unknown) => Entry | null, what: string): Entry[] {
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
  if (!isObject(value)) return null;
  const { release, since } = value;
  if (typeof release !== "string" || typeof since !== "string") return null;
  return { release, since, ...("agreed" in value && { agreed: true }) };
}
