import { createWriteStream, mkdirSync } from "node:fs";
import { once } from "node:events";
import path from "node:path";
import { parseArgs } from "node:util";
import { type DeskProcess, startDesk } from "../test/desk/open-desk.ts";
import { withWorkFolder } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { residentMegabytes } from "./parts/process-figures.ts";
import { quantile } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * How long until a person can work at a desk with one large file, how long is each click answered,
 * and how much memory does it take?
 *
 *   npm run bench -- desk [--rows 100000] [--columns 120] [--rounds 5]
 */

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "100000" },
    columns: { type: "string", default: "120" },
    rounds: { type: "string", default: "5" },
  },
});
const ROWS = Number(values.rows);
const COLUMNS = Number(values.columns);
const ROUNDS = Number(values.rounds);
const USABLE_SECONDS = 8;
const CLICK_MILLISECONDS = 300;
const MEMORY_MB = 1074;

/** A file of companies with scores of one decimal, which no two columns share. */
async function writeSurvey(file: string): Promise<void> {
  const out = createWriteStream(file);
  const scores = Array.from(
    { length: COLUMNS - 4 },
    (_, i) => `${1 + Math.floor(i / 10)}.${1 + (i % 10)} Question ${i + 1}`,
  );
  out.write(`Id,Company,Country,Sector,${scores.join()}\n`);
  const countries = ["FR", "PE", "DE", "US", "JP", "IN", "BR", "ZA"];
  for (let row = 0; row < ROWS; row += 1) {
    const cells = scores.map((_, i) => String(((row * 7919 + i * 104_729) % 1001) / 10));
    const line = `c${row},Company ${row.toString(36)} of ${row % 977},${countries[row % 8]},Sector ${row % 12},${cells.join()}\n`;
    if (!out.write(line)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
}

interface Click {
  readonly name: string;
  readonly step: string;
  readonly query?: string;
  /** What is sent; a page is only asked for without it. */
  readonly send?: (round: number) => Readonly<Record<string, string | readonly string[]>>;
}

const CLICKS: readonly Click[] = [
  { name: "files", step: "files" },
  { name: "columns", step: "columns" },
  { name: "the last rows and columns", step: "columns", query: `?row=${ROWS - 20}&col=${COLUMNS - 12}` },
  { name: "bands", step: "bands" },
  { name: "companies", step: "companies" },
  {
    name: "another role",
    step: "columns",
    send: (round) => ({ do: "roles", table: "survey", "role.3": round % 2 === 0 ? "" : "sector" }),
  },
  { name: "a column is judged", step: "columns", send: () => ({ do: "roles", table: "survey", "role.20": "judged" }) },
  { name: "a cut", step: "bands", send: (round) => ({ do: "cuts", cut: [String(30 + round), "60"] }) },
  { name: "a name", step: "bands", send: (round) => ({ do: "names", "label.low": `Low ${round}` }) },
  {
    name: "a country",
    step: "companies",
    send: (round) => ({ do: "country", was: round % 2 === 0 ? "FR" : "PE", now: round % 2 === 0 ? "PE" : "FR" }),
  },
];

async function click(desk: DeskProcess, { step, query = "", send }: Click, round: number): Promise<number> {
  const facts = await desk.facts(step);
  const startedAt = performance.now();
  if (send !== undefined) {
    const { status } = await desk.post(step, { ...facts, ...send(round) });
    if (status !== 303) throw new Error(`${step} was answered with ${status}`);
  }
  const { status } = await desk.get(`${step}${query}`);
  if (status !== 200) throw new Error(`${step} was answered with ${status}`);
  return performance.now() - startedAt;
}

async function makeBands(desk: DeskProcess): Promise<void> {
  const judged = Array.from({ length: COLUMNS - 4 }, (_, i) => [`role.${i + 4}`, "judged"] as const);
  const roles = { "role.0": "id", "role.1": "name", "role.2": "country", "role.3": "sector" };
  await desk.post("columns", { do: "roles", table: "survey", ...roles, ...Object.fromEntries(judged) });
  await desk.post("bands", { do: "kind", kind: "scores" });
  await desk.post("bands", { do: "typed", typed: "Low < Middle < High" });
}

process.stdout.write(`${describeMachine()}\n\n`);
await withWorkFolder(async (workFolder) => {
  const [folder, data] = [path.join(workFolder, "dataset"), path.join(workFolder, "data")];
  for (const each of [folder, data]) mkdirSync(each);
  await writeSurvey(path.join(folder, "survey.csv"));
  const startedAt = performance.now();
  const desk = await startDesk(folder, data);
  try {
    await desk.get("files");
    await desk.get("columns");
    const usable = (performance.now() - startedAt) / 1000;
    await makeBands(desk);
    const rows: string[][] = [];
    let slowest = 0;
    for (const each of CLICKS) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) times.push(await click(desk, each, round));
      slowest = Math.max(slowest, quantile(times, 0.5));
      rows.push([each.name, quantile(times, 0.5).toFixed(0), Math.max(...times).toFixed(0)]);
    }
    process.stdout.write(`${layOutTable(["Click", "median, ms", "slowest, ms"], rows)}\n\n`);
    const bounded = (figure: number, bound: number): string => `${figure <= bound ? "≤" : "MISSES ≤"} ${bound}`;
    const { peak } = residentMegabytes(desk.pid);
    process.stdout.write(`Usable after ${usable.toFixed(1)} s (${bounded(usable, USABLE_SECONDS)} s)\n`);
    process.stdout.write(`Slowest median ${slowest.toFixed(0)} ms (${bounded(slowest, CLICK_MILLISECONDS)} ms)\n`);
    process.stdout.write(`Peak memory ${peak.toFixed(0)} MB (${bounded(peak, MEMORY_MB)} MB)\n`);
  } finally {
    await desk.kill();
  }
});
