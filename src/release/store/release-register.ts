import path from "node:path";
import type { GateLimits } from "../../trust/gate-limits.ts";
import { replaceDurably } from "./durable-files.ts";
import { readJsonLines } from "./release-history.ts";

/**
 * The register of a data folder: one line of JSON for each thing that was decided about a release
 * besides which one is current. Lines are only ever added, so that a copy can be brought up to date
 * by its missing lines.
 */
export const REGISTER_FILE = "register.ndjson";

/** What all events have. */
interface OfRelease {
  readonly release: string;
  /** When it was decided: RFC 3339, UTC. */
  readonly at: string;
}

/** A release was stored without becoming current. */
export interface Drafted extends OfRelease {
  readonly event: "drafted";
  /** SHA-256 of its secret name, hexadecimal. */
  readonly secret: string;
  /** What its dataset lets pass without accepting it. */
  /** Those that its version knew. */
  readonly gate: Partial<GateLimits>;
}

/** A draft becomes current at a time, if `replaces` is current then; null: at no time any more. */
export interface Embargoed extends OfRelease {
  readonly event: "embargoed";
  /** RFC 3339, UTC. */
  readonly until: string | null;
  /** The current release that the draft was compared with; null where there was none. */
  readonly replaces: string | null;
}

/** A draft has another secret name, or none any more. */
export interface Readdressed extends OfRelease {
  readonly event: "readdressed";
  readonly secret: string | null;
}

/** `released`: a draft became current. `discarded`: it was deleted without that. */
export interface Ended extends OfRelease {
  readonly event: "released" | "discarded" | "restored" | "pruned";
}

/** A release was taken out of lists, or got a note that is shown wherever it is. */
export interface Remarked extends OfRelease {
  readonly event: "withdrawn" | "noted";
  readonly note: string;
}

/** A note was taken back. */
export interface Unnoted extends OfRelease {
  readonly event: "unnoted";
  /** When the note was made. */
  readonly noted: string;
}

export type ReleaseEvent = Drafted | Embargoed | Readdressed | Ended | Remarked | Unnoted;

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
  // The names of drafts are secret, and when they appear may be.
  await replaceDurably(path.join(folder, REGISTER_FILE), lines.join(""), 0o600);
}

type Fields = Readonly<Record<string, unknown>>;

/** What each kind of event has apart from its release and time. */
const CHECKS: Readonly<Record<ReleaseEvent["event"], (fields: Fields) => boolean>> = {
  drafted: ({ secret, gate }) => isHash(secret) && isGate(gate),
  embargoed: ({ until, replaces }) => (until === null || isTime(until)) && (replaces === null || isId(replaces)),
  readdressed: ({ secret }) => secret === null || isHash(secret),
  released: () => true,
  discarded: () => true,
  withdrawn: ({ note }) => typeof note === "string",
  restored: () => true,
  noted: ({ note }) => typeof note === "string",
  unnoted: ({ noted }) => isTime(noted),
  pruned: () => true,
};

function isEvent(found: unknown): found is ReleaseEvent {
  if (!isObject(found) || !isId(found["release"]) || !isTime(found["at"])) return false;
  const check = Object.entries(CHECKS).find(([event]) => event === found["event"])?.[1];
  return check?.(found) === true;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isGate(value: unknown): boolean {
  const names = ["companiesGonePercent", "countriesGone", "mediansMovedPercent", "bandsMoved"];
  if (!isObject(value) || names.some((name) => value[name] === undefined)) return false;
  return Object.values(value).every((limit) => typeof limit === "number");
}

function isHash(value: unknown): boolean {
  return typeof value === "string" && /^[0-9a-f]{64}$/u.test(value);
}

function isTime(value: unknown): boolean {
  if (typeof value !== "string") return false;
  const time = new Date(value);
  // Written in one form, so that texts compare as the times do.
  return !Number.isNaN(time.getTime()) && time.toISOString() === value;
}

function isId(value: unknown): boolean {
  return typeof value === "string" && isReleaseId(value);
}

/** Whether a text has the form of a release id; nothing else is ever used as a folder name. */
export function isReleaseId(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}-[0-9a-f]{12}$/.test(text);
}
