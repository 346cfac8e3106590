import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { TERRITORIES } from "../../src/atlas/territories.ts";
import type { HttpServer } from "../../src/http/http-server.ts";
import { WITHOUT_BROWSER, openContext } from "./browser.ts";
import { openPage } from "./tab.ts";
import { openSiteForBrowsers } from "./sites.ts";

/** The world map as people use it: by eye, by finger, by keyboard. */

/** Which territory is met in the middle of each drawn shape, by its code, in the page. */
const MEET_SHAPES = `(() => {
  const met = {};
  for (const shape of document.querySelectorAll(".world-map [data-code] > :is(path:not(.leader), .dot)")) {
    const { width, height, left, top } = shape.getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    const code = shape.parentElement.dataset.code;
    const matrix = shape.getScreenCTM().inverse();
    for (let step = 0; step < 400 && !met[code]; step += 1) {
      const x = left + width * ((step % 20) + 0.5) / 20;
      const y = top + height * (Math.floor(step / 20) + 0.5) / 20;
      if (!shape.isPointInFill(new DOMPoint(x, y).matrixTransform(matrix))) continue;
      met[code] = document.elementFromPoint(x, y)?.closest("[data-code]")?.dataset.code === code;
    }
  }
  return Object.keys(met).filter((code) => met[code]).sort();
})()`;

describe("the world map in a browser", { skip: WITHOUT_BROWSER }, () => {
  let server: HttpServer;
  before(async () => {
    server = await openSiteForBrowsers();
  });

  /** The start page, with the map in the window. */
  async function openMap(width: number, javaScriptEnabled = true): Promise<Page> {
    const context = await openContext({ viewport: { width, height: 900 }, javaScriptEnabled });
    const { page } = await openPage(context, `http://localhost:${server.port}/`);
    await page.locator(".world-map").scrollIntoViewIfNeeded();
    return page;
  }

  for (const width of [375, 1440]) {
    test(`at ${width} pixels every territory but Antarctica can be seen and pointed at`, async () => {
      const page = await openMap(width);
      const expected = TERRITORIES.map(({ iso2 }) => iso2).filter((iso2) => iso2 !== "AQ");
      assert.deepEqual(await page.evaluate(MEET_SHAPES), expected.toSorted());
      await page.context().close();
    });
  }

  test("a click leads to the country, without JavaScript, too", async () => {
    const page = await openMap(1440, false);
    const france = await page.locator('.world-map a[data-code="FR"] path').first().boundingBox();
    assert.ok(france !== null);
    await page.mouse.click(france.x + france.width / 2, france.y + france.height / 2);
    await page.waitForURL("**/countries/france");
    await page.context().close();
  });

  test("is one tab stop; arrow keys say each country's sentence, Enter opens it", async () => {
    const page = await openMap(1440);
    const stops = '.world-map a:not([tabindex="-1"]):not([aria-hidden])';
    assert.equal(await page.locator(".world-map").getAttribute("role"), "group");
    assert.equal(await page.locator(stops).count(), 1);
    const stripBefore = await page.locator(".map-note").boundingBox();
    await page.locator(stops).focus();
    assert.ok((await page.locator(stops).getAttribute("aria-label"))!.split(" ").length < 6, "a name, no sentence");
    const listed = Number(
      await page.evaluate(
        "new Set([...document.querySelectorAll('.world-map a[data-code]')].map((link) => link.dataset.code)).size",
      ),
    );
    const said = new Set<string>();
    for (let step = 0; step < listed; step += 1) {
      await page.keyboard.press("ArrowRight");
      assert.ok(await page.locator(".map-note").isVisible());
      said.add((await page.locator(".map-note").textContent()) ?? "");
    }
    assert.equal(said.size, listed);
    const [strip, map] = [
      await page.locator(".map-note").boundingBox(),
      await page.locator(".world-map").boundingBox(),
    ];
    assert.deepEqual(strip, stripBefore, "nothing jumps");
    assert.ok(strip!.y + strip!.height <= map!.y, "the strip stands above the map and covers no country");
    const [, name] = /^(.+?)[’'](?:s)? median band/u.exec([...said].at(-1) ?? "") ?? [];
    await page.keyboard.press("Enter");
    await page.waitForURL("**/countries/*");
    assert.match((await page.locator("h1").textContent()) ?? "", new RegExp(name ?? "", "u"));
    await page.goBack();
    await page.locator(stops).focus();
    await page.keyboard.press("Tab");
    const next = await page.evaluate("document.activeElement.closest('.world') === null");
    assert.equal(next, true, "the next stop is behind the map");
    await page.context().close();
  });

  test("says the sentence of the largest country while none is pointed at, and outlines the one that is", async () => {
    const page = await openMap(1440);
    const first = (await page.locator(".map-note").textContent()) ?? "";
    assert.notEqual(first, "");
    const france = page.locator('.world-map a[data-code="FR"] path').first();
    await france.hover();
    assert.match((await page.locator(".map-note").textContent()) ?? "", /^France/u);
    assert.ok(await page.locator('.world-map .chosen[data-code="FR"]').first().isVisible());
    await page.mouse.move(1, 1);
    assert.equal(await page.locator(".map-note").textContent(), first);
    await page.context().close();
    const still = await openMap(1440, false);
    assert.equal(await still.locator(".map-note").textContent(), first, "also without JavaScript");
    await still.context().close();
  });

  test("says in words how it is built and what it shows", async () => {
    const page = await openMap(1440, false);
    const caption = (await page.locator(".world figcaption").textContent()) ?? "";
    assert.match(caption, /Equal Earth/u);
    assert.match(caption, /France/u);
    assert.match(caption, /OpenStreetMap/u);
    await page.context().close();
  });
});
