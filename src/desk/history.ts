import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { AJV } from "../intake/read-dataset-file.ts";
import { parseJson } from "../release/store/release-register.ts";
import {
  DESK_FOLDER,
  digestOf,
  type DocumentName,
  DOCUMENTS,
  readInside,
  replaceFiles,
  type Texts,
  VERSIONS_FOLDER,
} from "./documents.ts";
import { DRAFT_FILES } from "../intake/guess/drafts.ts";

/** SHA-256 of documents, by which their texts are kept; null where a document is absent. */
type Versions = Readonly<Partial<Record<DocumentName, string | null>>>;

/** A change at the desk: a line of `.desk/history.jsonl`. */
export interface HistoryEntry {
  /** The number of the entry, from 1. */
  readonly n: number;
  /** ISO 8601, in UTC. */
  readonly at: string;
  /** The id of the step in which it was done. */
  readonly step: string;
  /** Describes the change, in a sentence without a full stop. */
  readonly said: string;
  /** The documents that it changed, before and after. */
  readonly was: Versions;
  readonly now: Versions;
  /** Files that it copied into the folder. */
  readonly copied?: readonly string[];
  /** The number of the entry that this one takes back. */
  readonly undoes?: number;
}

const TEXT = { type: "string" };
const VERSION = { type: ["string", "null"], pattern: "^[0-9a-f]{64}$" };
const VERSIONS = { type: "object", properties: Object.fromEntries(DOCUMENTS.map((name) => [name, VERSION])) };
const isEntry = AJV.compile<HistoryEntry>({
  type: "object",
  required: ["n", "at", "step", "said", "was", "now"],
  properties: {
    n: { type: "integer", minimum: 1 },
    at: TEXT,
    step: { ...TEXT, pattern: "^[a-z]+$" },
    said: TEXT,
    was: VERSIONS,
    now: VERSIONS,
    copied: { type: "array", items: { ...TEXT, pattern: String.raw`^[^/\\]+$` } },
    undoes: { type: "integer" },
  },
});
const HISTORY_FILE = `${DESK_FOLDER}/history.jsonl`;

/**
 * Reads the history, oldest first. A line of another form is left out: the file may be anybody's.
 * So is the last one where a kill came before it changed any document.
 */
export async function readHistory(folder: string, texts: Texts, faults: string[]): Promise<HistoryEntry[]> {
  const text = await readInside(folder, HISTORY_FILE, faults);
  const history = (text ?? "").split("\n").flatMap((line): HistoryEntry[] => {
    const found = parseJson(line);
    return isEntry(found) ? [found] : [];
  });
  const last = history.at(-1);
  const changed = last === undefined ? [] : changedIn(last);
  const isBegun = changed.length === 0 || changed.some((name) => last?.was[name] !== versionOf(texts[name]));
  return isBegun ? history : history.slice(0, -1);
}

function changedIn({ was, now }: HistoryEntry): DocumentName[] {
  return DOCUMENTS.filter((name) => was[name] !== now[name]);
}

function versionOf(text: string | null): string | null {
  return text === null ? null : digestOf(text);
}

/** Finds the last entry that was neither taken back nor takes one back; null if there is none. */
export function lastUndoable(history: readonly HistoryEntry[]): HistoryEntry | null {
  const undone = new Set(history.flatMap(({ undoes }) => undoes ?? []));
  return history.findLast(({ n, undoes }) => undoes === undefined && !undone.has(n)) ?? null;
}

/** Keeps both versions of the documents that change, appends to the history, and changes them. */
export async function record(
  folder: string,
  history: readonly HistoryEntry[],
  made: Omit<HistoryEntry, "was" | "now">,
  was: Texts,
  next: Partial<Texts>,
): Promise<void> {
  const names = DOCUMENTS.filter((name) => next[name] !== undefined);
  const versions = (texts: Partial<Texts>): Versions =>
    Object.fromEntries(names.map((name) => [name, versionOf(texts[name] ?? null)]));
  const lines = [...history, { ...made, was: versions(was), now: versions(next) }];
  await mkdir(path.join(folder, VERSIONS_FOLDER), { recursive: true });
  const texts = names.flatMap((name) => [was[name] ?? [], next[name] ?? []].flat());
  const kept = new Map(texts.map((text) => [path.join(folder, versionFile(digestOf(text))), text]));
  await replaceFiles([
    ...[...kept].filter(([file]) => !existsSync(file)),
    [path.join(folder, HISTORY_FILE), lines.map((line) => `${JSON.stringify(line)}\n`).join("")],
  ]);
  await replaceFiles(names.map((name) => [path.join(folder, DRAFT_FILES[name]), next[name] ?? null]));
}

function versionFile(digest: string): string {
  return `${VERSIONS_FOLDER}/${digest}.json`;
}

/**
 * Returns the texts of the documents before an entry; or the reason why they are not restored:
 * another program has changed one since, or its version is gone.
 */
export async function textsBefore(
  folder: string,
  entry: HistoryEntry,
  texts: Texts,
): Promise<Partial<Texts> | { readonly refused: string }> {
  const before: Partial<Record<DocumentName, string | null>> = {};
  for (const name of changedIn(entry)) {
    const [was = null, now = null] = [entry.was[name], entry.now[name]];
    // After a kill, one document may be the old one already.
    if (![was, now].includes(versionOf(texts[name])))
      return { refused: `${DRAFT_FILES[name]} changed after it, in another program` };
    before[name] = was === null ? null : await readInside(folder, versionFile(was), []);
    if (versionOf(before[name]) !== was)
      return { refused: `the earlier version of ${DRAFT_FILES[name]} is not in ${VERSIONS_FOLDER}` };
  }
  return before;
}
