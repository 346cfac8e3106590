import { once } from "node:events";
import { LeasedQuotas } from "../../src/access/cluster/leased-quotas.ts";
import type { Limits } from "../../src/access/quota.ts";
import { openChance } from "./statistics.ts";

/**
 * What one of several nodes is to do: take requests from skewed subjects, as many at a time as
 * callers wait.
 */
export interface NodeTask {
  readonly redisUrl: string;
  readonly keyPrefix: string;
  /** Says `ready` when so many know of each other, and begins at the next message. */
  readonly nodes: number;
  readonly seed: number;
  readonly requests: number;
  readonly callers: number;
  /** Subjects under these limits in turn. */
  readonly subjects: number;
  readonly limits: readonly Limits[];
}

/** What came of it. */
export interface NodeResult {
  /** By subject. */
  readonly asked: readonly number[];
  readonly allowed: readonly number[];
  readonly roundTrips: number;
  readonly seconds: number;
}

/*
 * One node in a process of its own, over a Redis that others use at the same time.
 */
async function run(task: NodeTask): Promise<NodeResult> {
  const { redisUrl: url, keyPrefix, nodes, subjects, limits } = task;
  // Patient: this is not about outages, and the machine may be busy.
  const counters = new LeasedQuotas({ url, keyPrefix, waitMilliseconds: 30_000, now: () => new Date() });
  await counters.ready;
  while (counters.statistics.nodes < nodes) await new Promise((resolve) => setTimeout(resolve, 20));
  // Nobody begins, and nobody leaves, before all know of each other.
  process.send?.("ready");
  await once(process, "message");
  const asked = Array.from({ length: subjects }, () => 0);
  const allowed = Array.from({ length: subjects }, () => 0);
  const chance = openChance(task.seed);
  let left = task.requests;
  const startedAt = performance.now();
  const callOn = async (): Promise<void> => {
    while (left-- > 0) {
      const subject = Math.floor(subjects * chance() ** 4);
      const taken = counters.take(`k_${subject}`, limits[subject % limits.length]!);
      asked[subject]! += 1;
      // Where nothing has to be waited for, others still get their turn.
      const state = taken instanceof Promise ? await taken : taken;
      if (state.allowed) allowed[subject]! += 1;
      if (left % 64 === 0) await new Promise(setImmediate);
    }
  };
  await Promise.all(Array.from({ length: task.callers }, callOn));
  const seconds = (performance.now() - startedAt) / 1000;
  if (counters.degraded !== null) throw new Error(counters.degraded);
  const { roundTrips } = counters.statistics;
  await counters.close();
  return { asked, allowed, roundTrips, seconds };
}

process.once("message", (task: NodeTask) => {
  void run(task).then((result) => process.send?.(result));
});
process.once("disconnect", () => process.exit());
