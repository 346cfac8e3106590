import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DRESSED } from "../fixtures/branding.ts";
import { COMPANIES, FACTS, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { RELEASE, openTestServer } from "../http/test-server.ts";
import { WITHOUT_BROWSER, openContext } from "./browser.ts";
import { PUBLISHERS, lookAtPublisher } from "./publishers.ts";
import { FOR_BROWSERS } from "./sites.ts";
import { openPage } from "./tab.ts";

describe("a publisher's site in a browser", { skip: WITHOUT_BROWSER }, () => {
  for (const [index, publisher] of PUBLISHERS.entries()) {
    const colorScheme = index === 1 ? "light" : "dark";
    test(`${publisher.name}, ${colorScheme}: legible, whole, and no fault`, () =>
      lookAtPublisher(publisher, colorScheme, 375, ["/about"]));
  }

  test("a logo opened by itself runs nothing and is drawn", async () => {
    const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE, COMPANIES, FACTS, undefined, DRESSED));
    const server = await openTestServer({ ...FOR_BROWSERS, releases });
    const context = await openContext();
    const { page, faults } = await openPage(context, `http://localhost:${server.port}/releases/${RELEASE}/logo.svg`);
    assert.equal(await page.evaluate("getComputedStyle(document.querySelector('rect')).fill"), "rgb(140, 58, 28)");
    assert.deepEqual(faults, []);
    await context.close();
    await server.close();
  });
});
