import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { compareRaw, readExpected } from "../../bench/parts/compare-raw.ts";
import { PROJECT } from "../cli/run-cli.ts";
import { openBrowser } from "./browser.ts";
import { RAW_WALKS } from "./raw-walks.ts";
import { factsOfRelease } from "./release-facts.ts";
import { DeskWalk, rawFiles } from "./walk-desk.ts";

/** Raw files of publishers, published by a person who only clicks and types. */
const RAW = path.join(PROJECT, "..", "shared", "data", "raw");

for (const [folder, say] of Object.entries(RAW_WALKS))
  test(`${folder} is published from an empty folder by clicks and typing`, async (t) => {
    const browser = await openBrowser();
    if (browser === null || !existsSync(RAW)) return t.skip("there is no Chromium, or no ../shared/data/raw");
    t.after(() => browser.close());
    const walk = await DeskWalk.open(await browser.newPage());
    t.after(() => walk.close());
    await walk.upload(rawFiles(path.join(RAW, folder)));
    await walk.fill("Title", "A survey");
    await walk.fill("Publisher, who answers for it", "An institute");
    await say(walk);
    await walk.publish();
    const faults = compareRaw(await factsOfRelease(walk.desk.dataFolder), readExpected(path.join(RAW, folder)));
    assert.deepEqual(faults, []);
  });
