import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { compareRaw, readExpected } from "../../bench/parts/compare-raw.ts";
import { PROJECT } from "../cli/run-cli.ts";
import { openBrowser } from "./browser.ts";
import { factsOfRelease } from "./release-facts.ts";
import { DeskWalk, KeyboardWalk, rawFiles } from "./walk-desk.ts";

const FOLDER = path.join(PROJECT, "..", "shared", "data", "raw", "bgp-operators");

test("a folder of raw files is published by the keyboard alone", async (t) => {
  const browser = await openBrowser();
  if (browser === null || !existsSync(FOLDER)) return t.skip("there is no Chromium, or no ../shared/data/raw");
  t.after(() => browser.close());
  const walk = await DeskWalk.open(await browser.newPage());
  t.after(() => walk.close());
  const keys = new KeyboardWalk(walk);
  await keys.upload(rawFiles(FOLDER));
  await keys.type("Title", "Operators");
  await keys.type("Publisher, who answers for it", "An institute");
  await keys.go("link", "Continue to columns", "What is in each column?");
  await keys.choose("Role of asn", "Company id");
  await keys.choose("Role of name", "Company");
  await keys.choose("Role of type", "Sector");
  await keys.press("checkbox", "publish companies without a country, in none", "Space");
  await keys.go("link", "Continue to bands", "Which values are in each band?");
  await keys.type(/^Worst first/u, "unsafe < partially safe < safe", "Enter");
  await keys.go("link", "Continue to companies", "Which rows are one company?");
  await keys.go("link", "Continue to result", "Read this aloud");
  await keys.go("link", "Continue to publish", "Publish");
  await keys.go("link", "Publish now", "Who may read it?");
  await keys.press("button", "Yes, publish it now");
  await walk.page.getByRole("heading", { name: "It is published" }).waitFor({ timeout: 60_000 });
  assert.deepEqual(compareRaw(await factsOfRelease(walk.desk.dataFolder), readExpected(FOLDER)), []);
});
