import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openAtlas } from "../../src/atlas/atlas.ts";
import { type Console, parseCall } from "../../src/cli/command.ts";
import { foldersOf, init, writeDraft } from "../../src/cli/init.ts";
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
 * Publishes the files of a folder of raw data by init, patches of what it wrote, and publish, into
 * a work folder that is empty, and compares the result with its `expected.json`.
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
  const { values, positionals } = parseCall(init, words);
  const failed = (): RawResult => ({ faults: said.slice(-12), said, seconds: (performance.now() - startedAt) / 1000 });
  try {
    const open = await writeDraft({ console, options: values, terminal: null }, foldersOf(positionals, values));
    said.push(...(open ?? []).map((point) => `${point.member}   ${point.said}`));
    for (const [name, patch] of [
      ["mapping.json", answers.mapping],
      ["dataset.json", answers.dataset],
    ] as const) {
      const document: unknown = JSON.parse(readFileSync(path.join(into, name), "utf8"));
      writeFileSync(path.join(into, name), JSON.stringify(merge(document, patch), null, 2));
    }
    const published = await publish.run(console, [into], { data: raw });
    if (typeof published === "number" ? published > 0 : (published.status ?? 0) > 0) return failed();
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

const NAMED = ["--title", "Raw files", "--publisher", "Publisher"];

/** A JSON merge patch (RFC 7396): members are replaced, and those that are null go. */
function merge(document: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = Object.entries(patch).map(([name, value]) => [
    name,
    value === null ? undefined : merge(isObject(document) ? document[name] : undefined, value),
  ]);
  return { ...(isObject(document) ? document : {}), ...Object.fromEntries(merged) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

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
