import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { BASE, RELEASE, checkProblem, send } from "../http/test-server.ts";
import { BROWSER, textOf } from "./markup.ts";
import { HOSTILE_SNAPSHOT, openHostileSite, openSite } from "./sites.ts";

/** oEmbed 1.0: content systems turn the link to a page into a frame. */

interface OEmbed {
  readonly version: string;
  readonly type: string;
  readonly title: string;
  readonly html: string;
  readonly width: number;
  readonly height: number;
  readonly [member: string]: unknown;
}

let server: HttpServer;
before(async () => {
  server = await openSite();
});

const oembed = (url: string, more = "", from = server) =>
  send(from, `/oembed?url=${encodeURIComponent(url.startsWith("/") ? BASE + url : url)}${more}`);

async function read(url: string, more = "", from = server): Promise<OEmbed> {
  const { status, headers, body } = await oembed(url, more, from);
  assert.deepEqual([status, headers["content-type"]], [200, "application/json"], body.toString());
  return JSON.parse(body.toString()) as OEmbed;
}

/** Where the frame of an answer leads, as a path of the service. */
function pathOf({ html }: OEmbed): string {
  const src = textOf(/^<iframe src="([^"]+)"/u.exec(html)?.[1] ?? "");
  assert.ok(src.startsWith(BASE), html);
  return src.slice(BASE.length);
}

describe("200", () => {
  for (const [page, embed] of [
    ["/countries/france", "/embed/countries/france"],
    ["/countries/france/", "/embed/countries/france"],
    ["/countries/FRA?sort=name&utm_source=letter#companies", "/embed/countries/france"],
    [`/countries/fr?release=${RELEASE}`, `/embed/countries/france?release=${RELEASE}`],
    ["/countries/france?as_of=2026-11-20", `/embed/countries/france?release=${RELEASE}`],
    ["/companies/aster-energie", "/embed/companies/aster-energie"],
    ["/companies/c-1", "/embed/companies/aster-energie"],
    ["/", "/embed/map"],
    ["/rankings?pillar=privacy", "/embed/ranking?pillar=privacy"],
    ["/compare?countries=FRA,br&pillar=safety", "/embed/compare?countries=france,brazil&pillar=safety"],
    ["/embed/countries/france", "/embed/countries/france"],
    ["/embed/map", "/embed/map"],
  ] as const) {
    test(`${page} is shown as ${embed}`, async () => {
      const answer = await read(page);
      assert.deepEqual([answer.version, answer.type], ["1.0", "rich"]);
      assert.equal(pathOf(answer), embed);
      assert.equal((await send(server, embed, { headers: BROWSER })).status, 200);
      assert.ok(answer.html.includes(`width="${answer.width}" height="${answer.height}" loading="lazy"`));
      assert.equal(answer["provider_url"], `${BASE}/`);
    });
  }

  test("is no larger than the consumer has room", async () => {
    const { width, height } = await read("/countries/france");
    const small = await read("/countries/france", "&maxwidth=320&maxheight=200");
    assert.deepEqual([small.width, small.height], [320, 200]);
    const wide = await read("/countries/france", "&maxwidth=5000&maxheight=5000");
    assert.deepEqual([wide.width, wide.height], [width, height]);
  });

  test("whatever `Accept` says, and for any origin", async () => {
    for (const accept of ["text/xml", "application/json", "text/html"]) {
      const path = `/oembed?url=${encodeURIComponent(`${BASE}/countries/france`)}`;
      const { status, headers } = await send(server, path, { headers: { Accept: accept } });
      assert.deepEqual([status, headers["access-control-allow-origin"]], [200, "*"], accept);
    }
  });

  test("pages that can be embedded name it, others do not", async () => {
    for (const page of ["/countries/france", "/", "/rankings?pillar=privacy", "/compare?countries=france,brazil"]) {
      const markup = (await send(server, page, { headers: BROWSER })).body.toString();
      const [, href = ""] = / type="application\/json\+oembed" title="[^"]+" href="([^"]+)"/u.exec(markup) ?? [];
      const { origin, pathname, search, searchParams } = new URL(textOf(href));
      assert.deepEqual([origin, searchParams.get("url")], [BASE, BASE + page]);
      assert.equal((await send(server, pathname + search)).status, 200);
    }
    for (const page of ["/search", "/data", "/compare", "/docs", "/countries/nowhere"])
      assert.doesNotMatch((await send(server, page, { headers: BROWSER })).body.toString(), /\+oembed/u, page);
  });
});

describe("problems", () => {
  test("404 for a page that cannot be embedded, and for other sites", async () => {
    for (const url of [
      "/countries/nowhere",
      "/companies/nobody",
      "/rankings?pillar=luck",
      "/compare?countries=france",
      "/countries/france?release=1999-01-01-aaaaaaaaaaaa",
      "/countries/%E0%A4%A",
      "/search",
      "/embed/",
      "https://evil.example/countries/france",
      "https://trust.example.evil/countries/france",
      "//trust.example/x",
      "countries/france",
      "javascript:alert(1)",
    ])
      assert.equal((await oembed(url)).status, 404, url);
    checkProblem(await oembed("https://evil.example/"), 404, "not_found");
  });

  test("501 for another format", async () => {
    for (const format of ["xml", "yaml"])
      checkProblem(await oembed("/countries/france", `&format=${format}`), 501, "not_implemented");
  });

  test("400 without a URL, and for sizes that are none", async () => {
    checkProblem(await send(server, "/oembed"), 400, "invalid_request");
    for (const size of ["&maxwidth=wide", "&maxheight=0", "&maxwidth=-1", "&maxheight=1e3"])
      checkProblem(await oembed("/countries/france", size), 400, "invalid_request");
  });
});

test("texts of a publisher are text in the frame, whatever is in them", async () => {
  const hostile = await openHostileSite();
  const { rows: companies } = HOSTILE_SNAPSHOT.listCompanies({ limit: 100, offset: 0, sort: "name" });
  const pages = companies
    .filter(({ slug }) => slug.length <= 300)
    .map(({ slug }) => `/companies/${encodeURIComponent(slug)}`);
  for (const page of ["/", "/countries/france", ...pages]) {
    const { html } = await read(page, "", hostile);
    assert.match(html, /^<iframe src="[^"<>]+" title="[^"<>]+" [^<>]*><\/iframe>$/u, page);
  }
});
