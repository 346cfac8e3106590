import assert from "node:assert/strict";
import { IndexBuilder } from "../../src/search/build-index.ts";
import { openIndex } from "../../src/search/index-file.ts";
import { planSearch } from "../../src/search/plan.ts";
import type { IndexReader } from "../../src/search/index-reader.ts";
import { readQuery } from "../../src/search/query.ts";
import { searchNames } from "../../src/search/search-names.ts";
import { DOCUMENTS } from "./names.ts";

/** The work is counted for one query in this many: counting takes longer than searching. */
const COUNTED_EVERY = 50;

/*
 * What a search may ask of an index. Each question has a bound of its own (find-documents.ts,
 * term-trie.ts), so these bound the time of an answer on any index, on every machine, which a clock
 * in a test would not.
 */
const NEAR_MAX = 80;
const FIND_MAX = 20;
const SCORED_MAX = 2500;

const builder = new IndexBuilder();
for (const document of DOCUMENTS) builder.add(document);
const reader = openIndex(builder.finish());

/** A repeatable stream of whole numbers below a bound (xorshift). */
function openChance(seed: number): (below: number) => number {
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const OPERATORS = [
  ..."\"'()*^~:+-{}[]\\/%_;<>=&|!?$#@,.".split(""),
  "AND",
  "OR",
  "NOT",
  "NEAR(",
  "NEAR/2",
  "name:",
  "--",
  "/*",
  "';",
  "\\u0000",
  "${",
  "%00",
  "../",
];
const ODD = [
  "\0",
  "\ud800",
  "\udfff",
  "\udbff\udfff",
  "\u202e",
  "\u2066",
  "\u200d",
  "\ufeff",
  "\u0301".repeat(8),
  "👩‍👩‍👧‍👦",
  "ﷺ",
  "İ",
  "ß",
  "ﬃ",
  "Ǆ",
  "\u1100\u1161\u11a8",
  "か\u3099",
  "１２３",
  "𝔘𝔫𝔦",
  "\u2028",
  "\t",
  "\uffff",
];

/**
 * A random query: pieces of names, operators and odd characters in any order, some of them very
 * long.
 */
function spoilt(chance: (below: number) => number): string {
  const pieces = 1 + chance(6);
  let text = "";
  for (let piece = 0; piece < pieces; piece += 1) {
    const { name } = DOCUMENTS[chance(DOCUMENTS.length)]!;
    const kind = chance(10);
    if (kind < 4) text += name.slice(chance(name.length), chance(name.length + 1));
    else if (kind === 4) text += OPERATORS[chance(OPERATORS.length)]!;
    else if (kind === 5) text += ODD[chance(ODD.length)]!;
    else if (kind === 6) text += String.fromCharCode(chance(0x10000), chance(0x10000));
    else if (kind === 7) text += String.fromCodePoint(chance(0x110000));
    else if (kind === 8) text += String.fromCharCode(97 + chance(26)).repeat(1 + chance(12));
    else text += " ";
  }
  return chance(500) === 0 && text !== "" ? text.repeat(Math.ceil(5000 / text.length)).slice(0, 5000) : text;
}

/** An index reader that counts its calls. */
function openCounting(inner: IndexReader) {
  const counts = { near: 0, find: 0, scored: 0 };
  const counting: IndexReader = {
    documents: inner.documents,
    termsOf: (...given) => inner.termsOf(...given),
    fuzzyTerms: (...given) => (counts.near++, inner.fuzzyTerms(...given)),
    termLength: (term) => inner.termLength(term),
    frequency: (range) => inner.frequency(range),
    findAll: (...given) => (counts.find++, inner.findAll(...given)),
    findSome: (...given) => (counts.find++, inner.findSome(...given)),
    namesakes: (...given) => inner.namesakes(...given),
    namesOf: (document) => (counts.scored++, inner.namesOf(document)),
    isCompany: (document) => inner.isCompany(document),
    countryOf: (document) => inner.countryOf(document),
    sectorOf: (document) => inner.sectorOf(document),
    popularityOf: (document) => inner.popularityOf(document),
    textOf: (document) => inner.textOf(document),
  };
  return { counts, counting };
}

/** Throws where a random query has no result, one out of order, or takes more work than it may. */
export function expectBoundedAnswers(queries: number, seed: number): void {
  const chance = openChance(seed);
  let answered = 0;
  for (let sent = 0; sent < queries; sent += 1) {
    const text = spoilt(chance);
    if (sent % COUNTED_EVERY > 0) {
      // Without laying out hits: reading, planning and ranking are what could go wrong.
      if (planSearch(reader, readQuery(text), {}).documents.length > 0) answered += 1;
      continue;
    }
    const { counts, counting } = openCounting(reader);
    const answer = searchNames(counting, { text, offset: 0, limit: 100 });
    const shown = JSON.stringify(text.slice(0, 200));
    assert.ok(answer.names.length <= 100 && answer.total >= answer.names.length, shown);
    assert.ok(counts.near <= NEAR_MAX, `${counts.near} searches for near words: ${shown}`);
    assert.ok(counts.find <= FIND_MAX, `${counts.find} searches for documents: ${shown}`);
    assert.ok(counts.scored <= SCORED_MAX, `${counts.scored} documents looked at: ${shown}`);
  }
  // A generator that never hits anything would test nothing.
  assert.ok(answered > queries / 3, `${answered} found something`);
}
