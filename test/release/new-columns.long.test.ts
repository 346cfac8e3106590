import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { promisify } from "node:util";
import { BUNDLE_FORMAT } from "../../src/release/manifest.ts";
import { PROJECT } from "../cli/run-cli.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";

/** Follows "A column that publishers fill" of CONTRIBUTING.md in a copy of the project. */

const COPIED = ["src", "test", "scripts", "bench", "bin", "clients", "schemas", "docs"];
const FORMAT = BUNDLE_FORMAT + 1;
const CONTRACT = "test/release/column-contract.txt";
/** The next version of the column contract: the last word of a line is the one that brought it. */
const SINCE =
  1 +
  Math.max(
    ...Array.from(readFileSync(path.join(PROJECT, CONTRACT), "utf8").matchAll(/ (\d+)$/gmu), ([, version]) =>
      Number(version),
    ),
  );
const VERSIONS = `since: ${SINCE}, sinceFormat: ${FORMAT}`;

/** What is added to each table: a declaration, and the value of its first row. */
const COLUMNS = {
  companies: {
    name: "head_office",
    declared: `{ name: "head_office", type: "label", title: "Head office", description: "Where it sits.", ${VERSIONS} },`,
    end: "] as const satisfies readonly DetailColumn[];",
    value: "Lyon",
  },
  products: {
    name: "codes",
    declared: `{ name: "codes", type: "names", title: "Codes", description: "Codes on its packaging.", ${VERSIONS} },`,
    end: "] as const satisfies readonly DetailColumn[];",
    value: "4006381333931|73513537",
  },
  judgements: {
    name: "source_title",
    declared: `{ name: "source_title", cleanName: "source_title", type: "label", title: "Title of the source",
      description: "What the evidence is called.", isOptional: true, isKey: false, ${VERSIONS} },`,
    end: "] as const satisfies readonly JudgementColumn[];",
    value: "The recall",
  },
} as const;

type Table = keyof typeof COLUMNS;
const TABLES = Object.keys(COLUMNS) as Table[];

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

/** Adds the column to a publisher's table, with a value in its first row. */
function fill(file: string, { name, value }: (typeof COLUMNS)[Table]): void {
  const [header = "", first = "", ...others] = readFileSync(file, "utf8").trimEnd().split("\n");
  const lines = [`${header},${name}`, `${first},${value}`, ...others.map((line) => `${line},`)];
  writeFileSync(file, `${lines.join("\n")}\n`);
}

describe("the recipe for a new column of companies, products and judgements", () => {
  const folder = copyProject();
  const inCopy = (...names: string[]): string => path.join(folder, ...names);
  const exported = (name: string): string => readFileSync(inCopy("exported", name), "utf8");
  const run = async (...words: string[]): Promise<void> => {
    const env = { ...process.env, DATA_DIR: inCopy("releases"), BASE_URL: "https://trust.example" };
    const node = promisify(execFile)(process.execPath, ["--disable-warning=ExperimentalWarning", ...words], {
      cwd: folder,
      env,
    });
    await node.catch((error: { stdout?: string; stderr?: string }) =>
      assert.fail(`${words.join(" ")}\n${error.stdout ?? ""}${error.stderr ?? ""}`),
    );
  };

  before(async () => {
    for (const table of TABLES) {
      const { declared, end, name } = COLUMNS[table];
      replace(inCopy("src", "tables", `${table}.ts`), end, `${declared}\n${end}`);
      const contract = inCopy(CONTRACT);
      const lines = readFileSync(contract, "utf8").split("\n");
      const last = lines.findLast((line) => line.startsWith(`${table} `)) ?? "";
      replace(contract, `${last}\n`, `${last}\n${table} ${name} text nullable ${SINCE}\n`);
      fill(inCopy("test/fixtures/releases/dataset", `${table}.csv`), COLUMNS[table]);
    }
    replace(inCopy("src/release/manifest.ts"), `BUNDLE_FORMAT = ${BUNDLE_FORMAT};`, `BUNDLE_FORMAT = ${FORMAT};`);
    await run(path.join(PROJECT, "node_modules/typescript-native/bin/tsc"), "--noEmit", "-p", "tsconfig.json");
    await run("test/fixtures/releases/keep-release.ts");
    await run("bin/country-trust.mjs", "publish", "test/fixtures/releases/dataset");
    await run("bin/country-trust.mjs", "export", "exported");
  });

  test("leaves older releases as they were", async () => {
    await run("--test", "test/release/older-releases.test.ts", "test/release/column-contract.test.ts");
  });

  for (const table of TABLES) {
    const { name, value } = COLUMNS[table];
    test(`${table}: the file of new releases has it last`, () => {
      const rows = readFileSync(inCopy(`test/fixtures/releases/format-${FORMAT}/release/tables/${table}.csv`), "utf8");
      const [header = "", ...lines] = rows.split("\r\n");
      assert.ok(header.endsWith(`,${name}`), header);
      assert.equal(lines.filter((line) => line.endsWith(`,${value}`)).length, 1);
    });
  }

  test("the answer of a company has all three, and the page what is said of the company", () => {
    const { head_office, products, judgements } = JSON.parse(exported("api/v2/companies/aster-energie.json")) as {
      head_office: string;
      products: { codes: string[] }[];
      judgements: { source_title: string | null }[];
    };
    assert.equal(head_office, "Lyon");
    assert.ok(products.some(({ codes }) => codes.join() === "4006381333931,73513537"));
    assert.ok(judgements.some(({ source_title: title }) => title === "The recall"));
    assert.match(exported("companies/aster-energie.html"), /Head office[\s\S]{0,60}Lyon/u);
  });
});
