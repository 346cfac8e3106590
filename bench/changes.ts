import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { giveOutKeys } from "./parts/active-keys.ts";
import { askAnswer, askJson } from "./parts/ask-answer.ts";
import { publishTwoEditions, withWorkFolder } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { processorSeconds } from "./parts/process-figures.ts";
import { startService, waitUntilIdle } from "./parts/servers.ts";
import { median, quantile } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * How long does the first answer take that compares two large releases, how long a later one, and
 * how long do other requests wait meanwhile? In each round a service is started anew, asked for a
 * prepared response again and again, and once for the changes.
 *
 * npm run bench -- changes [--companies 100000] [--rounds 5]
 */

const { values } = parseArgs({
  options: { companies: { type: "string", default: "100000" }, rounds: { type: "string", default: "5" } },
});
const ROUNDS = Number(values.rounds);
const ALONE_MILLISECONDS = 1000;
const PAUSE_MILLISECONDS = 2;
const PREVIEW = "/api/v2/countries/preview";
const FIRST_SECONDS_MAX = 1;
const ADDRESS = "/api/v2/changes?from=previous&limit=20";

interface Round {
  readonly firstSeconds: number;
  readonly laterSeconds: number;
  /** Processor time of the service until the first answer is there. */
  readonly firstProcessorSeconds: number;
  /** Of a prepared response in milliseconds, without the comparison and beside it. */
  readonly alone: readonly number[];
  readonly beside: readonly number[];
}

async function secondsToAsk(port: number, key: string): Promise<number> {
  const startedAt = performance.now();
  const { verdict } = await askJson<{ verdict: string }>(port, ADDRESS, { "X-SVC-API-Key": key });
  if (verdict !== "compared") throw new Error(`the changes are not told: ${verdict}`);
  return (performance.now() - startedAt) / 1000;
}

/** Asks for the preview one time after the other until the work is done: milliseconds of each. */
async function askBeside(port: number, key: string, work: Promise<unknown>): Promise<number[]> {
  const state = { isDone: false };
  void work.finally(() => (state.isDone = true));
  const latencies: number[] = [];
  while (!state.isDone) {
    const startedAt = performance.now();
    await askAnswer(port, PREVIEW, { "X-SVC-API-Key": key, "Accept-Encoding": "br" });
    latencies.push(performance.now() - startedAt);
    await wait(PAUSE_MILLISECONDS);
  }
  return latencies;
}

async function runRound(dataFolder: string, key: string): Promise<Round> {
  const service = await startService(dataFolder);
  try {
    await waitUntilIdle(service);
    const { port } = service;
    const alone = await askBeside(port, key, wait(ALONE_MILLISECONDS));
    const before = processorSeconds(service.pid);
    const first = secondsToAsk(port, key);
    const beside = await askBeside(port, key, first);
    const firstProcessorSeconds = processorSeconds(service.pid) - before;
    const laterSeconds = await secondsToAsk(port, key);
    return { firstSeconds: await first, laterSeconds, firstProcessorSeconds, alone, beside };
  } finally {
    await service.stop();
  }
}

function report(rounds: readonly Round[]): void {
  const first = rounds.map(({ firstSeconds }) => firstSeconds);
  const later = rounds.map(({ laterSeconds }) => laterSeconds);
  const isMissed = median(first) > FIRST_SECONDS_MAX;
  print(
    layOutTable(
      ["answer", "median s", "slowest s", "processor s", "asked for"],
      [
        [
          "the first",
          median(first).toFixed(3),
          Math.max(...first).toFixed(3),
          median(rounds.map(({ firstProcessorSeconds }) => firstProcessorSeconds)).toFixed(2),
          isMissed ? "MISSES 1" : "≤ 1",
        ],
        ["a later one", median(later).toFixed(3), Math.max(...later).toFixed(3), "", ""],
      ],
    ),
  );
  const waits = (name: string, kind: "alone" | "beside"): string[] => {
    const latencies = rounds.flatMap((round) => round[kind]);
    const slowest = median(rounds.map((round) => Math.max(...round[kind])));
    const shown = [quantile(latencies, 0.5), quantile(latencies, 0.9), slowest].map((each) => each.toFixed(1));
    return [name, ...shown, String(latencies.length)];
  };
  print(
    layOutTable(
      ["the prepared preview", "p50 ms", "p90 ms", "slowest ms (median round)", "answers"],
      [waits("alone", "alone"), waits("beside the first comparison", "beside")],
    ),
  );
}

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}

print(describeMachine());
await withWorkFolder(async (folder) => {
  const dataFolder = await publishTwoEditions(folder, Number(values.companies));
  const [key = ""] = await giveOutKeys(dataFolder, 1, "enterprise");
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await runRound(dataFolder, key));
  report(rounds);
});
