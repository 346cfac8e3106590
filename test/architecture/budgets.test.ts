import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { assertsNotNull, casts, longerThan } from "./rules.ts";
import { PROJECT, parseSource, readSources } from "./source-files.ts";

const files = readSources();

const COMMENT_COLUMNS_MAX = 100;

/** Instructions to the linter stand on one line, however long. */
function isWideComment(line: string): boolean {
  return line.length > COMMENT_COLUMNS_MAX && /^ *(?:\/\/(?! oxlint-)|\/?\*)/.test(line);
}

const FILE_LINES_MAX = 400;

const FUNCTION_LINES_MAX = 60;

/** How often src/ may tell the compiler what it cannot see. Lower them when they fall. */
const NOT_NULL_MAX = 338;
const CASTS_MAX = 131;

/**
 * How many lines of TypeScript a room of `src/` may have. The numbers may only fall: whoever makes
 * a room smaller lowers its number, and who raises one says in the commit what users get for it.
 * Rooms that exchange files stand in one row, and files that lie in no room are `*.ts`.
 */
const LINES_MAX: Readonly<Record<string, number>> = {
  "topics say": 27_895,
  intake: 11_412,
  release: 6_902,
  http: 5_750,
  access: 3_518,
  "cli publishing": 4_953,
  desk: 4_905,
  html: 3_857,
  ask: 4_066,
  search: 4_005,
  trust: 3_315,
  distribution: 2_105,
  atlas: 3_255,
  export: 1_632,
  "*.ts": 1_095,
  tables: 1_161,
  mcp: 756,
  webhooks: 658,
  branding: 423,
  xlsx: 978,
  csv: 255,
};

/** How far below its number a room may be before the number has to follow. */
const LINES_SLACK = 60;

function linesByRoom(): Map<string, number> {
  const rows = new Map(Object.keys(LINES_MAX).flatMap((row) => row.split(" ").map((room) => [room, row] as const)));
  const lines = new Map<string, number>();
  for (const { name, room, tree } of files) {
    const row = rows.get(name.includes("/") ? room : "*.ts") ?? room;
    lines.set(row, (lines.get(row) ?? 0) + tree.text.split("\n").length - 1);
  }
  return lines;
}

describe("budgets", () => {
  test("no room of src/ gains lines, and the numbers follow those that lose some", () => {
    const found = linesByRoom();
    assert.deepEqual([...found.keys()].toSorted(), Object.keys(LINES_MAX).toSorted());
    const off = Object.entries(LINES_MAX).flatMap(([room, most]) => {
      const now = found.get(room) ?? 0;
      return now <= most && now > most - LINES_SLACK ? [] : [`${room}: ${now} lines, at most ${most}`];
    });
    assert.deepEqual(off, [], "CONTRIBUTING.md, Where things belong, says what to do");
  });

  test(`a file of src/ has at most ${FILE_LINES_MAX} lines`, () => {
    const long = files.filter(({ tree }) => tree.text.split("\n").length - 1 > FILE_LINES_MAX).map(({ name }) => name);
    assert.deepEqual(long, []);
  });

  test(`a function of src/ has at most ${FUNCTION_LINES_MAX} lines`, () => {
    assert.deepEqual(
      files.flatMap(({ tree }) => longerThan(FUNCTION_LINES_MAX)(tree)),
      [],
    );
  });

  test(`comments end at column ${COMMENT_COLUMNS_MAX}`, () => {
    const names = globSync("{src,test,scripts,bench,clients}/**/*.ts", {
      cwd: PROJECT,
      exclude: ["clients/typescript/src/schema.ts"],
    });
    const wide = names.flatMap((name) =>
      readFileSync(path.join(PROJECT, name), "utf8")
        .split("\n")
        .flatMap((line, index) => (isWideComment(line) ? [`${name}:${index + 1}`] : [])),
    );
    assert.deepEqual(wide, []);
    assert.deepEqual([isWideComment(`// ${"x".repeat(97)}`), isWideComment(`  // ${"x".repeat(96)}`)], [false, true]);
  });

  test("`!` and `as` do not become more", () => {
    for (const [sign, rule, most] of [
      ["!", assertsNotNull, NOT_NULL_MAX] as const,
      ["as", casts, CASTS_MAX] as const,
    ]) {
      const found = files.flatMap(({ tree }) => rule(tree)).length;
      assert.ok(found <= most, `${found} times \`${sign}\`, at most ${most}`);
    }
  });

  test("each of them is seen", () => {
    const { tree } = parseSource("room/file.ts", "const a = list[0]!; const b = a as B; const c = [1] as const;");
    assert.deepEqual(
      [assertsNotNull, casts].map((rule) => rule(tree).length),
      [1, 1],
    );
    const long = parseSource("room/file.ts", `const f = () => {\n${"f();\n".repeat(9)}};`).tree;
    assert.deepEqual([longerThan(10)(long).length, longerThan(11)(long).length], [1, 0]);
  });
});
