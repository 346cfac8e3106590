import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import * as fc from "fast-check";
import type { AccessStores } from "../../src/access/access.ts";
import type { StoresCase } from "./accounts-contract.ts";
import { HISTORY_DAYS, type UsageCount } from "../../src/access/usage-history.ts";

const minuteOf = (text: string): number => Date.parse(text) / 60_000;

/** What every keeper of usage does. */
export function usageHistoryContract({ name, open, count: add }: StoresCase): void {
  describe(`usage: ${name}`, () => {
    let node: AccessStores;
    let other: AccessStores;
    before(async () => {
      [node, other] = await Promise.all([open(), open()]);
    });
    after(async () => {
      await node.close();
      await other.close();
    });
    let made = 0;
    const newSubject = (kind = "k_") => `${kind}subject${(made += 1)}`;
    const count = (subjectId: string, at: string, requests = 1, operation = "previewCountries"): UsageCount => ({
      subjectId,
      operation,
      minute: minuteOf(at),
      requests,
    });

    test("nothing is known of a subject that was never counted", async () => {
      const nothing = { lastHour: 0, lastDay: 0, total: 0, operations: [], hours: [] };
      const at = new Date("2026-11-21T09:30:00Z");
      assert.deepEqual(await node.usage.usageOf(newSubject(), at), nothing);
      assert.deepEqual(await node.usage.usageOf(newSubject("a_"), at), { ...nothing, total: null });
    });

    test("the last hour and the last day roll, the history goes by hours", async () => {
      const subject = newSubject();
      await add([
        count(subject, "2026-11-20T09:29:00Z", 1),
        count(subject, "2026-11-20T09:30:00Z", 2, "rankCountries"),
        count(subject, "2026-11-20T09:35:00Z", 4),
        count(subject, "2026-11-21T08:30:00Z", 8),
        count(subject, "2026-11-21T08:31:00Z", 16, "rankCountries"),
        count(subject, "2026-11-21T09:30:00Z", 32),
      ]);
      assert.deepEqual(await other.usage.usageOf(subject, new Date("2026-11-21T09:30:59.999Z")), {
        lastHour: 48,
        lastDay: 60,
        total: 63,
        operations: [
          { operation: "previewCountries", total: 45, lastAt: new Date("2026-11-21T09:30:00Z") },
          { operation: "rankCountries", total: 18, lastAt: new Date("2026-11-21T08:31:00Z") },
        ],
        hours: [
          { from: new Date("2026-11-20T09:00:00Z"), requests: 7 },
          { from: new Date("2026-11-21T08:00:00Z"), requests: 24 },
          { from: new Date("2026-11-21T09:00:00Z"), requests: 32 },
        ],
      });
    });

    test("the secret of a day is one for all nodes, random, and gone when the day is over", async () => {
      const [first, second] = await Promise.all([
        node.usage.secretOf("2032-01-01"),
        other.usage.secretOf("2032-01-01"),
      ]);
      assert.equal(first.length, 32);
      assert.deepEqual(Buffer.from(second), Buffer.from(first));
      const next = await other.usage.secretOf("2032-01-02");
      assert.notDeepEqual(Buffer.from(next), Buffer.from(first));
      await node.usage.prune(new Date("2032-01-02T00:00:00Z"));
      assert.deepEqual(Buffer.from(await node.usage.secretOf("2032-01-02")), Buffer.from(next));
      assert.notDeepEqual(Buffer.from(await node.usage.secretOf("2032-01-01")), Buffer.from(first));
    });

    test("addresses are forgotten with their day, keys are not", async () => {
      const [key, address, signUp] = [newSubject(), newSubject("a_"), newSubject("s_")];
      const at = "2032-02-01T23:59:00Z";
      await node.usage.secretOf("2032-02-01");
      await add([count(key, at), count(address, at), count(signUp, at), count(address, "2032-02-02T00:00:00Z", 2)]);
      const now = new Date("2032-02-02T00:00:30Z");
      await node.usage.prune(now);
      const total = async (subject: string) => (await node.usage.usageOf(subject, now)).lastDay;
      assert.deepEqual([await total(key), await total(address), await total(signUp)], [1, 2, 0]);
    });

    test("a key's total outlives its history, and pruning twice changes nothing", async () => {
      const subject = newSubject();
      const start = Date.parse("2033-01-01T12:00:00Z");
      const DAY = 86_400_000;
      for (const day of [0, 1, 2, HISTORY_DAYS]) {
        await add([count(subject, new Date(start + day * DAY).toISOString(), 10 + day)]);
        await node.usage.prune(new Date(start + day * DAY));
      }
      const at = new Date(start + (HISTORY_DAYS + 1) * DAY + 60_000);
      await node.usage.prune(at);
      await node.usage.prune(at);
      const usage = await other.usage.usageOf(subject, at);
      assert.equal(usage.total, 10 + 11 + 12 + 10 + HISTORY_DAYS);
      assert.deepEqual(
        usage.hours.map(({ requests }) => requests),
        [12, 10 + HISTORY_DAYS],
      );
      assert.deepEqual(
        usage.operations.map(({ total, lastAt }) => [total, lastAt.getTime()]),
        [[12 + 10 + HISTORY_DAYS, start + HISTORY_DAYS * DAY]],
      );
    });

    test("usage is what a list of all requests says", async () => {
      const operations = ["previewCountries", "rankCountries", "unknown"];
      const end = minuteOf("2034-06-30T00:00:00Z");
      const request = fc.record({
        operation: fc.constantFrom(...operations),
        minute: fc.oneof(
          fc.integer({ min: end - 90, max: end }),
          fc.integer({ min: end - 3 * 1440, max: end }),
          fc.integer({ min: end - (HISTORY_DAYS - 1) * 1440, max: end }),
        ),
        requests: fc.integer({ min: 1, max: 5 }),
      });
      const batches = fc.array(fc.tuple(fc.array(request, { minLength: 1, maxLength: 12 }), fc.boolean()), {
        minLength: 1,
        maxLength: 6,
      });
      await fc.assert(
        fc.asyncProperty(batches, async (all) => {
          const subjectId = newSubject();
          const at = new Date(end * 60_000 + 30_000);
          for (const [counts, prune] of all) {
            await add(counts.map((each) => ({ ...each, subjectId })));
            if (prune) await node.usage.prune(at);
          }
          const counts = all.flatMap(([each]) => each);
          const sum = (those: typeof counts) => those.reduce((total, { requests }) => total + requests, 0);
          const usage = await node.usage.usageOf(subjectId, at);
          assert.equal(usage.total, sum(counts));
          assert.equal(usage.lastHour, sum(counts.filter(({ minute }) => minute > end - 60)));
          assert.equal(usage.lastDay, sum(counts.filter(({ minute }) => minute >= end - 1435)));
          const byOperation = operations
            .map((operation) => counts.filter((each) => each.operation === operation))
            .filter((those) => those.length > 0)
            .map((those) => ({
              operation: those[0]!.operation,
              total: sum(those),
              lastAt: new Date(Math.max(...those.map(({ minute }) => minute)) * 60_000),
            }))
            .toSorted((a, b) => b.total - a.total || (a.operation < b.operation ? -1 : 1));
          assert.deepEqual(usage.operations, byOperation);
          const hours = Map.groupBy(counts, ({ minute }) => Math.floor(minute / 60));
          assert.deepEqual(
            usage.hours,
            [...hours]
              .toSorted(([a], [b]) => a - b)
              .map(([hour, those]) => ({ from: new Date(hour * 3_600_000), requests: sum(those) })),
          );
        }),
        { numRuns: 25 },
      );
    });
  });
}
