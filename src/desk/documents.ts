import { createHash } from "node:crypto";
import { lstat, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { writeMapping } from "../intake/guess/mapping-of-guess.ts";
import { writeDatasetMembers } from "../intake/guess/write-dataset-file.ts";
import { readLocatedJson } from "../intake/mapping/mapping-text.ts";
import { draftFaults } from "../intake/mapping/read-mapping.ts";
import { type Draft, DRAFT_FILES } from "./drafts.ts";

/** The folder of the desk's own files, in that of the dataset. */
export const DESK_FOLDER = ".desk";

/** The documents as they are on the disk. */
export interface ReadDocuments {
  readonly draft: Draft;
  /** Of the bytes of mapping.json and dataset.json: what a page was made of. */
  readonly digest: string;
  /** Why the desk leaves them alone, a sentence each; none where it can work with them. */
  readonly faults: readonly string[];
}

/** A change of one member of a document; without `was` it is new, and without `now` it goes. */
export interface MemberChange {
  readonly file: keyof Draft;
  readonly member: string;
  readonly was?: unknown;
  readonly now?: unknown;
}

/** A file moved within the folder, by paths relative to it. */
export interface FileMove {
  readonly from: string;
  readonly to: string;
}

/** What one step of the history did, in the order in which it was done. */
export type Change = MemberChange | FileMove;

/**
 * Reads the documents. What is there and is no JSON object is a fault, and is never overwritten.
 */
export async function readDocuments(folder: string): Promise<ReadDocuments> {
  const faults: string[] = [];
  const hash = createHash("sha256");
  const read = async (name: keyof Draft): Promise<Readonly<Record<string, unknown>>> => {
    const file = DRAFT_FILES[name];
    const text = await readText(path.join(folder, file));
    if (name !== "marks") hash.update(`${file} ${text === null ? "absent" : text}\0`);
    if (text === null) return {};
    const found = readLocatedJson(text);
    if ("found" in found) faults.push(`${file}, line ${found.line}: no JSON: ${found.found}.`);
    else if (!isObject(found.value)) faults.push(`${file}: no JSON object.`);
    else {
      if (name === "mapping") faults.push(...draftFaults(text));
      return found.value;
    }
    return {};
  };
  const own = await lstat(path.join(folder, DESK_FOLDER)).catch(() => null);
  if (own?.isSymbolicLink() === true)
    faults.push(`${DESK_FOLDER} is a link to another place, into which the desk does not write. Remove it.`);
  const draft: Draft = { mapping: await read("mapping"), dataset: await read("dataset"), marks: await read("marks") };
  return { draft, digest: hash.digest("hex").slice(0, 32), faults };
}

async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The members in which one draft differs from another. */
export function changesBetween(was: Draft, now: Draft): MemberChange[] {
  return (["mapping", "dataset", "marks"] as const).flatMap((file) => {
    const [before, after] = [membersOf(was[file]), membersOf(now[file])];
    const members = new Set([...before.keys(), ...after.keys()]);
    return [...members].flatMap((member): MemberChange[] => {
      if (isDeepStrictEqual(before.get(member), after.get(member))) return [];
      return [
        {
          file,
          member,
          ...(before.has(member) ? { was: before.get(member) } : {}),
          ...(after.has(member) ? { now: after.get(member) } : {}),
        },
      ];
    });
  });
}

function membersOf(document: object): Map<string, unknown> {
  return new Map(Object.entries(document).filter(([, value]) => value !== undefined));
}

/** The change that takes another back. */
export function inverseOf(change: Change): Change {
  if ("from" in change) return { from: change.to, to: change.from };
  const { file, member, ...values } = change;
  return {
    file,
    member,
    ...("now" in values ? { was: values.now } : {}),
    ...("was" in values ? { now: values.was } : {}),
  };
}

function isOfMember(change: Change): change is MemberChange {
  return "member" in change;
}

/** Whether a member still is what a change expects it to be. */
export function isExpected(draft: Draft, { file, member, was }: MemberChange): boolean {
  return isDeepStrictEqual(membersOf(draft[file]).get(member), was);
}

/**
 * Carries out changes: each document is written whole, to a temporary file that takes its place.
 * Changes that were carried out already are passed over.
 */
export async function applyChanges(folder: string, draft: Draft, changes: readonly Change[]): Promise<void> {
  for (const change of changes) if ("from" in change) await moveFile(folder, change);
  const members = changes.filter(isOfMember);
  for (const name of ["mapping", "dataset", "marks"] as const) {
    const own = members.filter(({ file }) => file === name);
    if (own.length === 0) continue;
    const document = membersOf(draft[name]);
    for (const change of own)
      if ("now" in change) document.set(change.member, change.now);
      else document.delete(change.member);
    await writeWhole(path.join(folder, DRAFT_FILES[name]), textOf(name, Object.fromEntries(document)));
  }
}

/** The members of each document in the order in which people read them. */
const ORDER: Readonly<Record<keyof Draft, readonly string[]>> = {
  mapping: [
    "$schema",
    "tables",
    "companies",
    "products",
    "judgements",
    "conversions",
    "not_judged",
    "corrections",
    "same",
    "different",
  ],
  dataset: ["$schema", "title", "publisher", "year"],
  marks: [],
};

function textOf(name: keyof Draft, document: Readonly<Record<string, unknown>>): string | null {
  const place = (member: string): number =>
    ORDER[name].includes(member) ? ORDER[name].indexOf(member) : ORDER[name].length;
  const sorted = Object.fromEntries(Object.entries(document).toSorted(([a], [b]) => place(a) - place(b)));
  if (Object.keys(sorted).length === 0) return null;
  if (name === "dataset") return writeDatasetMembers(sorted);
  return name === "mapping" ? writeMapping(sorted) : `${JSON.stringify(sorted, null, 1)}\n`;
}

/** Writes a file whole, and lastingly; null removes it. Refuses to write through a link. */
export async function writeWhole(file: string, content: string | Uint8Array | null): Promise<void> {
  if (content === null) return await rm(file, { force: true });
  await refuseLink(path.dirname(file));
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.new`);
  await rm(temporary, { force: true });
  const handle = await open(temporary, "wx");
  try {
    await handle.writeFile(content);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}

async function moveFile(folder: string, { from, to }: FileMove): Promise<void> {
  const [source, target] = [path.join(folder, from), path.join(folder, to)];
  if ((await lstat(source).catch(() => null)) === null) return;
  await refuseLink(path.dirname(target));
  await mkdir(path.dirname(target), { recursive: true });
  await rename(source, target);
}

/** Throws where a folder of the desk is a link to another place. */
async function refuseLink(folder: string): Promise<void> {
  if (path.basename(folder) !== DESK_FOLDER) return;
  const found = await lstat(folder).catch(() => null);
  if (found?.isSymbolicLink() === true) throw new Error(`${folder} is a link; the desk writes into no other folder`);
}
