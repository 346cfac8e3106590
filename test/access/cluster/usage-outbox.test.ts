import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { StoreUnavailable } from "../../../src/access/accounts.ts";
import { makeLockMemory } from "../../../src/access/embedded/fair-lock.ts";
import { UsageOutbox, type UsageOutboxOptions } from "../../../src/access/cluster/usage-outbox.ts";
import type { UsageCount } from "../../../src/access/usage-history.ts";
import { newTemporaryFolder } from "../../fixtures/temporary-folder.ts";
import { eventually } from "./eventually.ts";

/**
 * A history that knows which batches it has, as PostgreSQL does, and loses replies or refuses when
 * it is told to.
 */
function openHistory() {
  const batches = new Map<string, readonly UsageCount[]>();
  const state = { isDown: false, losesReplies: false };
  return {
    state,
    batches,
    requestsOf: (subjectId: string) =>
      [...batches.values()]
        .flat()
        .filter((count) => count.subjectId === subjectId)
        .reduce((sum, { requests }) => sum + requests, 0),
    async addBatch(id: string, counts: readonly UsageCount[]) {
      if (state.isDown) throw new StoreUnavailable("PostgreSQL is down");
      if (!batches.has(id)) batches.set(id, counts);
      if (state.losesReplies) throw new StoreUnavailable("the connection broke");
    },
    async prune() {},
  };
}

const MANUAL: Omit<UsageOutboxOptions, "dataFolder" | "usage"> = {
  waitMilliseconds: 20_000,
  now: () => new Date("2026-11-21T09:30:00Z"),
  onFailure: (error) => {
    throw error;
  },
  thread: { lock: makeLockMemory(), isMaintainer: false },
};

describe("the outbox of a node", () => {
  test("counts each request once, though replies are lost and processes end", async () => {
    const dataFolder = newTemporaryFolder();
    const usage = openHistory();
    const open = () => UsageOutbox.open({ ...MANUAL, dataFolder, usage });
    let outbox = await open();
    for (let each = 0; each < 10; each += 1) await outbox.count("k_1", "getCountry");
    usage.state.losesReplies = true;
    await assert.rejects(outbox.send(), { name: "StoreUnavailable" });
    await outbox.count("k_1", "getCountry");
    await outbox.close();
    usage.state.losesReplies = false;
    usage.state.isDown = true;
    outbox = await open();
    await outbox.count("k_1", "getSector");
    await assert.rejects(outbox.send(), { name: "StoreUnavailable" });
    assert.equal(usage.requestsOf("k_1"), 10);
    usage.state.isDown = false;
    await outbox.send();
    assert.equal(usage.requestsOf("k_1"), 12);
    await outbox.close();
  });

  test("is sent by several threads at once, in batches of bounded size", async () => {
    const dataFolder = newTemporaryFolder();
    const usage = openHistory();
    const threads = await Promise.all([1, 2, 3].map(() => UsageOutbox.open({ ...MANUAL, dataFolder, usage })));
    const SUBJECTS = 4500;
    await Promise.all(
      Array.from({ length: SUBJECTS }, (_, index) => threads[index % 3]!.count(`k_${index}`, "getCountry")),
    );
    await Promise.all(threads.map((outbox) => outbox.send()));
    const counts = [...usage.batches.values()].flat();
    assert.equal(new Set(counts.map(({ subjectId }) => subjectId)).size, SUBJECTS);
    assert.equal(counts.length, SUBJECTS);
    assert.ok([...usage.batches.values()].every(({ length }) => length <= 2000));
    await Promise.all(threads.map((outbox) => outbox.close()));
  });

  test("says that it waits for PostgreSQL, and that it does no more", async () => {
    const told: string[] = [];
    const usage = openHistory();
    usage.state.isDown = true;
    const onTrouble = (sentence: string): void => void told.push(sentence);
    const outbox = await UsageOutbox.open({
      ...MANUAL,
      dataFolder: newTemporaryFolder(),
      usage,
      onTrouble,
      thread: null,
    });
    await outbox.count("k_1", "getCountry");
    await eventually("it says so", () => outbox.degraded !== null);
    assert.match(outbox.degraded!, /^PostgreSQL is down\. What was counted is kept in DATA_DIR/u);
    usage.state.isDown = false;
    await eventually("it is sent", () => outbox.degraded === null);
    assert.equal(usage.requestsOf("k_1"), 1);
    assert.deepEqual(told, [
      "What was counted could not be written to PostgreSQL; it is kept here and tried again.",
      "What was counted is in PostgreSQL again.",
    ]);
    await outbox.close();
  });
});
