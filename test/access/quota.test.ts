import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { type Limits, TIER_LIMITS, describeQuota, hourOf, judgeQuota } from "../../src/access/quota.ts";

const at = (text: string): number => Date.parse(text);

describe("a quota", () => {
  test("describes both windows after the request, with whole seconds to the next ones", () => {
    assert.deepEqual(judgeQuota(TIER_LIMITS.anonymous, { hour: 26, day: 359 }, at("2026-11-21T09:39:50.000Z")), {
      allowed: true,
      windows: [
        { name: "hour", limit: 100, remaining: 73, resetSeconds: 1210 },
        { name: "day", limit: 1000, remaining: 640, resetSeconds: 51_610 },
      ],
      violated: [],
    });
  });

  test("resets take a whole window at its beginning and one second at its end", () => {
    const secondsAt = (text: string) => describeQuota(TIER_LIMITS.free, { hour: 0, day: 0 }, at(text)).windows;
    assert.deepEqual(
      secondsAt("2026-11-21T00:00:00.000Z").map(({ resetSeconds }) => resetSeconds),
      [3600, 86_400],
    );
    assert.deepEqual(
      secondsAt("2026-11-21T23:59:59.999Z").map(({ resetSeconds }) => resetSeconds),
      [1, 1],
    );
  });

  test("a refusal names the windows that are used up and takes nothing from the other", () => {
    const limits: Limits = { perHour: 2, perDay: 3 };
    const judged = (hour: number, day: number) => {
      const { allowed, windows, violated } = judgeQuota(limits, { hour, day }, 0);
      return [allowed, windows.map(({ remaining }) => remaining), violated];
    };
    assert.deepEqual(judged(1, 2), [true, [0, 0], []]);
    assert.deepEqual(judged(2, 2), [false, [0, 1], ["hour"]]);
    assert.deepEqual(judged(0, 3), [false, [2, 0], ["day"]]);
    assert.deepEqual(judged(7, 7), [false, [0, 0], ["hour", "day"]]);
  });

  test("a window without limit is not shown and refuses nobody", () => {
    const used = { hour: 1e9, day: 1e9 };
    const everything = { allowed: true, windows: [], violated: [] };
    assert.deepEqual(judgeQuota({ perHour: null, perDay: null }, used, 0), everything);
    assert.deepEqual(
      judgeQuota({ perHour: 5, perDay: null }, { hour: 0, day: 9 }, 0).windows.map(({ name }) => name),
      ["hour"],
    );
  });

  test("a stream of requests passes as one that keeps a list of those let through", () => {
    const limit = fc.option(fc.integer({ min: 0, max: 6 }), { nil: null });
    const gaps = fc.array(fc.integer({ min: 0, max: 5 * 3_600_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(limit, limit, gaps, fc.integer({ min: 0, max: 1e12 }), (perHour, perDay, steps, start) => {
        const passed: Date[] = [];
        let used = { name: hourOf(start), hour: 0, day: 0 };
        let now = start;
        for (const step of steps) {
          now += step;
          const name = hourOf(now);
          used = {
            name,
            hour: name === used.name ? used.hour : 0,
            day: Math.floor(name / 24) === Math.floor(used.name / 24) ? used.day : 0,
          };
          const state = judgeQuota({ perHour, perDay }, used, now);
          // The twin: counts by the calendar, from the beginning each time.
          const moment = new Date(now);
          const sameDay = passed.filter(
            (each) => each.toISOString().slice(0, 10) === moment.toISOString().slice(0, 10),
          );
          const sameHour = sameDay.filter((each) => each.getUTCHours() === moment.getUTCHours());
          const hourFull = perHour !== null && sameHour.length >= perHour;
          const dayFull = perDay !== null && sameDay.length >= perDay;
          assert.equal(state.allowed, !hourFull && !dayFull);
          assert.deepEqual(state.violated, [...(hourFull ? ["hour"] : []), ...(dayFull ? ["day"] : [])]);
          const taken = state.allowed ? 1 : 0;
          for (const window of state.windows) {
            const before = window.name === "hour" ? sameHour.length : sameDay.length;
            assert.equal(window.remaining, Math.max(0, window.limit - before - taken));
            const next = new Date(now);
            if (window.name === "hour") next.setUTCMinutes(60, 0, 0);
            else next.setUTCHours(24, 0, 0, 0);
            assert.equal(window.resetSeconds, Math.ceil((next.getTime() - now) / 1000));
          }
          if (!state.allowed) continue;
          passed.push(moment);
          used = { ...used, hour: used.hour + 1, day: used.day + 1 };
        }
      }),
    );
  });
});
