import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { TestContext } from "node:test";
import { openAtlas } from "../../../src/atlas/atlas.ts";
import { draftOf } from "../../../src/intake/guess/draft-of-guess.ts";
import { type BenchGuess, Workbench } from "../../../src/intake/workbench/open-workbench.ts";
import { PROJECT } from "../../cli/run-cli.ts";
import { newTemporaryFolder } from "../../fixtures/temporary-folder.ts";

const NOW = new Date("2026-11-20T10:00:00Z");

/** What is guessed of files, and what is asked of it. */
export async function guessed(files: Readonly<Record<string, string | Buffer>>) {
  const [folder, workFolder] = [newTemporaryFolder(), newTemporaryFolder()];
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  const options = { folder, workFolder, memoryMiB: 256, threads: 1, sqlSeconds: 60, onProgress: () => {} };
  const bench = await Workbench.open({ ...options, atlas: openAtlas() });
  let found: BenchGuess;
  try {
    found = await bench.guess(null);
  } finally {
    bench.close();
  }
  const draft = draftOf(found, { mapping: {}, dataset: {}, marks: {} }, NOW);
  const questions = Object.values(draft.marks.questions ?? {});
  return {
    ...found,
    mapping: draft.mapping,
    asked: questions.map(({ role, column, said }) => ({ role, column, said })),
  };
}

export const rowsOf = (header: string, rows: readonly (readonly (string | number)[])[]): string =>
  `${header}\n${rows.map((row) => row.join(",")).join("\n")}\n`;
export const NAMES = ["Acme", "Bonnard", "Cobalt", "Damara", "Etosha", "Fjord", "Gran Chimu", "Helvia", "Inti", "Jura"];
const COUNTRIES = ["France", "Namibia", "Peru", "Norway", "Switzerland"];
export const countryOf = (i: number): string => COUNTRIES[i % COUNTRIES.length] ?? "";

const FAULTS = path.join(PROJECT, "..", "shared", "data", "faults", "publisher");

/** What is guessed of a small file of a publisher; null, and skipped, where it is not there. */
export async function faulty(context: TestContext, name: string) {
  const file = path.join(FAULTS, name);
  if (existsSync(file)) return await guessed({ [path.basename(name)]: readFileSync(file) });
  context.skip(`there is no ${file}`);
  return null;
}
