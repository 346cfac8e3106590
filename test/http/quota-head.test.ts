import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { parseList } from "structured-headers";
import type { WindowState } from "../../src/access/quota.ts";
import { quotaHead } from "../../src/http/quota-head.ts";

describe("the quota headers", () => {
  test("say policy and state as the draft lays them out", () => {
    const windows = [
      { name: "hour", limit: 100, remaining: 73, resetSeconds: 1210 },
      { name: "day", limit: 1000, remaining: 640, resetSeconds: 50_211 },
    ] as const;
    assert.deepEqual(quotaHead({ allowed: true, windows, violated: [] }), [
      "RateLimit-Policy",
      '"hour";q=100;w=3600, "day";q=1000;w=86400',
      "RateLimit",
      '"hour";r=73;t=1210, "day";r=640;t=50211',
    ]);
  });

  test("are not there for who has no limits", () => {
    assert.deepEqual(quotaHead({ allowed: true, windows: [], violated: [] }), []);
  });

  test("are lists of structured fields that say the numbers, whatever they are", () => {
    const number = fc.nat({ max: 999_999_999 });
    const window = (name: "hour" | "day") =>
      fc.record({ name: fc.constant(name), limit: number, remaining: number, resetSeconds: number });
    const someWindows = fc
      .tuple(window("hour"), window("day"))
      .chain((both) => fc.shuffledSubarray(both, { minLength: 1 }));
    fc.assert(
      fc.property(someWindows, (windows: WindowState[]) => {
        const [, policy = "", , state = ""] = quotaHead({ allowed: true, windows, violated: [] });
        const read = (text: string) => parseList(text).map(([name, parameters]) => [name, ...parameters] as unknown);
        assert.deepEqual(
          read(policy),
          windows.map(({ name, limit }) => [name, ["q", limit], ["w", name === "hour" ? 3600 : 86_400]]),
        );
        assert.deepEqual(
          read(state),
          windows.map(({ name, remaining, resetSeconds }) => [name, ["r", remaining], ["t", resetSeconds]]),
        );
      }),
    );
  });
});
