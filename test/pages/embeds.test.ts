import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { buildSite } from "../../src/topics/site.ts";
import { HTML_TYPE } from "../../src/html/frame.ts";
import { COMPANIES, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { BASE, RELEASE, type Received, checkProblem, openTestServer, send } from "../http/test-server.ts";
import { HOSTILE_TEXTS } from "./hostile-dataset.ts";
import { BROWSER, faultsIn, textOf } from "./markup.ts";
import { EMBED_PATHS } from "./paths.ts";
import { HOSTILE_SNAPSHOT, openHostileSite, openSite } from "./sites.ts";

/** Charts in the frames of other sites. */

const EMBED_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors *";

let server: HttpServer;
before(async () => {
  server = await openSite();
});

const frame = (path: string, from = server): Promise<Received> => send(from, path, { headers: BROWSER });

/** The markup in the boxes of a page from which people copy a frame, by the id of the box. */
function snippetsOf(markup: string): ReadonlyMap<string, string> {
  return new Map(
    [...markup.matchAll(/<textarea id="([^"]+)"[^>]*>\n([^<]*)<\/textarea>/gu)].map(([, id = "", text = ""]) => [
      id,
      textOf(text),
    ]),
  );
}

function srcOf(snippet: string | undefined): URL {
  return new URL(textOf(/ src="([^"]+)"/u.exec(snippet ?? "")?.[1] ?? ""));
}

describe("every embed", () => {
  for (const path of EMBED_PATHS) {
    test(`200 and 304 at ${path}: well-formed, framed by everybody, with release, source and notice`, async () => {
      const { status, headers, body } = await frame(path);
      const markup = body.toString();
      assert.deepEqual([status, headers["content-type"]], [200, HTML_TYPE]);
      assert.equal(headers["content-security-policy"], EMBED_POLICY);
      assert.deepEqual([headers["x-frame-options"], headers["set-cookie"]], [undefined, undefined]);
      assert.match(String(headers["cache-control"]), /^public, max-age=300/u);
      assert.deepEqual(await faultsIn(markup), []);
      assert.doesNotMatch(markup, /<script|<style| style="| on\w+="/u);
      assert.match(markup, /<h1>[^<]+<\/h1>/u);
      for (const text of [RELEASE, "A small test of trust, Test Publisher"]) assert.ok(markup.includes(text), text);
      assert.equal(textOf(markup).match(/All companies are fictional/gu)?.length, 1);
      const again = await send(server, path, { headers: { ...BROWSER, "If-None-Match": String(headers.etag) } });
      assert.equal(again.status, 304);
    });

    test(`${path} links the whole page alone, in a window of its own`, async () => {
      const markup = (await frame(path)).body.toString();
      const [link, ...others] = [...markup.matchAll(/<a ([^>]*)>/gu)].map(([, attributes = ""]) => attributes);
      assert.deepEqual(others, []);
      const [, href = "", rest] = /^href="([^"]+)"(.*)$/u.exec(link ?? "") ?? [];
      assert.equal(rest, ' target="_blank" rel="noopener"');
      assert.equal((await frame(textOf(href))).status, 200);
    });
  }

  test("says how much it counts", async () => {
    for (const [path, count] of [
      ["/embed/countries/france", "All 3 listed companies judged."],
      ["/embed/companies/aster-energie", "3 judgements."],
      ["/embed/map", "9 judged companies in 5 countries."],
    ] as const)
      assert.ok(textOf((await frame(path)).body.toString()).includes(count), path);
  });

  test("a thin country has no line, one that is not judged is hatched", async () => {
    assert.doesNotMatch((await frame("/embed/countries/brazil")).body.toString(), /class="tick"/u);
    assert.match((await frame("/embed/countries/france")).body.toString(), /class="tick"/u);
    assert.match((await frame("/embed/countries/namibia")).body.toString(), /fill="url\(#hatch\)"/u);
  });

  test("308 from other names, which keeps the release and the theme", async () => {
    for (const [path, location] of [
      ["/embed/countries/FRA", "/embed/countries/france"],
      [`/embed/countries/fr?release=${RELEASE}&theme=light`, `/embed/countries/france?release=${RELEASE}&theme=light`],
      ["/embed/companies/c-1", "/embed/companies/aster-energie"],
      ["/embed/compare?countries=FRA,br&pillar=privacy", "/embed/compare?countries=france,brazil&pillar=privacy"],
      ["/embed/map/", "/embed/map"],
    ] as const) {
      const { status, headers } = await frame(path);
      assert.deepEqual([status, headers.location], [308, location], path);
    }
  });

  test("is always light where the article is", async () => {
    const markup = (await frame("/embed/map?theme=light")).body.toString();
    assert.match(markup, /<html lang="en" class="light">/u);
    assert.match(markup, /<meta name="color-scheme" content="light">/u);
    assert.match((await frame("/embed/map?theme=dark")).body.toString(), /content="light dark"/u);
  });
});

describe("an embed of a release", () => {
  test("stays at that release, and says so when another one is current", async () => {
    const later = "2026-12-01-cccccccccccc";
    const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE));
    const own = await openTestServer({ releases });
    const pinned = `/embed/countries/france?release=${RELEASE}`;
    assert.doesNotMatch(textOf((await frame(pinned, own)).body.toString()), /not the current one/u);
    releases.swapTo(buildMemorySnapshot(later, COMPANIES.slice(1)));
    const kept = textOf((await frame(pinned, own)).body.toString());
    assert.ok(kept.includes(`As in the release of 20 November 2026, not the current one`), kept);
    assert.ok(kept.includes("All 3 listed companies judged."));
    const following = textOf((await frame("/embed/countries/france", own)).body.toString());
    assert.ok(following.includes(`Release ${later}.`) && following.includes("All 2 listed companies judged."));
    await own.close();
  });
});

describe("what an embed cannot show", () => {
  for (const [path, status, code] of [
    ["/embed/countries/nowhere", 404, "country_not_found"],
    ["/embed/countries/chad", 404, "country_not_found"],
    ["/embed/companies/nobody", 404, "company_not_found"],
    ["/embed/nothing", 404, "not_found"],
    ["/embed/map?release=1999-01-01-aaaaaaaaaaaa", 404, "release_not_found"],
    ["/embed/ranking?pillar=luck", 400, "invalid_request"],
    ["/embed/compare", 400, "invalid_request"],
    ["/embed/compare?countries=france", 400, "invalid_request"],
  ] as const) {
    test(`${status} at ${path} is a sentence in the frame, and ${code} for programs`, async () => {
      const { status: given, headers, body } = await frame(path);
      assert.deepEqual([given, headers["content-type"], headers["cache-control"]], [status, HTML_TYPE, "no-store"]);
      assert.equal(headers["content-security-policy"], EMBED_POLICY);
      assert.deepEqual(await faultsIn(body.toString()), []);
      assert.match(
        body.toString(),
        /<h1>This chart cannot be shown<\/h1>\n<p>.{20,} <a href="\/" target="_blank" rel="noopener">See the data<\/a><\/p>/u,
      );
      checkProblem(await send(server, path), status, code);
    });
  }
});

test("no other page, document or answer may be framed", async () => {
  const { pages, documents, problemPages } = buildSite({ securityContact: null });
  const framed = [...pages, ...problemPages.map((page) => ({ ...page, path: page.under }))]
    .filter(({ contentSecurityPolicy }) => contentSecurityPolicy.includes("frame-ancestors *"))
    .map(({ path }) => path);
  assert.deepEqual(
    framed.filter((path) => !path.startsWith("/embed/")),
    [],
  );
  assert.equal(framed.length, 6);
  for (const { contentSecurityPolicy } of documents)
    assert.ok(contentSecurityPolicy === undefined || contentSecurityPolicy.includes("frame-ancestors 'none'"));
  for (const path of ["/", "/docs", "/docs/embeds", "/sitemap.xml", "/api/v2/scale", "/nowhere", "/embedded"])
    assert.match(
      String((await frame(path)).headers["content-security-policy"]),
      /default-src 'none'.*(?:frame-ancestors 'none'|$)/u,
    );
});

describe("the box of a page to copy a frame from", () => {
  for (const [page, path] of [
    ["/countries/france", "/embed/countries/france"],
    ["/companies/aster-energie", "/embed/companies/aster-energie"],
    ["/", "/embed/map"],
    ["/rankings?pillar=privacy", "/embed/ranking?pillar=privacy"],
    ["/compare?countries=france,brazil&pillar=safety", "/embed/compare?countries=france,brazil&pillar=safety"],
  ] as const) {
    test(`${page}: one frame stays at the release of today, one follows`, async () => {
      const markup = (await frame(page)).body.toString();
      const snippets = snippetsOf(markup);
      assert.deepEqual([...snippets.keys()], ["embed-pinned", "embed-current"]);
      for (const [id, text] of snippets) {
        assert.match(
          text,
          /^<div style="[^"]+"><iframe src="[^"]+" title="[^"]+" width="100%" height="\d+" loading="lazy"/u,
        );
        assert.ok(markup.includes(`<button type="button" class="quiet" data-copy="${id}" hidden>`));
        const { origin, pathname, search } = srcOf(text);
        assert.equal(origin, BASE);
        assert.equal((await frame(pathname + search)).status, 200);
      }
      const [pinned, following] = ["embed-pinned", "embed-current"].map((id) => srcOf(snippets.get(id)));
      assert.equal(`${following?.pathname}${following?.search}`, path);
      assert.equal(pinned?.searchParams.get("release"), RELEASE);
    });
  }
});

test("texts of a publisher are text in every embed and box, whatever is in them", async () => {
  const hostile = await openHostileSite();
  const { rows: companies } = HOSTILE_SNAPSHOT.listCompanies({ limit: 100, offset: 0, sort: "name" });
  const ofCompanies = companies
    .filter(({ slug }) => slug.length <= 300)
    .flatMap(({ slug }) => [`/embed/companies/${encodeURIComponent(slug)}`, `/companies/${encodeURIComponent(slug)}`]);
  for (const path of [...EMBED_PATHS, ...ofCompanies]) {
    const { status, body } = await frame(path, hostile);
    // The hostile dataset has fewer countries.
    if (status === 404 || path.includes("germany")) continue;
    assert.deepEqual([status, await faultsIn(body.toString())], [200, []], path);
    for (const text of HOSTILE_TEXTS.filter((each) => each.includes("<"))) assert.ok(!body.toString().includes(text));
    for (const snippet of snippetsOf(body.toString()).values())
      assert.match(snippet, /^<div style="[^"<>]+"><iframe src="[^"<>]+" title="[^"<>]+" [^<>]*><\/iframe><\/div>$/u);
  }
});
