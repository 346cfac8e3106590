import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { COMPANIES, FACTS, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { RELEASE, openTestServer } from "../http/test-server.ts";
import { WITHOUT_BROWSER, openContext } from "./browser.ts";
import { lookAtPages } from "./look-at-pages.ts";
import { DATA_TEMPLATES } from "./paths.ts";
import { FOR_BROWSERS, openHostileSiteForBrowsers, openSiteForBrowsers } from "./sites.ts";
import { findOverflow, openPage } from "./tab.ts";

/** Pages of data as people see them, one of each template on a phone. */

const PHONE = { viewport: { width: 375, height: 900 } };

describe("pages of data in a browser", { skip: WITHOUT_BROWSER }, () => {
  let origin: string;
  before(async () => {
    origin = `http://localhost:${(await openSiteForBrowsers()).port}`;
  });

  for (const javaScriptEnabled of [true, false])
    test(`on a phone, ${javaScriptEnabled ? "with" : "without"} JavaScript: no fault, nothing beside the window`, () =>
      lookAtPages(origin, DATA_TEMPLATES, { ...PHONE, javaScriptEnabled }));

  test("on a phone, each run of bars has the word of its band, and each bar its number beside it", async () => {
    const context = await openContext({ viewport: { width: 375, height: 900 } });
    const { page } = await openPage(context, `${origin}/docs`);
    for (const [path, narrowest] of [
      ["/countries/france", 120],
      ["/compare?countries=france,brazil", 300],
    ] as const) {
      await page.goto(`${origin}${path}`);
      const rows = page.locator(".labelled tbody tr:not(.break)");
      assert.ok((await rows.count()) > 0, path);
      for (const row of await rows.all()) {
        const isSame = (await row.getAttribute("class")) === "same";
        for (const part of [...(isSame ? [] : [".median"]), ".number", ".bar"])
          assert.ok(await row.locator(part).isVisible(), `${path} ${part}`);
        assert.notEqual(await row.locator(".median").textContent(), "", path);
        const width = await row.locator(".bar").evaluate((bar) => bar.getBoundingClientRect().width);
        assert.ok(width > narrowest, `${path}: a bar of ${width} pixels`);
      }
    }
    await context.close();
  });

  test("on paper: no navigation, no buttons, and rows as wide as on a desk", async () => {
    const context = await openContext({ viewport: { width: 718, height: 900 }, colorScheme: "dark" });
    const { page } = await openPage(context, `${origin}/docs`);
    await page.emulateMedia({ media: "print" });
    for (const path of ["/countries/france", "/rankings", "/matrix"]) {
      await page.goto(`${origin}${path}`);
      for (const hidden of [".top nav", ".find", ".buttons", ".filters"])
        for (const part of await page.locator(hidden).all()) assert.ok(!(await part.isVisible()), `${path} ${hidden}`);
      assert.equal(await findOverflow(page), 0, `${path} is wider than the paper`);
      const paper = await page.evaluate("getComputedStyle(document.body).backgroundColor");
      assert.equal(paper, "rgb(255, 255, 255)", `${path} is printed dark`);
      if ((await page.locator(".labelled").count()) === 0) continue;
      const display = await page.evaluate("getComputedStyle(document.querySelector('.labelled tbody tr')).display");
      assert.equal(display, "table-row", path);
    }
    await context.close();
  });

  test("a long word of a sector leaves names their room", async () => {
    const sectorLabels = { energy: "Rindfleischetikettierungsüberwachung", retail: "Handel" };
    const snapshot = buildMemorySnapshot(RELEASE, COMPANIES, { ...FACTS, sectorLabels });
    const { port } = await openTestServer({ ...FOR_BROWSERS, releases: buildMemoryReleases(snapshot) });
    for (const width of [375, 768, 1000]) {
      const context = await openContext({ viewport: { width, height: 900 } });
      const { page } = await openPage(context, `http://localhost:${port}/companies`);
      const name = await page.locator(".companies tbody :is(th, td)").first().boundingBox();
      assert.ok(name !== null && name.width > 200, `${width}: ${name?.width} pixels`);
      const cutOff = await page.$eval(".scroll", (frame) => frame.scrollWidth - frame.clientWidth);
      assert.equal(cutOff, 0, `${width}: ${cutOff} pixels are cut off`);
      await context.close();
    }
  });

  test("on a phone, counts of six digits end at the edge, and the bars of all rows under each other", async () => {
    const context = await openContext(PHONE);
    const { page } = await openPage(context, `${origin}/countries/france`);
    const counts = page.locator("#pillars ~ .labelled .number");
    await counts.first().evaluate((count) => (count.textContent = "125,768"));
    assert.equal(await findOverflow(page), 0);
    const edges = await page.$$eval("#pillars ~ .labelled .bar", (bars) =>
      bars.map((bar) => [bar.getBoundingClientRect().left, bar.getBoundingClientRect().right].join()),
    );
    assert.ok(edges.length > 1);
    assert.equal(new Set(edges).size, 1);
    await context.close();
  });

  test("every page but lists is at most two sheets of A4 between margins", async () => {
    const context = await openContext({ viewport: { width: 1440, height: 900 } });
    const { page } = await openPage(context, `${origin}/docs`);
    await page.emulateMedia({ media: "print" });
    const margin = { top: "1cm", right: "1cm", bottom: "1cm", left: "1cm" };
    const paths = ["/", "/changes", "/compare?countries=france,brazil", "/how-to-read", "/releases"];
    for (const path of [...paths, "/countries/france", "/sectors/energy", "/companies/aster-energie"]) {
      await page.goto(`${origin}${path}`);
      assert.equal(await page.locator(":is(.live, .share, .take, [id=take]):visible").count(), 0, `${path}: no exits`);
      const printed = (await page.pdf({ format: "A4", margin })).toString("latin1");
      const sheets = printed.match(/\/Type \/Page\b/gu) ?? [];
      assert.ok(sheets.length <= 2, `${path}: ${sheets.length} sheets`);
    }
    await context.close();
  });

  test("the matrix is one sheet of A4, with its source", async () => {
    const context = await openContext({ viewport: { width: 1440, height: 900 } });
    const { page } = await openPage(context, `${origin}/matrix`);
    const sheets = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/gu) ?? [];
    assert.equal(sheets.length, 1);
    await page.emulateMedia({ media: "print" });
    const kept = await page.locator("footer li:visible").allTextContents();
    assert.match(kept.join("; "), /^Test Publisher; CC[^;]+; Release [^;]+; Borders/u);
    await context.close();
  });

  test("hostile texts break no layout and run nothing", async () => {
    const { port } = await openHostileSiteForBrowsers();
    const paths = [
      "/",
      "/countries/france",
      "/search?q=a",
      "/companies",
      "/about",
      "/%3Cscript%3Ealert(1)%3C/script%3E",
    ];
    await lookAtPages(`http://localhost:${port}`, paths, PHONE, { mayMiss: true, layoutAlone: true });
  });
});
