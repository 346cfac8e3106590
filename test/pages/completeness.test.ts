import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { completenessInWords } from "../../src/ask/words.ts";
import type { HttpServer } from "../../src/http/http-server.ts";
import type { Snapshot } from "../../src/release/snapshot.ts";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { openTestServer, RELEASE, send } from "../http/test-server.ts";

type Counts = Snapshot["manifest"]["counts"];
type Skipped = Counts["skippedRows"];

/** A release of which these rows were left out. */
function withSkipped(skippedRows: Skipped, skippedKinds: Counts["skippedKinds"] = []): Snapshot {
  const snapshot = buildMemorySnapshot(RELEASE);
  const { manifest } = snapshot;
  return { ...snapshot, manifest: { ...manifest, counts: { ...manifest.counts, skippedRows, skippedKinds } } };
}

const kind = (table: keyof Skipped, name: string, column: string | null, rows: number) => {
  return { table, kind: name, column, rows };
};

describe("a release whose publisher left rows out", () => {
  let server: HttpServer;
  before(async () => {
    const snapshot = withSkipped({ companies: 495, products: 0, judgements: 1200, replies: 0 }, [
      kind("companies", "missing_value", "country", 495),
      kind("judgements", "company_left_out", null, 1000),
      kind("judgements", "unknown_band", "band", 100),
      kind("judgements", "bad_date", "judged_on", 60),
      kind("judgements", "malformed_row", null, 30),
      kind("judgements", "a_later_kind", "judge", 10),
    ]);
    server = await openTestServer({ releases: buildMemoryReleases(snapshot) });
  });
  after(() => server.close());

  test("says so in every answer and above every page", async () => {
    const { meta } = JSON.parse((await send(server, "/api/v2/scale")).body.toString("utf8")) as {
      meta: { completeness: string; reasons: object };
    };
    assert.match(
      meta.completeness,
      /^Incomplete, because rows with problems were left out: \d+ of \d+ companies of the source \(495 left out: country missing 495\) and \d+ of 1,\d+ judgements of the source \(1,200 left out: of a company left out 1,000, band unknown 100, date not understood 60, other problems 40\)\.$/u,
    );
    assert.ok(!("completeness" in meta.reasons));
    for (const path of ["/", "/releases"]) {
      const { body } = await send(server, path, { headers: { accept: "text/html" } });
      assert.ok(body.includes(`<p class="wide">${meta.completeness}</p>`), path);
    }
  });

  test("says why in the list of releases", async () => {
    const { items } = JSON.parse((await send(server, "/api/v2/releases")).body.toString("utf8")) as {
      items: { left_out: { skipped_because: unknown[] } }[];
    };
    const [first, , , , , last] = items[0]?.left_out.skipped_because ?? [];
    assert.deepEqual(first, { table: "companies", kind: "missing_value", problem: "country missing", rows: 495 });
    assert.deepEqual(last, { table: "judgements", kind: "a_later_kind", problem: "judge not understood", rows: 10 });
  });
});

describe("completenessInWords", () => {
  test("names the tables of which rows were left out alone, and nothing where none was", () => {
    const words = (skipped: Skipped): string | null => completenessInWords(withSkipped(skipped).manifest);
    assert.equal(words({ companies: 0, products: 0, judgements: 0, replies: 0 }), null);
    const { products } = buildMemorySnapshot(RELEASE).manifest.counts;
    assert.equal(
      words({ companies: 0, products: 1, judgements: 0, replies: 0 }),
      `Incomplete, because rows with problems were left out: ${products} of ${products + 1} products of the source (1 left out).`,
    );
  });
});
