import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { openSnapshot } from "../../src/release/open-snapshot.ts";
import type { Snapshot } from "../../src/release/snapshot.ts";
import { DEMO, TestCli } from "../../test/cli/run-cli.ts";
import { RAW_DATASETS } from "../../test/datasets/raw-datasets.ts";
import { readCsv } from "../../test/fixtures/csv.ts";
import { buildMemoryReleases } from "../../test/fixtures/memory-release.ts";
import { newTemporaryFolder } from "../../test/fixtures/temporary-folder.ts";
import { buildAgentSources, openAgent, type TestAgent } from "../../test/mcp/open-agent.ts";
import { buildCases } from "./cases.ts";
import type { FaithfulCase } from "./case.ts";
import { type Figures, readFigures } from "./figures.ts";
import { buildSeeds } from "./seeds.ts";

/** A dataset with an agent that sees its releases, and the cases made from them. */
export interface FaithfulDataset {
  readonly name: string;
  readonly isReal: boolean;
  readonly agent: TestAgent;
  readonly cases: readonly FaithfulCase[];
}

/** How many cases a trap has at most. */
const MOST_OF_DEMONSTRATION = 16;
const MOST_OF_REAL = 10;

/** The words that publish one edition. */
type Words = readonly string[];

/** The demonstration data with two earlier editions, and the real datasets that are there. */
export async function openDatasets(cli: TestCli): Promise<FaithfulDataset[]> {
  const demonstration = await openDataset(cli, "demonstration", MOST_OF_DEMONSTRATION, {
    otherMethod: [writeEdition("scale")],
    before: [writeEdition("companies")],
    current: [DEMO],
  });
  const seeds = buildSeeds(demonstration.figures);
  const datasets: FaithfulDataset[] = [{ ...demonstration, cases: [...seeds, ...demonstration.cases], isReal: false }];
  for (const { name, folder, dataFolder } of RAW_DATASETS) {
    if (!existsSync(dataFolder)) continue;
    const current = [folder, "--data", dataFolder];
    const before = name === "wba-gender-2024" ? [folder, "--data", writeEarlierAssessment(dataFolder)] : null;
    datasets.push({ ...(await openDataset(cli, name, MOST_OF_REAL, { before, current })), isReal: true });
  }
  return datasets;
}

async function openDataset(
  cli: TestCli,
  name: string,
  most: number,
  words: { readonly otherMethod?: Words; readonly before: Words | null; readonly current: Words },
): Promise<Omit<FaithfulDataset, "isReal"> & { readonly figures: Figures }> {
  const otherMethod = words.otherMethod === undefined ? null : await publish(cli, "2026-01-10", words.otherMethod);
  const before = words.before === null ? null : await publish(cli, "2026-05-10", words.before);
  const current = await publish(cli, "2026-11-20", words.current);
  const earlier = [before, otherMethod].filter((snapshot) => snapshot !== null);
  const agent = await openAgent(buildAgentSources(buildMemoryReleases(current, ...earlier)));
  const idOf = (snapshot: Snapshot | null): string | null => snapshot?.manifest.id ?? null;
  const figures = await readFigures(agent, name, { before: idOf(before), otherMethod: idOf(otherMethod) });
  return { name, agent, figures, cases: buildCases(figures, most) };
}

async function publish(cli: TestCli, day: string, words: Words): Promise<Snapshot> {
  cli.now = new Date(`${day}T10:00:00Z`);
  const { status, said } = await cli.publish(...words);
  if (status !== 0) throw new Error(said);
  const store = new ReleaseStore(cli.dataFolder, () => cli.now);
  const id = store.currentId()!;
  return openSnapshot(store.manifest(id), store.folderOf(id));
}

/**
 * An edition of the demonstration data: on a scale without the worst band, which the one above it
 * contains, or without every third company.
 */
function writeEdition(other: "scale" | "companies"): string {
  const folder = newTemporaryFolder();
  cpSync(DEMO, folder, { recursive: true });
  // They answer judgements that this edition may not have.
  rmSync(path.join(folder, "replies.csv"), { force: true });
  const factsFile = path.join(folder, "dataset.json");
  const facts = JSON.parse(readFileSync(factsFile, "utf8")) as { scale: { bands: { id: string }[] }; $schema?: string };
  const { $schema: _, scale, ...kept } = facts;
  const [worst, next, ...better] = scale.bands;
  const coarse = { ...scale, id: "trust-4", bands: [next, ...better] };
  writeFileSync(factsFile, JSON.stringify({ ...kept, scale: other === "scale" ? coarse : scale }));
  const edit = (name: string, change: (rows: readonly string[]) => readonly string[]): void => {
    const file = path.join(folder, name);
    const [head = "", ...rows] = readFileSync(file, "utf8").trimEnd().split("\n");
    writeFileSync(file, [head, ...change(rows)].join("\n"));
  };
  if (other === "scale") {
    edit("judgements.csv", (rows) => rows.map((row) => row.replace(`,${worst!.id},`, `,${next!.id},`)));
    return folder;
  }
  const gone = new Set<string>();
  edit("companies.csv", (rows) => {
    for (const row of rows.filter((_row, index) => index % 3 === 0)) gone.add(companyIn(row));
    return rows.filter((row) => !gone.has(companyIn(row)));
  });
  for (const table of ["products.csv", "judgements.csv"])
    edit(table, (rows) => rows.filter((row) => !row.split(",").some((value) => gone.has(value))));
  return folder;
}

/** The id of the company in a row of companies. */
function companyIn(row: string): string {
  return row.split(",")[0] ?? "";
}

/** An earlier edition of the assessment: four of its companies in five. */
function writeEarlierAssessment(dataFolder: string): string {
  const folder = newTemporaryFolder();
  cpSync(dataFolder, folder, { recursive: true });
  const file = path.join(folder, "genderassessment.csv");
  const rows = readCsv(readFileSync(file, "utf8")).filter((_, index) => index === 0 || index % 5 !== 0);
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  writeFileSync(file, rows.map((row) => row.map(cell).join(",")).join("\n"));
  return folder;
}
