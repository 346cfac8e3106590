import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import * as fc from "fast-check";
import type { AccessStores } from "../../src/access/store/open-stores.ts";
import type { UsageCount } from "../../src/access/usage.ts";
import type { StoresCase } from "./accounts-contract.ts";
import { newKey } from "./new-key.ts";

const minuteOf = (text: string): number => Date.parse(text) / 60_000;

/** What every keeper of usage does. */
export function usageContract({ name, open }: StoresCase): void {
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
    const newSubject = (kind = "a_") => `${kind}subject${(made += 1)}`;
    const newKeySubject = async (): Promise<string> => {
      const { apiKey: _, ...key } = newKey();
      return `k_${(await node.accounts.create(key)).id}`;
    };
    const count = (subjectId: string, at: string, requests = 1, operation = "previewCountries"): UsageCount => ({
      subjectId,
      operation,
      minute: minuteOf(at),
      requests,
    });

    test("nothing is known of a subject that was never counted", async () => {
      const nothing = { lastHour: 0, lastDay: 0, total: 0, operations: [] };
      const at = new Date("2026-11-21T09:30:00Z");
      assert.deepEqual(await node.usage.usageOf(newSubject("k_"), at), nothing);
      assert.deepEqual(await node.usage.usageOf(newSubject(), at), { ...nothing, total: null });
    });

    test("the last hour and the last day roll, the total does not", async () => {
      const subject = await newKeySubject();
      const counts = [
        count(subject, "2026-11-20T09:30:00Z", 1),
        count(subject, "2026-11-20T09:31:00Z", 2, "rankCountries"),
        count(subject, "2026-11-21T08:30:00Z", 8),
        count(subject, "2026-11-21T08:31:00Z", 16, "rankCountries"),
        count(subject, "2026-11-21T09:30:00Z", 32),
      ];
      await Promise.all([node.usage.add(counts.slice(0, 3), []), other.usage.add(counts.slice(3), [])]);
      assert.deepEqual(await other.usage.usageOf(subject, new Date("2026-11-21T09:30:59.999Z")), {
        lastHour: 48,
        lastDay: 58,
        total: 59,
        operations: [
          { operation: "previewCountries", total: 41, lastAt: new Date("2026-11-21T09:30:00Z") },
          { operation: "rankCountries", total: 18, lastAt: new Date("2026-11-21T08:31:00Z") },
        ],
      });
    });

    test("the secret of a day is one for all nodes, random, and gone when the day is over", async () => {
      const [first, second] = await Promise.all([
        node.usage.secretOf("2032-01-01"),
        other.usage.secretOf("2032-01-01"),
      ]);
      assert.equal(first.length, 32);
      assert.deepEqual(second, first);
      const next = await other.usage.secretOf("2032-01-02");
      assert.notDeepEqual(next, first);
      await node.usage.prune(new Date("2032-01-02T00:00:00Z"));
      assert.deepEqual(await node.usage.secretOf("2032-01-02"), next);
      assert.notDeepEqual(await node.usage.secretOf("2032-01-01"), first);
    });

    test("addresses are forgotten with their day, keys are not", async () => {
      const [key, address] = [await newKeySubject(), newSubject()];
      const at = "2032-02-01T23:59:00Z";
      await node.usage.add([count(key, at), count(address, at), count(address, "2032-02-02T00:00:00Z", 2)], []);
      const now = new Date("2032-02-02T00:00:30Z");
      await node.usage.prune(now);
      const lastDay = async (subject: string) => (await node.usage.usageOf(subject, now)).lastDay;
      assert.deepEqual([await lastDay(key), await lastDay(address)], [1, 2]);
      const later = new Date("2032-02-10T00:00:00Z");
      await node.usage.prune(later);
      assert.equal((await node.usage.usageOf(key, later)).total, 1);
      assert.deepEqual((await node.usage.usageOf(address, later)).operations, []);
    });

    test("windows are added to, whoever adds, and those of the moment are read", async () => {
      const [one, two] = [newSubject(), newSubject()];
      const at = new Date("2033-03-03T03:30:00Z");
      const hour = Math.floor(at.getTime() / 3_600_000);
      const used = (subjectId: string, period: "hour" | "day", number: number, requests: number) => ({
        subjectId,
        period,
        number,
        used: requests,
      });
      const day = Math.floor(hour / 24);
      await node.usage.add([], [used(one, "hour", hour, 3), used(one, "day", day, 5), used(two, "hour", hour - 1, 7)]);
      await other.usage.add([], [used(one, "hour", hour, 4), used(two, "day", day, 9), used(two, "day", day - 1, 9)]);
      const found = (await other.usage.quotasAt(at)).filter(({ subjectId }) => [one, two].includes(subjectId));
      assert.deepEqual(
        found.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
        [used(one, "day", day, 5), used(one, "hour", hour, 7), used(two, "day", day, 9)].toSorted((a, b) =>
          JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
        ),
      );
      await node.usage.prune(new Date("2033-03-04T00:00:00Z"));
      assert.deepEqual(await node.usage.quotasAt(at), []);
    });

    test("processes that serve know of each other, until they say goodbye or fall silent", async () => {
      const at = new Date("2033-04-04T04:00:00Z");
      assert.equal(await node.usage.countServers("one", at), 1);
      assert.equal(await other.usage.countServers("two", at), 2);
      await other.usage.forgetServer("two");
      assert.equal(await node.usage.countServers("one", at), 1);
      assert.equal(await other.usage.countServers("three", at), 2);
      assert.equal(await other.usage.countServers("three", new Date(at.getTime() + 60_000)), 1);
    });

    test("usage is what a list of all requests says", async () => {
      const operations = ["previewCountries", "rankCountries", "unknown"];
      const end = minuteOf("2034-06-30T00:00:00Z");
      const request = fc.record({
        operation: fc.constantFrom(...operations),
        minute: fc.oneof(fc.integer({ min: end - 90, max: end }), fc.integer({ min: end - 3 * 1440, max: end })),
        requests: fc.integer({ min: 1, max: 5 }),
      });
      const batches = fc.array(fc.array(request, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(batches, async (all) => {
          const subjectId = newSubject("k_");
          for (const counts of all)
            await node.usage.add(
              counts.map((each) => ({ ...each, subjectId })),
              [],
            );
          const counts = all.flat();
          const sum = (those: typeof counts) => those.reduce((total, { requests }) => total + requests, 0);
          const usage = await other.usage.usageOf(subjectId, new Date(end * 60_000 + 30_000));
          assert.equal(usage.total, sum(counts));
          assert.equal(usage.lastHour, sum(counts.filter(({ minute }) => minute > end - 60)));
          assert.equal(usage.lastDay, sum(counts.filter(({ minute }) => minute > end - 1440)));
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
        }),
        { numRuns: 25 },
      );
    });

    test("many counts of several nodes at once are all there", async () => {
      const subjects = Array.from({ length: 150 }, () => newSubject());
      const at = "2035-01-01T12:00:00Z";
      const batch = subjects.map((subject) => count(subject, at, 2));
      await Promise.all([node, other, node, other].map(({ usage }) => usage.add(batch, [])));
      for (const subject of [subjects[0]!, subjects[149]!])
        assert.equal((await node.usage.usageOf(subject, new Date(at))).lastHour, 8);
    });
  });
}
