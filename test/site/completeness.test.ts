import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { completenessInWords } from "../../src/contract/words-of-completeness.ts";
import type { HttpServer } from "../../src/http/http-server.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { openTestServer, RELEASE, send } from "../http/test-server.ts";

type Skipped = Snapshot["manifest"]["counts"]["skippedRows"];

/** A release of which these rows were left out. */
function withSkipped(skippedRows: Skipped): Snapshot {
  const snapshot = buildMemorySnapshot(RELEASE);
  const { manifest } = snapshot;
  return { ...snapshot, manifest: { ...manifest, counts: { ...manifest.counts, skippedRows } } };
}

describe("a release whose publisher left rows out", () => {
  let server: HttpServer;
  before(async () => {
    const snapshot = withSkipped({ companies: 495, products: 0, judgements: 1200 });
    server = await openTestServer({ releases: buildMemoryReleases(snapshot) });
  });
  after(() => server.close());

  test("says so in every answer and above every page", async () => {
    const { meta } = JSON.parse((await send(server, "/api/v2/scale")).body.toString("utf8")) as {
      meta: { completeness: string; reasons: object };
    };
    assert.match(
      meta.completeness,
      /^Incomplete, because rows with problems were left out: \d+ of \d+ companies \(495 left out\) and \d+ of 1,\d+ judgements \(1,200 left out\)\.$/u,
    );
    assert.ok(!("completeness" in meta.reasons));
    for (const path of ["/", "/releases"]) {
      const { body } = await send(server, path, { headers: { accept: "text/html" } });
      assert.ok(body.includes(`<p class="wide">${meta.completeness}</p>`), path);
    }
  });
});

describe("completenessInWords", () => {
  test("names the tables of which rows were left out alone, and nothing where none was", () => {
    const words = (skipped: Skipped): string | null => completenessInWords(withSkipped(skipped).manifest);
    assert.equal(words({ companies: 0, products: 0, judgements: 0 }), null);
    const { products } = buildMemorySnapshot(RELEASE).manifest.counts;
    assert.equal(
      words({ companies: 0, products: 1, judgements: 0 }),
      `Incomplete, because rows with problems were left out: ${products} of ${products + 1} products (1 left out).`,
    );
  });
});
