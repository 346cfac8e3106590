import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { type ExportWriter, JOURNAL, STAGING, type WrittenCounts } from "./export-writer.ts";
import { UserError } from "../user-error.ts";

/** A folder that cannot be used; the message says why and what to do. */
export class ExportError extends UserError {}

/** This file marks a folder as an export, and describes it. */
export const FACTS_FILE = "export.json";
/** This file lists every file with its hash, as `sha256sum --check` reads it. */
export const SUMS_FILE = "SHA256SUMS";
/** The process that holds the lock on this file writes to the folder. It stays there, empty. */
export const LOCK_FILE = ".export-lock";
const FORMAT = "country-trust-export-1";

/** The numbers of files that a run wrote, left as they were and removed. */
export interface FileCounts extends WrittenCounts {
  readonly removed: number;
}

/** Makes sure that a folder exists. Throws an ExportError where it is not empty, and no export. */
export function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).every((name) => name.startsWith(LOCK_FILE))) return;
  if (readFacts(folder)?.["format"] === FORMAT) return;
  throw new ExportError(`${folder} is not empty, and it is no export. Name a folder of its own for the export`);
}

/** The folder of an export while one process writes to it. */
export class ExportFolder {
  readonly path: string;
  /** The facts that the last run wrote. */
  readonly factsBefore: Readonly<Record<string, unknown>>;
  /** The hashes of the files of that run. */
  readonly sumsBefore: ReadonlyMap<string, string>;

  /** Throws an ExportError as `prepareFolder` does. */
  constructor(folder: string) {
    this.path = folder;
    prepareFolder(folder);
    rmSync(path.join(folder, STAGING), { recursive: true, force: true });
    mkdirSync(path.join(folder, STAGING));
    this.factsBefore = readFacts(folder) ?? {};
    const lines = readLines(path.join(folder, SUMS_FILE));
    this.sumsBefore = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
    if (this.factsBefore["format"] !== FORMAT) this.#writeFacts({ complete: false });
  }

  /** Removes files that are no longer part of the export, and writes its hashes and facts. */
  finish({ sums, counts }: ExportWriter, facts: Readonly<Record<string, unknown>>): FileCounts {
    const gone = [...this.sumsBefore.keys(), ...readLines(path.join(this.path, JOURNAL))];
    const removed = [...new Set(gone)].filter((name) => !sums.has(name) && this.#isWithin(name));
    for (const name of removed) this.#remove(name);
    const lines = [...sums].map(([name, sha256]) => `${sha256}  ${name}\n`).toSorted(byName);
    const staged = path.join(this.path, STAGING, "sums");
    writeFileSync(staged, "");
    for (let at = 0; at < lines.length; at += 10_000) appendFileSync(staged, lines.slice(at, at + 10_000).join(""));
    renameSync(staged, path.join(this.path, SUMS_FILE));
    this.#writeFacts({ complete: true, ...facts });
    this.close();
    rmSync(path.join(this.path, JOURNAL), { force: true });
    return { ...counts, removed: removed.length };
  }

  /** Releases the folder, so that another run can finish it. */
  close(): void {
    rmSync(path.join(this.path, STAGING), { recursive: true, force: true });
  }

  #writeFacts(facts: Readonly<Record<string, unknown>>): void {
    const staged = path.join(this.path, STAGING, "facts");
    writeFileSync(staged, `${JSON.stringify({ format: FORMAT, ...facts }, null, 2)}\n`);
    renameSync(staged, path.join(this.path, FACTS_FILE));
  }

  /** Somebody may have edited the list of files: no name in it may lead out of the folder. */
  #isWithin(name: string): boolean {
    return path.resolve(this.path, name).startsWith(path.resolve(this.path) + path.sep);
  }

  #remove(name: string): void {
    const file = path.join(this.path, name);
    rmSync(file, { force: true });
    for (let folder = path.dirname(file); folder !== this.path; folder = path.dirname(folder)) {
      if (!existsSync(folder) || readdirSync(folder).length > 0) return;
      rmdirSync(folder);
    }
  }
}

function byName(a: string, b: string): number {
  const [nameA, nameB] = [a.slice(66), b.slice(66)];
  return nameA < nameB ? -1 : nameA > nameB ? 1 : 0;
}

function readLines(file: string): string[] {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
}

function readFacts(folder: string): Record<string, unknown> | null {
  const file = path.join(folder, FACTS_FILE);
  if (!existsSync(file)) return null;
  try {
    const facts: unknown = JSON.parse(readFileSync(file, "utf8"));
    return facts instanceof Object ? Object.fromEntries(Object.entries(facts)) : null;
  } catch {
    return null;
  }
}
