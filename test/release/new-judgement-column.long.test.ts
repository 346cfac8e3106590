import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { appendFileSync, cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { BUNDLE_FORMAT } from "../../src/release/manifest.ts";
import { PROJECT } from "../cli/run-cli.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";

/** Follows "Add a column to judgements" of CONTRIBUTING.md in a copy of the project. */

const COPIED = ["src", "test", "scripts", "bench", "bin", "clients", "schemas", "docs"];
const FORMAT = BUNDLE_FORMAT + 1;
const SINCE = 4;
const COLUMN = `{
    name: "source_title",
    cleanName: "source_title",
    type: "label",
    title: "Title of the source",
    description: "What the evidence is called.",
    isOptional: true,
    isKey: false,
    since: ${SINCE},
    sinceFormat: ${FORMAT},
  },
`;

function copyProject(): string {
  const folder = newTemporaryFolder();
  for (const name of COPIED) cpSync(path.join(PROJECT, name), path.join(folder, name), { recursive: true });
  for (const name of ["package.json", "tsconfig.json"]) cpSync(path.join(PROJECT, name), path.join(folder, name));
  for (const name of ["node_modules", "data"]) symlinkSync(path.join(PROJECT, name), path.join(folder, name));
  return folder;
}

function replace(file: string, found: string, by: string): void {
  const text = readFileSync(file, "utf8");
  assert.ok(text.includes(found), `${file} has no ${found}`);
  writeFileSync(file, text.replace(found, by));
}

describe("the recipe for a new column of judgements", () => {
  test("leaves older releases as they were, and new ones have the column, last in the table", async () => {
    const folder = copyProject();
    const run = async (...words: string[]): Promise<void> => {
      const node = promisify(execFile)(process.execPath, ["--disable-warning=ExperimentalWarning", ...words], {
        cwd: folder,
      });
      await node.catch((error: { stdout?: string; stderr?: string }) =>
        assert.fail(`${words.join(" ")}\n${error.stdout ?? ""}${error.stderr ?? ""}`),
      );
    };
    const inCopy = (...names: string[]): string => path.join(folder, ...names);
    const end = "] as const satisfies readonly JudgementColumn[];";
    replace(inCopy("src/trust/judgement-columns.ts"), end, COLUMN + end);
    replace(inCopy("src/release/manifest.ts"), `BUNDLE_FORMAT = ${BUNDLE_FORMAT};`, `BUNDLE_FORMAT = ${FORMAT};`);
    const contract = inCopy("test/release/column-contract.txt");
    const last = readFileSync(contract, "utf8")
      .split("\n")
      .findLast((line) => line.startsWith("judgements "))!;
    replace(contract, last, `${last}\njudgements source_title text nullable ${SINCE}`);
    await run(path.join(PROJECT, "node_modules/typescript-native/bin/tsc"), "--noEmit", "-p", "tsconfig.json");

    const judgements = inCopy("test/fixtures/releases/dataset/judgements.csv");
    const [header = "", first = "", ...others] = readFileSync(judgements, "utf8").trimEnd().split("\n");
    const lines = [`${header},source_title`, `${first},The recall`, ...others.map((line) => `${line},`)];
    writeFileSync(judgements, "");
    appendFileSync(judgements, `${lines.join("\n")}\n`);
    await run("test/fixtures/releases/keep-release.ts");
    await run("--test", "test/release/older-releases.test.ts", "test/release/column-contract.test.ts");

    const kept = inCopy(`test/fixtures/releases/format-${FORMAT}`);
    const table = readFileSync(path.join(kept, "release/tables/judgements.csv"), "utf8").split("\r\n");
    assert.match(table[0]!, /,judged_on_given,reply_status,source_title$/u);
    assert.equal(table.filter((line) => line.endsWith(",The recall")).length, 1);
    assert.match(readFileSync(path.join(kept, "companies.json"), "utf8"), /"source_title": "The recall"/u);
  });
});
