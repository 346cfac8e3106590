import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, test } from "node:test";
import { Worker } from "node:worker_threads";
import { makeKeyId } from "../../src/access/api-key.ts";
import { openMemoryCounters } from "../../src/access/embedded/memory-counters.ts";
import { QuotaMemory, makeQuotaMemory } from "../../src/access/embedded/quota-memory.ts";
import { countersContract } from "./counters-contract.ts";

countersContract({
  name: "memory of one process",
  early: 0,
  open: async (now) => {
    const memory = makeQuotaMemory(64);
    return [openMemoryCounters(memory, now), openMemoryCounters(memory, now), openMemoryCounters(memory, now)];
  },
});

const HOUR = 3_600_000;
const NOON = Date.parse("2026-11-21T12:00:00.000Z");
const LIMITS = { perHour: 1000, perDay: 10_000 };
const usedOf = (quotas: QuotaMemory, subject: string, at: number) =>
  quotas.peek(subject, LIMITS, at).windows.map(({ limit, remaining }) => limit - remaining);

describe("quota memory", () => {
  test("8 threads that take 5,000 times each from 1,000 an hour get exactly 1,000", async () => {
    const [THREADS, TIMES] = [8, 5000];
    const memory = makeQuotaMemory();
    const gate = new SharedArrayBuffer(8);
    const open = new Int32Array(gate);
    const workers = Array.from(
      { length: THREADS },
      () =>
        new Worker(new URL("./takes-quota.ts", import.meta.url), {
          workerData: { memory, gate, times: TIMES, at: NOON },
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
    assert.deepEqual(usedOf(new QuotaMemory(memory), "k_everybodysOne", NOON), [1000, 1000]);
    await Promise.all(workers.map((worker) => worker.terminate()));
  });

  test("does not grow: subjects of past days make room", () => {
    const quotas = new QuotaMemory(makeQuotaMemory(16));
    for (let day = 0; day < 20; day += 1) {
      // So few that random ids fill a bucket of 12 places once in 400,000 runs.
      const subjects = Array.from({ length: 24 }, makeKeyId);
      const at = NOON + day * 24 * HOUR;
      for (const subject of subjects) quotas.take(subject, LIMITS, at);
      for (const subject of subjects) assert.deepEqual(usedOf(quotas, subject, at), [1, 1]);
    }
  });

  test("that is full forgets who asked least, so nobody is driven out by many who ask once", () => {
    const quotas = new QuotaMemory(makeQuotaMemory(16));
    const regulars = Array.from({ length: 24 }, makeKeyId);
    for (const subject of regulars) for (let each = 0; each < 3; each += 1) quotas.take(subject, LIMITS, NOON);
    for (let stranger = 0; stranger < 50_000; stranger += 1) quotas.take(makeKeyId(), LIMITS, NOON);
    for (const subject of regulars) assert.deepEqual(usedOf(quotas, subject, NOON), [3, 3]);
  });

  test("is swept of past days and keeps the present one", () => {
    const memory = makeQuotaMemory(16);
    const quotas = new QuotaMemory(memory);
    const old = Array.from({ length: 30 }, makeKeyId);
    for (const subject of old) quotas.take(subject, LIMITS, NOON - 24 * HOUR);
    quotas.take("k_present", LIMITS, NOON);
    for (let share = 0; share < 4; share += 1) quotas.sweep(NOON, share, 4);
    assert.equal(new Int32Array(memory).filter((word) => word !== 0).length, 5);
    assert.deepEqual(usedOf(quotas, "k_present", NOON), [1, 1]);
  });

  test("goes on where the clock is put back a little, and does not believe one that was far ahead", () => {
    const quotas = new QuotaMemory(makeQuotaMemory(16));
    quotas.take("k_1", LIMITS, NOON);
    quotas.take("k_1", LIMITS, NOON - 1);
    assert.deepEqual(usedOf(quotas, "k_1", NOON), [2, 2]);
    quotas.take("k_2", LIMITS, NOON + 365 * 24 * HOUR);
    assert.deepEqual(usedOf(quotas, "k_2", NOON), [0, 0]);
  });
});
