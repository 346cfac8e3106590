import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { readJsonLine, valueText } from "../../src/intake/sources/text-records.ts";

const WANTED = new Set(["company", "band"]);

/** The values of a line as text, or what was found in their place. */
function read(line: string): Record<string, string> | string {
  const row = readJsonLine(line, WANTED);
  return row instanceof Map
    ? Object.fromEntries([...row].map(([column, value]) => [column, valueText(value)]))
    : row.found;
}

describe("a line of NDJSON", () => {
  it("becomes values by the keys of the columns", () => {
    assert.deepEqual(read('{"Company ":"c1","band":null,"note":true,"list":["a","b"]}'), {
      company: "c1",
      band: "",
      note: "true",
      list: "a|b",
    });
  });

  it("keeps the digits of numbers, and objects and lists as JSON", () => {
    assert.deepEqual(read('{"company":12345678901234567890,"band":1.0}'), {
      company: "12345678901234567890",
      band: "1.0",
    });
    assert.deepEqual(read('{"company":{"a":"1","b":["}\\""]} ,"band":[true,{"c":null}]}'), {
      company: '{"a":"1","b":["}\\""]}',
      band: '[true,{"c":null}]',
    });
  });

  it("may hold what looks like a key within a text, and a column that nobody reads twice", () => {
    assert.deepEqual(read('{"company":"\\"band\\":\\"low\\"","band":"low"}'), {
      company: '"band":"low"',
      band: "low",
    });
    assert.deepEqual(read('{"company":"c1","band":{"band":"low"}}'), { company: "c1", band: '{"band":"low"}' });
    assert.deepEqual(read('{"company":"c1","band":"low","note":1,"note":2}'), {
      company: "c1",
      band: "low",
      note: "2",
    });
  });

  it("may not give a column in two spellings", () => {
    assert.equal(read('{"band" : "low", "Band"\t:1}'), "the column band in several spellings");
  });

  it("gives the values that JSON.parse gives, for any object without numbers", () => {
    const text = fc.string({ unit: fc.constantFrom("a", '"', "\\", ":", "{", "}", "[", ",", " ", "é") });
    const value = fc.oneof(text, fc.constant(null), fc.boolean(), fc.array(text), fc.dictionary(text, text));
    fc.assert(
      fc.property(fc.dictionary(text, value), fc.constantFrom(undefined, 1), (row, indent) => {
        const line = JSON.stringify(row, null, indent).replaceAll("\n", "");
        const values = readJsonLine(line, new Set());
        assert.ok(values instanceof Map);
        const members = Object.entries(JSON.parse(line) as object) as [string, unknown][];
        for (const [name, member] of members) {
          if (members.filter(([other]) => other.trim() === name.trim()).length > 1) continue;
          const found = values.get(name.trim());
          if (member === null || typeof member !== "object" || Array.isArray(member)) assert.deepEqual(found, member);
          else assert.deepEqual(JSON.parse(valueText(found)), member);
        }
      }),
    );
  });
});
