import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { BrowserContextOptions } from "playwright-core";
import type { HttpServer } from "../../src/http/http-server.ts";
import { WITHOUT_BROWSER, openContext } from "./browser.ts";
import { findOverflow, openPage } from "./tab.ts";
import { openSiteForBrowsers } from "./sites.ts";

/** The page of a place as people use it: by pointer, by keyboard, and with a device that knows. */

/** Where the middle of France is on a world map, as shares of its width and height. */
const FRANCE = [0.504, 0.184] as const;

/** The colours of the country on the map, as they are shown and as the markup has them. */
const SHOWN_AND_STATED = `[...document.querySelectorAll("svg.places .shapes g[fill]")].map((shape) =>
  [getComputedStyle(shape).fill, shape.getAttribute("fill")])`;

const toRgb = (colour: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(", ")})`;

describe("the page of a place in a browser", { skip: WITHOUT_BROWSER }, () => {
  let server: HttpServer;
  before(async () => {
    server = await openSiteForBrowsers();
  });

  async function open(options: BrowserContextOptions, path = "/where") {
    const context = await openContext(options);
    return { context, ...(await openPage(context, `http://localhost:${server.port}${path}`)) };
  }

  for (const [width, javaScriptEnabled] of [
    [375, true],
    [1440, false],
  ] as const) {
    test(`at ${width} pixels a click on the map says what is there, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async () => {
      const { context, page, faults } = await open({ viewport: { width, height: 900 }, javaScriptEnabled });
      const map = page.locator(".pick svg");
      const { width: drawn, height } = (await map.boundingBox()) ?? { width: 0, height: 0 };
      if (javaScriptEnabled) assert.ok(drawn <= width);
      await page.locator(".pick").click({ position: { x: drawn * FRANCE[0], y: height * FRANCE[1] } });
      await page.waitForURL("**/where?lat=*&lng=*");
      assert.match((await page.textContent("h1")) ?? "", /is in France$/u);
      assert.deepEqual(faults, []);
      await context.close();
    });
  }

  test("a list of places and its result have no fault on a phone, without JavaScript", async () => {
    const { context, page, faults } = await open({ viewport: { width: 375, height: 900 }, javaScriptEnabled: false });
    await page.fill("#list", `place,lat,lng\n${"Long".repeat(50)},48.9,2.3\nVienna,48.2,16.4\nx,y,z\n`);
    await Promise.all([page.waitForEvent("load"), page.click("#own-places button")]);
    assert.equal(await page.textContent("h1"), "2 places are in two countries and territories");
    assert.equal(await findOverflow(page), 0);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test("the map has the colour of the night for the country", async () => {
    const { context, page } = await open({ colorScheme: "dark" }, "/where?lat=48.85&lng=2.35");
    const fills: [string, string][] = await page.evaluate(SHOWN_AND_STATED);
    assert.equal(fills.length, 1);
    for (const [shown, stated] of fills) assert.notEqual(shown, toRgb(stated), "is as by day");
    await context.close();
  });

  test("a click on the part around a place moves there, in the release that was chosen", async () => {
    const release = new URL(`http://localhost:${server.port}/where?lat=48.85&lng=2.35&release=current`);
    const { context, page } = await open({ viewport: { width: 1440, height: 900 } }, release.pathname + release.search);
    const { width, height } = (await page.locator(".part").boundingBox()) ?? { width: 0, height: 0 };
    await page.locator(".part").click({ position: { x: width * 0.75, y: height / 2 } });
    await page.waitForURL((url) => url.searchParams.get("lng") !== "2.35" && url.searchParams.has("lat"));
    const { searchParams } = new URL(page.url());
    assert.ok(Number(searchParams.get("lng")) > 8 && Math.abs(Number(searchParams.get("lat")) - 48.85) < 1);
    assert.ok(searchParams.has("release"));
    await context.close();
  });

  test("by keyboard alone: type, Enter, read; a fault keeps what was typed", async () => {
    const { context, page } = await open({});
    for (let stops = 0; stops < 30; stops += 1) {
      await page.keyboard.press("Tab");
      if ((await page.evaluate("document.activeElement.id")) === "at") break;
    }
    await page.keyboard.type("48.2; sixteen");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/where?at=*");
    assert.match((await page.textContent("#at-fault")) ?? "", /no pair of coordinates/u);
    assert.equal(await page.inputValue("#at"), "48.2; sixteen");
    await page.focus("#at");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("48°51′30″N 2°17′40″E");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/where?lat=48.858333&lng=2.294444");
    assert.match((await page.textContent("h1")) ?? "", /is in France$/u);
    await context.close();
  });

  test("a device that may be asked says where it is; one that refuses is told so", async () => {
    const known = await open({ permissions: ["geolocation"], geolocation: { latitude: 48.8584, longitude: 2.2945 } });
    await known.page.click("button.device");
    await known.page.waitForURL("**/where?lat=48.8584&lng=2.2945");
    assert.match((await known.page.textContent("h1")) ?? "", /is in France$/u);
    await known.context.close();
    const refused = await open({ permissions: [] });
    await refused.page.click("button.device");
    await refused.page.waitForFunction("document.querySelector('#at-fault').textContent.includes('did not say')");
    await refused.context.close();
  });

  test("without JavaScript nobody is offered to ask the device", async () => {
    const { context, page } = await open({ javaScriptEnabled: false });
    assert.equal(await page.isVisible("button.device"), false);
    assert.equal(await page.isVisible("#device-note"), false);
    await context.close();
  });
});
