import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { WITHOUT_BROWSER } from "./browser.ts";
import { WAYS, tabTo, walk } from "./keyboard-ways.ts";

describe("with the keyboard alone", { skip: WITHOUT_BROWSER }, () => {
  for (const way of WAYS) test(way.name, () => walk(way, true));

  test("a country is found on the map", () =>
    walk(
      {
        from: "/",
        async go(page) {
          await tabTo(page, ".world-map");
          await page.keyboard.press("ArrowRight");
          assert.notEqual(await page.textContent(".map-note"), "");
          await page.keyboard.press("Enter");
          await page.waitForURL("**/countries/*");
        },
      },
      true,
    ));
});
