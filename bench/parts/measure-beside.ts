import { buildPreparedCases } from "./cases.ts";
import { latencyRow, type Pair, together } from "./latency-pairs.ts";
import { withLoadClient } from "./load-process.ts";
import { type ServerProcess, waitUntilIdle } from "./servers.ts";
import { layOutTable } from "./text-table.ts";

const WARMING_MILLISECONDS = 3000;
/** Prepared responses that are requested. */
const PER_SECOND = 300;

/** What was measured, with the latencies of the load itself. */
export interface MeasuredBeside {
  readonly pairs: readonly Pair[];
  readonly others: readonly number[];
}

interface Slices {
  readonly pairs: number;
  /** How long a slice takes. */
  readonly milliseconds: number;
  readonly othersPerSecond: number;
}

/**
 * The latency of a prepared response with and without a load of other requests beside it, in pairs
 * of slices in changing order. Any answer but 200 ends the run.
 */
export async function measureBeside(
  service: ServerProcess,
  key: string,
  makeOthers: () => readonly string[] | Promise<readonly string[]>,
  { pairs, milliseconds, othersPerSecond }: Slices,
): Promise<MeasuredBeside> {
  const task = { kind: "open", port: service.port, status: 200, connections: 16, perSecond: PER_SECOND } as const;
  const measured: Pair[] = [];
  const others: number[] = [];
  await waitUntilIdle(service);
  await withLoadClient(async (send) => {
    const cases = await buildPreparedCases(service.port, key);
    const preview = cases.find(({ name }) => name === "preview, compressed")!;
    await send({ kind: "remember", requests: preview.requests, others: await makeOthers() });
    const askAlone = (seed: number) => send({ ...task, milliseconds, seed });
    const askBeside = (seed: number) => send({ ...task, milliseconds, seed, othersPerSecond });
    await send({ ...task, milliseconds: WARMING_MILLISECONDS, seed: 1, othersPerSecond });
    for (let pair = 0; pair < pairs; pair += 1) {
      const seed = pair + 2;
      const first = pair % 2 === 0 ? await askAlone(seed) : null;
      const beside = await askBeside(seed);
      const alone = first ?? (await askAlone(seed));
      measured.push({ alone: alone.latencies, beside: beside.latencies });
      others.push(...beside.othersLatencies);
    }
    await send({ kind: "remember", requests: [] });
  });
  return { pairs: measured, others };
}

/** The latencies as a table; `load` says in the plural what was beside. */
export function layOutBeside(load: string, othersPerSecond: number, { pairs, others }: MeasuredBeside): string {
  const name = `preview, ${PER_SECOND} a second`;
  return layOutTable(
    ["answer", "p50 ms", "p90 ms", "p99 ms", "answers"],
    [
      latencyRow(`${name}, alone`, together(pairs, "alone")),
      latencyRow(`${name}, beside ${load}`, together(pairs, "beside")),
      latencyRow(`the ${load}, ${othersPerSecond} a second`, others),
    ],
  );
}
