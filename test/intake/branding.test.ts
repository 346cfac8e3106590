import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { LOGO_BYTES_MAX, TEXT_BYTES_MAX } from "../../src/branding/branding.ts";
import { BARE, SVG, makePng } from "../fixtures/branding.ts";
import { describeFolder } from "./describe-folder.ts";
import { DATASET_FILE, open, openGood, writeDataset } from "./open-folder.ts";

const TABLES = {
  "companies.csv": "id,name,country,sector\nc1,One,FR,Food\n",
  "judgements.csv": "company,pillar,band\nc1,water,low\n",
};

function write(branding: object | undefined, files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  return writeDataset({ ...TABLES, "dataset.json": JSON.stringify({ ...DATASET_FILE, branding }), ...files });
}

/** What is reported of the description, as `table kind file place: found`. */
async function problemsOf(folder: string): Promise<string[]> {
  const { problems } = await describeFolder(folder);
  return problems.map(({ table, kind, file, place, found }) => `${table} ${kind} ${file} ${place}: ${found}`);
}

describe("branding", () => {
  test("is nothing where nothing is given", async () => {
    assert.deepEqual((await openGood(write(undefined))).branding, BARE);
    assert.deepEqual((await describeFolder(write({}))).branding, BARE);
  });

  test("is an accent, logos by their names, and texts by those of their files", async () => {
    const png = makePng(120, 40);
    const files = { "our.svg": `\ufeff${SVG}`, "dark.png": png, "about.md": "\ufeff# Us\n", "terms.md": "None.\n" };
    const { branding } = await openGood(write({ accent: "#0A5A6A", logo: "our.svg", logo_dark: "dark.png" }, files));
    assert.equal(branding.accent, "#0a5a6a");
    assert.deepEqual(
      [branding.logos.light, branding.logos.dark],
      [
        { extension: "svg", width: 120, height: 40, bytes: Buffer.from(`\ufeff${SVG}`) },
        { extension: "png", width: 120, height: 40, bytes: png },
      ],
    );
    assert.deepEqual(branding.texts, { about: "# Us\n", privacy: null, terms: "None.\n" });
  });

  test("has all its problems reported at once, with those of rows, and no row is skipped for them", async () => {
    const folder = write(
      { accent: "#ffff00", logo: "logo.svg", logo_dark: "none.png" },
      {
        "logo.svg": '<svg xmlns="http://www.w3.org/2000/svg"\n viewBox="0 0 9 9"><g>\n<script/></g></svg>',
        "about.md": "ok\n\n[x](javascript:1)\n",
        "privacy.md": " \n",
        "terms.md": new Uint8Array([0x61, 0xff]),
        "judgements.csv": "company,pillar,band\nc1,water,high\nc1,nothing,low\n",
      },
    );
    const { ok, problems } = await open(folder, { skipBadRows: true });
    assert.equal(ok, false);
    const lines = problems.kinds.flatMap(({ table, kind, shown }) =>
      shown.map(({ file, place, found }) => `${table} ${kind} ${file} ${place}: ${found}`),
    );
    assert.deepEqual(lines, [
      'dataset.json illegible_accent dataset.json /branding/accent: "#ffff00", which has a contrast of 1:1 with the background of light pages',
      "logo unusable_logo logo.svg line 3: the element script",
      "logo unusable_logo none.png : no such file",
      'about.md unusable_text about.md line 3: a link to "javascript:1"',
      "privacy.md unusable_text privacy.md : an empty file",
      "terms.md bad_encoding terms.md byte 1: the byte 0xFF, which is not UTF-8",
      "judgements unknown_pillar judgements.csv line 3: nothing",
    ]);
  });

  test("says the line in its own member, too", async () => {
    const { problems } = await describeFolder(write(undefined, { "about.md": "\n\n[x](data:1)\n" }));
    assert.deepEqual(problems[0], {
      kind: "unusable_text",
      table: "about.md",
      column: null,
      file: "about.md",
      line: 3,
      place: "line 3",
      found: 'a link to "data:1"',
      expected: "a link that begins with https://, http:// or mailto:, or leads to a place on the site",
      advice: "See docs/guides/branding.md.",
    });
  });

  for (const [name, branding, place] of [
    ["a colour by name", { accent: "teal" }, "/branding/accent"],
    ["a short colour", { accent: "#fff" }, "/branding/accent"],
    ["a logo of another folder", { logo: "../logo.svg" }, "/branding/logo"],
    ["a logo of another folder in Windows", { logo: String.raw`..\logo.svg` }, "/branding/logo"],
    ["a logo of another kind", { logo: "logo.gif" }, "/branding/logo"],
    ["a logo for dark pages alone", { logo_dark: "logo.svg" }, "/branding/logo"],
    ["another member", { font: "Comic" }, "/branding/font"],
  ] as const)
    test(`does not hold ${name}`, async () => {
      const { facts, problems } = await describeFolder(write(branding, { "logo.svg": SVG }));
      assert.equal(facts, null);
      assert.deepEqual(
        problems.map((each) => each.place),
        [place],
      );
    });

  test("has limits of size and shape", async () => {
    const drawing = (width: number, height: number): string =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"/>`;
    const [wide, high] = [drawing(801, 100), drawing(100, 201)];
    assert.deepEqual(await problemsOf(write({ logo: "a.svg", logo_dark: "b.svg" }, { "a.svg": wide, "b.svg": high })), [
      "logo unusable_logo a.svg : 801 × 100",
      "logo unusable_logo b.svg : 100 × 201",
    ]);
    const long = `${SVG}${" ".repeat(LOGO_BYTES_MAX + 1 - Buffer.byteLength(SVG))}`;
    const files = { "logo.svg": long, "about.md": "a".repeat(TEXT_BYTES_MAX + 1) };
    assert.deepEqual(await problemsOf(write({ logo: "logo.svg" }, files)), [
      "logo unusable_logo logo.svg : 65537 bytes",
      "about.md unusable_text about.md : 32769 bytes",
    ]);
    const allowed = { "logo.svg": long.slice(0, -1), "about.md": "a".repeat(TEXT_BYTES_MAX) };
    assert.deepEqual(await problemsOf(write({ logo: "logo.svg" }, allowed)), []);
  });

  test("is not read from what is no file", async () => {
    const folder = write({ logo: "logo.svg" });
    for (const name of ["logo.svg", "about.md"]) mkdirSync(path.join(folder, name));
    assert.deepEqual(await problemsOf(folder), [
      "logo unreadable_file logo.svg : a folder",
      "about.md unreadable_file about.md : a folder",
    ]);
  });

  test("comes with notices of what is not shown as written", async () => {
    const { notices } = await describeFolder(write(undefined, { "about.md": "<b>a</b>\n\n![c](d.png)\n" }));
    assert.deepEqual(notices, [
      "about.md has HTML in line 1: it is shown as it is written",
      "about.md has an image in line 3: its description is shown instead",
    ]);
  });

  test("is judged by its content, however long: style sheets without braces, links and words without end", async () => {
    const styled = (sheet: string): string => SVG.replace(/<svg[^>]*>/u, (svg) => `${svg}<style>${sheet}</style>`);
    for (const sheet of ["a ".repeat(30_000), "{".repeat(60_000), `${" ".repeat(60_000)}{`])
      assert.deepEqual(await problemsOf(write({ logo: "logo.svg" }, { "logo.svg": styled(sheet) })), []);
    const [problem = ""] = await problemsOf(
      write({ logo: "logo.svg" }, { "logo.svg": styled(`${"a ".repeat(30_000)}@import "x.css";`) }),
    );
    assert.match(problem, /^logo unusable_logo logo\.svg line \d+: /u);
    for (const text of ["a ".repeat(16_000), "[".repeat(32_000), "`a".repeat(16_000), "<!--".repeat(8000)])
      await openGood(write(undefined, { "about.md": text }));
  });

  test("is checked where dataset.json is wrong elsewhere", async () => {
    const file = { ...DATASET_FILE, year: "2026", branding: { accent: "#ffffff" } };
    const folder = writeDataset({ ...TABLES, "dataset.json": JSON.stringify(file), "about.md": "" });
    const kinds = (await open(folder)).problems.kinds.map(({ kind }) => kind);
    assert.deepEqual(kinds, ["invalid_dataset_file", "illegible_accent", "unusable_text"]);
  });
});
