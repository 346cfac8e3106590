import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { bandColour, inkOn } from "../../src/html/charts/band-colours.ts";
import { type StatedCompany, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { BASE, RELEASE, openTestServer, send } from "../http/test-server.ts";
import { WITHOUT_BROWSER, openContext } from "./browser.ts";
import { openPage } from "./tab.ts";
import { openSite, openSiteForBrowsers } from "./sites.ts";

interface Matrix {
  readonly sectors: readonly { readonly slug: string; readonly label: string }[];
  readonly items: readonly {
    readonly name: string;
    readonly slug: string;
    readonly cells: readonly { readonly sector: string; readonly listed_companies: number }[];
  }[];
}

describe("the matrix of countries by sectors", () => {
  let server: HttpServer;
  before(async () => {
    server = await openSite();
  });

  const read = async (path: string): Promise<string> =>
    (await send(server, path, { headers: { Accept: "text/html" } })).body.toString();
  const namesIn = (markup: string): string[] =>
    [...markup.matchAll(/<th scope="row"><a [^>]+>([^<]+)</gu)].map(([, name = ""]) => name);

  for (const query of ["", "?pillar=privacy"]) {
    test(`${query} has a square for every pair with companies, which leads to just these`, async () => {
      const markup = await read(`/matrix${query}`);
      const matrix = JSON.parse(
        (await send(server, `/api/v2/intelligence/country-sector-matrix${query}`)).body.toString(),
      ) as Matrix;
      const squares = [
        ...markup.matchAll(/<td><a class="[^"]+" href="([^"]+)" aria-label="([^"]+)">(\d*)<\/a><\/td>/gu),
      ].map(([, href = "", title = "", number = ""]) => {
        const { searchParams } = new URL(href.replaceAll("&amp;", "&"), BASE);
        return { searchParams, title, number };
      });
      const own = squares.filter(({ searchParams }) => searchParams.has("sector"));
      const pairs = matrix.items.flatMap(({ slug, cells }) =>
        cells.flatMap(({ sector, listed_companies: listed }) => (listed > 0 ? [`${slug} ${sector}`] : [])),
      );
      assert.deepEqual(
        own.map(({ searchParams }) => `${searchParams.get("country")} ${searchParams.get("sector")}`).toSorted(),
        pairs.toSorted(),
      );
      for (const { searchParams, title, number } of squares) {
        if (number === "") continue;
        searchParams.set("limit", "100");
        const list = JSON.parse(
          (await send(server, `/api/v2/companies?${searchParams.toString()}`)).body.toString(),
        ) as {
          readonly items: readonly { readonly judgement_count: number }[];
        };
        const judged = list.items.filter(({ judgement_count: count }) => count > 0);
        assert.equal(Number(number), judged.length, title);
      }
    });
  }

  test("marks thin squares, and says so in words; a country that is not judged is hatched", async () => {
    const markup = await read("/matrix");
    assert.match(markup, /<a class="few" href="[^"]+" aria-label="Brazil, mining: 1 judged, too few to rate">1</u);
    assert.match(markup, /<a class="b3 dark" href="[^"]+" aria-label="Kosovo, energy: Middle, 2 judged">2</u);
    assert.match(
      markup,
      /<a class="unrated" href="[^"]+" aria-label="Namibia, mining: one company, not judged"><\/a>/u,
    );
    assert.match(markup, /<td><\/td>/u);
    assert.match(markup, /<table class="heat of-5">/u);
  });

  test("a square is its cell and its link: a large one has no other elements", async () => {
    const [, rows = ""] = /<tbody>([\s\S]*?)<\/tbody>/u.exec(await read("/matrix")) ?? [];
    const names = new Set([...rows.matchAll(/<(\w+)/gu)].map(([, name]) => name));
    assert.deepEqual(names, new Set(["tr", "th", "a", "td"]));
  });

  test("is sorted by links: names both ways, a sector best first with thin and blank squares last", async () => {
    const ranked = namesIn(await read("/rankings"));
    assert.deepEqual(namesIn(await read("/matrix")).slice(0, ranked.length), ranked);
    const byName = ["Brazil", "France", "Germany", "Kosovo", "Namibia"];
    assert.deepEqual(namesIn(await read("/matrix?sort=name")), byName);
    assert.deepEqual(namesIn(await read("/matrix?sort=-name")), byName.toReversed());
    const markup = await read("/matrix?sort=-sector:energy");
    assert.match(markup, /aria-sort="descending"><a href="\/matrix\?sort=sector:energy#matrix">energy</u);
    assert.equal(namesIn(markup)[0], "Kosovo", "the only one with two judged companies there");
    const worst = namesIn(await read("/matrix?sort=sector:energy"));
    assert.equal(worst[0], "Kosovo", "thin squares stay behind");
  });

  test("a large one: sectors by size, and those without a square above the minimum counted below", async () => {
    const companies = Array.from({ length: 20 }, (_, sector) =>
      Array.from({ length: sector < 17 ? 2 + sector : 1 }, (_other, own): StatedCompany => {
        const id = `m-${sector}-${own}`;
        return { id, name: id, country: "FR", sector: `s${String(sector).padStart(2, "0")}`, judgements: [[0, 3]] };
      }),
    ).flat();
    const large = await openTestServer({ releases: buildMemoryReleases(buildMemorySnapshot(RELEASE, companies)) });
    const markup = (await send(large, "/matrix", { headers: { Accept: "text/html" } })).body.toString();
    const heads = [...markup.matchAll(/sort=-sector:(s\d+)#/gu)].map(([, slug]) => slug);
    const bySize = Array.from({ length: 17 }, (_, place) => `s${String(16 - place).padStart(2, "0")}`);
    assert.deepEqual(heads, bySize);
    assert.match(markup, /Left out, because no square of theirs has enough companies: 3 sectors\./u);
    await large.close();
  });

  test("400 for an order and a pillar there are not", async () => {
    for (const query of ["sort=luck", "sort=sector:luck", "sort=", "pillar=luck"])
      assert.equal((await send(server, `/matrix?${query}`, { headers: { Accept: "text/html" } })).status, 400, query);
  });
});

test("the style sheet has the colours of each scale by day and by night", () => {
  const sheet = readFileSync(new URL("../../src/html/assets/matrix.css", import.meta.url), "utf8");
  const ramps = [...sheet.matchAll(/\.of-(\d) \{([^}]+)\}/gu)].map(([, count, rules = ""]) => ({
    count: Number(count),
    colours: [...rules.matchAll(/--b(\d): (#\w{6});/gu)].map(([, , colour]) => colour),
  }));
  const counts = [2, 3, 4, 5, 6, 7, 8, 9];
  const rampOf = (count: number, theme: "day" | "night") => ({
    count,
    colours: Array.from({ length: count }, (_, index) => bandColour(index + 1, count, theme)),
  });
  assert.deepEqual(
    ramps,
    (["day", "night"] as const).flatMap((theme) => counts.map((count) => rampOf(count, theme))),
  );
});

test("numbers on colours have a contrast of at least 4.5 to 1", () => {
  const luminanceOf = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const inks = { light: "#ffffff", dark: "#101820" };
  for (const count of [2, 3, 4, 5, 6, 7, 8, 9])
    for (const theme of ["day", "night"] as const)
      for (let level = 1; level <= count; level++) {
        const colour = bandColour(level, count, theme);
        const pair = [luminanceOf(colour), luminanceOf(inks[inkOn(colour)])];
        const [darker = 0, lighter = 0] = pair.toSorted((a, b) => a - b);
        assert.ok((lighter + 0.05) / (darker + 0.05) >= 4.5, colour);
      }
});

describe("the matrix in a browser", { skip: WITHOUT_BROWSER }, () => {
  let server: HttpServer;
  before(async () => {
    server = await openSiteForBrowsers();
  });

  const FOCUSED = "document.activeElement.ariaLabel ?? document.activeElement.textContent";

  test("is one tab stop; arrow keys skip blank squares, Enter opens one", async () => {
    const context = await openContext({ viewport: { width: 1440, height: 900 } });
    const { page, faults } = await openPage(context, `http://localhost:${server.port}/matrix?sort=name`);
    await page.locator("#matrix").focus();
    await page.keyboard.press("Tab");
    assert.match(String(await page.evaluate(FOCUSED)), /^Brazil, All sectors/u);
    for (const [key, expected] of [
      ["ArrowRight", /^Brazil, mining/u],
      ["ArrowRight", /^Brazil, mining/u],
      ["ArrowUp", /^mining$/u],
      ["Home", /^Country$/u],
      ["ArrowDown", /^Brazil$/u],
      ["ArrowDown", /^France$/u],
      ["End", /^France, retail/u],
      ["ArrowLeft", /^France, energy/u],
    ] as const) {
      await page.keyboard.press(key);
      assert.match(String(await page.evaluate(FOCUSED)), expected, key);
    }
    assert.deepEqual(await page.locator(".heat .here").allTextContents(), ["energy", "France"]);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/companies?country=france&sector=energy");
    await page.goBack();
    await page.locator(".heat td a").first().focus();
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate("document.activeElement.closest('.heat') === null"), true);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test("on a phone it scrolls sideways alone, names of countries stay, and squares can be touched", async () => {
    const context = await openContext({ viewport: { width: 320, height: 480 } });
    const { page } = await openPage(context, `http://localhost:${server.port}/matrix`);
    await page.locator("#matrix").scrollIntoViewIfNeeded();
    const frame = page.locator("#matrix");
    assert.equal(await frame.evaluate((element) => element.scrollHeight - element.clientHeight), 0);
    await frame.evaluate((element) => element.scrollTo(1000, 0));
    const distance = await page.evaluate(`(() => {
      const frame = document.querySelector("#matrix").getBoundingClientRect();
      return document.querySelector(".heat tbody tr:last-child th").getBoundingClientRect().left - frame.left;
    })()`);
    assert.ok(Math.abs(Number(distance)) < 1, `the name of a country is ${String(distance)} pixels away`);
    const { width = 0, height = 0 } = (await page.locator(".heat td a").first().boundingBox()) ?? {};
    assert.ok(width >= 24 && height >= 24, `${width} × ${height}`);
    await context.close();
  });
});
