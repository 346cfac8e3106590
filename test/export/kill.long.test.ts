import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { PROJECT, TestCli } from "../cli/run-cli.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { listFiles } from "./exported.ts";
import { writeSmallDataset } from "./small-dataset.ts";

/** So many files are there when the run is killed. */
const FILES_BEFORE_KILL = 60;

test("a run that is killed leaves whole files, the next one finishes, and one more changes nothing", async () => {
  const environment = { BASE_URL: "https://trust.example" };
  const cli = new TestCli(environment);
  const published = await cli.run("publish", writeSmallDataset(20));
  assert.equal(published.status, 0, published.said);
  const folder = path.join(newTemporaryFolder(), "export");
  const child = spawn(process.execPath, [path.join(PROJECT, "bin/country-trust.mjs"), "export", folder], {
    env: { ...environment, PATH: process.env["PATH"], DATA_DIR: cli.dataFolder },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  const journal = path.join(folder, ".export-journal");
  while (child.exitCode === null && countLines(journal) < FILES_BEFORE_KILL) await wait(20);
  child.kill("SIGKILL");
  await ended;
  assert.equal(existsSync(path.join(folder, "SHA256SUMS")), false, "it was killed before its end");

  const first = await cli.run("export", folder, "--json");
  assert.equal(first.status, 0, first.said);
  const { unchanged } = readCounts(first.out);
  assert.ok(unchanged >= FILES_BEFORE_KILL - 12, `${unchanged} files were there`);
  for (const line of readFileSync(path.join(folder, "SHA256SUMS"), "utf8").trimEnd().split("\n")) {
    const content = readFileSync(path.join(folder, line.slice(66)));
    assert.equal(createHash("sha256").update(content).digest("hex"), line.slice(0, 64), line);
  }
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  // Beside the files that are listed, the list, the facts and the lock.
  assert.equal(found.length, listFiles(folder).length + 3);

  const second = readCounts((await cli.run("export", folder, "--json")).out);
  assert.deepEqual([second.removed, second.written], [0, 0]);
  await cli.remove();
});

function countLines(file: string): number {
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").length - 1 : 0;
}

function readCounts(json: string): { readonly written: number; readonly unchanged: number; readonly removed: number } {
  return JSON.parse(json) as ReturnType<typeof readCounts>;
}
