import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { currentOf, type Edition, publishJson, writeEdition } from "./gated-edition.ts";
import { TestCli } from "./run-cli.ts";

describe("whatever is published over whatever", () => {
  test("without --accept, current never moves past a trigger", async () => {
    const edition = fc.record({
      title: fc.constantFrom("Water", "Air"),
      companies: fc.array(fc.option(fc.nat(2), { freq: 4 }), { minLength: 6, maxLength: 12 }),
    });
    const hasCompany = ({ companies }: Edition): boolean => companies.some((band) => band !== null);
    const any = edition.filter(hasCompany);
    await fc.assert(
      fc.asyncProperty(any, any, async (one, two) => {
        const cli = new TestCli();
        try {
          const { id: first } = await publishJson(cli, writeEdition(one));
          const result = await publishJson(cli, writeEdition(two));
          const isDangerous = result.triggers.length > 0;
          assert.deepEqual([result.status, result.accept !== null], isDangerous ? [3, true] : [0, false]);
          assert.equal(currentOf(cli), isDangerous ? first : result.id);
          assert.equal(
            new ReleaseStore(cli.dataFolder, () => cli.now).has(result.id),
            !isDangerous || result.id === first,
          );
          // Counted from what was written: a title, and the companies that are gone.
          const kinds = result.triggers.map(({ trigger }) => trigger);
          if (one.title !== two.title) assert.ok(kinds.includes("title"));
          const listed = one.companies.flatMap((band, i) => (band === null ? [] : [i]));
          const gone = listed.filter((i) => (two.companies[i] ?? null) === null);
          assert.equal(kinds.includes("companies_gone"), gone.length * 10 > listed.length);
        } finally {
          await cli.remove();
        }
      }),
      { numRuns: 20 },
    );
  });
});
