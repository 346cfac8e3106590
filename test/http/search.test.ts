import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { IndexBuilder } from "../../src/search/build-index.ts";
import { openNameSearch } from "../../src/search/open-name-search.ts";
import type { Snapshot } from "../../src/release/snapshot.ts";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { checkProblem, openSharedServer, openTestServer, readRaw, RELEASE, send, sendRaw } from "./test-server.ts";

/** Searches of one thread that may wait. */
const WAITING_MAX = 256;
const SEARCHES_AT_ONCE = 400;

let server: HttpServer;

before(async () => {
  server = await openSharedServer();
});

/** Writes the index of a release's companies into a file. */
function writeIndex(snapshot: Snapshot): string {
  const file = path.join(newTemporaryFolder(), "search.idx");
  const builder = new IndexBuilder();
  const { rows: companies } = snapshot.listCompanies({ sort: "name", limit: 100, offset: 0 });
  for (const [position, { slug, judgementCount }] of companies.entries()) {
    const { name, aliases, country, sector } = snapshot.companyBySlug(slug)!;
    builder.add({
      kind: "company",
      position,
      name,
      aliases,
      country: country ?? "",
      sector,
      popularity: judgementCount / 100,
    });
  }
  writeFileSync(file, builder.finish());
  return file;
}

function searchFor(text: string, connection: "keep-alive" | "close"): string {
  const target = `/api/v1/search?q=${encodeURIComponent(text)}`;
  return `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n\r\n`;
}

describe("GET /api/v1/search", () => {
  test("200 without a word of deprecation: it stays", async () => {
    const { status, headers } = await send(server, "/api/v1/search?q=aster");
    assert.equal(status, 200);
    assert.deepEqual([headers["deprecation"], headers["sunset"]], [undefined, undefined]);
    assert.ok(!String(headers["link"]).includes("successor-version"));
  });

  test("200 with the `Link` to the next page, which answers", async () => {
    const { headers, body } = await send(server, "/api/v1/search?q=a&limit=1");
    const { next } = JSON.parse(body.toString()) as { next: string };
    assert.ok(String(headers["link"]).includes(`<${next}>; rel="next"`));
    const { pathname, search } = new URL(next);
    assert.equal((await send(server, pathname + search)).status, 200);
  });

  test("400 without `q`, with an empty one, two of them, or what nobody takes", async () => {
    for (const query of ["", "?q=", "?q=%20", "?q=a&q=b", `?q=${"x".repeat(300)}`])
      checkProblem(await send(server, `/api/v1/search${query}`), 400, "invalid_request");
    checkProblem(await send(server, "/api/v1/search?q=a&colour=red"), 400, "unknown_parameter");
  });

  test("200 from a thread over shared memory: the same bytes", async () => {
    const snapshot = buildMemorySnapshot(RELEASE);
    const file = writeIndex(snapshot);
    const answers = [];
    for (const search of [openNameSearch(file), openNameSearch(file, 0)]) {
      const own = await openTestServer({ releases: buildMemoryReleases({ ...snapshot, search }) });
      const targets = ["/api/v1/search?q=bios+clair", "/api/v1/search?q=e&country=de", "/api/v1/search?q=a&limit=2"];
      answers.push(await Promise.all(targets.map(async (target) => (await send(own, target)).body.toString())));
      await own.close();
    }
    assert.deepEqual(answers[1], answers[0]);
  });

  test("503 with Retry-After where too many wait already; the others are answered, and so is all else", async () => {
    const snapshot = buildMemorySnapshot(RELEASE);
    const search = openNameSearch(writeIndex(snapshot), 0);
    const own = await openTestServer({ releases: buildMemoryReleases({ ...snapshot, search }) });
    // All in one piece: every one of them waits before the first is answered.
    const requests = Array.from({ length: SEARCHES_AT_ONCE }, (_, number) => searchFor(`none ${number}`, "keep-alive"));
    const searched = sendRaw(own, requests.join("") + searchFor("none", "close"));
    assert.equal((await send(own, "/api/v2/scale")).status, 200);
    const answers = (await searched).split(/(?=HTTP\/1\.1 \d{3} )/u).map((text) => readRaw(text));
    assert.equal(answers.length, SEARCHES_AT_ONCE + 1);
    const refused = answers.filter(({ status }) => status !== 200);
    assert.ok(refused.length > 0 && answers.length - refused.length >= WAITING_MAX, `${refused.length} were refused`);
    for (const received of refused) {
      checkProblem(received, 503, "unavailable");
      assert.match(String(received.headers["retry-after"]), /^[1-9]\d*$/u);
    }
    assert.equal((await send(own, "/api/v1/search?q=aster")).status, 200);
    await own.close();
  });

  test("500 without details when the index is damaged", async () => {
    const damaged = () => Promise.reject(new Error("the search index is damaged"));
    const search = { find: damaged, openMatching: damaged };
    const own = await openTestServer({ releases: buildMemoryReleases({ ...buildMemorySnapshot(RELEASE), search }) });
    const received = await send(own, "/api/v1/search?q=aster");
    checkProblem(received, 500, "internal_error");
    assert.ok(!received.body.includes("index"));
    await own.close();
  });
});
