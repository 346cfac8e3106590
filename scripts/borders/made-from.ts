import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { GeneratedFile } from "../generated-file.ts";

/**
 * What the committed files of data/borders were made from, so that nobody builds them again to
 * learn that nothing has changed.
 */
const RECORD = "data/borders/made-from.json";

interface MadeFrom {
  readonly inputs: string;
  /** The digest of the file. */
  readonly output: string;
}

/** Whether a file is recorded with these inputs and these bytes. */
export async function isMadeFrom(name: string, inputs: string, file: Uint8Array): Promise<boolean> {
  const recorded = (await readRecords())[name];
  return recorded?.inputs === inputs && recorded.output === digest(file);
}

/** The record with what a file was made from. */
export async function recordInputs(name: string, inputs: string, file: Uint8Array): Promise<GeneratedFile> {
  const records = { ...(await readRecords()), [name]: { inputs, output: digest(file) } };
  const sorted = Object.fromEntries(Object.entries(records).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { path: RECORD, content: `${JSON.stringify(sorted, null, 2)}\n` };
}

async function readRecords(): Promise<Readonly<Record<string, MadeFrom>>> {
  return JSON.parse(await readFile(new URL(`../../${RECORD}`, import.meta.url), "utf8").catch(() => "{}")) as Record<
    string,
    MadeFrom
  >;
}

function digest(file: Uint8Array): string {
  return createHash("sha256").update(file).digest("hex");
}
