import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildMemoryReleases, buildMemorySnapshot, COMPANIES } from "../fixtures/memory-release.ts";
import { ask, RELEASE, releases } from "./asking.ts";

describe("the dataset for search engines", () => {
  test("covers the time up to its latest judgement, and says no time without a dated one", () => {
    assert.equal(ask("get_dataset", { format: "jsonld" })["temporalCoverage"], "../2026-03-01");
    assert.equal(releases.current().manifest.asOf, "2026-03-01");
    const undated = COMPANIES.filter(({ id }) => id !== "c-1");
    const body = ask("get_dataset", { format: "jsonld" }, buildMemoryReleases(buildMemorySnapshot(RELEASE, undated)));
    assert.ok(!("temporalCoverage" in body));
  });
});
