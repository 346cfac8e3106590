import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { openSnapshot } from "../../src/release/open-snapshot.ts";
import type { Snapshot } from "../../src/release/snapshot.ts";
import { DEMO, TestCli } from "../../test/cli/run-cli.ts";
import { RAW_DATASETS, type RawDataset } from "../../test/datasets/raw-datasets.ts";
import { readCsv } from "../../test/fixtures/csv.ts";
import { buildMemoryReleases } from "../../test/fixtures/memory-release.ts";
import { newTemporaryFolder } from "../../test/fixtures/temporary-folder.ts";
import { buildAgentSources, openAgent, type TestAgent } from "../../test/mcp/open-agent.ts";
import { buildCases } from "./cases.ts";
import type { FaithfulCase } from "./case.ts";
import { type CountedCompany, countFigures, type Figures, readCompanies, readFacts } from "./figures.ts";
import { openPairs } from "./pairs.ts";
import { buildSeeds } from "./seeds.ts";
import { buildTextCases, type TextCase } from "./texts.ts";

/** A dataset with an agent that sees its releases, and the cases made from them. */
export interface FaithfulDataset {
  readonly name: string;
  readonly isReal: boolean;
  readonly agent: TestAgent;
  /** Questions with sentences that may and may not be written. */
  readonly cases: readonly FaithfulCase[];
  /** Calls of tools with what the text of the answer has to say and must not. */
  readonly texts: readonly TextCase[];
}

/** How many cases a trap has at most. */
const MOST_OF_DEMONSTRATION = 16;
const MOST_OF_REAL = 10;

/** The words that publish one edition, and the same companies counted from its files. */
interface Edition {
  readonly words: readonly string[];
  readonly companies: readonly CountedCompany[];
}

/** The demonstration data with two earlier editions, real datasets that are there, and traps. */
export async function openDatasets(cli: TestCli): Promise<FaithfulDataset[]> {
  const demonstration = await openDataset(cli, "demonstration", DEMO, MOST_OF_DEMONSTRATION, {
    otherMethod: editionOf(writeEdition("scale")),
    before: editionOf(writeEdition("companies")),
    current: editionOf(DEMO),
  });
  const seeds = buildSeeds(demonstration.figures);
  const datasets: FaithfulDataset[] = [{ ...demonstration, cases: [...seeds, ...demonstration.cases], isReal: false }];
  for (const raw of RAW_DATASETS) {
    const { name, folder, dataFolder } = raw;
    if (!existsSync(dataFolder)) continue;
    const before = name === "wba-gender-2024" ? rawEdition(raw, writeEarlierAssessment(dataFolder)) : null;
    const editions = { before, current: rawEdition(raw, dataFolder) };
    datasets.push({ ...(await openDataset(cli, name, folder, MOST_OF_REAL, editions)), isReal: true });
  }
  return [...datasets, ...(await openPairs())];
}

function editionOf(folder: string): Edition {
  return { words: [folder], companies: readCompanies(folder, readFacts(folder)) };
}

function rawEdition({ folder, read }: RawDataset, dataFolder: string): Edition {
  const companies = read(dataFolder).map(({ id, country, judgements }) => ({
    id,
    name: id,
    country,
    sector: "",
    // Ranks begin with 1.
    levels: [...judgements.values()].flat().map((rank) => rank - 1),
    days: null,
  }));
  return { words: [folder, "--data", dataFolder], companies };
}

async function openDataset(
  cli: TestCli,
  name: string,
  folder: string,
  most: number,
  editions: { readonly otherMethod?: Edition; readonly before: Edition | null; readonly current: Edition },
): Promise<Omit<FaithfulDataset, "isReal"> & { readonly figures: Figures }> {
  const { otherMethod: other, before: earlier, current: now } = editions;
  const otherMethod = other === undefined ? null : await publish(cli, "2026-01-10", other.words);
  const before = earlier === null ? null : await publish(cli, "2026-05-10", earlier.words);
  const current = await publish(cli, "2026-11-20", now.words);
  const all = [before, otherMethod].filter((snapshot) => snapshot !== null);
  const agent = await openAgent(buildAgentSources(buildMemoryReleases(current, ...all)));
  const facts = readFacts(folder);
  const figures = countFigures(name, facts, now.companies, {
    before:
      before === null || earlier === null
        ? null
        : { release: before.manifest.id, countries: countFigures(name, facts, earlier.companies).countries },
    otherMethod: otherMethod?.manifest.id ?? null,
  });
  return { name, agent, figures, cases: buildCases(figures, most), texts: buildTextCases(figures) };
}

async function publish(cli: TestCli, day: string, words: readonly string[]): Promise<Snapshot> {
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
