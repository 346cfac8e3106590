import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type StatedCompany, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { BASE, RELEASE, checkProblem, openTestServer, send } from "../http/test-server.ts";
import { HOSTILE_COMPANIES, HOSTILE_FACTS } from "./hostile-dataset.ts";

function locationsIn(markup: string): string[] {
  return [...markup.matchAll(/<loc>([^<]+)<\/loc>/gu)].map(([, url = ""]) => url.replaceAll("&amp;", "&"));
}

describe("the sitemap", () => {
  test("lists pages that answer, each once, with the time of the release", async () => {
    const server = await openTestServer();
    const { status, headers, body } = await send(server, "/sitemap.xml");
    assert.deepEqual([status, headers["content-type"]], [200, "application/xml; charset=utf-8"]);
    const urls = locationsIn(body.toString());
    assert.equal(new Set(urls).size, urls.length);
    for (const url of urls) {
      assert.ok(url.startsWith(BASE));
      const page = await send(server, url.slice(BASE.length), { headers: { Accept: "text/html" } });
      assert.equal(page.status, 200, url);
    }
    for (const path of ["/", "/data", "/countries/france", "/companies/eins", `/releases/${RELEASE}`, "/docs/embeds"])
      assert.ok(urls.includes(BASE + path), path);
    assert.equal(body.toString().match(/<lastmod>2026-11-20T10:00:00Z<\/lastmod>/gu)?.length, urls.length);
  });

  test("of many companies is an index, whose parts have each company once", async () => {
    const many = Array.from({ length: 10_001 }, (_, index): StatedCompany => {
      return { id: `m-${index}`, name: `Company ${index}`, country: "FR", sector: "energy", judgements: [] };
    });
    const server = await openTestServer({ releases: buildMemoryReleases(buildMemorySnapshot(RELEASE, many)) });
    const index = (await send(server, "/sitemap.xml")).body.toString();
    assert.match(index, /<sitemapindex /u);
    const parts = locationsIn(index);
    assert.deepEqual(
      parts,
      [0, 1, 2].map((part) => `${BASE}/sitemaps/${part}.xml`),
    );
    const urls: string[] = [];
    for (const part of parts) urls.push(...locationsIn((await send(server, part.slice(BASE.length))).body.toString()));
    assert.equal(new Set(urls).size, urls.length);
    assert.equal(urls.filter((url) => url.startsWith(`${BASE}/companies/`)).length, many.length);
    assert.ok(urls.includes(`${BASE}/countries/france`));
    for (const part of ["3.xml", "01.xml", "-1.xml", "x", "9999999.xml", "1e3.xml"])
      checkProblem(await send(server, `/sitemaps/${part}`), 404, "not_found");
  });

  test("is well-formed whatever the names are", async () => {
    const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE, HOSTILE_COMPANIES, HOSTILE_FACTS));
    const server = await openTestServer({ releases });
    const text = (await send(server, "/sitemap.xml")).body.toString();
    const tags = new Set([...text.matchAll(/<\/?([^\s>]+)/gu)].map(([, tag]) => tag));
    assert.deepEqual(tags, new Set(["?xml", "urlset", "url", "loc", "lastmod"]));
    assert.doesNotMatch(text, /&(?!amp;|lt;|gt;|quot;|#39;)/u);
  });
});
