import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { send } from "../http/test-server.ts";
import { WITHOUT_BROWSER, openContext } from "./browser.ts";
import { findAccessibilityFaults, openPage } from "./tab.ts";
import { openSite, openSiteForBrowsers } from "./sites.ts";

/** The search over the documentation, with and without a browser. */

const ASK_HTML = { headers: { Accept: "text/html" } };

describe("the search over the documentation", () => {
  let server: HttpServer;
  before(async () => {
    server = await openSite();
  });

  const read = async (query: string): Promise<string> => {
    const { status, body } = await send(server, `/docs/search?q=${encodeURIComponent(query)}`, ASK_HTML);
    assert.equal(status, 200);
    return body.toString();
  };
  const listIn = (markup: string): string => /<ol class="hits">([\s\S]*?)<\/ol>/u.exec(markup)?.[1] ?? "";
  const hitsIn = (markup: string): string[] =>
    [...listIn(markup).matchAll(/<li><a href="([^"]+)">/gu)].map(([, href = ""]) => href);

  for (const [query, first] of [
    ["Rate limits", "/docs/errors-and-limits#rate-limits"],
    ["reverse geocoding", "/docs/reverse-geocoding"],
    ["running several", "/docs/several-nodes"],
    ["pagination", "/docs/lists#pagination"],
    ["conditional requests", "/docs/lists#conditional-requests"],
    ["One country with its pillars", "/docs/reference/countries#get_country"],
    ["/api/v2/intelligence/country-rankings", "/docs/reference/intelligence#rank_countries"],
    ["border_distance_km", "/docs/reference/geocoding#reverse_geocode--border_distance_km"],
    ["min_companies", "/docs/reference/intelligence#rank_countries-min_companies"],
    ["rate_limited", "/problems#rate_limited"],
    ["not_judged", "/docs/reasons#not_judged"],
    ["DATABASE_URL", "/docs/settings#DATABASE_URL"],
    ["firmness", "/docs/methodology#firmness"],
    ["judged company", "/docs/glossary#judged-company"],
    ["geocodng", "/docs/reverse-geocoding"],
  ] as const)
    test(`“${query}” leads to ${first}`, async () => assert.equal(hitsIn(await read(query))[0], first));

  test("every hit leads somewhere, anchor included", async () => {
    const pages = new Map<string, string>();
    for (const query of ["median", "quota", "release", "id"])
      for (const hit of hitsIn(await read(query))) {
        const [path = "", anchor] = hit.split("#");
        const markup = pages.get(path) ?? (await send(server, path, ASK_HTML)).body.toString();
        pages.set(path, markup);
        if (anchor !== undefined) assert.ok(markup.includes(` id="${anchor}"`), hit);
      }
    assert.ok(pages.size > 5);
  });

  test("places whose title has the words come before all others", async () => {
    const titles = [...listIn(await read("distribution")).matchAll(/<li><a href="[^"]+">([\s\S]*?)<\/a>/gu)].map(
      ([, title = ""]) => title.replaceAll(/<[^>]+>/gu, "").toLowerCase(),
    );
    const last = titles.findLastIndex((title) => title.includes("distribution"));
    assert.ok(last > 0 && titles.slice(0, last).every((title) => title.includes("distribution")), titles.join());
  });

  test("what was asked for stays in its field, and is marked where it was found", async () => {
    const markup = await read("Redis");
    assert.match(markup, /<input id="docs-find" type="search" name="q" value="Redis"/u);
    assert.match(markup, /<input id="find" type="search" name="q" maxlength/u);
    assert.ok(markup.includes("<mark>Redis</mark>"));
  });

  test("markup and signs of patterns are text", async () => {
    assert.ok((await read("<script>")).includes("“&lt;script&gt;”"));
    for (const query of ["(", "a(b", "[\\", "*", "%00", "a".repeat(5000)]) await read(query);
  });

  test("nothing found says so, with 200; nothing asked for says what can be found", async () => {
    assert.match(await read("zzzzqq"), /<h1>Nothing in the documentation matches “zzzzqq”<\/h1>/u);
    assert.match(await read(""), /<h1>Search the documentation<\/h1>[\s\S]*href="\/docs\/finding-companies"/u);
  });
});

describe("the search over the documentation in a browser", { skip: WITHOUT_BROWSER }, () => {
  let server: HttpServer;
  before(async () => {
    server = await openSiteForBrowsers();
  });

  test("finds as one types, and is used by keyboard alone", async () => {
    const context = await openContext();
    const { page, faults } = await openPage(context, `http://localhost:${server.port}/docs/quick-start`);
    await page.getByRole("searchbox", { name: "Search the documentation" }).fill("webhooks");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/docs/search?q=webhooks");
    const field = page.getByRole("searchbox", { name: "Search the documentation" });
    await field.fill("rate lim");
    await page.getByRole("heading", { level: 1, name: "“rate lim”" }).waitFor();
    assert.match(page.url(), /\?q=rate\+lim$/u);
    assert.deepEqual(await findAccessibilityFaults(page), []);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/docs/errors-and-limits#rate-limits");
    assert.deepEqual(faults, []);
    await context.close();
  });
});
