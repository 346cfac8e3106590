import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { RASTERIZER } from "../../src/html/pictures/rasterizer.ts";
import { COMPANIES, FACTS, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { RELEASE, checkProblem, openTestServer, send } from "../http/test-server.ts";
import { HOSTILE_TEXTS } from "./hostile-dataset.ts";
import { BROWSER, textOf } from "./markup.ts";
import { openHostileSite, openSite } from "./sites.ts";

/** What a reader takes along: pictures of charts, citations, feeds, and how to read all of it. */

const WITHOUT = RASTERIZER === null ? "the optional dependency @resvg/resvg-js is not installed" : false;

/** Pages with charts, each with the charts that it offers as pictures. */
const CHARTS = {
  "/": ["map", "sectors", "ranking"],
  "/rankings": ["ranking"],
  "/rankings?pillar=privacy": ["ranking"],
  "/countries/france": ["companies", "pillars", "sectors"],
  "/sectors": ["sectors"],
  "/sectors/energy": ["companies", "pillars", "countries"],
  "/companies/aster-energie": ["judgements", "pillars"],
  "/compare?countries=france,brazil": ["compare"],
  "/matrix": ["matrix"],
} as const;

let server: HttpServer;
before(async () => {
  server = await openSite();
});

async function pageOf(path: string, own = server): Promise<string> {
  return (await send(own, path, { headers: BROWSER })).body.toString();
}

function picturesOn(markup: string, format: string): string[] {
  return [...markup.matchAll(/ href="(\/pictures\/[^"]+)"/gu)]
    .map(([, href = ""]) => href.replaceAll("&amp;", "&"))
    .filter((href) => href.includes(`.${format}`));
}

/** Width and height of a PNG (RFC 2083). */
function sizeOf(png: Buffer): readonly [width: number, height: number] {
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe("200: below every chart", () => {
  for (const [path, charts] of Object.entries(CHARTS))
    test(`${path} has its picture as SVG, with title, notice, licence and source`, async () => {
      const notice = "Invented figures: for tests.";
      const own = await openTestServer({
        releases: buildMemoryReleases(buildMemorySnapshot(RELEASE, undefined, { ...FACTS, notice })),
      });
      const markup = await pageOf(path, own);
      const pictures = picturesOn(markup, "svg");
      assert.deepEqual(
        pictures.map((href) => /\/([^/]+)\.svg/u.exec(href)?.[1]),
        charts,
      );
      for (const href of pictures) {
        const { status, headers, body } = await send(own, href);
        assert.deepEqual([status, headers["content-type"]], [200, "image/svg+xml"], href);
        const words = textOf(body.toString());
        for (const part of [FACTS.title, notice, FACTS.publisher, "CC-BY 4.0", RELEASE])
          assert.ok(words.includes(part), `${href} says ${part}`);
      }
      assert.equal(markup.match(/<a href="\/how-to-read">/gu)?.length, 1, "the footer alone explains how to read");
    });

  test("a checked claim has its figures as a picture, under what may be printed", async () => {
    for (const is of ["above", "below"]) {
      const markup = await pageOf(`/claims?subject=country:germany&is=${is}&than=country:france`);
      const [href = ""] = picturesOn(markup, "svg");
      const { status, body } = await send(server, href);
      assert.equal(status, 200, href);
      const words = textOf(body.toString());
      assert.match(words, /Germany and France are both rated High/u);
      assert.doesNotMatch(words, /rated (?:above|below)/u);
    }
  });

  test("a chart has no picture where its fonts lack letters of what it says", async () => {
    const named = COMPANIES.map((company) => (company.id === "c-1" ? { ...company, name: "高い" } : company));
    const snapshot = buildMemorySnapshot(RELEASE, named);
    const own = await openTestServer({ releases: buildMemoryReleases(snapshot) });
    const { slug } = snapshot.companyAt(snapshot.findCompany("c-1")!);
    const markup = await pageOf(`/companies/${encodeURIComponent(slug)}`, own);
    assert.match(markup, /<h1[^>]*>高い/u);
    assert.deepEqual([picturesOn(markup, "svg"), picturesOn(markup, "png")], [[], []]);
    assert.doesNotMatch(markup, /og:image/u);
    assert.match(markup, /id="share-/u);
  });

  test("PNG once and twice as large", { skip: WITHOUT }, async () => {
    const [small = "", large = ""] = picturesOn(await pageOf("/countries/france"), "png").slice(2, 4);
    const [one, two] = [await send(server, small), await send(server, large)];
    assert.equal(one.headers["content-type"], "image/png");
    const [width, height] = sizeOf(one.body);
    assert.equal(width, 1200);
    assert.deepEqual(sizeOf(two.body), [2 * width, 2 * height]);
  });

  test("a picture is as high as its bars need, and none of them lies upon another", async () => {
    const svg = (await send(server, "/pictures/sectors.svg")).body.toString();
    const tops = [...svg.matchAll(/<svg x="[\d.]+" y="([\d.]+)"/gu)].map(([, y]) => Number(y));
    assert.ok(tops.length > 2);
    for (const [index, top] of tops.entries()) if (index > 0) assert.ok(top - (tops[index - 1] ?? 0) >= 40);
    assert.ok(Number(/ height="(\d+)"/u.exec(svg)?.[1]) > (tops.at(-1) ?? 0) + 40);
  });

  test("hostile texts stay text", async () => {
    const hostile = await openHostileSite();
    for (const path of ["/pictures/sectors.svg", "/pictures/ranking.svg", "/pictures/matrix.svg"]) {
      const { status, body } = await send(hostile, path);
      assert.equal(status, 200);
      for (const text of HOSTILE_TEXTS.filter((each) => each.includes("<"))) assert.ok(!body.includes(text), path);
    }
  });
});

test("404 for a chart that there is not, which names those there are", async () => {
  const problem = checkProblem(await send(server, "/pictures/countries/france/nothing.svg"), 404, "not_found");
  assert.match(problem.detail, /companies.*pillars.*sectors.*history/u);
});

test("the citation that is copied names what the page is about; that of a draft is not offered", async () => {
  for (const [path, name] of [
    ["/", ""],
    ["/countries/france", ", France"],
    ["/companies/aster-energie", ", Áster Énergie"],
  ] as const) {
    const [, citation = ""] = /<p id="citation">([^<]+)</u.exec(await pageOf(path)) ?? [];
    assert.ok(textOf(citation).includes(`${FACTS.title}${name} (${RELEASE})`), citation);
  }
});

describe("the page on following", () => {
  test("200 says what a feed is and gives its address, of all releases and of a country", async () => {
    for (const [path, feed] of [
      ["/follow", "/feeds/releases"],
      ["/follow?country=france", "/feeds/countries/france"],
    ] as const) {
      const { status, body } = await send(server, path, { headers: BROWSER });
      const markup = body.toString();
      assert.equal(status, 200);
      assert.match(markup, new RegExp(`<input id="feed" type="url" readonly value="[^"]+${feed}\\.atom">`, "u"));
      assert.equal((await send(server, `${feed}.atom`)).status, 200);
    }
    assert.match(await pageOf("/countries/france"), /href="\/follow\?country=france"/u);
  });

  test("308 to the country under its own name, 404 for none", async () => {
    const { status, headers } = await send(server, "/follow?country=FRA", { headers: BROWSER });
    assert.deepEqual([status, headers["location"]], [308, "/follow?country=france"]);
    assert.equal((await send(server, "/follow?country=atlantis", { headers: BROWSER })).status, 404);
  });
});

test("how to read: three pictures of this release, and the methodology", async () => {
  const markup = await pageOf("/how-to-read");
  assert.equal(markup.match(/<section aria-labelledby="(?:middle|near|few)">/gu)?.length, 3);
  assert.match(markup, /class="strip"[\s\S]*class="bar"[\s\S]*class="swatch"/u);
  assert.match(markup, /href="\/docs\/methodology"/u);
});
