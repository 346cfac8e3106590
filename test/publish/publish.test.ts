import assert from "node:assert/strict";
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { writeCsv } from "../../scripts/demo/csv.ts";
import { guessDataset } from "../cli/guess-dataset.ts";
import { TestCli } from "../cli/run-cli.ts";
import { readCsvObjects } from "../fixtures/csv.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";

/**
 * Each folder beside this file is a case: files as a publisher has them, and in `expected/` what
 * `publish` prints (`printed.txt`) and the tables of the release, with those columns alone that
 * their header names. `commands.txt` has other commands, one a line, in which `.` is the folder.
 * `EXPECTED=write npm test -- test/publish/publish.test.ts` writes `expected/` anew, for a new case
 * with the columns below: read what it wrote before you commit it.
 */
const CASES = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());

const COLUMNS: Readonly<Record<string, string>> = {
  "companies.csv": "id,slug,name,iso2,sector,other_sectors,median_band",
  "judgements.csv": "company_id,pillar_label,band,criterion_label,judge_label,judged_on_given,source_url",
};

/** Lines about the progress of a command, which end in the seconds that it took. */
const PROGRESS = /^ {2}.* \(\d+\.\d s\)$/u;

/** Runs the commands of a case on a copy of its files; returns what belongs in `expected/`. */
async function runCase(folder: string, columnsOf: (table: string) => string | undefined): Promise<Map<string, string>> {
  const copy = newTemporaryFolder();
  cpSync(folder, copy, { recursive: true, filter: (file) => path.basename(file) !== "expected" });
  const cli = new TestCli({}, newTemporaryFolder());
  const printed: string[] = [];
  for (const [command = "", ...words] of readCommands(path.join(copy, "commands.txt"))) {
    const named = words.map((word) => (existsSync(path.join(copy, word)) ? path.join(copy, word) : word));
    if (command === "init") await guessDataset(...named, "--title", "Test", "--publisher", "Tests");
    else {
      const { status, said, out } = await cli.run(command, ...named);
      const lines = [said, out].flatMap((text) => (text === "" ? [] : text.split("\n")));
      printed.push(...lines.filter((line) => !PROGRESS.test(line)), `(exit status ${status})`);
    }
  }
  const text = `${printed.join("\n")}\n`.replaceAll(copy, "<folder>").replaceAll(cli.dataFolder, "<data folder>");
  const files = new Map([
    ["printed.txt", text.replaceAll(/(?<=\d{4}-\d{2}-\d{2})-[0-9a-f]{12}\b/gu, "-<fingerprint>")],
  ]);
  for (const table of globSync("releases/*/tables/*.csv", { cwd: cli.dataFolder })) {
    const columns = columnsOf(path.basename(table))?.split(",");
    if (columns === undefined) continue;
    const rows = readCsvObjects(readFileSync(path.join(cli.dataFolder, table), "utf8"));
    const cells = rows.map((row) => columns.map((column) => row[column] ?? "no such column"));
    files.set(path.basename(table), writeCsv(columns, cells));
  }
  return files;
}

function readCommands(file: string): string[][] {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : ["publish ."];
  return lines.map((line) => [...line.matchAll(/"([^"]*)"|\S+/gu)].map(([word, quoted]) => quoted ?? word));
}

describe("publishing", () => {
  for (const { name } of CASES)
    test(name.replaceAll("-", " "), async () => {
      const folder = path.join(import.meta.dirname, name);
      const expected = path.join(folder, "expected");
      const writes = process.env["EXPECTED"] === "write";
      const isNew = !existsSync(expected);
      const stated = new Map(
        (isNew ? [] : readdirSync(expected)).map((file) => [file, readFileSync(path.join(expected, file), "utf8")]),
      );
      const found = await runCase(
        folder,
        (table) => stated.get(table)?.split("\n")[0] ?? (isNew ? COLUMNS[table] : undefined),
      );
      if (writes) {
        rmSync(expected, { recursive: true, force: true });
        mkdirSync(expected);
        for (const [file, text] of found) writeFileSync(path.join(expected, file), text);
      } else assert.deepEqual(Object.fromEntries(found), Object.fromEntries(stated));
    });
});
