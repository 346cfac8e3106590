import assert from "node:assert/strict";
import { after, before as beforeAll, describe, test } from "node:test";
import * as fc from "fast-check";
import type { Limiter } from "../../src/access/limiter/limiter.ts";
import { type Limits, type QuotaState, judgeQuota } from "../../src/access/quota.ts";

export interface LimiterCase {
  readonly name: string;
  /** Opens limiters that share their counts, as nodes do, by this clock. */
  readonly open: (now: () => Date) => Promise<readonly [Limiter, ...Limiter[]]>;
}

/** What every limiter does. */
export function limiterContract({ name, open }: LimiterCase): void {
  describe(`limiter: ${name}`, () => {
    let clock = Date.parse("2026-11-21T09:30:00.000Z");
    let nodes: readonly [Limiter, ...Limiter[]];
    let node: Limiter;
    beforeAll(async () => {
      nodes = await open(() => new Date(clock));
      [node] = nodes;
    });
    after(() => nodes.forEach((each) => each.close()));
    let made = 0;
    const newSubject = () => `k_counted${(made += 1)}`;
    const take = async (subject: string, limits: Limits, times: number): Promise<QuotaState[]> => {
      const states: QuotaState[] = [];
      for (let each = 0; each < times; each += 1) states.push(await node.consume(subject, limits, 1));
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
      assert.deepEqual((await node.consume(subject, { perHour: 10, perDay: 2 }, 1)).violated, ["day"]);
    });

    test("looking takes nothing, and strangers have everything", async () => {
      const subject = newSubject();
      for (let each = 0; each < 5; each += 1)
        assert.deepEqual(remaining(await node.peek(subject, { perHour: 2, perDay: 2 })), [2, 2]);
      assert.deepEqual(remaining(await node.consume(subject, { perHour: 2, perDay: 2 }, 1)), [1, 1]);
    });

    test("count each subject by itself, and those without limits too", async () => {
      const [one, another] = [newSubject(), newSubject()];
      const unlimited = await take(one, { perHour: null, perDay: null }, 4);
      assert.ok(unlimited.every(({ allowed, windows }) => allowed && windows.length === 0));
      assert.deepEqual(remaining(await node.consume(another, { perHour: 5, perDay: null }, 1)), [4]);
      assert.deepEqual(remaining(await node.consume(one, { perHour: 5, perDay: null }, 1)), [0]);
    });

    test("begin the hour anew by the clock, and the day", async () => {
      const subject = newSubject();
      const limits = { perHour: 2, perDay: 3 };
      const from = clock;
      try {
        await take(subject, limits, 2);
        clock = Date.parse("2026-11-21T09:59:59.999Z");
        assert.equal((await node.consume(subject, limits, 1)).allowed, false);
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

    for (const limits of [
      { perHour: 100, perDay: 1000 },
      { perHour: 1000, perDay: 100 },
    ])
      test(`let exactly 100 of 150 through that come together, by ${JSON.stringify(limits)}`, async () => {
        const subject = newSubject();
        const states = await Promise.all(
          Array.from({ length: 150 }, async (_, index) => nodes[index % nodes.length]!.consume(subject, limits, 1)),
        );
        assert.equal(states.filter(({ allowed }) => allowed).length, 100);
      });

    test("take all of some requests that come as one, or none", async () => {
      const subject = newSubject();
      const limits = { perHour: 100, perDay: 1000 };
      const consume = async (requests: number) => await node.consume(subject, limits, requests);
      assert.deepEqual(remaining(await consume(70)), [30, 930]);
      const refused = await consume(40);
      assert.deepEqual([refused.allowed, remaining(refused), refused.violated], [false, [30, 930], ["hour"]]);
      assert.deepEqual(remaining(await consume(30)), [0, 900]);
      assert.equal((await consume(1)).allowed, false);
    });

    test("let no more through where some of those that come together count as several", async () => {
      const subject = newSubject();
      const limits = { perHour: 60, perDay: 1000 };
      const counts = Array.from({ length: 200 }, (_, index) => 1 + (index % 5));
      const states = await Promise.all(
        counts.map(async (requests, index) => await nodes[index % nodes.length]!.consume(subject, limits, requests)),
      );
      const passed = counts.filter((_, index) => states[index]!.allowed).reduce((sum, requests) => sum + requests, 0);
      assert.ok(passed <= 60 && passed > 60 - 5, `${passed} passed`);
    });

    test("a clock that goes back, over the end of an hour too, frees nothing", async () => {
      const subject = newSubject();
      const limits = { perHour: 2, perDay: 5 };
      const from = clock;
      const allowedAt = async (time: string): Promise<boolean> => {
        clock = Date.parse(`2026-11-21T${time}Z`);
        return (await node.consume(subject, limits, 1)).allowed;
      };
      try {
        for (const time of ["10:59:59.900", "10:59:59.950", "11:00:00.500", "11:00:00.600"])
          assert.equal(await allowedAt(time), true);
        for (const time of ["11:00:00.100", "10:59:59.990", "11:00:01.000"]) assert.equal(await allowedAt(time), false);
        assert.deepEqual([await allowedAt("12:00:00.000"), await allowedAt("12:00:01.000")], [true, false]);
      } finally {
        clock = from;
      }
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
            assert.deepEqual(await node.consume(subject, limits, requests), expected);
            if (expected.allowed) used.set(subject, { hour: before.hour + requests, day: before.day + requests });
          }
        }),
        { numRuns: 40 },
      );
    });
  });
}
