import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { NodeResult, NodeTask } from "../../../bench/parts/lease-node.ts";
import { TIER_LIMITS } from "../../../src/access/quota.ts";
import { newKeyPrefix, REDIS_URL, withoutRedis } from "./servers.ts";

const NODE = fileURLToPath(new URL("../../../bench/parts/lease-node.ts", import.meta.url));
const NODES = 4;
const REQUESTS = 80_000;
const HOUR_MILLISECONDS = 3_600_000;

// `npm run bench -- leases` asks the same of a million requests.
test("four processes on one Redis allow exactly what the limits allow", { skip: withoutRedis }, async () => {
  const left = HOUR_MILLISECONDS - (Date.now() % HOUR_MILLISECONDS);
  if (left < 30_000) await wait(left + 1000);
  const task: Omit<NodeTask, "seed"> = {
    redisUrl: REDIS_URL,
    keyPrefix: newKeyPrefix(),
    nodes: NODES,
    requests: REQUESTS / NODES,
    callers: 64,
    subjects: 300,
    limits: [TIER_LIMITS.free, TIER_LIMITS.anonymous],
  };
  const children = Array.from({ length: NODES }, () => fork(NODE, { serialization: "advanced" }));
  const results = await Promise.all(
    children.map(async (child, seed) => {
      child.send({ ...task, seed });
      const [ready] = (await once(child, "message")) as [string];
      return ready;
    }),
  ).then(() =>
    Promise.all(
      children.map(async (child) => {
        child.send("begin");
        const [result] = (await once(child, "message")) as [NodeResult];
        child.disconnect();
        return result;
      }),
    ),
  );
  let usedUp = 0;
  for (let subject = 0; subject < task.subjects; subject += 1) {
    const limit = task.limits[subject % 2]!.perHour!;
    const asked = results.reduce((sum, result) => sum + result.asked[subject]!, 0);
    const allowed = results.reduce((sum, result) => sum + result.allowed[subject]!, 0);
    assert.ok(allowed <= Math.min(asked, limit), `${allowed} of ${limit} allowed`);
    const held = (NODES - 1) * (limit <= 200 ? 8 : 64);
    assert.ok(
      allowed >= Math.min(asked, limit) - held,
      `${allowed} of ${Math.min(asked, limit)}, at most ${held} held`,
    );
    if (asked > limit) usedUp += 1;
  }
  assert.ok(usedUp > 50, `${usedUp} limits were reached`);
});
