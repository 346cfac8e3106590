import assert from "node:assert/strict";
import { cpSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { PROJECT, TestCli } from "../cli/run-cli.ts";
import { openBrowser, press, settled } from "./browser.ts";
import { openTestDesk } from "./open-desk.ts";

/** Raw files of publishers, published by a person who only clicks and types. */
const RAW = path.join(PROJECT, "..", "shared", "data", "raw");

interface Expected {
  readonly companies: number;
  readonly countries: number;
}

/** What a person does in each step, by the role of the column or the name of what is pressed. */
const WALKS: Readonly<Record<string, (page: Page, to: (step: string) => Promise<void>) => Promise<void>>> = {
  async "pulse-https"(page, to) {
    await to("columns");
    await choose(page, "Role of Domain", "Company");
    await choose(page, "Role of Agency", "Sector");
    await fill(page, "Country of all companies", "US");
    await to("bands");
    await press(page, /^Yes, in this order/u);
  },
};

async function choose(page: Page, name: string, value: string): Promise<void> {
  const select = page.getByLabel(name, { exact: true });
  if ((await select.locator("option:checked").textContent()) === value) return;
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST"),
    select.selectOption(value),
  ]);
  await settled(page);
}

async function fill(page: Page, name: string, value: string): Promise<void> {
  const field = page.getByLabel(name, { exact: true });
  await field.fill(value);
  await Promise.all([page.waitForResponse((response) => response.request().method() === "POST"), field.press("Tab")]);
  await settled(page);
}

for (const [folder, walk] of Object.entries(WALKS))
  test(`${folder} is published by clicks and typing`, async (t) => {
    const browser = await openBrowser();
    if (browser === null || !existsSync(RAW)) return t.skip("there is no Chromium, or no ../shared/data/raw");
    t.after(() => browser.close());
    const desk = await openTestDesk({}, (into) => cpSync(path.join(RAW, folder, "raw"), into, { recursive: true }));
    t.after(() => desk.close());
    const page = await browser.newPage();
    await page.context().addCookies([cookieOf(desk.cookie, desk.base)]);
    const to = async (step: string): Promise<void> => {
      await page.goto(`http://127.0.0.1:${desk.port}${desk.base}/${step}`);
      await settled(page);
    };
    await to("files");
    await fill(page, "Title", "A survey");
    await fill(page, "Publisher, who answers for it", "An institute");
    await walk(page, to);
    const cli = new TestCli();
    const { out, said, status } = await cli.run("check", desk.folder, "--json");
    assert.equal(status, 0, said);
    const { counts }: { counts: Expected } = JSON.parse(out);
    const expected: Expected = JSON.parse(readFileSync(path.join(RAW, folder, "expected.json"), "utf8"));
    assert.equal(counts.companies, expected.companies);
  });

function cookieOf(pair: string, base: string): { name: string; value: string; domain: string; path: string } {
  const [name = "", value = ""] = pair.split("=");
  return { name, value, domain: "127.0.0.1", path: `${base}/` };
}
