import { test } from "node:test";
import { LeasedQuotas } from "../../../src/access/cluster/leased-quotas.ts";
import { type TestedCounters, countersContract } from "../counters-contract.ts";
import { eventually } from "./eventually.ts";
import { newKeyPrefix, REDIS_URL, withoutRedis } from "./servers.ts";

/** Of a quota of at most 200 a node holds at most this many. */
const HELD_MAX = 8;

for (const nodes of [1, 3]) {
  const name = `leased from Redis by ${nodes === 1 ? "one node" : `${nodes} nodes`}`;
  if (withoutRedis) {
    test(`counters: ${name}`, { skip: withoutRedis }, () => {});
    continue;
  }
  countersContract({
    name,
    early: (nodes - 1) * HELD_MAX,
    async open(now) {
      const keyPrefix = newKeyPrefix();
      const openOne = () =>
        new LeasedQuotas({ url: REDIS_URL, waitMilliseconds: 20_000, now, clock: "own", keyPrefix });
      const first = openOne();
      const opened = [first, ...Array.from({ length: nodes - 1 }, openOne)] as const;
      await Promise.all(opened.map(({ ready }) => ready));
      await eventually("all know of each other", () => opened.every(({ statistics }) => statistics.nodes === nodes));
      const judge = (quotas: LeasedQuotas): TestedCounters => ({
        admit: async (subjectId, limits, _, requests) => quotas.take(subjectId, limits, requests),
        peek: async (subjectId, limits) => quotas.peek(subjectId, limits),
        close: () => quotas.close(),
      });
      return [judge(first), ...opened.slice(1).map(judge)];
    },
  });
}
