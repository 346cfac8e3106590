import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { type StatedCompany, buildMemoryReleases, buildMemorySnapshot, FACTS } from "../fixtures/memory-release.ts";
import { openTestServer, RELEASE, send } from "../http/test-server.ts";

/** A dataset that lacks a dimension has no pages, headings and sentences about it. */

function companies(country: string, sector: string): StatedCompany[] {
  return Array.from({ length: 8 }, (_, index) => {
    const id = `${country}-${sector}-${index}`.toLowerCase();
    return {
      id,
      name: `Works ${country} ${sector.length} ${index}`,
      country,
      sector,
      judgements: [
        [0, 1 + (index % 5)],
        [1, 2],
      ],
    };
  });
}

function serve(...all: readonly StatedCompany[][]): Promise<HttpServer> {
  const labels = { "not-stated": "Not stated", mills: "Mills", quarries: "Quarries" };
  const facts = { ...FACTS, sectorLabels: labels };
  return openTestServer({ releases: buildMemoryReleases(buildMemorySnapshot(RELEASE, all.flat(), facts)) });
}

async function read(server: HttpServer, target: string, expected = 200): Promise<string> {
  const { status, body } = await send(server, target, { headers: { accept: "text/html" } });
  assert.equal(status, expected, target);
  return body.toString();
}

/** The text of a page without what stands in its head, such as links to files. */
const shown = (page: string): string => page.slice(page.indexOf("<body>"));

const COMPANY = "/companies/works-fr-10-0";

describe("a dataset without sectors", async () => {
  const server = await serve(companies("FR", "not-stated"), companies("DE", "not-stated"));

  for (const path of ["/", "/rankings", "/countries/france", "/companies", COMPANY, "/compare", "/claims"])
    test(`says nothing of sectors on ${path}`, async () => {
      assert.doesNotMatch(shown(await read(server, path)), /sector|Not stated|matrix/iu);
    });

  test("offers no tables of them", async () => {
    const page = await read(server, "/data");
    assert.match(page, /id="countries"/u);
    assert.doesNotMatch(page, /id="(?:sectors|matrix)"/u);
  });

  test("says nothing of them in frames and searches", async () => {
    assert.doesNotMatch(shown(await read(server, `/embed${COMPANY}`)), /Not stated/u);
    assert.doesNotMatch(shown(await read(server, "/search?q=not")), /Not stated/u);
  });

  test("has no pages of them, and leads to none", async () => {
    for (const path of ["/sectors", "/sectors/not-stated", "/matrix"])
      assert.doesNotMatch(shown(await read(server, path, 404)), /href="[^"]*sectors/u, path);
    assert.doesNotMatch((await send(server, "/sitemap.xml")).body.toString(), /example\/sectors/u);
  });

  test("lays the neighbours beside the pillars, and the map over the page", async () => {
    assert.match(await read(server, "/countries/france"), /class="duo">\n<div>\n<section aria-labelledby="pillars"/u);
    assert.match(await read(server, "/"), /id="map"/u);
  });

  test("keeps the one sector in the API", async () => {
    const { status, body } = await send(server, "/api/v2/sectors");
    assert.equal(status, 200);
    assert.match(body.toString(), /"label":"Not stated"/u);
  });
});

describe("a dataset of one country", async () => {
  const server = await serve(companies("FR", "mills"), companies("FR", "quarries"));

  test("begins with its companies, pillars and sectors instead of a map and a ranking of one", async () => {
    const page = shown(await read(server, "/"));
    assert.doesNotMatch(page, /id="map"|id="ranking"|The middle line/u);
    for (const id of ["median", "pillars", "sectors"]) assert.match(page, new RegExp(`id="${id}"`, "u"));
    assert.match(page, /href="[^"]*\/countries\/france"/u);
  });

  test("leads to no list of countries, region or comparison", async () => {
    for (const path of ["/", "/countries/france", "/companies", "/sectors"])
      assert.doesNotMatch(shown(await read(server, path)), /\/compare|\/rankings"|name="region"|\/matrix/u, path);
    await read(server, "/compare", 404);
  });

  test("has no column and no filter for the country in the list of companies", async () => {
    const page = shown(await read(server, "/companies"));
    assert.doesNotMatch(page, /name="country"|>Country</u);
    assert.match(page, /name="sector"/u);
  });
});
