import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import * as fc from "fast-check";
import { IndexBuilder } from "../../src/search/build-index.ts";
import { SearchIndexError } from "../../src/search/index-sections.ts";
import { openIndex } from "../../src/search/index-file.ts";
import { openNameSearch } from "../../src/search/open-name-search.ts";
import { searchNames } from "../../src/search/search-names.ts";
import { DOCUMENTS } from "./names.ts";

const builder = new IndexBuilder();
for (const document of DOCUMENTS) builder.add(document);
const file = builder.finish();

const folder = mkdtempSync(path.join(tmpdir(), "country-trust-search-"));
after(() => rmSync(folder, { recursive: true }));

const question = { text: "north harbr", offset: 0, limit: 5 };
const answer = searchNames(openIndex(file), question);

function write(name: string, bytes: Uint8Array): string {
  const target = path.join(folder, name);
  writeFileSync(target, bytes);
  return target;
}

function changed(at: number, value: number): Uint8Array {
  const copy = Uint8Array.from(file);
  copy[at] = copy[at]! ^ value;
  return copy;
}

describe("an invalid index file is refused with the reason", () => {
  const CASES: readonly (readonly [what: string, bytes: Uint8Array, expected: RegExp])[] = [
    ["an empty file", new Uint8Array(), /not a search index/],
    ["a few bytes", new Uint8Array(20), /not a search index/],
    ["a file of another kind", Buffer.from("PAR1".repeat(400)), /not a search index/],
    ["another version", changed(8, 7), /has version \d+, this program reads 3/],
    ["a truncated one", file.subarray(0, file.length - 8), /truncated: it has \d+ bytes, expected \d+/],
    ["one with extra bytes", Buffer.concat([file, Buffer.alloc(8)]), /truncated|expected/],
    ["one with changed content", changed(file.length - 9, 1), /damaged: its content does not match its checksum/],
  ];
  for (const [what, bytes, expected] of CASES) {
    test(what, async () => {
      const named = { name: "SearchIndexError", message: expected };
      assert.throws(() => openIndex(Uint8Array.from(bytes)), named);
      const target = write("refused.idx", bytes);
      for (const inlineBytesMax of [undefined, 0]) {
        await assert.rejects(async () => openNameSearch(target, inlineBytesMax).find(question), named);
      }
    });
  }

  test("a missing file", () => {
    assert.throws(() => openNameSearch(path.join(folder, "missing.idx")), SearchIndexError);
  });

  test("with any byte changed", () => {
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), (at, value) => {
        // Bytes 28 to 31 of the header mean nothing.
        if (at < 28 || at > 31) assert.throws(() => openIndex(changed(at, value)), SearchIndexError);
      }),
      { numRuns: 500, seed: 20_261_121 },
    );
  });
});

describe("an index gives the same results wherever it is searched", () => {
  const target = write("whole.idx", file);

  test("directly, and in a worker thread over shared memory", async () => {
    assert.deepEqual(openNameSearch(target).find(question), answer);
    const threaded = openNameSearch(target, 0);
    assert.deepEqual(await threaded.find(question), answer);
    const texts = Array.from({ length: 50 }, (_, at) => DOCUMENTS[at % DOCUMENTS.length]!.name);
    const expected = texts.map((text) => searchNames(openIndex(file), { ...question, text }));
    assert.deepEqual(
      await Promise.all(texts.map(async (text) => await threaded.find({ ...question, text }))),
      expected,
    );
  });

  test("in a worker thread: at most 256 searches wait, more are refused", async () => {
    const threaded = openNameSearch(target, 0);
    const results = await Promise.allSettled(Array.from({ length: 300 }, async () => await threaded.find(question)));
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason as Error] : []));
    assert.deepEqual([...new Set(refused.map(({ name }) => name))], ["SearchOverloadError"]);
    assert.equal(refused.length, 300 - 256);
    assert.deepEqual(await threaded.find(question), answer);
  });

  test("by several readers of shared memory", () => {
    const shared = new Uint8Array(new SharedArrayBuffer(file.length));
    shared.set(file);
    const readers = [openIndex(shared), openIndex(shared)];
    for (const reader of readers) assert.deepEqual(searchNames(reader, question), answer);
  });
});
