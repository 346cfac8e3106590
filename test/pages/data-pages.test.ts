import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { openAtlas } from "../../src/atlas/atlas.ts";
import type { HttpServer } from "../../src/http/http-server.ts";
import { HTML_TYPE, PAGE_POLICY } from "../../src/html/frame.ts";
import {
  COMPANIES,
  FACTS,
  type StatedCompany,
  buildMemoryReleases,
  buildMemorySnapshot,
} from "../fixtures/memory-release.ts";
import { openAccessServer } from "../http/access-server.ts";
import { BASE, RELEASE, type Received, checkProblem, openTestServer, send, sendRaw } from "../http/test-server.ts";
import { HOSTILE_TEXTS } from "./hostile-dataset.ts";
import { BROWSER, faultsIn, textOf } from "./markup.ts";
import { DATA_PAGES, DATA_TEMPLATES } from "./paths.ts";
import { HOSTILE_PAGES, openHostileSite, openSite } from "./sites.ts";

/** Pages of data as programs see them; `pages.test.ts` looks with a browser. */

function linksOf(markup: string): URL[] {
  return [...markup.matchAll(/ (?:href|src|action)="([^"]+)"/gu)].map(
    ([, href = ""]) => new URL(href.replaceAll("&amp;", "&").replaceAll("&#39;", "'"), BASE),
  );
}

let server: HttpServer;
before(async () => {
  server = await openSite();
});

const visit = (path: string, headers: Record<string, string> = {}): Promise<Received> =>
  send(server, path, { headers: { ...BROWSER, ...headers } });

/** The pages as they were when they were visited first. */
const visited = new Map<string, Promise<Received>>();

function visitOnce(path: string): Promise<Received> {
  const first = visited.get(path) ?? visit(path);
  visited.set(path, first);
  return first;
}

describe("every page of data", () => {
  for (const path of DATA_TEMPLATES)
    test(`${path} is well-formed HTML`, async () =>
      assert.deepEqual(await faultsIn((await visitOnce(path)).body.toString()), []));

  for (const path of DATA_PAGES) {
    test(`${path} answers with validators, and 304`, async () => {
      const { status, headers } = await visitOnce(path);
      assert.deepEqual([status, headers["content-type"]], [200, HTML_TYPE]);
      assert.equal(headers["content-security-policy"], PAGE_POLICY);
      assert.match(String(headers["cache-control"]), /^public, max-age=300/u);
      assert.equal(headers["ratelimit"], undefined, "nobody's quota is touched");
      const again = await visit(path, { "If-None-Match": String(headers.etag) });
      assert.equal(again.status, 304);
    });

    test(`${path} links what is on it, and asks no other host`, async () => {
      const markup = (await visitOnce(path)).body.toString();
      assert.doesNotMatch(
        markup,
        /<style|<script(?! src="\/assets\/| type="application\/ld\+json">)| style="| on\w+="/u,
      );
      // Content systems follow the link to oEmbed; browsers do not.
      const loaded = markup.replaceAll(/<link rel="alternate" type="[^"]+oembed"[^>]*>/gu, "");
      assert.doesNotMatch(loaded, /<(?:link|img|script|iframe)[^>]+(?:href|src)="(?:https?:)?\/\//u);
      for (const { origin, pathname, hash } of linksOf(markup))
        if (origin === BASE && hash !== "" && pathname === new URL(path, BASE).pathname)
          assert.ok(markup.includes(` id="${decodeURIComponent(hash.slice(1))}"`), hash);
    });
  }

  test("links lead to what answers", async () => {
    const targets = new Set<string>();
    for (const path of DATA_PAGES)
      for (const { origin, pathname, search } of linksOf((await visitOnce(path)).body.toString()))
        if (origin === BASE) targets.add(pathname + search);
    for (const target of targets) {
      const { status } = await visit(target);
      assert.ok(status === 200 || status === 308, `${target}: ${status}`);
    }
    assert.ok(targets.size > 200, `${targets.size} links`);
  });

  test("a page whose facts are an answer of the API links its JSON", async () => {
    let linked = 0;
    for (const path of DATA_PAGES) {
      const { headers, body } = await visitOnce(path);
      const [, json = ""] =
        /<link rel="alternate" type="application\/json"[^>]* href="([^"]+)"/u.exec(body.toString()) ?? [];
      if (json === "") continue;
      linked += 1;
      const target = json.replaceAll("&amp;", "&");
      assert.ok(String(headers.link).includes(`<${BASE}${target}>; rel="alternate"; type="application/json"`));
      const answer = await send(server, target);
      assert.deepEqual([answer.status, answer.headers["content-type"]], [200, "application/json"]);
    }
    assert.ok(linked > 20, `${linked} pages`);
  });

  test("a table of companies goes on by links, in one release, and is sorted by them", async () => {
    const many = Array.from({ length: 60 }, (_, index): StatedCompany => {
      const [id, name] = [`m-${index}`, `Company ${String(index).padStart(2, "0")}`];
      return { id, name, country: "FR", sector: "energy", judgements: [[0, 1 + (index % 5)]] };
    });
    const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE, many));
    const long = await openTestServer({ releases });
    const seen: string[] = [];
    let path: string | undefined = "/countries/france?sort=-name";
    while (path !== undefined) {
      const markup = (await send(long, path, { headers: BROWSER })).body.toString();
      assert.match(markup, /<th scope="col" aria-sort="descending"><a href="[^"]*sort=name[^"]*#companies">/u);
      const table = markup.slice(markup.indexOf('<table class="companies">')).split("</table>", 1)[0] ?? "";
      seen.push(...[...table.matchAll(/>(Company \d\d)</gu)].map(([, name = ""]) => name));
      path = /href="([^"#]+)#companies" rel="next"/u.exec(markup)?.[1]?.replaceAll("&amp;", "&");
      // The link still leads on when another release is current.
      if (seen.length === 10) releases.swapTo(buildMemorySnapshot("2026-12-01-cccccccccccc", many));
    }
    assert.deepEqual(seen, many.map(({ name }) => name).toReversed());
    await long.close();
  });

  test("sectors of a country: the best first, thin ones named below, and the heading says which differ", async () => {
    // Two companies are enough: three sectors stand above the country, two below, one is thin.
    const levels = [5, 4, 4, 3, 3, 3, 3, 2, 1];
    const many = levels.flatMap((level, sector) =>
      ["a", "b"].map((own): StatedCompany => {
        const id = `m-${sector}-${own}`;
        return { id, name: id, country: "FR", sector: `sector-${sector}`, judgements: [[0, level]] };
      }),
    );
    const thin: StatedCompany = { id: "t", name: "t", country: "FR", sector: "sector-thin", judgements: [[0, 5]] };
    const other = await openTestServer({
      releases: buildMemoryReleases(buildMemorySnapshot(RELEASE, [...many, thin])),
    });
    const markup = (await send(other, "/countries/france", { headers: BROWSER })).body.toString();
    const [, firm = "", rest = ""] =
      /<section aria-labelledby="sectors">([\s\S]*?)<details><summary>([\s\S]*?)<\/details>/u.exec(markup) ?? [];
    const namesIn = (part: string): string[] =>
      [...part.matchAll(/href="\/sectors\/([^"]+)"/gu)].map(([, slug = ""]) => slug);
    assert.deepEqual(
      namesIn(firm),
      levels.map((_, sector) => `sector-${sector}`),
    );
    const heading =
      "In “sector-0”, “sector-1” and “sector-2”, France is rated higher; in “sector-7” and “sector-8”, it is rated lower";
    assert.ok(textOf(firm).includes(heading), textOf(firm));
    // A band is named where its run begins, and stays in the markup for those who hear it.
    assert.equal(firm.match(/<tr class="run">/gu)?.length, 5);
    assert.equal(firm.match(/<tr class="same">/gu)?.length, 4);
    assert.match(rest, /^One sector has fewer than two companies, too few to rate</u);
    assert.deepEqual(namesIn(rest), ["sector-thin"]);
    assert.match(markup, /href="\/companies\?country=france">All 19 companies/u);
    await other.close();
  });

  test("a country with one company: a dot on the scale and its name, no bar", async () => {
    const alone: StatedCompany = { id: "a", name: "Alone", country: "FR", sector: "energy", judgements: [[0, 2]] };
    const other = await openTestServer({ releases: buildMemoryReleases(buildMemorySnapshot(RELEASE, [alone])) });
    const markup = (await send(other, "/countries/france", { headers: BROWSER })).body.toString();
    const main = markup.slice(markup.indexOf("<main"), markup.indexOf("</main>"));
    assert.equal(main.split('class="bar').length - 1, 1);
    assert.match(main, /<circle cx="30%" cy="14"/u);
    assert.match(main, /<figcaption><a href="\/companies\/alone"><bdi>Alone<\/bdi><\/a>/u);
    await other.close();
  });

  test("HEAD has the headers of GET and no body", async () => {
    const [head, get] = [
      await send(server, "/countries/france", { method: "HEAD", headers: BROWSER }),
      await visit("/countries/france"),
    ];
    assert.deepEqual([head.status, head.headers.etag, head.body.length], [200, get.headers.etag, 0]);
  });

  test("behind a path of its own, links keep it", async () => {
    const behind = await openTestServer({ baseUrl: "https://example.org/trust" });
    for (const path of DATA_TEMPLATES) {
      const markup = (await send(behind, path, { headers: BROWSER })).body.toString();
      const own = [...markup.matchAll(/ (?:href|src|action)="(\/[^"]*)"/gu)].map(([, href = ""]) => href);
      assert.ok(own.length > 5);
      assert.deepEqual(
        own.filter((href) => !href.startsWith("/trust/")),
        [],
      );
    }
    const moved = await send(behind, "/countries/FRA", { headers: BROWSER });
    assert.equal(moved.headers.location, "/trust/countries/france");
    await behind.close();
  });

  test("a release that is chosen stays chosen, and is marked where it is an older one", async () => {
    const older = buildMemorySnapshot("2026-01-01-bbbbbbbbbbbb", COMPANIES, FACTS, "2026-01-01T10:00:00Z");
    const two = await openTestServer({ releases: buildMemoryReleases(buildMemorySnapshot(RELEASE), older) });
    const chosen = (
      await send(two, `/countries/france?release=${older.manifest.id}`, { headers: BROWSER })
    ).body.toString();
    assert.doesNotMatch(chosen, /id="history"/u, "nothing came before it");
    assert.match(chosen, /You are looking at an older release[\s\S]*href="\/countries\/france">See what is so now/u);
    assert.ok(chosen.includes(`href="/sectors/energy?release=${older.manifest.id}"`));
    assert.ok(chosen.includes(`href="/api/v2/countries/france?release=${older.manifest.id}"`));
    const current = (await send(two, "/countries/france", { headers: BROWSER })).body.toString();
    assert.doesNotMatch(current, /older release/u);
    assert.match(current, /France is still High: [\s\S]*href="\/countries\/france\?release=2026-01-01-bbbbbbbbbbbb"/u);
    assert.match(current, /The median band is the same, and no company came, went or has another band\./u);
    await two.close();
  });
});

describe("answers of the API", () => {
  test("link the page of what they are about, and those of version 1 as well", async () => {
    interface Linking {
      readonly page?: string;
      readonly links?: { readonly page?: string };
      readonly items?: readonly Linking[];
    }
    for (const [path, page] of [
      ["/api/v2/countries/france", "/countries/france"],
      ["/api/v2/countries/preview", "/countries/brazil"],
      ["/api/v2/intelligence/country-rankings", "/countries/france"],
      ["/api/v2/sectors/energy", "/sectors/energy"],
      ["/api/v2/sectors", "/sectors/energy"],
      ["/api/v2/companies/aster-energie", "/companies/aster-energie"],
      ["/api/v2/companies?fields=page", "/companies/aster-energie"],
      ["/api/v1/countries/preview", "/countries/brazil"],
      ["/api/v1/countries/france", "/countries/france"],
    ] as const) {
      const answer = JSON.parse((await send(server, path)).body.toString()) as Linking;
      const found = answer.items === undefined ? answer.links?.page : answer.items[0]?.page;
      assert.equal(found, BASE + page, path);
      assert.equal((await visit(page)).status, 200);
    }
  });
});

describe("redirects", () => {
  for (const [path, location] of [
    ["/countries/France", "/countries/france"],
    ["/countries/fr", "/countries/france"],
    ["/countries/FRA", "/countries/france"],
    ["/countries/FRA?release=2026-11-20-aaaaaaaaaaaa", "/countries/france?release=2026-11-20-aaaaaaaaaaaa"],
    ["/countries/france/", "/countries/france"],
    ["/countries/france//?sort=name", "/countries/france?sort=name"],
    ["/rankings/", "/rankings"],
    ["/docs/", "/docs"],
    ["/countries", "/rankings"],
    ["/rankings?sector=energy", "/sectors/energy"],
  ] as const) {
    test(`${path} → ${location}`, async () => {
      const { status, headers } = await visit(path);
      assert.deepEqual([status, headers.location], [308, location]);
    });
  }

  test("paths of the API and foreign ones are not mended", async () => {
    checkProblem(await send(server, "/api/v2/countries/preview/"), 404, "not_found");
    for (const path of ["//evil.example/", "/nowhere/", "//evil.example//"])
      assert.equal((await visit(path)).headers.location, undefined, path);
  });
});

describe("problems", () => {
  test("404 is a page for browsers, says what was meant and where to go on", async () => {
    for (const [path, suggestion] of [
      ["/countries/Frnace", "/countries/france"],
      ["/France", "/countries/france"],
      ["/rankngs", "/rankings"],
      ["/countries/atlantis", null],
      ["/countries/chad", null],
      // A country without companies, two letters from "Data".
      ["/countries/malta", null],
      ["/dta", "/data"],
      ["/companies/goyaba", "/companies/goiaba"],
      ["/companies/zzzzqq", null],
      ["/sectors/enrgy", "/sectors/energy"],
      ["/sectors/france", null],
      ["/%F0%9F%98%80%3Cb%3E", null],
    ] as const) {
      const { status, headers, body } = await visit(path);
      const markup = body.toString();
      assert.deepEqual([status, headers["content-type"], headers["cache-control"]], [404, HTML_TYPE, "no-store"], path);
      assert.equal(headers["content-security-policy"], PAGE_POLICY);
      assert.deepEqual(await faultsIn(markup), [], path);
      const [, meant = null] = /Did you mean <a href="([^"]+)"/u.exec(markup) ?? [];
      assert.equal(meant, suggestion, path);
      assert.ok(
        markup.includes(">All countries</a>") &&
          markup.includes(">not_found") !== /^\/(?:countries|companies|sectors)\//u.test(path),
      );
    }
  });

  test("a title speaks to readers: what is not known, by the name in the address", async () => {
    for (const [path, title] of [
      ["/countries/atlantis", "We know no country called “atlantis”"],
      ["/countries/new-atlantis", "We know no country called “new atlantis”"],
      ["/countries/chad", "The data have no company in Chad"],
      ["/countries/netherlands", "The data have no company in the Netherlands"],
      ["/sectors/luck", "We know no sector called “luck”"],
      ["/companies/zzzzqq", "We know no company called “zzzzqq”"],
      ["/claims?subject=country:atlantis&is=best", "Country not found"],
      ["/nowhere", "There is no such page"],
      ["/rankings?pillar=luck", "Invalid request"],
    ] as const) {
      const markup = (await visit(path)).body.toString();
      assert.equal(/<h1>([^<]*)<\/h1>/u.exec(markup)?.[1], title, path);
      const [seen = ""] = markup.split("<details>");
      assert.doesNotMatch(seen.slice(seen.indexOf("<h1>")), /ISO 3166|slug/u, path);
    }
  });

  test("programs get the problem document, and the API gives nothing else", async () => {
    for (const accept of ["*/*", "application/problem+json, text/html;q=0.5"])
      checkProblem(
        await send(server, "/countries/atlantis", { headers: { Accept: accept } }),
        404,
        "country_not_found",
      );
    checkProblem(await send(server, "/nowhere"), 404, "not_found");
    checkProblem(await visit("/api/v2/countries/atlantis"), 404, "country_not_found");
    checkProblem(await visit("/.well-known/nothing"), 404, "not_found");
  });

  test("400 for a value that means nothing, 404 for a release and a sector there are not", async () => {
    for (const [path, status, code] of [
      ["/rankings?pillar=luck", 400, "invalid_request"],
      ["/countries/france?sort=luck", 400, "invalid_request"],
      ["/countries/france?release=1&as_of=2026-01-01", 400, "invalid_request"],
      ["/countries/france?release=1999-01-01-aaaaaaaaaaaa", 404, "release_not_found"],
      ["/sectors/luck", 404, "sector_not_found"],
    ] as const) {
      const page = await visit(path);
      assert.equal(page.status, status, path);
      assert.ok(page.body.toString().includes(`<code>${code}</code>`), path);
    }
  });

  test("what others add to a link on its way does no harm", async () => {
    assert.equal((await visit("/countries/france?utm_source=letter&fbclid=1")).status, 200);
  });

  test("a key in the URL is on no page", async () => {
    const { body } = await visit("/countries/ctds_live_0123456789abcdefghijABCDEFGHIJ00?key=ctds_live_secret");
    assert.doesNotMatch(body.toString(), /ctds_live_[0-9A-Za-z]/u);
  });
});

describe("texts of a publisher", () => {
  test("are text on every page, whatever is in them", async () => {
    const hostile = await openHostileSite();
    for (const path of HOSTILE_PAGES) {
      const { status, body } = await send(hostile, path, { headers: BROWSER });
      if (status === 404) continue;
      assert.equal(status, 200, path);
      for (const text of HOSTILE_TEXTS.filter((each) => each.includes("<")))
        assert.ok(!body.toString().includes(text), path);
    }
    for (const path of ["/", "/companies", "/about"]) {
      const { body } = await send(hostile, path, { headers: BROWSER });
      assert.deepEqual(await faultsIn(body.toString()), [], path);
    }
  });
});

test("pages have a wide limit for each client address, and the API goes on answering", async () => {
  const { server: counted } = await openAccessServer({});
  const ask = (path: string) => send(counted, path, { headers: BROWSER });
  const head = (ends: string): string => `HEAD /sectors HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n${ends}\r\n`;
  const answers = await sendRaw(counted, head("").repeat(2999) + head("Connection: close\r\n"));
  assert.equal(answers.match(/^HTTP\/1\.1 200 /gmu)?.length, 3000);
  const last = await ask("/sectors");
  assert.deepEqual([last.status, last.headers["content-type"]], [429, HTML_TYPE]);
  assert.match(String(last.headers["retry-after"]), /^\d+$/u);
  assert.equal((await ask("/assets/frame.css")).status, 200);
  const api = await send(counted, "/api/v2/scale");
  assert.deepEqual(
    [api.status, /"hour";r=99/u.test(String(api.headers["ratelimit"]))],
    [200, true],
    "no quota was debited",
  );
});

test("the atlas names the territory that a wrong name is near to", () => {
  const meaning = openAtlas().resolveCountry("Frnace");
  assert.equal(meaning.kind === "unknown" && meaning.near?.slug, "france");
});
