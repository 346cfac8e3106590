import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { BrowserContext, Route } from "playwright-core";
import { WITHOUT_BROWSER, openContext } from "../pages/browser.ts";
import { type Exported, openSmallExport } from "./exported.ts";
import { NGINX, type Served, serveExport } from "./hosts.ts";
import { followAnswers, followLinks, followTexts } from "./links.ts";

describe("the pages of an export", { skip: NGINX.skip }, () => {
  let exported: Exported;
  let served: Served;
  let origin: string;
  before(async () => {
    exported = await openSmallExport();
    served = await serveExport(NGINX, exported);
    ({ origin } = served);
  });
  after(() => served?.stop());

  test("have no dead link, and none with parameters, that only a service reads", async () => {
    const { count, wrong } = await followLinks(origin);
    assert.deepEqual(wrong, []);
    assert.ok(count > 250, `${count} addresses`);
  });

  test("texts for programs name no address that is not there, and nothing of keys and quotas", async () => {
    const { count, wrong } = await followTexts(origin, exported);
    assert.deepEqual(wrong, []);
    assert.ok(count > 100, `${count} addresses`);
    const { files } = exported;
    assert.ok(!files.some((name) => /^(?:mcp|skills|problems)\/|rate-limits|authentication/u.test(name)));
  });

  test("answers of the API name no address that is not there", async () => {
    const { count, wrong } = await followAnswers(origin, exported);
    assert.deepEqual(wrong, []);
    assert.ok(count > 100, `${count} addresses`);
  });

  test("offer nothing that needs a service", async () => {
    const text = await (await fetch(`${origin}/rankings`)).text();
    for (const left of ["/sign-up", "/dashboard", "/portfolio", "/where", "/compare"])
      assert.ok(!text.includes(`"${left}"`), left);
  });

  describe("in a browser", { skip: WITHOUT_BROWSER }, () => {
    let context: BrowserContext;
    before(async () => {
      context = await openContext();
    });
    after(() => context.close());

    test("the search finds by itself, with ranges of the tables, and no request fails", async () => {
      const page = await context.newPage();
      const faults: string[] = [];
      const ranges: string[] = [];
      page.on("pageerror", ({ message }) => faults.push(message));
      page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
      page.on("response", (response) => {
        if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
        if (response.status() === 206) ranges.push(new URL(response.url()).pathname);
      });
      await page.goto(`${origin}/search?q=alimentso`);
      await page.waitForSelector(".hits a");
      assert.match((await page.textContent(".hits mark")) ?? "", /^aliment/iu);
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
      const page = await context.newPage();
      await page.goto(`${origin}/search?q=alimentos`);
      await page.waitForSelector(".hits a");
      const facts = (await (await fetch(`${origin}/assets/search/facts.json`)).json()) as { folder: string };
      const refuse = (route: Route): Promise<void> => route.fulfill({ status: 404 });
      await page.route(`**/assets/search/${facts.folder}/**`, refuse);
      await page.route("**/assets/search/facts.json", (route) => route.fulfill({ json: { ...facts, folder: "next" } }));
      await page.route("**/assets/search/next/**", async (route) => {
        const url = route.request().url().replace("/next/", `/${facts.folder}/`);
        await route.fulfill({ response: await route.fetch({ url }) });
      });
      for (const query of ["foods", "lebensmittel"]) {
        await page.fill("#find", query);
        await page.waitForSelector(`h1:has-text("“${query}”: ")`);
        assert.ok((await page.$$(".hits a")).length > 0, query);
      }
      await page.route("**/assets/search/**", refuse);
      await page.goto(`${origin}/search?q=alimentos`);
      await page.waitForSelector("text=The search could not be loaded.");
      await page.close();
    });

    test("the list of companies is narrowed, sorted and continued as the service does it", async () => {
      const { items } = (await (await fetch(`${origin}/api/v2/companies`)).json()) as { items: ListedCompany[] };
      const sectors = Map.groupBy(items, ({ sector }) => sector.slug);
      const [sector = "", own = []] = [...sectors].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
      assert.ok(own.length > 25, `${own.length} companies`);
      const page = await context.newPage();
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
      assert.equal(await page.textContent("h1"), `${both.length} of 40 companies`);
      assert.equal(await page.isVisible("section.counted"), false);
      assert.equal(await page.isVisible("p.buttons"), false);
      assert.deepEqual(faults, []);
      await page.close();
    });

    test("without JavaScript the page of companies says that these are the first, and has no form", async () => {
      const plain = await openContext({ javaScriptEnabled: false });
      const page = await plain.newPage();
      await page.goto(`${origin}/companies`);
      assert.equal(await page.isVisible("form.filters"), false);
      assert.match((await page.textContent("main")) ?? "", /These are the first of all companies/u);
      await plain.close();
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
