import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { finished } from "node:stream/promises";
import { parseArgs } from "node:util";
import { CORPUS_MISSING } from "../test/search/corpus.ts";
import { publishFolder, withWorkFolder } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { expandCorpus } from "./parts/expanded-corpus.ts";
import { startService } from "./parts/servers.ts";
import { quantile, shuffle } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * How long does a batch of 50 reconciliation queries take, and a data extension of 50 companies,
 * over HTTP and one after the other?
 *
 *   npm run bench -- reconcile [--companies 100000] [--batches 40]
 *
 * Needs the corpus of real names next to the project; names that it lacks are made of them.
 */

const { values } = parseArgs({
  options: { companies: { type: "string", default: "100000" }, batches: { type: "string", default: "40" } },
});
const COMPANIES = Number(values.companies);
const BATCHES = Number(values.batches);
const BATCH = 50;
/** What a batch may take at most. */
const MILLISECONDS_MAX = 200;

const field = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Writes a dataset of companies with these names, judged once each. */
async function writeDataset(folder: string, names: readonly string[]): Promise<void> {
  mkdirSync(folder);
  const bands = ["low", "high"].map((id) => ({ id, label: id }));
  const facts = {
    title: "Real names",
    publisher: "Country Trust",
    year: 2026,
    scale: { id: "two", bands },
    pillars: bands,
  };
  writeFileSync(path.join(folder, "dataset.json"), JSON.stringify(facts));
  const companies = createWriteStream(path.join(folder, "companies.csv"));
  const judgements = createWriteStream(path.join(folder, "judgements.csv"));
  companies.write("id,name,country,sector\n");
  judgements.write("company,pillar,band\n");
  for (const [index, name] of names.entries()) {
    companies.write(`c${index},${field(name)},${index % 2 === 0 ? "FR" : "DE"},Sector ${index % 12}\n`);
    judgements.write(`c${index},low,${index % 3 === 0 ? "low" : "high"}\n`);
  }
  companies.end();
  judgements.end();
  await Promise.all([finished(companies), finished(judgements)]);
}

/** How lists of others spell a name. */
const SPELLINGS: Readonly<Record<string, (name: string) => string>> = {
  "names in capitals": (name) => name.toUpperCase(),
  "names with a letter twice": (name) => name.replace(/(\p{L}{3})(\p{L})/u, "$1$2$2"),
  "names of nobody": (name) => Array.from(name).toReversed().join(""),
};

async function measure(port: number, form: (batch: number) => Record<string, string>): Promise<number[]> {
  const times: number[] = [];
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const body = new URLSearchParams(form(batch));
    const startedAt = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/reconcile`, {
      method: "POST",
      body,
      headers: { "X-Forwarded-For": `10.0.${batch % 250}.1` },
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`status ${response.status}`);
    times.push(performance.now() - startedAt);
  }
  return times;
}

if (CORPUS_MISSING !== false) throw new Error(CORPUS_MISSING);
await withWorkFolder(async (folder) => {
  const dataset = path.join(folder, "dataset");
  const documents = expandCorpus(COMPANIES * 4).filter(({ kind, name }) => kind === "company" && name.trim() !== "");
  const names = documents.slice(0, COMPANIES).map(({ name }) => name);
  await writeDataset(dataset, names);
  const service = await startService(await publishFolder(dataset, path.join(folder, "data")), undefined, {
    TRUSTED_PROXIES: "1",
    LOG_LEVEL: "error",
  });
  try {
    const asked = shuffle(names, 7);
    const part = (batch: number): readonly string[] => asked.slice(batch * BATCH, (batch + 1) * BATCH);
    const rows: [string, readonly number[]][] = [];
    for (const [way, spell] of Object.entries(SPELLINGS)) {
      const queries = (batch: number): Record<string, string> => ({
        queries: JSON.stringify(Object.fromEntries(part(batch).map((name, at) => [`q${at}`, { query: spell(name) }]))),
      });
      // The index is read by the first.
      await measure(service.port, queries);
      rows.push([way, await measure(service.port, queries)]);
    }
    const extend = (batch: number): Record<string, string> => {
      const ids = Array.from({ length: BATCH }, (_, at) => `c${(batch * BATCH + at) % names.length}`);
      return {
        extend: JSON.stringify({ ids, properties: [{ id: "median_band" }, { id: "summary" }, { id: "pillar:low" }] }),
      };
    };
    rows.push(["data extension", await measure(service.port, extend)]);
    const figures = rows.map(([name, times]) => [
      name,
      ...[0.5, 0.99].map((share) => `${quantile(times, share).toFixed(1)} ms`),
      quantile(times, 0.99) <= MILLISECONDS_MAX ? "" : `over ${MILLISECONDS_MAX} ms`,
    ]);
    console.log(`${describeMachine()}\n\nBatches of ${BATCH}, of ${names.length} companies:\n`);
    console.log(layOutTable(["", "median", "p99", ""], figures));
  } finally {
    await service.stop();
  }
});
