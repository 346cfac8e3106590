import { globSync, mkdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { openAtlas } from "../../src/atlas/atlas.ts";
import type { Console } from "../../src/cli/command.ts";
import { foldersOf } from "../../src/cli/init-files.ts";
import { guessAndWrite, init } from "../../src/cli/init.ts";
import { publish } from "../../src/cli/publish.ts";
import { readCounts, readRows } from "../../src/intake/intake-database.ts";
import { openDataset, type OpenedDataset } from "../../src/intake/open-dataset.ts";
import { readSettings } from "../../src/settings.ts";
import type { RawAnswers } from "../raw-answers.ts";
import { compareRaw, type RawFacts, readExpected } from "./compare-raw.ts";

/** How the publication of raw files went. */
export interface RawResult {
  /** Facts that differ, or what was said in place of a release. */
  readonly faults: readonly string[];
  /** What init and publish said. */
  readonly said: readonly string[];
  readonly seconds: number;
}

/**
 * Publishes the files of a folder of raw data by init and publish, into a work folder that is
 * empty, and compares the result with its `expected.json`.
 */
export async function publishRaw(folder: string, answers: RawAnswers, workFolder: string): Promise<RawResult> {
  const startedAt = performance.now();
  const [into, data, work] = ["dataset", "data", "work"].map((name) => path.join(workFolder, name));
  if (into === undefined || data === undefined || work === undefined) throw new RangeError("three folders");
  for (const each of [into, data, work]) mkdirSync(each);
  const said: string[] = [];
  const console = quietConsole(data, said);
  const raw = path.join(folder, "raw");
  const files = answers.files.flatMap((pattern) => globSync(pattern, { cwd: raw }).toSorted());
  const words = [...files.map((file) => path.join(raw, file)), ...answers.options, ...NAMED, "--into", into];
  const { values, positionals } = parseArgs({ args: words, options: init.options, allowPositionals: true });
  const failed = (): RawResult => ({ faults: said.slice(-12), said, seconds: (performance.now() - startedAt) / 1000 });
  try {
    const written = await guessAndWrite({ console, options: values, terminal: null }, foldersOf(positionals, values));
    if (written === null) return failed();
    if ((await publish.run(console, [into], { data: raw })) !== 0) return failed();
  } catch (error) {
    said.push(String(error));
    return failed();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const expected = readExpected(folder);
  const opened = await openDataset({
    folder: into,
    dataFolder: raw,
    workFolder: work,
    memoryMiB: 512,
    threads: 2,
    sqlSeconds: 600,
    skipBadRows: false,
    now: console.now(),
    atlas: openAtlas(),
  });
  if (!opened.ok) return failed();
  try {
    return { faults: compareRaw(await factsOfDataset(opened.dataset), expected), said, seconds };
  } finally {
    opened.dataset.close();
  }
}

const NAMED = ["--title", "Raw files", "--publisher", "Publisher", "--yes"];

function quietConsole(dataFolder: string, said: string[]): Console {
  return {
    settings: readSettings({ DATA_DIR: dataFolder, INTAKE_THREADS: "2" }),
    now: () => new Date("2026-11-23T12:00:00Z"),
    print: (line: string) => said.push(line),
    say: (line: string) => said.push(line),
    input: async () => "",
    openTerminal: () => null,
    interactive: false,
    draw: () => {},
    stopRequested: () => new Promise<null>(() => {}),
  };
}

async function factsOfDataset({ connection, facts, counts }: OpenedDataset): Promise<RawFacts> {
  const rows = await readRows<{ id: string; name: string; pillar: number; band: number; criterion: string | null }>(
    connection,
    `SELECT c.id, c.name, j.pillar, j.band, t.text AS criterion FROM clean.judgement j
     JOIN clean.company c USING (company) LEFT JOIN clean.term t ON t.term = j.criterion`,
  );
  const { countries } = await readCounts<"countries">(
    connection,
    "SELECT count(DISTINCT country) AS countries FROM clean.company",
  );
  const bands = facts.scale.bands.map(({ label }) => label);
  const pillars = facts.pillars.map(({ label }) => label);
  return {
    companies: counts.companies,
    countries,
    companiesWithoutCountry: counts.companiesWithoutCountry,
    bands,
    pillars,
    judgements: rows.map(({ id, name, pillar, criterion, band }) => ({
      id,
      name,
      pillar: pillars[pillar] ?? "",
      criterion: criterion ?? "",
      band: bands[band - 1] ?? "",
    })),
  };
}
