import assert from "node:assert/strict";
import { after, before as beforeAll, describe, test } from "node:test";
import * as fc from "fast-check";
import type { Counters } from "../../src/access/counters.ts";
import { type Limits, type QuotaState, judgeQuota } from "../../src/access/quota.ts";

export type TestedCounters = Pick<Counters, "admit" | "peek" | "close">;

export interface CountersCase {
  readonly name: string;
  /** Opens several counters that share their counts, as threads or nodes do, by this clock. */
  readonly open: (now: () => Date) => Promise<readonly [TestedCounters, ...TestedCounters[]]>;
  /**
   * How many requests fewer than the limit may pass where several of them count, because others
   * hold them on lease.
   */
  readonly early: number;
}

/** What all counters do. */
export function countersContract({ name, open, early }: CountersCase): void {
  describe(`counters: ${name}`, () => {
    let clock = Date.parse("2026-11-21T09:30:00.000Z");
    let nodes: readonly [TestedCounters, ...TestedCounters[]];
    let node: TestedCounters;
    beforeAll(async () => {
      nodes = await open(() => new Date(clock));
      [node] = nodes;
    });
    after(() => Promise.all(nodes.map((each) => each.close())));
    let made = 0;
    const newSubject = () => `k_counted${(made += 1)}`;
    const take = async (subject: string, limits: Limits, times: number): Promise<QuotaState[]> => {
      const states: QuotaState[] = [];
      for (let each = 0; each < times; each += 1) states.push(await node.admit(subject, limits, "getCountry"));
      return states;
    };
    const remaining = (state: QuotaState) => state.windows.map((window) => window.remaining);

    test("allow as many as the hour does, and say what is left", async () => {
      const subject = newSubject();
      const limits = { perHour: 3, perDay: 10 };
      const states = await take(subject, limits, 5);
      assert.deepEqual(
        states.map(({ allowed }) => allowed),
        [true, true, true, false, false],
      );
      assert.deepEqual(states.map(remaining), [
        [2, 9],
        [1, 8],
        [0, 7],
        [0, 7],
        [0, 7],
      ]);
      assert.deepEqual(states.at(-1)!.violated, ["hour"]);
      assert.deepEqual(
        states[0]!.windows.map(({ name: window, limit, resetSeconds }) => [window, limit, resetSeconds]),
        [
          ["hour", 3, 1800],
          ["day", 10, 52_200],
        ],
      );
      const peeked = await node.peek(subject, limits);
      assert.deepEqual([peeked.allowed, remaining(peeked)], [false, [0, 7]]);
    });

    test("take nothing from the hour when the day refuses", async () => {
      const subject = newSubject();
      await take(subject, { perHour: 10, perDay: 2 }, 6);
      const raised = await node.peek(subject, { perHour: 10, perDay: 20 });
      assert.deepEqual([raised.allowed, remaining(raised)], [true, [8, 18]]);
      assert.deepEqual((await node.admit(subject, { perHour: 10, perDay: 2 }, "getCountry")).violated, ["day"]);
    });

    test("looking takes nothing, and strangers have everything", async () => {
      const subject = newSubject();
      for (let each = 0; each < 5; each += 1)
        assert.deepEqual(remaining(await node.peek(subject, { perHour: 2, perDay: 2 })), [2, 2]);
      assert.deepEqual(remaining(await node.admit(subject, { perHour: 2, perDay: 2 }, "getCountry")), [1, 1]);
    });

    test("count each subject by itself, and those without limits too", async () => {
      const [one, another] = [newSubject(), newSubject()];
      const unlimited = await take(one, { perHour: null, perDay: null }, 4);
      assert.ok(unlimited.every(({ allowed, windows }) => allowed && windows.length === 0));
      assert.deepEqual(remaining(await node.admit(another, { perHour: 5, perDay: null }, "getCountry")), [4]);
      assert.deepEqual(remaining(await node.admit(one, { perHour: 5, perDay: null }, "getCountry")), [0]);
    });

    test("begin the hour anew by the clock, and the day", async () => {
      const subject = newSubject();
      const limits = { perHour: 2, perDay: 3 };
      const from = clock;
      try {
        await take(subject, limits, 2);
        clock = Date.parse("2026-11-21T09:59:59.999Z");
        assert.equal((await node.admit(subject, limits, "getCountry")).allowed, false);
        clock = Date.parse("2026-11-21T10:00:00.000Z");
        assert.deepEqual(
          (await take(subject, limits, 2)).map(({ violated }) => violated),
          [[], ["day"]],
        );
        clock = Date.parse("2026-11-22T00:00:00.000Z");
        assert.deepEqual((await take(subject, limits, 1)).map(remaining), [[1, 2]]);
      } finally {
        clock = from;
      }
    });

    test("let exactly as many through of any number that come together", async () => {
      const subject = newSubject();
      const limits = { perHour: 50, perDay: 1000 };
      const states = await Promise.all(
        Array.from(
          { length: 400 },
          async (_, index) => await nodes[index % nodes.length]!.admit(subject, limits, "getCountry"),
        ),
      );
      const passed = states.filter(({ allowed }) => allowed).length;
      assert.ok(passed <= 50 && passed >= 50 - early, `${passed} passed`);
    });

    test("take all of some requests that come as one, or none", async () => {
      const subject = newSubject();
      const limits = { perHour: 10, perDay: 1000 };
      const admit = async (requests: number) => await node.admit(subject, limits, "getCountry", requests);
      assert.deepEqual(remaining(await admit(6)), [4, 994]);
      const refused = await admit(5);
      assert.deepEqual([refused.allowed, remaining(refused), refused.violated], [false, [4, 994], ["hour"]]);
      assert.deepEqual(remaining(await admit(4)), [0, 990]);
      assert.equal((await admit(1)).allowed, false);
    });

    test("let no more through where some of those that come together count as several", async () => {
      const subject = newSubject();
      const limits = { perHour: 60, perDay: 1000 };
      const counts = Array.from({ length: 200 }, (_, index) => 1 + (index % 5));
      const states = await Promise.all(
        counts.map(
          async (requests, index) => await nodes[index % nodes.length]!.admit(subject, limits, "getCountry", requests),
        ),
      );
      const passed = counts.filter((_, index) => states[index]!.allowed).reduce((sum, requests) => sum + requests, 0);
      assert.ok(passed <= 60 && passed >= 60 - early, `${passed} passed`);
    });

    test("judge as the plain arithmetic over plain counts does", async () => {
      const subjects = Array.from({ length: 3 }, newSubject);
      const limit = fc.option(fc.integer({ min: 0, max: 8 }), { nil: null });
      const steps = fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 0, max: 3 })), { maxLength: 30 });
      await fc.assert(
        fc.asyncProperty(limit, limit, steps, async (perHour, perDay, all) => {
          const limits = { perHour, perDay };
          const round = (made += 1);
          const used = new Map<string, { hour: number; day: number }>();
          for (const [which, requests] of all) {
            const subject = `${subjects[which]!}-${round}`;
            const before = used.get(subject) ?? { hour: 0, day: 0 };
            if (requests === 0) {
              assert.equal((await node.peek(subject, limits)).allowed, judgeQuota(limits, before, clock).allowed);
              continue;
            }
            const expected = judgeQuota(limits, before, clock, requests);
            assert.deepEqual(await node.admit(subject, limits, "getCountry", requests), expected);
            if (expected.allowed) used.set(subject, { hour: before.hour + requests, day: before.day + requests });
          }
        }),
        { numRuns: 40 },
      );
    });
  });
}
