import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { buildMemoryReleases, buildMemorySnapshot, COMPANIES, FACTS } from "../fixtures/memory-release.ts";
import { openAccessServer } from "./access-server.ts";
import { checkProblem, openTestServer, RELEASE, send } from "./test-server.ts";

/** What feed readers meet besides what endpoints.test.ts checks of every operation. */

const NEWER = "2026-12-01-bbbbbbbbbbbb";

/** Two releases, of which the newer is not current yet, and a server over them. */
function openTwo() {
  const older = buildMemorySnapshot(RELEASE);
  const without = COMPANIES.filter(({ id }) => id !== "c-2");
  const newer = buildMemorySnapshot(NEWER, without, FACTS, "2026-12-01T10:00:00.250Z");
  const releases = buildMemoryReleases(older);
  return { older, newer, releases, server: openTestServer({ releases }) };
}

/** What Thunderbird, NetNewsWire and others send. */
const READERS = ["application/rss+xml, application/rdf+xml;q=0.8, text/xml;q=0.4", "text/html", "image/png", "*/*"];

describe("a feed over HTTP", () => {
  let reading: ReturnType<typeof openTestServer>;
  before(() => (reading = openTwo().server));

  test("200 whatever Accept says", async () => {
    for (const accept of READERS) {
      for (const path of ["/feeds/releases", "/feeds/countries/france"]) {
        const { status, headers, body } = await send(await reading, `${path}.atom`, { headers: { Accept: accept } });
        assert.deepEqual([status, headers["content-type"]], [200, "application/atom+xml; charset=utf-8"], accept);
        assert.ok(body.toString().startsWith('<?xml version="1.0" encoding="utf-8"?>'));
      }
    }
  });

  test("is not counted, and answers where the quota is used up", async () => {
    const own = await openAccessServer();
    for (let request = 0; request < 101; request += 1) await own.from("192.0.2.1", "/api/v2/scale");
    assert.equal((await own.from("192.0.2.1", "/api/v2/scale")).status, 429);
    for (const path of ["/feeds/releases.atom", "/feeds/countries/france.atom"]) {
      const { status, headers } = await own.from("192.0.2.1", path);
      assert.deepEqual([status, headers["ratelimit"]], [200, undefined]);
    }
  });

  test("304 until something happens, by tag and by date; then 200", async () => {
    const { server, releases, newer, older } = openTwo();
    const own = await server;
    const held = new Map<string, { etag: string; date: string }>();
    const look = async (name: string, by: "etag" | "date"): Promise<number> => {
      const { etag = "", date = "" } = held.get(name) ?? {};
      const headers = by === "etag" ? { "If-None-Match": etag } : { "If-Modified-Since": date };
      return (await send(own, `/feeds/${name}.atom`, { headers })).status;
    };
    for (const name of ["releases", "countries/france", "countries/kosovo"]) {
      const { headers } = await send(own, `/feeds/${name}.atom`);
      assert.equal(headers["last-modified"], "Fri, 20 Nov 2026 10:00:00 GMT");
      assert.equal(headers["cache-control"], "public, max-age=300, stale-while-revalidate=3600");
      held.set(name, { etag: String(headers.etag), date: headers["last-modified"] });
      assert.deepEqual([await look(name, "etag"), await look(name, "date")], [304, 304]);
    }
    releases.swapTo(newer);
    assert.deepEqual([await look("releases", "etag"), await look("releases", "date")], [200, 200]);
    assert.deepEqual([await look("countries/france", "etag"), await look("countries/france", "date")], [200, 200]);
    // Nothing of it changed: its feed has the same bytes.
    assert.equal(await look("countries/kosovo", "etag"), 304);
    const { headers } = await send(own, "/feeds/releases.atom", { method: "HEAD" });
    assert.equal(headers["last-modified"], "Tue, 01 Dec 2026 10:00:00 GMT");
    releases.swapTo(older);
    assert.equal(await look("countries/kosovo", "etag"), 200);
  });

  test("a return that no poll noticed is told all the same", async () => {
    const { server, releases, newer, older } = openTwo();
    const own = await server;
    const titles = async (): Promise<string[]> => {
      const atom = (await send(own, "/feeds/releases.atom")).body.toString();
      return [...atom.matchAll(/<entry>\s*<id>[^<]*<\/id>\s*<title>([^<]*)</gu)].map(([, title = ""]) => title);
    };
    for (let round = 0; round < 3; round += 1) assert.equal((await titles()).length, 1);
    // The same release is current before and after.
    releases.swapTo(newer);
    releases.swapTo(older);
    assert.match((await titles())[0] ?? "", new RegExp(`Release ${NEWER} was withdrawn`, "u"));
  });

  test("308 from other names of a country to its feed", async () => {
    for (const [name, location] of [
      ["FR.atom", "france.atom"],
      ["fra.atom", "france.atom"],
      ["South%20Korea.atom", "south-korea.atom"],
    ] as const) {
      const { status, headers } = await send(await reading, `/feeds/countries/${name}`);
      assert.deepEqual([status, headers.location], [308, `/feeds/countries/${location}`]);
    }
  });

  test("404 country_not_found with what may have been meant", async () => {
    for (const [name, expected] of [
      ["frnace", /"frnace"; expected .*France/u],
      ["korea", /`north-korea` or `south-korea`/u],
      ["wales", /expected `united-kingdom`: Wales is part of/u],
    ] as const) {
      const found = await send(await reading, `/feeds/countries/${name}.atom`);
      assert.match(checkProblem(found, 404, "country_not_found").detail, expected);
    }
  });

  test("404 for another extension or none", async () => {
    for (const path of [
      "releases",
      "releases.json",
      "releases.rss",
      "releases.xml",
      "countries/france",
      "countries/france.rss",
      "countries/.atom",
    ])
      checkProblem(await send(await reading, `/feeds/${path}`), 404, "not_found");
  });

  test("400 unknown_parameter: a feed is of all releases", async () => {
    checkProblem(await send(await reading, `/feeds/releases.atom?release=${RELEASE}`), 400, "unknown_parameter");
  });

  test("is found from every page, and that of a country from its page", async () => {
    const linksOf = async (path: string): Promise<string[]> => {
      const page = (await send(await reading, path, { headers: { Accept: "text/html" } })).body.toString();
      const found = page.matchAll(
        /<link rel="alternate" type="application\/atom\+xml" title="[^"]+" href="([^"]+)">/gu,
      );
      return [...found].map(([, href = ""]) => href);
    };
    for (const path of ["/docs", "/docs/quick-start", "/rankings"])
      assert.deepEqual(await linksOf(path), ["/feeds/releases.atom"]);
    assert.deepEqual(await linksOf("/countries/france"), ["/feeds/countries/france.atom", "/feeds/releases.atom"]);
  });

  test("links to pages that answer", async () => {
    const { server, releases, newer } = openTwo();
    releases.swapTo(newer);
    for (const path of ["/feeds/releases.atom", "/feeds/countries/france.atom", "/feeds/countries/iceland.atom"]) {
      const atom = (await send(await server, path)).body.toString();
      const links = [...atom.matchAll(/rel="alternate" type="text\/html" href="https:\/\/trust.example([^"]*)"/gu)];
      assert.ok(links.length > 0);
      for (const [, href = ""] of links) {
        const { status } = await send(await server, href, { headers: { Accept: "text/html" } });
        assert.equal(status, 200, href);
      }
    }
  });
});
