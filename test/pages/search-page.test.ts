import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { BrowserContextOptions } from "playwright-core";
import type { HttpServer } from "../../src/http/http-server.ts";
import { type StatedCompany, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { RELEASE, openTestServer, send } from "../http/test-server.ts";
import { WITHOUT_BROWSER, openContext } from "./browser.ts";
import { openPage } from "./tab.ts";
import { openSite, openSiteForBrowsers } from "./sites.ts";

const BROWSER = { Accept: "text/html" };

const headlineOf = (markup: string): string => /<h1>([^<]+)<\/h1>/u.exec(markup)?.[1] ?? "";

describe("the search page", () => {
  let server: HttpServer;
  before(async () => {
    server = await openSite();
  });

  const read = async (path: string): Promise<string> =>
    (await send(server, path, { headers: BROWSER })).body.toString();
  const linksIn = (markup: string): string[] =>
    [...markup.matchAll(/<li><a href="([^"]+)">/gu)]
      .map(([, href = ""]) => href)
      .filter((href) => /^\/(?:companies|countries|sectors)\/./u.test(href));

  test("groups what the API finds, in its order, with bands and the parts that match", async () => {
    const markup = await read("/search?q=lam");
    assert.equal(headlineOf(markup), "One product matches “lam”");
    assert.match(
      markup,
      /<a href="\/companies\/aster-energie"><mark>Lam<\/mark>p<\/a><small>Áster Énergie · energy, France</u,
    );
    const both = await read("/search?q=aster");
    assert.ok(both.indexOf('id="company"') < both.indexOf('id="product"'), headlineOf(both));
    for (const type of ["company", "product"]) {
      const { items } = JSON.parse((await send(server, `/api/v1/search?q=aster&type=${type}`)).body.toString()) as {
        readonly items: readonly { readonly slug: string; readonly company: { readonly slug: string } | null }[];
      };
      const section = both.slice(both.indexOf(`<h2 id="${type}"`)).split("</section>", 1)[0] ?? "";
      assert.deepEqual(
        linksIn(section),
        items.map(({ slug, company }) => `/companies/${company?.slug ?? slug}`),
      );
    }
  });

  test("says that no company has the name before those that have its words", async () => {
    const markup = await read("/search?q=energie");
    const sentence = markup.indexOf("No company is called “energie”. What follows has it in its name.");
    assert.ok(sentence > 0 && sentence < markup.indexOf("/companies/aster-energie"), markup);
    for (const named of ["aster", "aster energie", "energi", "lamp"])
      assert.doesNotMatch(await read(`/search?q=${encodeURIComponent(named)}`), /No company is called/u, named);
  });

  test("knows countries by every name and code, sectors by the beginning of a word", async () => {
    for (const [query, href] of [
      ["FRA", "/countries/france"],
      ["republic of france", "/countries/france"],
      ["germ", "/countries/germany"],
      ["ENER", "/sectors/energy"],
    ] as const)
      assert.equal(linksIn(await read(`/search?q=${encodeURIComponent(query)}`))[0], href, query);
    assert.deepEqual(linksIn(await read("/search?q=japan")), [], "a country that is not in the release");
  });

  test("says that nothing matches, and what to try; without a query, what to write", async () => {
    assert.match(
      await read("/search?q=zzzz"),
      /<h1>Nothing matches “zzzz”<\/h1>\n<p class="standfirst">Try fewer words/u,
    );
    for (const path of ["/search", "/search?q=", "/search?q=%20"])
      assert.equal(headlineOf(await read(path)), "Search by name");
  });

  test("keeps what was asked in the field, as text", async () => {
    const markup = await read(`/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    assert.match(markup, /name="q" value="&quot;&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;"/u);
    assert.doesNotMatch(markup, /<script>/u);
  });

  test("400 for a query that is too long, a type and a cursor there are not", async () => {
    for (const query of [`q=${"a".repeat(201)}`, "q=a&type=country", "q=a&type=company&cursor=luck"])
      assert.equal((await send(server, `/search?${query}`, { headers: BROWSER })).status, 400, query);
  });

  test("leads to all hits of a kind, page by page", async () => {
    const many = Array.from({ length: 60 }, (_, index): StatedCompany => {
      const name = `Vela ${String.fromCodePoint(97 + (index % 26))}${Math.floor(index / 26)}`;
      return { id: `m-${index}`, name, country: "FR", sector: "energy", judgements: [[0, 1]] };
    });
    const long = await openTestServer({ releases: buildMemoryReleases(buildMemorySnapshot(RELEASE, many)) });
    let path = "/search?q=vela";
    const seen: string[] = [];
    for (let pages = 0; path !== "" && pages < 9; pages += 1) {
      const markup = (await send(long, path, { headers: BROWSER })).body.toString();
      assert.equal(headlineOf(markup), "60 companies match “vela”");
      if (pages > 0) seen.push(...linksIn(markup));
      path = /<p class="pages"><a href="([^"]+type=company[^"]*)"/u.exec(markup)?.[1]?.replaceAll("&amp;", "&") ?? "";
    }
    assert.deepEqual([seen.length, new Set(seen).size], [60, 60]);
    await long.close();
  });
});

describe("the search page in a browser", { skip: WITHOUT_BROWSER }, () => {
  let server: HttpServer;
  before(async () => {
    server = await openSiteForBrowsers();
  });

  const open = async (path: string, options: BrowserContextOptions = {}) => {
    const context = await openContext(options);
    return { context, ...(await openPage(context, `http://localhost:${server.port}${path}`)) };
  };

  test("searches once typing rests, and keeps the URL", async () => {
    const { context, page, faults } = await open("/search");
    assert.equal(await page.evaluate("document.activeElement.id"), "find");
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname === "/search") asked.push(search);
    });
    await page.evaluate(`for (const text of ["a", "as", "ast", "aste", "aster"]) {
      document.activeElement.value = text;
      document.activeElement.dispatchEvent(new Event("input", { bubbles: true }));
    }`);
    await page.getByRole("heading", { level: 1, name: "match “aster”" }).waitFor();
    assert.deepEqual(asked, ["?q=aster"]);
    assert.equal(new URL(page.url()).search, "?q=aster");
    assert.match(await page.title(), /^Search for “aster”/u);
    assert.match(await page.getByRole("status").innerText(), /match “aster”/u);
    await page.locator("#find").fill("");
    await page.getByRole("heading", { level: 1, name: "Search by name" }).waitFor();
    assert.equal(new URL(page.url()).search, "");
    assert.deepEqual(faults, []);
    await context.close();
  });

  test("an answer that comes too late is not shown", async () => {
    const { context, page } = await open("/search");
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/search?q=a", async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    const first = page.waitForRequest("**/search?q=a");
    await page.keyboard.type("a");
    await first;
    await page.keyboard.type("ster");
    await page.getByRole("heading", { level: 1, name: "match “aster”" }).waitFor();
    release();
    await page.waitForLoadState("networkidle");
    assert.match(await page.locator("h1").innerText(), /“aster”/u);
    await context.close();
  });

  test("Down, Up and Escape go through what was found, Enter opens it", async () => {
    const { context, page } = await open("/search?q=aster");
    await page.locator("#find").focus();
    const focused = async (): Promise<string> =>
      String(await page.evaluate("document.activeElement.id || document.activeElement.textContent"));
    await page.keyboard.press("ArrowDown");
    const first = await focused();
    await page.keyboard.press("ArrowDown");
    assert.notEqual(await focused(), first);
    await page.keyboard.press("ArrowUp");
    assert.equal(await focused(), first);
    await page.keyboard.press("ArrowUp");
    assert.equal(await focused(), "find");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    assert.equal(await focused(), "find");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/companies/aster-energie");
    await context.close();
  });

  test("works without JavaScript, from any page", async () => {
    const { context, page, faults } = await open("/rankings", { javaScriptEnabled: false });
    await page.locator("#find").fill("aster");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/search?q=aster");
    assert.match(await page.locator("h1").innerText(), /match “aster”/u);
    assert.equal(await page.locator("#find").inputValue(), "aster");
    assert.deepEqual(faults, []);
    await context.close();
  });
});
