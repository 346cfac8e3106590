import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import * as fc from "fast-check";
import { LeasedQuotas } from "../../../src/access/cluster/leased-quotas.ts";
import type { LeasedQuotasOptions } from "../../../src/access/cluster/leased-quotas.ts";
import { TIER_LIMITS } from "../../../src/access/quota.ts";
import type { Limits } from "../../../src/access/quota.ts";
import { eventually } from "./eventually.ts";
import { newKeyPrefix, REDIS_URL, withoutRedis } from "./servers.ts";

type Node = LeasedQuotas;

/**
 * Patient, because these tests are not about outages and the machine may be busy; and in the middle
 * of an hour.
 */
const PATIENT = {
  url: REDIS_URL,
  waitMilliseconds: 20_000,
  now: () => new Date("2026-11-21T10:30:00Z"),
  clock: "own" as const,
};
const FREE = TIER_LIMITS.free;

describe("quotas leased from Redis", { skip: withoutRedis }, () => {
  const opened: Node[] = [];
  after(() => Promise.all(opened.map((node) => node.close())));

  const open = async (how: Partial<LeasedQuotasOptions> = {}): Promise<Node> => {
    const node = new LeasedQuotas({ ...PATIENT, keyPrefix: newKeyPrefix(), ...how });
    opened.push(node);
    await node.ready;
    assert.equal(node.degraded, null);
    return node;
  };
  /** Nodes of one service, who know of each other. */
  const openNodes = async (count: number, how: Partial<LeasedQuotasOptions> = {}): Promise<Node[]> => {
    const keyPrefix = newKeyPrefix();
    const nodes = await Promise.all(Array.from({ length: count }, () => open({ keyPrefix, ...how })));
    await eventually("every node knows of the others", () => nodes.every((node) => node.statistics.nodes === count));
    return nodes;
  };
  const clockFrom = (text: string) => {
    let at = Date.parse(text);
    return {
      now: () => new Date(at),
      clock: "own" as const,
      move: (milliseconds: number) => void (at += milliseconds),
    };
  };
  const takeAll = async (node: Node, subject: string, limits: Limits, requests: number): Promise<number> => {
    const states = await Promise.all(Array.from({ length: requests }, async () => node.take(subject, limits)));
    return states.filter(({ allowed }) => allowed).length;
  };

  test("never allow more than the limit, on any number of nodes, and refuse early by no more than is held elsewhere", async () => {
    const groups = new Map<number, Node[]>();
    for (const count of [1, 2, 4]) groups.set(count, await openNodes(count));
    let subjects = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1, 2, 4),
        fc.record({ perHour: fc.integer({ min: 0, max: 300 }), perDay: fc.integer({ min: 0, max: 300 }) }),
        fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 60 })), { minLength: 1, maxLength: 12 }),
        async (count, limits, bursts) => {
          const nodes = groups.get(count)!;
          const subject = `k_${(subjects += 1)}`;
          const limit = Math.min(limits.perHour, limits.perDay);
          let asked = 0;
          const allowed = await Promise.all(
            bursts.map(([at, requests]) => {
              asked += requests;
              return takeAll(nodes[at % count]!, subject, limits, requests);
            }),
          );
          const total = allowed.reduce((sum, each) => sum + each, 0);
          assert.ok(total <= limit, `${total} of ${limit} allowed`);
          const held = (count - 1) * (limit <= 200 ? 8 : 64);
          assert.ok(
            total >= Math.min(asked, limit) - held,
            `${total} of ${Math.min(asked, limit)}, ${held} held at most`,
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test("let exactly the remaining number through on one node, and consume nothing for a refusal", async () => {
    const node = await open();
    assert.equal(await takeAll(node, "k_edge", { perHour: 10, perDay: 5 }, 50), 5);
    assert.deepEqual((await node.take("k_edge", { perHour: 10, perDay: 5 })).violated, ["day"]);
    const { windows } = await node.peek("k_edge", { perHour: 10, perDay: 9 });
    assert.deepEqual(
      windows.map(({ name, remaining }) => [name, remaining]),
      [
        ["hour", 5],
        ["day", 4],
      ],
    );
  });

  test("ask Redis once in many requests", async () => {
    const nodes = await openNodes(4);
    let allowed = 0;
    for (let request = 0; request < 1200; request += 1) {
      const state = await nodes[request % 4]!.take("k_trips", FREE);
      if (state.allowed) allowed += 1;
    }
    const trips = nodes.reduce((sum, { statistics }) => sum + statistics.roundTrips, 0);
    assert.equal(allowed, 1000);
    assert.ok(trips <= 0.1 * 1200, `${trips} round trips`);
  });

  test("ask nobody for a subject without limits, and hold little of a small quota", async () => {
    const [one, other] = (await openNodes(2)) as [Node, Node];
    assert.deepEqual(await takeAll(one, "k_free", { perHour: null, perDay: null }, 1000), 1000);
    assert.equal(one.statistics.roundTrips, 0);
    await one.take("a_small", TIER_LIMITS.anonymous);
    assert.ok((await takeAll(other, "a_small", TIER_LIMITS.anonymous, 100)) >= 92);
  });

  test("count whole windows of UTC hours and days; what was not used of an hour goes back to its day", async () => {
    const time = clockFrom("2026-11-21T22:59:00Z");
    const keyPrefix = newKeyPrefix();
    const [node, other] = [await open({ ...time, keyPrefix }), await open({ ...time, keyPrefix })];
    const limits = { perHour: 100, perDay: 150 };
    assert.equal(await takeAll(node, "k_day", limits, 1), 1);
    assert.deepEqual(
      (await node.peek("k_day", limits)).windows.map(({ remaining, resetSeconds }) => [remaining, resetSeconds]),
      [
        [99, 60],
        [149, 3660],
      ],
    );
    time.move(60_000);
    assert.equal(await takeAll(node, "k_day", limits, 101), 100);
    // One hour's lease is settled with the next; nothing of it is lost.
    await eventually("the day has everything back", async () => {
      const { windows } = await other.peek("k_day", limits);
      return windows[1]!.remaining === 49;
    });
    time.move(3_600_000);
    assert.equal(await takeAll(node, "k_day", limits, 200), 100);
  });

  test("give back a lease of one request that was too few for those that came", async () => {
    const keyPrefix = newKeyPrefix();
    const limits = { perHour: 1, perDay: null };
    const node = await open({ keyPrefix });
    assert.equal((await node.take("k_rest", limits, 2)).allowed, false);
    await node.close();
    const other = await open({ keyPrefix });
    assert.equal((await other.peek("k_rest", limits)).windows[0]!.remaining, 1);
  });

  test("give back what is not used, when idle and when they close", async () => {
    const time = clockFrom("2026-11-21T10:00:00Z");
    const keyPrefix = newKeyPrefix();
    const holder = await open({ ...time, keyPrefix, idleMilliseconds: 5000 });
    const other = await open({ ...time, keyPrefix });
    await holder.take("k_idle", FREE);
    assert.ok((await other.peek("k_idle", FREE)).windows[0]!.remaining < 999);
    time.move(5000);
    await eventually("the idle lease is back", async () => {
      return (await other.peek("k_idle", FREE)).windows[0]!.remaining === 999;
    });
    await holder.take("k_idle", FREE);
    await holder.close();
    assert.equal((await other.peek("k_idle", FREE)).windows[0]!.remaining, 998);
  });

  test("go on after a restart where they were", async () => {
    const keyPrefix = newKeyPrefix();
    const first = await open({ keyPrefix });
    assert.equal(await takeAll(first, "k_kept", FREE, 300), 300);
    await first.close();
    const second = await open({ keyPrefix });
    assert.equal((await second.peek("k_kept", FREE)).windows[0]!.remaining, 700);
  });

  test("judge by Redis' clock, whatever a node's own says", async () => {
    // Not while an hour ends.
    if (Date.now() % 3_600_000 > 3_590_000) await wait(3_601_000 - (Date.now() % 3_600_000));
    const how = { keyPrefix: newKeyPrefix(), clock: "redis" as const };
    const right = await open({ ...how, now: () => new Date() });
    const wrong = await open({ ...how, now: () => new Date(Date.now() + 40 * 60_000) });
    assert.equal(await takeAll(right, "k_clock", { perHour: 10, perDay: null }, 6), 6);
    assert.equal(await takeAll(wrong, "k_clock", { perHour: 10, perDay: null }, 10), 4);
    const [a, b] = [await right.peek("k_clock", FREE), await wrong.peek("k_clock", FREE)];
    assert.ok(Math.abs(a.windows[0]!.resetSeconds - b.windows[0]!.resetSeconds) <= 2);
  });

  test("follow limits that change under way", async () => {
    const node = await open();
    assert.equal(await takeAll(node, "k_tier", { perHour: 1000, perDay: null }, 10), 10);
    assert.equal((await node.take("k_tier", { perHour: 10, perDay: null })).allowed, false);
    assert.equal(await takeAll(node, "k_tier", { perHour: 12, perDay: null }, 5), 2);
  });
});
