import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { MemoryLimiter } from "../../src/access/limiter/memory-limiter.ts";
import { RedisLimiter } from "../../src/access/limiter/redis-limiter.ts";
import type { Limiter } from "../../src/access/limiter/limiter.ts";
import { eventually } from "./cluster/eventually.ts";
import { type OwnRedis, startRedis, withoutOwnRedis } from "./cluster/own-servers.ts";
import { openProxy } from "./cluster/proxy.ts";
import { newKeyPrefix, REDIS_URL, withoutRedis } from "./cluster/servers.ts";
import { limiterContract } from "./limiter-contract.ts";

limiterContract({ name: "memory", open: async (now) => [new MemoryLimiter(now)] });

async function openNodes(url: string, count: number, now: () => Date, keyPrefix: string): Promise<readonly Limiter[]> {
  const nodes = Array.from(
    { length: count },
    () => new RedisLimiter({ url, now, keyPrefix, waitMilliseconds: 20_000 }),
  );
  await Promise.all(nodes.map(({ ready }) => ready));
  return nodes;
}

if (withoutRedis) test("a limiter in Redis", { skip: withoutRedis }, () => {});
else
  limiterContract({
    name: "Redis, three nodes",
    open: async (now) => {
      const [first, ...others] = await openNodes(REDIS_URL, 3, now, newKeyPrefix());
      return [first!, ...others];
    },
  });

describe("counts in memory", () => {
  const FREE = { perHour: 5, perDay: 100 };
  const now = () => new Date("2026-11-21T09:30:00.000Z");

  test("go on from what was kept, and only what came after is to be kept again", () => {
    const first = new MemoryLimiter(now);
    first.consume("k_1", FREE, 3);
    const kept = first.takeAdditions();
    assert.deepEqual(first.takeAdditions(), []);
    const restarted = new MemoryLimiter(now);
    restarted.add(kept);
    assert.equal(restarted.consume("k_1", FREE, 3).allowed, false);
    assert.equal(restarted.consume("k_1", FREE, 2).allowed, true);
    // The old process still answers while the new one does: both add.
    first.consume("k_1", FREE, 1);
    const additions = [...first.takeAdditions(), ...restarted.takeAdditions()];
    const used = additions.filter(({ period }) => period === "hour").map((each) => each.used);
    assert.deepEqual(used, [1, 2]);
  });

  test("that could not be kept are kept the next time", () => {
    const limiter = new MemoryLimiter(now);
    limiter.consume("k_1", FREE, 2);
    const taken = limiter.takeAdditions();
    limiter.consume("k_1", FREE, 1);
    limiter.keepAdditions(taken);
    const used = limiter.takeAdditions().map(({ period, used: requests }) => [period, requests]);
    assert.deepEqual(used, [
      ["hour", 3],
      ["day", 3],
    ]);
  });

  test("of windows that are over are not added", () => {
    const limiter = new MemoryLimiter(now);
    const hour = Math.floor(now().getTime() / 3_600_000);
    limiter.add([{ subjectId: "k_1", period: "hour", number: hour - 1, used: 5 }]);
    assert.equal(limiter.peek("k_1", FREE).windows[0]!.remaining, 5);
  });
});

describe("quotas while Redis is lost", { skip: withoutOwnRedis }, () => {
  let redis: OwnRedis;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.close());
  const LIMITS = { perHour: 1000, perDay: null };
  const now = () => new Date();
  let prefixes = 0;
  const opened: Limiter[] = [];
  after(() => opened.forEach((limiter) => limiter.close()));
  const open = async (
    url = redis.url,
    keyPrefix = `lost${(prefixes += 1)}:`,
    told: string[] = [],
  ): Promise<Limiter> => {
    const limiter = new RedisLimiter({
      url,
      now,
      keyPrefix,
      waitMilliseconds: 300,
      onTrouble: (sentence) => told.push(sentence),
    });
    await limiter.ready;
    opened.push(limiter);
    return limiter;
  };
  const allowed = async (limiter: Limiter, times: number): Promise<number> => {
    const states = await Promise.all(
      Array.from({ length: times }, async () => await limiter.consume("k_1", LIMITS, 1)),
    );
    return states.filter((state) => state.allowed).length;
  };
  const isWell = (limiter: Limiter) => eventually("Redis is asked again", () => limiter.degraded === null);

  for (const [how, lose, comeBack] of [
    ["paused", () => redis.pause(), () => redis.resume()],
    ["killed, and empty afterwards", () => redis.kill(), () => redis.start()],
  ] as const) {
    test(`${how}: nothing fails, each node goes on by itself and says so, and afterwards they count together`, async () => {
      const told: string[] = [];
      const keyPrefix = `${how.slice(0, 6)}:`;
      const [one, other] = [await open(redis.url, keyPrefix, told), await open(redis.url, keyPrefix)];
      await isWell(one);
      await isWell(other);
      assert.equal((await allowed(one, 300)) + (await allowed(other, 300)), 600);
      await lose();
      try {
        assert.equal(await allowed(one, 800), 700, "when it asked last, 300 were used");
        assert.match(one.degraded ?? "", /^Redis at redis:\/\/127\.0\.0\.1:\d+ does not answer .*: each node counts/);
      } finally {
        await comeBack();
      }
      await isWell(one);
      await isWell(other);
      assert.equal(await allowed(one, 10), 0, "what it knows is not forgotten with Redis");
      assert.equal(await allowed(other, 10), 0, "and the others know it as well");
      assert.deepEqual(told.length, 2, told.join(" "));
    });
  }

  test("a line cut or gone silent costs no request more than the wait, once", async (t) => {
    const line = await openProxy(redis.port);
    t.after(() => line.close());
    const far = await open(`redis://127.0.0.1:${line.port}`);
    await isWell(far);
    for (const part of [() => line.cut(), () => line.silence()]) {
      part();
      assert.equal(await allowed(far, 5), 5);
      assert.notEqual(far.degraded, null);
      line.mend();
      await isWell(far);
    }
  });

  test("silent at the start: the node works, and joins when it answers", async (t) => {
    const line = await openProxy(redis.port);
    t.after(() => line.close());
    line.silence();
    const far = await open(`redis://127.0.0.1:${line.port}`);
    assert.equal(await allowed(far, 5), 5);
    assert.notEqual(far.degraded, null);
    line.mend();
    await isWell(far);
  });

  test("not there at the start: the node works, and joins when it comes", async () => {
    await redis.kill();
    const limiter = await Promise.race([open(), wait(10_000).then(() => assert.fail("it waits for Redis"))]);
    assert.equal(await allowed(limiter, 20), 20);
    assert.match(limiter.degraded ?? "", /ECONNREFUSED/);
    await redis.start();
    await isWell(limiter);
    assert.equal(await allowed(limiter, 1000), 980);
  });
});
