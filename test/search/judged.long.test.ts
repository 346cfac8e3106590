import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { openAtlas } from "../../src/atlas/atlas.ts";
import { findCountryWords } from "../../src/topics/country/country-words.ts";
import { IndexBuilder } from "../../src/search/build-index.ts";
import { openIndex } from "../../src/search/index-file.ts";
import type { IndexReader } from "../../src/search/index-reader.ts";
import { analyzeDocument, type SearchDocument } from "../../src/search/search-document.ts";
import { searchNames } from "../../src/search/search-names.ts";
import { tokenize, type Token } from "../../src/search/tokenize.ts";
import { CORPUS_MISSING, type JudgedQuery, readCorpus, readJudgedQueries } from "./corpus.ts";
import { Fts5Reader } from "./fts5-reader.ts";
import { readHandQueries } from "./hand-queries.ts";
import { makeQueries } from "./made-queries.ts";

/**
 * What a set of queries has to reach over the whole corpus. `hand heldout` is hard: half of it are
 * two or three letters, digits for words, or words for "and".
 */
const ASKED_FOR: Readonly<Record<string, { readonly reciprocalRank: number; readonly found: number }>> = {
  hand: { reciprocalRank: 0.97, found: 0.99 },
  dev: { reciprocalRank: 0.96, found: 0.99 },
  tuning: { reciprocalRank: 0.95, found: 0.985 },
  heldout: { reciprocalRank: 0.965, found: 0.99 },
  "hand tuning": { reciprocalRank: 0.89, found: 0.95 },
  "hand heldout": { reciprocalRank: 0.85, found: 0.94 },
};

/** How many judged queries may have another top 10 with the FTS5 reader. */
const TWIN_SHARE = 0.99;

const EXACT_NAMES = 4000;

const atlas = openAtlas();

describe("the judged queries over 316,000 real names", { skip: CORPUS_MISSING }, () => {
  let documents: readonly SearchDocument[];
  let byPosition: ReadonlyMap<number, SearchDocument>;
  let reader: IndexReader;
  let judged: readonly JudgedQuery[];
  let queries: readonly JudgedQuery[];

  before(() => {
    documents = readCorpus();
    judged = readJudgedQueries();
    queries = [...judged, ...makeQueries(documents), ...readHandQueries(documents)];
    byPosition = new Map(documents.map((document) => [document.position, document]));
    const builder = new IndexBuilder();
    for (const document of documents) builder.add(document);
    reader = openIndex(builder.finish());
  });

  const topTen = (text: string, from = reader): number[] =>
    searchNames(from, { text, countryWords: findCountryWords(atlas, text), offset: 0, limit: 10 }).names.map(
      ({ position }) => position,
    );

  for (const [set, asked] of Object.entries(ASKED_FOR)) {
    test(`${set}: mean reciprocal rank of the first relevant hit ≥ ${asked.reciprocalRank}, found in the first ten ≥ ${asked.found}`, (t) => {
      const ranks = queries
        .filter((each) => each.set === set)
        .map(({ query, relevant }) => topTen(query).findIndex((position) => relevant.has(position)));
      const reciprocalRank = mean(ranks.map((rank) => (rank < 0 ? 0 : 1 / (rank + 1))));
      const found = mean(ranks.map((rank) => (rank < 0 ? 0 : 1)));
      t.diagnostic(
        `${ranks.length} queries: mean reciprocal rank ${reciprocalRank.toFixed(3)}, found ${found.toFixed(3)}`,
      );
      assert.ok(ranks.length > 60);
      assert.ok(reciprocalRank >= asked.reciprocalRank, `mean reciprocal rank ${reciprocalRank}`);
      assert.ok(found >= asked.found, `found ${found}`);
    });
  }

  test("the FTS5 reader gives the same first ten hits", (t) => {
    const ordered = Array.from({ length: documents.length }, (_, at) => byPosition.get(reader.textOf(at).position)!);
    const twin = new Fts5Reader(ordered);
    const different = judged.filter(({ query }) => topTen(query).join() !== topTen(query, twin).join());
    twin.close();
    t.diagnostic(`${different.length} of ${judged.length} differ: ${different.map(({ query }) => query).join(" | ")}`);
    assert.ok(different.length <= judged.length * (1 - TWIN_SHARE), `${different.length} differ`);
  });

  test("a real name finds itself first, or one with another legal form, or a better known alias or initials", () => {
    const step = Math.floor(documents.length / EXACT_NAMES);
    const lost = documents
      .filter((_, at) => at % step === 0)
      .filter(({ name, position, popularity }) => {
        const [first] = searchNames(reader, { text: name, offset: 0, limit: 1 }).names;
        if (first === undefined) return true;
        if (first.position === position || ownWords(first.name) === ownWords(name)) return false;
        const names = analyzeDocument(byPosition.get(first.position)!).names.slice(1);
        const hasAlias = names.some((tokens) => wordsOf(tokens) === ownWords(name));
        return !hasAlias || byPosition.get(first.position)!.popularity < popularity;
      });
    assert.deepEqual(
      lost.map(({ name }) => name),
      [],
    );
  });
});

/** The words of a name without its legal form: names that are the same in this are equals. */
function ownWords(name: string): string {
  return wordsOf(tokenize(name));
}

function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .filter(({ isMinor }) => !isMinor)
    .map(({ text }) => text)
    .join(" ");
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
