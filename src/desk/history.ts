import { open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import {
  applyChanges,
  type Change,
  DESK_FOLDER,
  inverseOf,
  isExpected,
  type MemberChange,
  writeWhole,
} from "./documents.ts";
import type { Draft } from "./drafts.ts";

/** One step of what was done at the desk: a line of `.desk/history.jsonl`. */
export interface HistoryEntry {
  /** From 1. */
  readonly n: number;
  /** ISO 8601, in UTC. */
  readonly at: string;
  /** The id of the step in which it was done. */
  readonly step: string;
  /** What was done, in a sentence without a full stop. */
  readonly said: string;
  readonly changes: readonly Change[];
  /** What takes it back, in the order in which it is done. */
  readonly inverse: readonly Change[];
  /** The number of the entry that this one takes back. */
  readonly undoes?: number;
}

/** The file of the history, in the folder of the dataset. */
export const HISTORY_FILE = `${DESK_FOLDER}/history.jsonl`;
/**
 * A change that is being carried out: what a kill left unfinished is finished when the desk opens
 * again.
 */
const IN_FLIGHT = `${DESK_FOLDER}/in-flight.json`;

/** The history, oldest first. A line that a kill has torn is passed over. */
export async function readHistory(folder: string): Promise<HistoryEntry[]> {
  const text = await readFile(path.join(folder, HISTORY_FILE), "utf8").catch(() => "");
  return text.split("\n").flatMap((line) => parseEntry(line) ?? []);
}

function parseEntry(line: string): HistoryEntry | null {
  if (line.trim() === "") return null;
  try {
    const entry: HistoryEntry = JSON.parse(line);
    return Number.isInteger(entry.n) && Array.isArray(entry.changes) && Array.isArray(entry.inverse) ? entry : null;
  } catch {
    return null;
  }
}

/** The last entry that was neither taken back nor takes one back; null where there is none. */
export function lastUndoable(history: readonly HistoryEntry[]): HistoryEntry | null {
  const undone = new Set(history.flatMap(({ undoes }) => undoes ?? []));
  return history.findLast(({ n, undoes }) => undoes === undefined && !undone.has(n)) ?? null;
}

/**
 * Carries out changes and appends them to the history. They are written down first, so that a kill
 * leaves them either done or not begun once `finishInFlight` has run.
 */
export async function record(
  folder: string,
  draft: Draft,
  made: Omit<HistoryEntry, "n" | "inverse">,
  history: readonly HistoryEntry[],
): Promise<HistoryEntry> {
  const entry = {
    n: (history.at(-1)?.n ?? 0) + 1,
    ...made,
    inverse: made.changes.toReversed().map(inverseOf),
  };
  await writeWhole(path.join(folder, IN_FLIGHT), JSON.stringify(entry));
  await applyChanges(folder, draft, entry.changes);
  await append(folder, entry);
  await rm(path.join(folder, IN_FLIGHT), { force: true });
  return entry;
}

/**
 * Finishes what a kill has left unfinished: members that are still as they were, and the line of
 * the history.
 */
export async function finishInFlight(folder: string, draft: Draft): Promise<void> {
  const text = await readFile(path.join(folder, IN_FLIGHT), "utf8").catch(() => null);
  if (text === null) return;
  const entry = parseEntry(text);
  if (entry !== null) {
    const left = entry.changes.filter((change) => "from" in change || isExpected(draft, change));
    await applyChanges(folder, draft, left);
    const history = await readHistory(folder);
    if (!history.some(({ n }) => n === entry.n)) await append(folder, entry);
  }
  await rm(path.join(folder, IN_FLIGHT), { force: true });
}

async function append(folder: string, entry: HistoryEntry): Promise<void> {
  const file = path.join(folder, HISTORY_FILE);
  const before = await readFile(file, "utf8").catch(() => "");
  const handle = await open(file, "a");
  try {
    // A torn line ends where the next one begins.
    await handle.appendFile(`${before === "" || before.endsWith("\n") ? "" : "\n"}${JSON.stringify(entry)}\n`);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** The members of an entry that somebody changed after it, so that it cannot be taken back. */
export function changedSince(draft: Draft, { inverse }: HistoryEntry): MemberChange[] {
  return inverse.flatMap((change) => ("from" in change || isExpected(draft, change) ? [] : [change]));
}
