import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ByteSheet } from "../../src/contract/byte-sheet.ts";
import { RowMemory } from "../../src/contract/row-memory.ts";

/** Companies of a hundred cells and a profile each, with names and pieces of some size. */
function openRows(companies: number, pieceLength: number) {
  const names = Array.from({ length: companies }, (_, at) => {
    const name = `Ñ\\" ${at}`.padEnd(at % 300, "é");
    return Buffer.from(JSON.stringify({ id: `"${at}\\`, slug: `c-${at}`, name }).slice(1, -1));
  });
  const counter = { written: 0 };
  const write = (kind: string) => (number: number) => {
    counter.written += 1;
    return `,"${kind}":"${`${number}`.padEnd(pieceLength, ".")}"`;
  };
  let end = 0;
  const listed = {
    readNames: () => Buffer.concat(names),
    nameEnds: names.map(({ length }) => (end += length)),
    cellAt: (position: number) => position % 100,
    cellCount: 100,
    cell: () => assert.fail(),
    profileAt: (position: number) => position,
    profileCount: companies,
    profile: () => assert.fail(),
  };
  const profile = (number: number): string => `${write("profile")(number)},"href":"/`;
  const rows = new RowMemory(listed, { cell: write("cell"), profile });
  const rowOf = (position: number): object => {
    const padded = (number: number): string => `${number}`.padEnd(pieceLength, ".");
    const own = JSON.parse(`{${names[position]!.toString()}}`) as object;
    return { ...own, cell: padded(position % 100), profile: padded(position), href: `/c-${position}` };
  };
  return { rows, rowOf, counter };
}

/** The rows of these companies as an array. */
function rowsOf(rows: RowMemory, positions: readonly number[]): string {
  const sheet = new ByteSheet();
  rows.write(sheet, positions);
  return `[${sheet.written().toString()}]`;
}

describe("rows put together in one memory", () => {
  test("are those of their companies, in the asked order, on pages of any length", () => {
    const { rows, rowOf } = openRows(1000, 250);
    for (const length of [0, 1, 2, 99, 1000]) {
      const positions = Array.from({ length }, (_, at) => (at * 7 + length) % 1000);
      assert.equal(rowsOf(rows, positions), JSON.stringify(positions.map(rowOf)));
    }
  });

  test("have their pieces written once, and anew where all of them have no room", () => {
    const { rows, rowOf, counter } = openRows(1000, 3000);
    const ask = (start: number): void => {
      const positions = Array.from({ length: 100 }, (_, at) => start + at);
      assert.equal(rowsOf(rows, positions), JSON.stringify(positions.map(rowOf)));
    };
    ask(0);
    ask(0);
    assert.equal(counter.written, 200);
    const { rows: full, rowOf: rowOfFull, counter: more } = openRows(4000, 5000);
    for (let start = 0; start < 4000; start += 400) {
      const positions = Array.from({ length: 400 }, (_, at) => start + at);
      assert.equal(rowsOf(full, positions), JSON.stringify(positions.map(rowOfFull)));
    }
    assert.ok(more.written > 4100, `${more.written} written`);
  });

  test("begin with what a company has wherever it stands", () => {
    const { rows, rowOf } = openRows(20, 10);
    const { href: _href, ...members } = rowOf(7) as { href: string };
    const sheet = new ByteSheet();
    rows.writeMembers(sheet, 7, ',"href":"/'.length);
    assert.deepEqual(JSON.parse(`{${sheet.written().toString()}}`), members);
  });
});
