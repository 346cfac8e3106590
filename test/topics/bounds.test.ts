import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BOUNDS } from "../../src/ask/bounds.ts";
import { findExcess } from "../../src/ask/json-bounds.ts";
import { decodeBody, parseJson } from "../../src/ask/read-body.ts";
import { linesOf, readRecords } from "../../src/ask/read-records.ts";
import { Problem } from "../../src/problem.ts";
import { listAsCsv } from "../../src/topics/portfolio/list-file.ts";
import { readListFile } from "../../src/topics/portfolio/list-file.ts";
import { readPoints } from "../../src/topics/place/read-points.ts";

const ROWS = BOUNDS.listRows.most;

/** A problem about the request whose sentence has this. */
function refusal(message: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof Problem && error.code === "invalid_request" && message.test(error.message);
}

describe("a list that is too much is refused where it becomes so", () => {
  const wide = (delimiter: string, first = "name"): string =>
    `${first}${`${delimiter}c`.repeat(20_000)}\n${"a\n".repeat(ROWS)}`;

  for (const delimiter of [",", ";", "\t", "|"])
    test(`20,000 columns between ${JSON.stringify(delimiter)}, over short rows`, () => {
      const columns = refusal(/Line 1 of the list has more than 200 columns/u);
      assert.throws(() => readListFile(wide(delimiter)), columns);
      assert.throws(() => readPoints(wide(delimiter, `lat${delimiter}lng`)), columns);
      assert.throws(() => readPoints(wide(delimiter, `1.5${delimiter}2.5`)), columns);
    });

  test("a wide row far below, and names as long as a row may be", () => {
    assert.throws(() => readListFile(`name\na\n"b"${",x".repeat(200)}\n`), refusal(/Line 3 .* 200 columns/u));
    const names = Array.from({ length: 300 }, (_, at) => `${at}${"x".repeat(1000)}`).join(",");
    assert.throws(() => readListFile(`name,${names}\na\n`), refusal(/200 columns|more than 128 KiB/u));
  });

  test("rows: the first beyond the bound, whatever stands behind it", () => {
    const rows = refusal(/more than 10,000 rows/u);
    const behind = '"never closed'.repeat(10);
    assert.equal(readListFile(`name\n${"a\n".repeat(ROWS)}`).rows.length, ROWS);
    assert.throws(() => readListFile(`name\n${"a\n".repeat(ROWS + 1)}${behind}`), rows);
    assert.throws(() => readListFile(`name\n${'"a"b\n'.repeat(ROWS + 1)}`), rows);
    assert.throws(() => readPoints(`lat,lng\n${"1,1\n".repeat(ROWS + 1)}${behind}`), rows);
    assert.throws(() => readPoints("48,5 2,5\n".repeat(ROWS + 1)), rows);
    assert.throws(() => listAsCsv("a\n".repeat(ROWS + 2)), rows);
    assert.throws(() => listAsCsv(`name\tcountry\n${"a\tb\n".repeat(ROWS + 1)}`), rows);
  });

  test("rows without anything are none", () => {
    assert.equal(readListFile(`name;note\n${";\n".repeat(3 * ROWS)}a;\n`).rows.length, 1);
    assert.deepEqual(linesOf(`\r\n\n${"\r".repeat(3 * ROWS)} a\n`), [[3 * ROWS + 3, " a"]]);
  });

  test("cells, of rows that are each within the bounds", () => {
    const row = `${"x,".repeat(99)}x\n`;
    assert.throws(() => readListFile(`name${",y".repeat(99)}\n${row.repeat(5000)}`), refusal(/500,000 cells/u));
    assert.throws(() => readPoints(`lat,lng${",y".repeat(98)}\n${row.repeat(5000)}`), refusal(/500,000 cells/u));
  });

  test("a row with fewer cells than the header holds no others", () => {
    const { rows } = readPoints(`lat,lng${",c".repeat(150)}\n1.5,2.5\n`);
    assert.deepEqual(rows[0]?.cells, ["1.5", "2.5"]);
  });

  test("a row longer than one may be is a row with a fault, and the next is read", () => {
    const { rows } = readListFile(`name\n${"x".repeat(200_000)}\nb\n`);
    assert.match(rows[0]?.error ?? "", /more than 128 KiB/u);
    assert.deepEqual(rows[1]?.values, { name: "b" });
    const places = readPoints(`lat,lng\n${"1".repeat(100_000)},1\n1.5,2.5\n`);
    assert.deepEqual(
      places.rows.map(({ fault }) => fault === null),
      [false, true],
    );
  });
});

describe("a list is read however a spreadsheet writes it, companies and places alike", () => {
  const asUtf16 = (text: string, isBig: boolean): Buffer => {
    const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
    return isBig ? bytes.swap16() : bytes;
  };
  const read = (bytes: Buffer): string => decodeBody(bytes, "csv").text;

  for (const [title, file] of [
    ["sep=;", "sep=;\r\nname;lat;lng\r\nA, B;48,5;2,5\r\n"],
    ["sep= in quotation marks, behind a byte order mark", '\ufeff"sep=;"\nname;lat;lng\nA, B;48,5;2,5\n'],
    ["sep= with a tab", "SEP=\t\nname\tlat\tlng\nA, B\t48,5\t2,5\n"],
    ["sep=| and semicolons in the header", "sep=|\nname;|lat|lng\n"],
    ["bars", "name|lat|lng\nA, B|48,5|2,5\n"],
    ["commas, and decimal commas in quotation marks", 'name,lat,lng\n"A, B","48,5","2,5"\n'],
  ] as const)
    test(title, () => {
      if (!file.includes("A, B")) return assert.throws(() => readListFile(file), refusal(/none names a company/u));
      for (const text of [file, listAsCsv(file), read(asUtf16(file, false)), read(asUtf16(file, true))]) {
        const { rows } = readListFile(text);
        assert.deepEqual(rows[0]?.values, { name: "A, B" }, text);
        assert.deepEqual(rows[0].others, ["48,5", "2,5"]);
      }
      for (const text of [file, read(asUtf16(file, true))])
        assert.deepEqual(readPoints(text).rows[0]?.at, { lat: 48.5, lng: 2.5 }, text);
    });

  test("lines are counted from the first, `sep=` included", () => {
    assert.deepEqual(
      readRecords("sep=;\nname\n\na\n").map(({ line }) => line),
      [2, 4],
    );
  });

  test("UTF-16 without a byte order mark, half a character, and other encodings are refused", () => {
    for (const bytes of [
      Buffer.from("name\na\n", "utf16le"),
      asUtf16("name\na", false).subarray(0, -1),
      Buffer.from("name\nCafé\n", "latin1"),
    ])
      assert.throws(() => read(bytes), refusal(/not in UTF-8/u));
  });
});

describe("a body in JSON that is too much is not parsed", () => {
  const nested = (levels: number, begin = "[", end = "]"): string => begin.repeat(levels) + end.repeat(levels);
  const members = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"m${at}":1`).join()}}`;

  for (const [title, text, message] of [
    ["nested lists", nested(2_000_000), /nested more than 32 levels/u],
    ["nested objects", nested(33, '{"a":', "}"), /nested more than 32 levels/u],
    ["nested and never closed", "[".repeat(4_000_000), /nested more than 32 levels/u],
    ["members of the body", members(65), /an object of more than 64 members/u],
    ["members of a row", `{"rows":[${members(40_000)}]}`, /an object of more than 64 members/u],
    ["items", `[${"1,".repeat(2_000_000)}1]`, /a list of more than 10,000 items/u],
    ["values of many short lists", `[${`[${"1,".repeat(99)}1],`.repeat(1100)}1]`, /more than 100,000 values/u],
  ] as const)
    test(title, () => assert.throws(() => parseJson(text, "The body"), refusal(message)));

  test("what is as much as may be, and brackets and commas in texts, are no excess", () => {
    assert.equal(findExcess(nested(32)), null);
    assert.equal(findExcess(members(64)), null);
    assert.equal(findExcess(`[${"1,".repeat(9_999)}1]`), null);
    assert.equal(findExcess(JSON.stringify(["[{,".repeat(50_000), '\\"[{'.repeat(100), "\\"])), null);
    assert.equal(findExcess(`"${"[".repeat(100)}`), null);
    assert.notEqual(findExcess(`["a\\\\",${nested(40)}]`), null);
    assert.equal(findExcess("}]".repeat(1000)), null);
  });
});
