import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { quoteCell } from "../../scripts/demo/csv.ts";
import { CsvScanner } from "../../src/csv/csv-scanner.ts";

interface Scanned {
  readonly line: number;
  readonly fields: readonly string[] | null;
  readonly error: string | null;
}

/** Scans a text in pieces of `pieceBytes`. A errory record has no fields. */
function scan(text: string, delimiter = ",", pieceBytes = 1 << 20): Scanned[] {
  const records: Scanned[] = [];
  const scanner = new CsvScanner(delimiter, ({ bytes, line, fieldCount, starts, ends, quoted, error }) => {
    const fields = Array.from({ length: fieldCount }, (_, i) => {
      const field = bytes.toString("utf8", starts[i], ends[i]);
      return quoted[i] ? field.replaceAll('""', '"') : field;
    });
    records.push({ line, fields: error === null ? fields : null, error });
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) scanner.push(bytes.subarray(at, at + pieceBytes));
  scanner.end();
  return records;
}

const field = fc.string({
  unit: fc.constantFrom("a", "é", "語", ",", ";", '"', "\n", "\r", "\r\n", " ", "\t", "1"),
  maxLength: 8,
});
const lineEnd = fc.constantFrom("\n", "\r\n", "\r");

describe("CsvScanner", () => {
  it("reads back what was written, whatever the quoting, the line ends and the pieces it arrives in", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.array(fc.tuple(field, fc.boolean()), { minLength: 2, maxLength: 4 }), lineEnd), {
          maxLength: 6,
        }),
        fc.constantFrom(",", ";", "\t"),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        (rows, delimiter, pieceBytes, hasMark) => {
          let text = hasMark ? "\uFEFF" : "";
          let line = 1;
          const expected: Scanned[] = [];
          for (const [fields, end] of rows) {
            // A field that begins with a space or holds a special character must be quoted to be
            // read back as it is.
            const written = fields.map(([value, quote]) =>
              quote || /[",;\t\r\n ]/.test(value) ? quoteCell(value) : value,
            );
            expected.push({ line, fields: fields.map(([value]) => value), error: null });
            const record = written.join(delimiter) + end;
            text += record;
            line += record.split(/\r\n|\r|\n/).length - 1;
          }
          assert.deepEqual(scan(text, delimiter, pieceBytes), expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("gives the same records in one piece and in many, for any text", () => {
    fc.assert(
      fc.property(
        fc.array(field, { maxLength: 20 }).map((fields) => fields.join("")),
        fc.integer({ min: 1, max: 7 }),
        (text, pieceBytes) => {
          assert.deepEqual(scan(text, ",", pieceBytes), scan(text));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("skips blank lines and counts them", () => {
    assert.deepEqual(
      scan("a,b\n\n\r\n1,2\n").map(({ line }) => line),
      [1, 4],
    );
  });

  it("drops spaces around a quoted field and keeps those of an unquoted one", () => {
    assert.deepEqual(scan(' "x,y" , z ')[0]?.fields, ["x,y", " z "]);
  });

  it("takes a quotation mark inside an unquoted field for a character", () => {
    assert.deepEqual(scan('5" pipe,"6"" pipe"')[0]?.fields, ['5" pipe', '6" pipe']);
  });

  it("goes on with the next line after a field that is not closed", () => {
    const error = "a quotation mark that is not closed at the end of its field";
    assert.deepEqual(scan('"a" b,1\nc,2\n'), [
      { line: 1, fields: null, error },
      { line: 2, fields: ["c", "2"], error: null },
    ]);
    assert.deepEqual(scan('"a,1\nb,2\nc,3'), [
      { line: 1, fields: null, error: "a quotation mark that is never closed" },
      { line: 2, fields: ["b", "2"], error: null },
      { line: 3, fields: ["c", "3"], error: null },
    ]);
  });

  it("does not look for the end of a field beyond a mebibyte", () => {
    const rows = "b,2\n".repeat(400_000);
    const records = scan(`"a,1\n${rows}"c",3\n`, ",", 1 << 16);
    assert.equal(records.length, 400_002);
    assert.deepEqual(
      records.filter(({ error }) => error !== null).map(({ line }) => line),
      [1],
    );
  });

  it("tells a row that is too long as what it is, once, in whatever pieces it arrives", () => {
    const long = "x".repeat(3 << 20);
    const most = "x".repeat((1 << 20) - 2);
    const tooLong = "a row of more than 1 MiB";
    const notClosed = `${tooLong}, or a quotation mark that is never closed`;
    const rows = [
      `a,${most}`,
      `"${most}"`,
      `a,${most}x`,
      `"${most}x"`,
      `a,"${long}",b`,
      `a,${long}`,
      `${"a,".repeat(1 << 20)}"b"`,
    ];
    for (const end of ["\n", "\r\n", "\r"]) {
      for (const pieceBytes of [1 << 16, 999_999, 1 << 20, 1 << 25]) {
        const told = scan([...rows, "c,d", ""].join(end), ",", pieceBytes).map(({ line, error, fields }) => [
          line,
          error ?? fields?.length,
        ]);
        assert.deepEqual(told, [
          [1, 2],
          [2, 1],
          [3, tooLong],
          [4, notClosed],
          [5, notClosed],
          [6, tooLong],
          [7, tooLong],
          [8, 2],
        ]);
      }
    }
  });
});
