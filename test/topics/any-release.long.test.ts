import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { publishReleases } from "../downloads/published-demo.ts";
import { checkAnyClaims } from "./any-claims.ts";
import { checkAnyPairsSaid } from "./any-pairs-said.ts";
import { checkAnyComparisons } from "./any-comparisons.ts";
import { checkAnyDerivations } from "./any-derivations.ts";
import { checkAnyHistory, KINDS } from "./any-history.ts";
import { checkAnySummaries, checkSummaries } from "./any-summaries.ts";

describe("of many releases", () => {
  test("no verdict contradicts the figures of its answer", () => checkAnyClaims(1000));
  test("what is said of changes and of two is what the companies say", () => checkAnyPairsSaid(500));
  test("no comparison contradicts its opposite", () => checkAnyComparisons(600));
  for (const kind of KINDS)
    test(`the history of ${kind[0]} is what each release says`, () => checkAnyHistory(kind, 200));
  test("no summary has a number that is not in its answer", () => checkAnySummaries(150));
  test("every count of a derivation can be opened", () => checkAnyDerivations(150));
});

describe("of the demonstration", () => {
  let demonstration: Awaited<ReturnType<typeof publishReleases>>;
  before(async () => {
    demonstration = await publishReleases();
  });
  after(() => demonstration.close());

  test("no summary has a number that is not in its answer", () => {
    const { companies, countries, sectors } = demonstration.releases.current().manifest.counts;
    assert.ok(checkSummaries(demonstration.releases) >= companies + 2 * (countries + sectors));
  });
});
