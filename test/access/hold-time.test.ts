import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { holdTime } from "../../src/access/hold-time.ts";

describe("a clock that is held", () => {
  test("is read once for all that comes together, and again afterwards", async () => {
    let reads = 0;
    const now = holdTime(() => new Date((reads += 1)));
    assert.deepEqual([now().getTime(), now().getTime(), now().getTime()], [1, 1, 1]);
    for (let round = 2; round < 5; round += 1) {
      await wait(30);
      assert.deepEqual([now().getTime(), now().getTime()], [round, round]);
    }
  });
});
