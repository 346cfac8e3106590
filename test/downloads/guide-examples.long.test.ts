import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { openAccessServer } from "../http/access-server.ts";
import { publishReleases } from "./published-demo.ts";
import { addressedTo, blocksOf, findPython, isAbsent, run } from "./run-example.ts";

/**
 * Runs what the guides show for R and pandas as it stands there; `scripts/build-guides.ts` runs the
 * other examples.
 */

const readGuide = (name: string): string =>
  readFileSync(new URL(`../../docs/guides/${name}.md`, import.meta.url), "utf8");

const folder = newTemporaryFolder();
let close: () => Promise<void>;
let url: string;
let environment: Readonly<Record<string, string>>;

before(async () => {
  const published = await publishReleases();
  close = published.close;
  const own = await openAccessServer({ releases: published.releases, baseUrl: null, trustedProxies: null });
  url = `http://localhost:${own.server.port}`;
  environment = { COUNTRY_TRUST_KEY: await own.giveKey() };
});

after(() => close());

/** The one block of a guide in a language that holds these words, addressed to the service here. */
function exampleOf(guide: string, language: string, words: string): string {
  const blocks = blocksOf(readGuide(guide), language).filter((code) => code.includes(words));
  assert.equal(blocks.length, 1, `${guide}: one block of ${language} with ${words}`);
  return addressedTo(url, blocks[0]!);
}

async function runR(code: string): Promise<string> {
  const script = path.join(folder, "example.R");
  writeFileSync(script, code);
  // In the locale "C", which a machine without any has, R leaves out everything from the first
  // letter beyond ASCII on.
  return run("Rscript", [script], { environment: { ...environment, LC_ALL: "C.UTF-8" } });
}

describe("the guides' examples", () => {
  test("R counts countries by band", async (context) => {
    if (await isAbsent(context, "R", "Rscript", "--version")) return;
    const printed = await runR(`${exampleOf("quick-start", "r", "read.csv")}sum(countries$iso2 == "NA")\n`);
    assert.match(printed, /high +low +moderate[^]*\[1\] 1\n/u);
  });

  test("R sends a key", async (context) => {
    if (await isAbsent(context, "R with httr2", "Rscript", "-e", "library(httr2); library(jsonlite)")) return;
    const usedBefore = await usedThisHour();
    assert.match(await runR(exampleOf("errors-and-limits", "r", "httr2")), /\$items[^]*South Korea/u);
    assert.equal((await usedThisHour()) - usedBefore, 1);
  });

  test("pandas keeps Namibia", async (context) => {
    const python = await findPython(context, "pandas");
    if (python === null) return;
    const code = `${exampleOf("quick-start", "python", "pandas")}print((countries["iso2"] == "NA").sum(), len(countries))`;
    assert.equal(await run(python, ["-c", code]), "1 24\n");
  });

  test("pandas sends a key", async (context) => {
    const python = await findPython(context, "pandas");
    if (python === null) return;
    const usedBefore = await usedThisHour();
    const code = `${exampleOf("errors-and-limits", "python", "pandas")}print((countries["iso2"] == "NA").sum(), len(countries))`;
    assert.equal(await run(python, ["-c", code], { environment }), "1 24\n");
    assert.equal((await usedThisHour()) - usedBefore, 1);
  });
});

/** How many requests were counted for the key this hour. */
async function usedThisHour(): Promise<number> {
  const answer = await fetch(`${url}/api/dashboard`, {
    headers: { "X-SVC-API-Key": environment["COUNTRY_TRUST_KEY"]! },
  });
  return 1000 - ((await answer.json()) as { remaining: { hour: number } }).remaining.hour;
}
