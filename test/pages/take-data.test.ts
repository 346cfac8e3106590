import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { SHEET_ROWS_MAX } from "../../src/xlsx/write-workbook.ts";
import { COMPANIES, FACTS, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { BASE, RELEASE, openTestServer, send } from "../http/test-server.ts";
import { openSite } from "./sites.ts";

const OLDER = "2026-01-01-bbbbbbbbbbbb";

let server: HttpServer;
before(async () => {
  server = await openSite();
});

async function read(path: string): Promise<string> {
  const { body, status } = await send(server, path, { headers: { Accept: "text/html" } });
  assert.equal(status, 200, path);
  return body.toString().replaceAll("&amp;", "&");
}

describe("the files of one country", () => {
  test("are there as CSV, XLSX and JSON, and each answers", async () => {
    const markup = await read("/countries/france");
    const [take = ""] = /<p class="take"[\s\S]*?<\/p>/u.exec(markup) ?? [];
    const links = [...take.matchAll(/ href="([^"]+)"/gu)].map(([, href = ""]) => href);
    assert.deepEqual(
      links.map((link) => link.replace(/(\?format=\w+)?[?&].*/u, "$1")),
      [
        ...["companies", "judgements"].flatMap((list) =>
          ["csv", "xlsx"].map((form) => `/api/v2/${list}?format=${form}`),
        ),
        "/api/v2/countries/france",
      ],
    );
    for (const link of links) {
      assert.equal((await send(server, link)).status, 200, link);
      if (link.includes("?")) assert.match(link, /country=france/u);
    }
  });

  test("are those of the release that is shown", async () => {
    const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE), buildMemorySnapshot(OLDER));
    const two = await openTestServer({ releases });
    const { body } = await send(two, `/countries/france?release=${OLDER}`, { headers: { Accept: "text/html" } });
    const links = [...body.toString().matchAll(/href="([^"]+format=xlsx[^"]*)"/gu)].map(([, href = ""]) => href);
    assert.ok(links.length > 0);
    for (const link of links) assert.ok(link.includes(`release=${OLDER}`), link);
    await two.close();
  });
});

const asPrograms = "their addresses answer as these programs ask, without Accept, redirects followed";
const LISTS = [
  "/data",
  "/companies?country=france",
  "/rankings?region=europe",
  "/sectors",
  "/matrix?pillar=privacy",
  "/countries/france",
  "/sectors/energy",
  "/companies/aster-energie",
  "/changes",
];
for (const path of LISTS)
  test(`lines for spreadsheets on ${path}: ${asPrograms}`, async () => {
    const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE), buildMemorySnapshot(OLDER));
    const two = await openTestServer({ releases });
    const { body } = await send(two, path, { headers: { Accept: "text/html" } });
    const markup = body
      .toString()
      .replaceAll(/&(?:quot|#34);/gu, '"')
      .replaceAll("&amp;", "&");
    const lines = [...markup.matchAll(/<code id="live-\d">([^<]+)<\/code>/gu)].map(([, line = ""]) => line);
    assert.deepEqual(
      lines.map((line) => line.replace(/"[^"]+"/u, '"…"')),
      ['=IMPORTDATA("…")', '= Csv.Document(Web.Contents("…"), [Encoding=65001])'],
    );
    const chosen = [...new URL(path, BASE).searchParams];
    for (const line of lines) {
      const address = new URL(/"([^"]+)"/u.exec(line)?.[1] ?? "");
      assert.ok(chosen.every(([name, value]) => address.searchParams.get(name) === value));
      assert.equal(address.searchParams.get("release"), null, "it follows the current release");
      let own = await send(two, address.pathname + address.search);
      if (own.status === 308) own = await send(two, String(own.headers.location));
      assert.equal(own.status, 200);
      assert.match(String(own.headers["content-type"]), /^text\/csv; charset=utf-8/u);
      assert.match(own.body.toString(), /^\w+(?:,\w+)+\r?\n/u);
    }
    await two.close();
  });

test("a table with more rows than a sheet has no XLSX file, and the page says so", async () => {
  const snapshot = buildMemorySnapshot(RELEASE, COMPANIES, FACTS);
  const counts = { ...snapshot.manifest.counts, judgements: SHEET_ROWS_MAX + 1 };
  const huge = { ...snapshot, manifest: { ...snapshot.manifest, counts } };
  const other = await openTestServer({ releases: buildMemoryReleases(huge) });
  const { body } = await send(other, "/data", { headers: { Accept: "text/html" } });
  assert.match(body.toString(), /No XLSX: 1,048,576 rows are more than a sheet has room for/u);
  assert.doesNotMatch(body.toString(), /judgements\.xlsx/u);
  assert.match(body.toString(), /companies\.xlsx/u);
  await other.close();
  const many = {
    ...snapshot,
    manifest: { ...snapshot.manifest, counts: { ...snapshot.manifest.counts, judgements: 8584 } },
  };
  const slow = await openTestServer({ releases: buildMemoryReleases(many) });
  const page = (await send(slow, "/data", { headers: { Accept: "text/html" } })).body.toString();
  assert.equal(page.split("takes a few seconds").length, 2, "only the large table says so");
  await slow.close();
});

describe("a page of another release says what that is", () => {
  const shown = async (open: () => Promise<{ server: HttpServer; path: string }>): Promise<string> => {
    const { server: own, path } = await open();
    const { body } = await send(own, path, { headers: { Accept: "text/html" } });
    await own.close();
    return /<p class="wide"><strong>(You are[^<]+)</u.exec(body.toString())?.[1] ?? "nothing";
  };
  const newer = buildMemorySnapshot(RELEASE);
  const older = buildMemorySnapshot(OLDER, COMPANIES, FACTS, "2026-01-01T10:00:00Z");

  test("older", async () => {
    const said = await shown(async () => {
      const releases = buildMemoryReleases(newer, older);
      return { server: await openTestServer({ releases }), path: `/rankings?release=${OLDER}` };
    });
    assert.equal(said, "You are looking at an older release.");
  });

  test("withdrawn", async () => {
    const said = await shown(async () => {
      const releases = buildMemoryReleases(newer, older);
      releases.swapTo(older);
      return { server: await openTestServer({ releases }), path: `/rankings?release=${RELEASE}` };
    });
    assert.equal(said, "You are looking at a release that its publisher withdrew.");
  });

  test("newer, where it never was current", async () => {
    const said = await shown(async () => {
      const releases = buildMemoryReleases(older, newer);
      return { server: await openTestServer({ releases }), path: `/rankings?release=${RELEASE}` };
    });
    assert.equal(said, "You are looking at a newer release, which is not the current one.");
  });

  test("nothing, where it is the current one", async () => {
    const said = await shown(async () => ({ server: await openTestServer(), path: `/rankings?release=${RELEASE}` }));
    assert.equal(said, "nothing");
  });
});

test("the problem of an unknown release leads to the list of releases", async () => {
  const headers = { Accept: "text/html" };
  const { status, body } = await send(server, "/releases/2020-01-01-000000000000", { headers });
  assert.equal(status, 404);
  assert.match(body.toString(), /<li><a href="\/releases">All releases of the data<\/a>/u);
  const other = await send(server, "/countries/nowhere", { headers });
  assert.doesNotMatch(other.body.toString(), /All releases of the data/u);
});
