import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import type { TestCli } from "./run-cli.ts";

const COUNTRIES = ["DE", "FR", "NA", "JP", "BR", "IN"];
export const BANDS = ["poor", "fair", "good"];

export interface Edition {
  title?: string;
  bands?: readonly string[];
  /** The number of its band for each company; null leaves it out. The company i is in country i. */
  companies: readonly (number | null)[];
  gate?: object;
  terms?: string;
}

interface Result {
  id: string;
  published: boolean;
  before: string | null;
  changes: object | null;
  triggers: {
    trigger: string;
    count: number;
    limit: number;
    changes: { id: string; before: string; after: string }[];
  }[];
  accept: string | null;
  notices: readonly string[];
  reasons: Record<string, string>;
}

/** Writes a dataset of one pillar, in which a company has one judgement. */
export function writeEdition({ title = "Water", bands = BANDS, companies, gate, terms }: Edition): string {
  const folder = newTemporaryFolder();
  const listed = companies.flatMap((band, i) => (band === null ? [] : [{ id: `c${i}`, i, band }]));
  const named = (id: string): object => ({ id, label: `The ${id}` });
  const scale = { id: "three", bands: bands.map(named) };
  const facts = {
    title,
    publisher: "Tests",
    year: 2026,
    licence: "CC0-1.0",
    scale,
    pillars: [named("use")],
    ranking: { minimum_companies: 3 },
    gate,
  };
  writeFileSync(path.join(folder, "dataset.json"), JSON.stringify(facts));
  if (terms !== undefined) writeFileSync(path.join(folder, "terms.md"), terms);
  const rows = listed.map(({ id, i }) => `${id},Company ${i},${COUNTRIES[i % COUNTRIES.length]},Food`);
  writeFileSync(path.join(folder, "companies.csv"), ["id,name,country,sector", ...rows].join("\n"));
  const judged = listed.map(({ id, band }) => `${id},use,${bands[band]}`);
  writeFileSync(path.join(folder, "judgements.csv"), ["company,pillar,band", ...judged].join("\n"));
  return folder;
}

export async function publishJson(
  cli: TestCli,
  ...words: string[]
): Promise<{ status: number; said: string } & Result> {
  const { status, out, said } = await cli.run("publish", ...words, "--json");
  return { status, said, ...(JSON.parse(out) as Result) };
}

export const currentOf = (cli: TestCli): string => readFileSync(path.join(cli.dataFolder, "current"), "utf8").trim();
