import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { publishReleases } from "../downloads/published-demo.ts";
import { collectSaid } from "./all-said.ts";
import { checkAllSaid, checkClaimsOf } from "./check-all-said.ts";

describe("every sentence of the demonstration", () => {
  let demonstration: Awaited<ReturnType<typeof publishReleases>>;
  before(async () => {
    demonstration = await publishReleases();
  });
  after(() => demonstration.close());

  test("says what it is about, and states what its CSV files uphold; no two contradict each other", async (t) => {
    const { sentences, statements, contradictions } = await checkAllSaid(demonstration.releases);
    t.diagnostic(`${sentences} sentences, ${statements} statements, ${contradictions} contradictions`);
    assert.ok(sentences > 1500 && statements > 1000);
  });

  test("is upheld by the check of claims", (t) => {
    const claims = checkClaimsOf(demonstration.releases, collectSaid(demonstration.releases));
    t.diagnostic(`${claims} claims`);
    assert.ok(claims > 200);
  });
});
