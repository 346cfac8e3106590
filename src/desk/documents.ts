import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, lstat, mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { readLocatedJson } from "../intake/mapping/mapping-text.ts";
import { draftFaults, MAPPING_MEMBERS } from "../intake/mapping/read-mapping.ts";
import { ProblemList } from "../intake/problem-report.ts";
import { readDescription } from "../intake/read-description.ts";
import { syncFolder } from "../release/store/durable-files.ts";
import { type Draft, DRAFT_FILES } from "../intake/guess/drafts.ts";
import { isObject } from "../is-object.ts";

/** The folder of the desk's own files, in that of the dataset. */
export const DESK_FOLDER = ".desk";
/** Earlier versions of the documents, by their digests. */
export const VERSIONS_FOLDER = `${DESK_FOLDER}/versions`;
/** Files that were replaced or taken out. */
export const FILES_FOLDER = `${DESK_FOLDER}/files`;

export type DocumentName = keyof Draft;
export const DOCUMENTS = ["mapping", "dataset", "marks"] as const satisfies readonly DocumentName[];

/** Texts of documents; null where a document is absent. */
export type Texts = Readonly<Record<DocumentName, string | null>>;

/** The documents as they are on the disk. */
export interface ReadDocuments {
  readonly draft: Draft;
  readonly texts: Texts;
  /** Digest of the bytes of mapping.json and dataset.json, from which a page is made. */
  readonly digest: string;
  /** Reasons why the desk leaves them alone, a sentence each; none where it works with them. */
  readonly faults: string[];
}

/**
 * Reads the documents. One that is no JSON object, or lies outside the folder, is a fault, and is
 * never overwritten.
 */
export async function readDocuments(folder: string): Promise<ReadDocuments> {
  const faults: string[] = [];
  for (const own of [DESK_FOLDER, VERSIONS_FOLDER, FILES_FOLDER]) {
    const found = await lstat(path.join(folder, own)).catch(() => null);
    if (found?.isDirectory() === false)
      faults.push(`${own} is ${found.isSymbolicLink() ? "a link to another place" : "no folder"}. Remove it.`);
  }
  const texts: Record<DocumentName, string | null> = { mapping: null, dataset: null, marks: null };
  const documents: Record<DocumentName, Readonly<Record<string, unknown>>> = { mapping: {}, dataset: {}, marks: {} };
  if (faults.length === 0)
    for (const name of DOCUMENTS) {
      const file = DRAFT_FILES[name];
      const text = await readInside(folder, file, faults);
      texts[name] = text;
      if (text === null) continue;
      const found = readLocatedJson(text);
      if ("found" in found) faults.push(`${file}, line ${found.line}: no JSON: ${found.found}.`);
      else if (!isObject(found.value)) faults.push(`${file}: no JSON object.`);
      else {
        if (name === "mapping") faults.push(...draftFaults(text));
        documents[name] = found.value;
      }
    }
  const digest = digestOf(JSON.stringify([texts.mapping, texts.dataset])).slice(0, 32);
  return { draft: documents, texts, digest, faults };
}

/** Reads a regular file within the folder; null where there is none, or a fault. */
export async function readInside(folder: string, file: string, faults: string[]): Promise<string | null> {
  const problems = new ProblemList();
  const about = { folder, file, table: file, expected: "UTF-8", advice: "Save the file as UTF-8." };
  const text = await readDescription(about, problems);
  for (const { found, expected } of problems.problems) faults.push(`${file}: ${found}; expected ${expected}.`);
  return text ?? null;
}

/** Returns the SHA-256 of a text. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Returns the texts of documents that change; those with the same members are left out. */
export function changedTexts(was: Draft, next: Partial<Draft>): Partial<Texts> {
  const changed = DOCUMENTS.flatMap((name) => {
    const document = next[name];
    if (document === undefined || isDeepStrictEqual(membersOf(document), membersOf(was[name]))) return [];
    return [[name, textOf(name, membersOf(document))] as const];
  });
  return Object.fromEntries(changed);
}

/** The members of a document as JSON has them. */
function membersOf(document: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(document));
}

/** The members of each document in the order in which people read them. */
const ORDER: Readonly<Record<DocumentName, readonly string[]>> = {
  mapping: MAPPING_MEMBERS,
  dataset: ["$schema", "title", "publisher", "year"],
  marks: [],
};

function textOf(name: DocumentName, document: Readonly<Record<string, unknown>>): string | null {
  const place = (member: string): number =>
    ORDER[name].includes(member) ? ORDER[name].indexOf(member) : ORDER[name].length;
  const sorted = Object.fromEntries(Object.entries(document).toSorted(([a], [b]) => place(a) - place(b)));
  if (Object.keys(sorted).length === 0) return null;
  return WRITERS[name](sorted);
}

const WRITERS: Readonly<Record<DocumentName, (members: object) => string>> = {
  /** Short objects and lists are on one line. */
  mapping: (members) =>
    `${JSON.stringify(members, null, 2).replaceAll(
      /([[{])\n\s+([^[\]{}]{1,90}?)\n\s+([\]}])/gu,
      (_, start: string, inner: string) => {
        const line = inner.replaceAll(/\n\s+/gu, " ");
        return start === "{" ? `{ ${line} }` : `[${line}]`;
      },
    )}\n`,
  /** Each band and each pillar is on one line. */
  dataset: (members) =>
    `${JSON.stringify(members, null, 2).replaceAll(/\{\n +("id": "[^\n]*",)\n +("label": [^\n]*)\n +\}/gu, "{ $1 $2 }")}\n`,
  marks: (members) => `${JSON.stringify(members, null, 1)}\n`,
};

/**
 * Replaces files, and removes those without content. All are on the disk before the first takes its
 * place, by a rename: a kill leaves each of them either old or new. A link at a name is
 * replaced and never followed.
 */
export async function replaceFiles(
  files: readonly (readonly [file: string, content: string | Uint8Array | null])[],
): Promise<void> {
  const temporaryOf = (file: string): string => path.join(path.dirname(file), `.${path.basename(file)}.new`);
  for (const [file, content] of files) {
    if (content === null) continue;
    await rm(temporaryOf(file), { force: true });
    const handle = await open(temporaryOf(file), "wx");
    try {
      await handle.writeFile(content);
      await handle.datasync();
    } finally {
      await handle.close();
    }
  }
  for (const [file, content] of files)
    if (content === null) await rm(file, { force: true });
    else await rename(temporaryOf(file), file);
  for (const folder of new Set(files.map(([file]) => path.dirname(file)))) await syncFolder(folder);
}

/**
 * Writes a file into the folder, as the change `n` of the history. An earlier file of that name is
 * kept first.
 */
export async function copyIn(folder: string, n: number, name: string, bytes: Uint8Array): Promise<void> {
  const file = path.join(folder, name);
  if (await isFile(file)) {
    await mkdir(path.join(folder, FILES_FOLDER), { recursive: true });
    const kept = keptBefore(folder, n, name);
    await rm(kept, { force: true });
    // A link that stands there already is not followed.
    await copyFile(file, kept, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  }
  await replaceFiles([[file, bytes]]);
}

/** Takes a file that the change `n` copied in out again, and puts back the one before it. */
export async function takeOut(folder: string, n: number, name: string): Promise<void> {
  const [file, before] = [path.join(folder, name), keptBefore(folder, n, name)];
  if (!(await isFile(file))) return;
  await mkdir(path.join(folder, FILES_FOLDER), { recursive: true });
  await rename(file, path.join(folder, FILES_FOLDER, `${n}-${name}`));
  if (await isFile(before)) await rename(before, file);
}

function keptBefore(folder: string, n: number, name: string): string {
  return path.join(folder, FILES_FOLDER, `${n}-before-${name}`);
}

async function isFile(file: string): Promise<boolean> {
  return (await lstat(file).catch(() => null))?.isFile() === true;
}
