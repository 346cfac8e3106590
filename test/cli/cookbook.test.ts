import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { judgedOnText } from "../../src/trust/judged-on.ts";
import { readCsv } from "../fixtures/csv.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { makeWorkbook } from "../intake/make-workbook.ts";
import { openGood, rowsOf } from "../intake/open-folder.ts";
import { windows1252 } from "../intake/windows-1252.ts";
import { guessDataset } from "./guess-dataset.ts";
import { PROJECT } from "./run-cli.ts";

const COOKBOOK = readFileSync(path.join(PROJECT, "docs", "guides", "cookbook.md"), "utf8");

interface Recipe {
  readonly title: string;
  /** By name, `book.xlsx` by its sheets. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  readonly commands: readonly string[];
  readonly result: string | undefined;
}

const FILE = /^`([^`\n]+)`(?:, sheet `([^`]+)`)?(?: \((windows-1252)\))?:\n\n```\w+\n(.*?)^```$/gmsu;

function readRecipe(section: string): Recipe {
  const files = new Map<string, string | Uint8Array>();
  const sheets = new Map<string, { name: string; rows: string[][] }[]>();
  for (const [, name = "", sheet, encoding, content = ""] of section.matchAll(FILE)) {
    if (sheet !== undefined) sheets.set(name, [...(sheets.get(name) ?? []), { name: sheet, rows: readCsv(content) }]);
    else files.set(name, encoding === undefined ? content : windows1252(content));
  }
  for (const [name, each] of sheets) files.set(name, makeWorkbook({ sheets: each }));
  const commands = [...section.matchAll(/^```sh\nnpm run -s country-trust -- (.*)\n```$/gmu)].map(
    ([, line = ""]) => line,
  );
  const [, result] = /^Result:\n\n```csv\n(.*?)^```$/msu.exec(section) ?? [];
  return { title: section.split("\n", 1)[0] ?? "", files, commands, result };
}

const [start = "", ...sections] = COOKBOOK.split(/^## /mu);
const SHARED = readRecipe(start).files;
const RECIPES = sections.map(readRecipe).filter(({ result }) => result !== undefined);

/** Writes files into a new folder. */
function put(files: ReadonlyMap<string, string | Uint8Array>): string {
  const folder = newTemporaryFolder();
  for (const [name, content] of files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

/** The judgements of a dataset in the form of the document, with the columns that it shows. */
async function resultIn(folder: string, shown: string | undefined): Promise<string> {
  const header = shown?.split("\n", 1)[0] ?? "";
  const dataset = await openGood(folder);
  const rows = (await rowsOf(
    dataset,
    `SELECT c.name, c.country, c.sector, c.other_sectors, j.pillar, j.band, j.judged_on FROM clean.judgement j JOIN clean.company c USING (company)`,
  )) as (string | null)[][];
  const { pillars, scale } = dataset.facts;
  const lines = rows.map(([company, country, sector, others, pillar, band, date]) => {
    const values = new Map([
      ["company", company],
      ["country", country],
      ["sector", sector],
      ["other_sectors", others],
      ["pillar", pillars[Number(pillar)]?.label],
      ["band", scale.bands[Number(band) - 1]?.label],
      ["judged_on", judgedOnText(Number(date))],
    ]);
    return header
      .split(",")
      .map((column) => values.get(column) ?? "")
      .join(",");
  });
  return `${header}\n${lines.toSorted().join("\n")}\n`;
}

describe("docs/guides/cookbook.md", () => {
  test("has a result for every recipe with files", () => {
    assert.ok(RECIPES.length >= 14);
    const without = sections.map(readRecipe).filter(({ files, result }) => files.size > 0 && result === undefined);
    assert.deepEqual(
      without.map(({ title }) => title),
      [],
    );
  });

  for (const { title, files, commands, result } of RECIPES) {
    for (const written of ["intake.sql", "mapping.json"].filter((name) => files.has(name)))
      test(`${title}: ${written}`, async () => {
        const folder = put(new Map([...SHARED, ...files]));
        assert.equal(await resultIn(folder, result), result);
      });
    for (const command of commands)
      test(`${title}: init`, async () => {
        const folder = put(new Map([...files].filter(([name]) => name !== "intake.sql")));
        const [name, ...words] = [...command.matchAll(/"([^"]*)"|(\S+)/gu)].map(
          ([, quoted, plain]) => quoted ?? plain ?? "",
        );
        const isFile = (word: string): boolean => files.has(word);
        assert.equal(name, "init");
        await guessDataset(...words.map((word) => (isFile(word) ? path.join(folder, word) : word)));
        assert.equal(await resultIn(folder, result), result);
      });
  }
});
