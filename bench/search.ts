import { fork } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { CORPUS_MISSING, readJudgedQueries } from "../test/search/corpus.ts";
import { NODE_FLAGS, withWorkFolder } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { expandCorpus } from "./parts/expanded-corpus.ts";
import { type NameEngine, openFts5, openMiniSearch, openOwnEngine } from "./parts/name-engines.ts";
import { median, quantile, shuffle } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * How long does a search for names take, compared with FTS5 and MiniSearch over the same documents?
 * How large is the index, how long does it take to build and to open, and how much memory does it
 * need?
 *
 *   npm run bench -- search [--documents 1000000] [--queries 200] [--rounds 3]
 *
 * Needs the corpus of real names next to the project. The time of a query is the least of the
 * rounds, so that other work on the machine matters less. The time to build is processor time of
 * the thread. The index is opened in a process of its own, as in a service.
 */

const { values } = parseArgs({
  options: {
    documents: { type: "string", default: "1000000" },
    queries: { type: "string", default: "200" },
    rounds: { type: "string", default: "3" },
  },
});
const DOCUMENTS = Number(values.documents);
const QUERIES = Number(values.queries);
const ROUNDS = Number(values.rounds);
const OPENINGS = 5;
/** How many queries run before the measurement. */
const WARMING = 20;

interface Times {
  readonly engine: NameEngine;
  /** The least time of every query. */
  readonly milliseconds: number[];
  reciprocalRanks: number;
}

/** Runs every query on every engine in turn; the first engine changes from round to round. */
function measureQueries(engines: readonly NameEngine[]): readonly Times[] {
  const judged = shuffle(readJudgedQueries(), 5).slice(0, QUERIES);
  const times = engines.map((engine): Times => ({ engine, milliseconds: [], reciprocalRanks: 0 }));
  for (const { query } of judged.slice(0, WARMING)) for (const { engine } of times) engine.find(query);
  for (const { query, relevant } of judged) {
    const least = times.map(() => Infinity);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let turn = 0; turn < times.length; turn += 1) {
        const position = (turn + round) % times.length;
        const startedAt = performance.now();
        const found = times[position]!.engine.find(query);
        least[position] = Math.min(least[position]!, performance.now() - startedAt);
        if (round > 0) continue;
        const rank = found.findIndex((each) => relevant.has(each));
        if (rank >= 0) times[position]!.reciprocalRanks += 1 / (rank + 1);
      }
    }
    for (const [position, each] of times.entries()) each.milliseconds.push(least[position]!);
  }
  return times;
}

function printTimes(times: readonly Times[]): void {
  const own = times[0]!.milliseconds;
  const rows = times.map(({ engine, milliseconds, reciprocalRanks }) => {
    const [p50, p99] = [quantile(milliseconds, 0.5), quantile(milliseconds, 0.99)];
    return [
      engine.name,
      p50.toFixed(2),
      p99.toFixed(2),
      (p50 / quantile(own, 0.5)).toFixed(1),
      (p99 / quantile(own, 0.99)).toFixed(1),
      (reciprocalRanks / milliseconds.length).toFixed(3),
      engine.buildSeconds.toFixed(1),
      Number.isNaN(engine.megabytes) ? "" : engine.megabytes.toFixed(1),
    ];
  });
  const heads = ["engine", "p50 ms", "p99 ms", "p50 / ours", "p99 / ours", "MRR@10", "build s", "MB"];
  print(layOutTable(heads, rows));
}

async function measureOpening(file: string): Promise<void> {
  const texts = readJudgedQueries().map(({ query }) => query);
  const program = fileURLToPath(new URL("parts/opened-index.ts", import.meta.url));
  const env = { ...process.env, NODE_COMPILE_CACHE: path.join(path.dirname(file), "compiled") };
  const rows: string[][] = [];
  for (const position of ["same thread", "worker thread"]) {
    const results: Opened[] = [];
    // The first opening fills the compile cache and does not count.
    for (let opening = 0; opening <= OPENINGS; opening += 1) {
      const child = fork(program, [file, position, ...texts], { execArgv: [...NODE_FLAGS], env });
      const [opened] = (await once(child, "message")) as [Opened];
      if (opening > 0) results.push(opened);
    }
    const middle = (key: keyof Opened) => median(results.map((result) => result[key]));
    const more = (middle("residentBytes") - statSync(file).size) / 1_000_000;
    const least = Math.min(...results.map(({ openMilliseconds }) => openMilliseconds));
    const times = [middle("openMilliseconds"), least, middle("processorMilliseconds")].map((time) => time.toFixed(0));
    rows.push([position, ...times, more.toFixed(1)]);
  }
  print(layOutTable(["searched in", "open to first answer ms", "at best", "processor ms", "MB beyond the file"], rows));
}

/** The message of the program that opens an index. The memory is measured after all queries. */
interface Opened {
  readonly openMilliseconds: number;
  readonly processorMilliseconds: number;
  readonly residentBytes: number;
}

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}

if (CORPUS_MISSING !== false) print(CORPUS_MISSING);
else {
  print(describeMachine());
  await withWorkFolder(async (folder) => {
    const documents = expandCorpus(DOCUMENTS);
    const file = path.join(folder, "search.idx");
    const own = openOwnEngine(documents, file);
    const bytes = (own.megabytes * 1_000_000) / documents.length;
    print(
      `${documents.length.toLocaleString("en")} documents: ${bytes.toFixed(1)} bytes each (aim ≤ 86), indexed ${Math.round(documents.length / own.buildSeconds).toLocaleString("en")} a second (aim ≥ 40,000)`,
    );
    await measureOpening(file);
    printTimes(measureQueries([own, openFts5(documents, path.join(folder, "fts5.sqlite")), openMiniSearch(documents)]));
  });
}
