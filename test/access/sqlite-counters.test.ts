import assert from "node:assert/strict";
import { once } from "node:events";
import { DatabaseSync } from "node:sqlite";
import { describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { openAccessDatabase } from "../../src/access/embedded/access-database.ts";
import { makeLockMemory } from "../../src/access/embedded/fair-lock.ts";
import { openEmbeddedAccess } from "../../src/access/embedded/open-embedded-access.ts";
import { accessFileIn } from "../../src/access/embedded/open-embedded-stores.ts";
import { ACCESS_SCHEMA } from "../../src/access/embedded/schema.ts";
import { SqliteCounters } from "../../src/access/embedded/sqlite-counters.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { eventually } from "./cluster/eventually.ts";
import { type TestedCounters, countersContract } from "./counters-contract.ts";

const waitMilliseconds = 20_000;

async function openOne(folder: string, now: () => Date, lock: SharedArrayBuffer | null): Promise<TestedCounters> {
  const database = await openAccessDatabase(accessFileIn(folder), ACCESS_SCHEMA);
  const counters = new SqliteCounters({ database, lock, now, waitMilliseconds });
  return {
    admit: (...request) => counters.admit(...request),
    peek: (subjectId, limits) => counters.peek(subjectId, limits),
    async close() {
      await counters.close();
      database.close();
    },
  };
}

countersContract({
  name: "one file",
  early: 0,
  open: async (now) => {
    const folder = newTemporaryFolder();
    const lock = makeLockMemory();
    return [await openOne(folder, now, lock), await openOne(folder, now, lock), await openOne(folder, now, null)];
  },
});

describe("counters of one file", () => {
  test("8 threads that admit 500 times each from 1,000 an hour get exactly 1,000", async () => {
    const [THREADS, TIMES] = [8, 500];
    const shared = { dataFolder: newTemporaryFolder(), lock: makeLockMemory(), gate: new SharedArrayBuffer(8) };
    const at = Date.parse("2026-11-21T12:00:00.000Z");
    const open = new Int32Array(shared.gate);
    const workers = Array.from(
      { length: THREADS },
      (_, index) =>
        new Worker(new URL("./admits-in-thread.ts", import.meta.url), {
          workerData: { ...shared, times: TIMES, at, isMaintainer: index === 0 },
        }),
    );
    const answers = workers.map((worker) => once(worker, "message") as Promise<[number]>);
    while (Atomics.load(open, 0) < THREADS) await Atomics.waitAsync(open, 0, Atomics.load(open, 0), 100).value;
    Atomics.store(open, 1, 1);
    Atomics.notify(open, 1);
    const allowed = (await Promise.all(answers)).map(([each]) => each);
    assert.equal(
      allowed.reduce((sum, each) => sum + each, 0),
      1000,
    );
    const access = await openEmbeddedAccess({ dataFolder: shared.dataFolder, now: () => new Date(at) });
    const subject = { ...access.findAddress("203.0.113.7"), limits: { perHour: 1000, perDay: 10_000 } };
    const { windows } = await access.peek(subject);
    assert.deepEqual(
      windows.map(({ remaining }) => remaining),
      [0, 9000],
    );
    assert.equal((await access.usageOf(subject)).lastDay, 1000);
    await access.close();
    await Promise.all(workers.map((worker) => worker.terminate()));
  });

  test("what was admitted while the file was held is counted, whatever others admitted, and nobody gets another's state", async (t) => {
    // Nothing is tried again by itself: the next request brings with it what waits.
    t.mock.timers.enable({ apis: ["setInterval"] });
    const folder = newTemporaryFolder();
    const file = accessFileIn(folder);
    const database = await openAccessDatabase(file, ACCESS_SCHEMA);
    const now = (): Date => new Date("2026-11-21T12:00:00.000Z");
    const counters = new SqliteCounters({ database, lock: null, now, waitMilliseconds: 1 });
    const limits = { perHour: 3, perDay: null };
    const others = new DatabaseSync(file);
    others.exec("BEGIN IMMEDIATE");
    for (let each = 0; each < 3; each += 1)
      assert.equal((await counters.admit("k_1", limits, "getCountry")).allowed, true);
    assert.notEqual(counters.degraded, null);
    const hour = Math.floor(now().getTime() / 3_600_000);
    others.exec(`INSERT INTO quota_window VALUES ('k_1', ${hour}, 3, 3); COMMIT`);
    others.close();
    let state = await counters.admit("k_2", { perHour: 7, perDay: null }, "getCountry");
    for (let left = 6; counters.degraded !== null; left -= 1) {
      assert.equal(state.windows[0]?.remaining, left);
      await wait(300);
      state = await counters.admit("k_2", { perHour: 7, perDay: null }, "getCountry");
    }
    assert.equal(state.windows[0]?.limit, 7);
    const { windows } = await counters.peek("k_1", { perHour: 100, perDay: null });
    assert.equal(windows[0]?.remaining, 94, "three of this thread and three of the others");
    await counters.close();
    database.close();
  });

  test("a thread that ended while it held the lock is passed over", async () => {
    const lock = makeLockMemory();
    Atomics.add(new Int32Array(lock), 0, 1);
    const counters = await openOne(newTemporaryFolder(), () => new Date(), lock);
    const limits = { perHour: 1, perDay: null };
    assert.equal((await counters.admit("k_1", limits, "getCountry")).allowed, true);
    assert.equal((await counters.admit("k_1", limits, "getCountry")).allowed, false);
    await counters.close();
  });
});

describe("a full disk", () => {
  test("stops no request: quotas hold as far as one thread knows, and what was counted is written when there is room", async () => {
    const folder = newTemporaryFolder();
    const database = await openAccessDatabase(accessFileIn(folder), ACCESS_SCHEMA);
    const { connection } = database;
    const told: string[] = [];
    const onTrouble = (sentence: string): void => void told.push(sentence);
    const now = () => new Date("2026-11-21T12:00:00.000Z");
    const counters = new SqliteCounters({ database, lock: null, now, waitMilliseconds, onTrouble });
    const limits = { perHour: 3, perDay: null };
    await counters.admit("k_1", limits, "getCountry");
    // As many pages as there are, so that the next one does not fit.
    const pages = Number(connection.prepare("PRAGMA page_count").get()?.["page_count"]);
    connection.exec(`PRAGMA max_page_count = ${pages}`);
    await Promise.all(
      Array.from({ length: 200 }, (_, index) => counters.admit(`k_filler${index}`, limits, "getCountry")),
    );
    assert.match(
      counters.degraded ?? "",
      /access\.sqlite cannot be written: database or disk is full\. What is counted/u,
    );
    const states = await Promise.all([1, 2, 3].map(() => counters.admit("k_1", limits, "getCountry")));
    assert.deepEqual(
      states.map(({ allowed }) => allowed),
      [true, true, false],
    );
    connection.exec("PRAGMA max_page_count = 100000");
    await eventually("it can be written again", () => counters.degraded === null);
    const rows = connection.prepare("SELECT sum(requests) AS requests FROM usage_minute").get();
    assert.equal(rows?.["requests"], 203);
    assert.equal((await counters.peek("k_1", limits)).windows[0]?.remaining, 0);
    assert.equal(told.length, 2);
    await counters.close();
    database.close();
  });
});
