import path from "node:path";
import type { GateLimits } from "../../trust/gate-limits.ts";
import { replaceDurably } from "./durable-files.ts";
import { readJsonLines } from "./release-history.ts";
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
