import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { assertsNotNull, casts, isAny, longerThan } from "./rules.ts";
import { PROJECT, parseSource, readSources } from "./source-files.ts";

const files = readSources();

const FILE_LINES_MAX = 250;

/** Files that may be longer, each with the reason. */
const LONG_FILES: Readonly<Record<string, string>> = {
  "atlas/territory-table.ts": "a table, one line for each territory",
};

const FUNCTION_LINES_MAX = 60;

/** Files of longer functions, each with the reason. */
const LONG_FUNCTIONS: Readonly<Record<string, string>> = {};

/** How often src/ may tell the compiler what it cannot see. These numbers only ever fall. */
const NOT_NULL_MAX = 538;
const CASTS_MAX = 165;

describe("budgets", () => {
  test(`a file of src/ has at most ${FILE_LINES_MAX} lines`, () => {
    const long = files.filter(({ tree }) => tree.text.split("\n").length - 1 > FILE_LINES_MAX).map(({ name }) => name);
    assert.deepEqual(long.toSorted(), Object.keys(LONG_FILES).toSorted());
  });

  test(`a function of src/ has at most ${FUNCTION_LINES_MAX} lines`, () => {
    const long = files.flatMap(({ tree }) => longerThan(FUNCTION_LINES_MAX)(tree));
    const unexplained = long.filter((place) => !((place.split(":")[0] ?? "") in LONG_FUNCTIONS));
    assert.deepEqual(unexplained, []);
    const outlived = Object.keys(LONG_FUNCTIONS).filter((name) => !long.some((place) => place.startsWith(`${name}:`)));
    assert.deepEqual(outlived, [], "exceptions that nothing needs any more");
  });

  test("`any` is nowhere", () => {
    const found = globSync("{src,test,scripts,bench}/**/*.ts", { cwd: PROJECT }).flatMap((name) =>
      isAny(parseSource(name, readFileSync(path.join(PROJECT, name), "utf8")).tree),
    );
    assert.deepEqual(found, []);
  });

  test("`!` and `as` become fewer", () => {
    const count = (rule: typeof casts): number => files.flatMap(({ tree }) => rule(tree)).length;
    assert.ok(count(assertsNotNull) <= NOT_NULL_MAX, `${count(assertsNotNull)} times \`!\`, at most ${NOT_NULL_MAX}`);
    assert.ok(count(casts) <= CASTS_MAX, `${count(casts)} times \`as\`, at most ${CASTS_MAX}`);
  });

  test("each of them is seen", () => {
    const { tree } = parseSource(
      "room/file.ts",
      "const a = list[0]!; const b = a as B; const c = [1] as const; let d: any;",
    );
    assert.deepEqual(
      [assertsNotNull, casts, isAny].map((rule) => rule(tree).length),
      [1, 1, 1],
    );
    const long = parseSource("room/file.ts", `const f = () => {\n${"f();\n".repeat(9)}};`).tree;
    assert.deepEqual([longerThan(10)(long).length, longerThan(11)(long).length], [1, 0]);
  });
});
