import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { type Browser, type Route, chromium } from "playwright-core";
import { findFreePort } from "../fixtures/free-port.ts";
import { CHROMIUM, WITHOUT_BROWSER } from "../site/browser.ts";
import { type ExportedDemo, exportDemo } from "./exported-demo.ts";
import { WITHOUT_NGINX, serveByNginx } from "./nginx.ts";

/** What the browser narrows the list of companies by. */
const NARROWS = /^\/companies\?(?:(?:country|sector|band)=[\w-]+&?)+$/u;

describe("the pages of an export", { skip: WITHOUT_NGINX }, () => {
  let exported: ExportedDemo;
  let origin: string;
  let stopNginx: () => Promise<void>;

  before(async () => {
    const port = await findFreePort();
    origin = `http://localhost:${port}`;
    exported = await exportDemo(origin);
    stopNginx = await serveByNginx(exported.folder, port);
  });
  after(async () => {
    await stopNginx?.();
    await exported?.cli.remove();
  });

  test("have no dead link, and none with parameters, that only a service reads", async () => {
    const waiting = ["/"];
    const seen = new Set(waiting);
    const wrong: string[] = [];
    for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
      const response = await fetch(origin + address);
      if (response.status !== 200) wrong.push(`${address} answers ${response.status}`);
      const isPage = response.headers.get("content-type")?.startsWith("text/html") === true;
      for (const link of isPage ? listLinks(await response.text(), origin) : []) {
        if (link.includes("?") && !NARROWS.test(link)) wrong.push(`${address} links ${link}`);
        if (seen.has(link)) continue;
        seen.add(link);
        waiting.push(link);
      }
      if (!isPage) await response.body?.cancel();
    }
    assert.deepEqual(wrong, []);
    assert.ok(seen.size > 1200, `${seen.size} addresses`);
  });

  test("texts for programs name no address that is not there, and nothing of keys and quotas", async () => {
    const { files } = exported;
    const lists = ["llms.txt", "robots.txt", "sitemap.xml", "api.json", "export.json", "api/openapi.json"];
    const wrong: string[] = [];
    for (const file of [...lists, ".well-known/api-catalog", ...files.filter((name) => name.startsWith("feeds/"))]) {
      const text = readFileSync(path.join(exported.folder, file), "utf8");
      for (const url of listUrls(text, origin)) {
        // Examples of answers have the links of these, and the root of the API.
        if (file === "api/openapi.json" && (url.includes("?") || url.endsWith("/api/v2"))) continue;
        const { status } = await fetch(url, { method: "HEAD" });
        if (status !== 200) wrong.push(`${file} names ${url}, which answers ${status}`);
      }
      if (file === "export.json") continue;
      const named = /\/mcp\b|sign-up|dashboard|portfolio|geocoding|webhook|API key|RateLimit|rate_limited|POST/u.exec(
        text,
      );
      if (named !== null) wrong.push(`${file} names ${text.slice(Math.max(0, named.index - 40), named.index + 60)}`);
    }
    assert.deepEqual(wrong, []);
    assert.ok(!files.some((name) => /^(?:mcp|skills|problems)\/|rate-limits|authentication/u.test(name)));
  });

  test("offer nothing that needs a service", async () => {
    const text = await (await fetch(`${origin}/rankings`)).text();
    for (const left of ["/sign-up", "/dashboard", "/portfolio", "/where", "/compare"])
      assert.ok(!text.includes(`"${left}"`), left);
  });

  describe("in a browser", { skip: WITHOUT_BROWSER }, () => {
    let browser: Browser;
    before(async () => {
      browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
    });
    after(() => browser.close());

    test("the search finds by itself, with ranges of the tables, and no request fails", async () => {
      const page = await browser.newPage();
      const faults: string[] = [];
      const ranges: string[] = [];
      page.on("pageerror", ({ message }) => faults.push(message));
      page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
      page.on("response", (response) => {
        if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
        if (response.status() === 206) ranges.push(new URL(response.url()).pathname);
      });
      await page.goto(`${origin}/search?q=transprot`);
      await page.waitForSelector(".hits a");
      assert.match((await page.textContent(".hits mark")) ?? "", /^trans/iu);
      await page.fill("#find", "France");
      await page.waitForSelector('.hits a[href="/countries/france"]');
      await page.press("#find", "ArrowDown");
      await page.keyboard.press("Enter");
      await page.waitForURL(`${origin}/countries/france`);
      assert.deepEqual(faults, []);
      assert.match(ranges.join(), /\/assets\/search\/[0-9a-f]{16}\/companies\.ndjson/u);
      await page.close();
    });

    test("the search loads all again where another release took its place, and says when it cannot", async () => {
      const page = await browser.newPage();
      await page.goto(`${origin}/search?q=transport`);
      await page.waitForSelector(".hits a");
      const facts = (await (await fetch(`${origin}/assets/search/facts.json`)).json()) as { folder: string };
      const refuse = (route: Route): Promise<void> => route.fulfill({ status: 404 });
      await page.route(`**/assets/search/${facts.folder}/**`, refuse);
      await page.route("**/assets/search/facts.json", (route) => route.fulfill({ json: { ...facts, folder: "next" } }));
      await page.route("**/assets/search/next/**", async (route) => {
        const url = route.request().url().replace("/next/", `/${facts.folder}/`);
        await route.fulfill({ response: await route.fetch({ url }) });
      });
      for (const query of ["farm", "bank"]) {
        await page.fill("#find", query);
        await page.waitForSelector(`h1:has-text("“${query}”: ")`);
        assert.ok((await page.$$(".hits a")).length > 0, query);
      }
      await page.route("**/assets/search/**", refuse);
      await page.goto(`${origin}/search?q=transport`);
      await page.waitForSelector("text=The search could not be loaded.");
      await page.close();
    });

    test("the list of companies is narrowed, sorted and continued as the service does it", async () => {
      const items: ListedCompany[] = [];
      for (let url: string | null = `${origin}/api/v2/companies`; url !== null;) {
        const list = (await (await fetch(url)).json()) as { items: ListedCompany[]; next: string | null };
        items.push(...list.items);
        url = list.next;
      }
      const sectors = Map.groupBy(items, ({ sector }) => sector.slug);
      const [sector = "", own = []] = [...sectors].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
      assert.ok(own.length > 30, `${own.length} companies`);
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on("pageerror", ({ message }) => faults.push(message));
      page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
      const shown = async (): Promise<string[]> => {
        const links = await page.$$eval("table.companies tbody th a", (all) =>
          all.map((each) => each.getAttribute("href")),
        );
        return links.map((href) => href?.slice("/companies/".length) ?? "");
      };
      const slugs = (list: readonly ListedCompany[]): string[] => list.map(({ slug }) => slug);
      await page.goto(`${origin}/companies`);
      await page.waitForSelector("form.filters:not([hidden])");
      assert.equal(await page.$('[name="pillar"]'), null);
      await page.selectOption('[name="sector"]', sector);
      await page.waitForURL(`${origin}/companies?sector=${sector}`);
      const byMedian = own.toSorted((a, b) => (a.median_level ?? Infinity) - (b.median_level ?? Infinity));
      assert.deepEqual(await shown(), slugs(byMedian).slice(0, 25));
      await page.click("p.pages button");
      assert.deepEqual(await shown(), slugs(byMedian).slice(0, 125));
      await page.click('th button:has-text("Judgements")');
      const byCount = own.toSorted((a, b) => b.judgement_count - a.judgement_count);
      assert.deepEqual(await shown(), slugs(byCount).slice(0, 125));
      const country = own.find((each) => each.country !== null)?.country?.slug ?? "";
      await page.goto(`${origin}/companies?sector=${sector}&country=${country}`);
      await page.waitForSelector("form.filters:not([hidden])");
      const both = byMedian.filter((each) => each.country?.slug === country);
      assert.deepEqual(await shown(), slugs(both).slice(0, 25));
      // Heading, bars and files of the page are of all companies.
      assert.equal(await page.textContent("h1"), `${both.length} of 1,200 companies`);
      assert.equal(await page.isVisible("section.counted"), false);
      assert.equal(await page.isVisible('a:has-text("These companies as CSV")'), false);
      assert.deepEqual(faults, []);
      await page.close();
    });

    test("without JavaScript the page of companies says that these are the first, and has no form", async () => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(`${origin}/companies`);
      assert.equal(await page.isVisible("form.filters"), false);
      assert.match((await page.textContent("main")) ?? "", /These are the first of all companies/u);
      await context.close();
    });
  });
});

/** What the test reads of a company. */
interface ListedCompany {
  readonly slug: string;
  readonly country: { readonly slug: string } | null;
  readonly sector: { readonly slug: string };
  readonly median_level: number | null;
  readonly judgement_count: number;
}

/** The URLs of the same origin in a text, without their fragments; templates are none. */
function listUrls(text: string, origin: string): Set<string> {
  const found = text.matchAll(new RegExp(`${RegExp.escape(origin)}[^\\s<>()"'\`\\\\#|}]*`, "gu"));
  const urls = [...found].map(([url]) => url.replace(/[.,:;]+$/u, "").replaceAll("&amp;", "&"));
  return new Set(urls.filter((url) => !url.includes("{")));
}

/** The paths and queries of the same origin that a page refers to. */
function listLinks(page: string, origin: string): string[] {
  return [...page.matchAll(/ (?:href|src|srcset)="([^"]*)"/gu)].flatMap(([, url = ""]) => {
    const decoded = url.replaceAll("&amp;", "&");
    const local = decoded.startsWith(origin) ? decoded.slice(origin.length) : decoded;
    return local.startsWith("/") ? [local.split("#", 1)[0]!] : [];
  });
}
