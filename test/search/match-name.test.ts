import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import * as fc from "fast-check";
import { IndexBuilder } from "../../src/search/build-index.ts";
import { NameMatcher, type NameMatch, type NameQuestion } from "../../src/search/match-name.ts";
import { keyOfName, likenessOf } from "../../src/search/name-key.ts";
import { openIndex } from "../../src/search/index-file.ts";
import { openNameSearch } from "../../src/search/open-name-search.ts";
import type { SearchDocument } from "../../src/search/search-document.ts";
import { DOCUMENTS } from "./names.ts";

function indexOf(documents: readonly SearchDocument[]): Uint8Array {
  const builder = new IndexBuilder();
  for (const document of documents) builder.add(document);
  return builder.finish();
}

const file = indexOf(DOCUMENTS);
const matcher = new NameMatcher(openIndex(file));
const nameAt = (position: number): string =>
  DOCUMENTS.find((each) => each.kind === "company" && each.position === position)!.name;

describe("equal names", () => {
  for (const [written, name, likeness] of [
    ["ASTHETIK UND SOHNE GMBH & CO KG", "Ästhetik & Söhne GmbH & Co. KG", "name"],
    ["ästhetik & söhne", "Ästhetik & Söhne GmbH & Co. KG", "name_without_legal_form"],
    ["Orsted  Bolge, A.S.", "Ørsted Bølge A/S", "name"],
    ["Brasserie de l’Etang", "Brasserie de l'Étang S.A.", "name_without_legal_form"],
    ["Северный ветер", "ПАО Северный Ветер", "name_without_legal_form"],
    ["N\u043erth H\u0430rbour Bank Limited", "North Harbour Bank Limited", "name"],
    ["North Harbour Bank plc", "North Harbour Bank Limited", "name_without_legal_form"],
  ] as const) {
    test(`${written} is ${name}`, () => {
      const { equal, candidates: found } = matcher.match({ name: written });
      assert.equal(equal, 1);
      assert.deepEqual(
        found.map(({ position, likeness: how, score }) => [nameAt(position), how, score]),
        [[name, likeness, 1]],
      );
    });
  }

  test("an alias counts, initials that nobody wrote do not", () => {
    const [found] = matcher.match({ name: "Severny Veter" }).candidates;
    assert.equal(found?.alias, "Severny Veter");
    // Universal Data Machines has no alias: UDM are initials that only the search knows.
    assert.equal(matcher.match({ name: "UDM" }).equal, 0);
  });

  test("several companies, those with the same legal form first", () => {
    const names = ["Falke Ltd", "Falke GmbH", "Falkland"];
    const documents = names.map((name, position): SearchDocument => {
      return {
        kind: "company",
        position,
        name,
        aliases: [],
        country: "DE",
        sector: "x",
        popularity: 1 / (position + 2),
      };
    });
    const own = new NameMatcher(openIndex(indexOf(documents)));
    const { equal, candidates: found } = own.match({ name: "FALKE GmbH" });
    assert.equal(equal, 2);
    assert.deepEqual(
      found.map(({ position, likeness }) => [names[position], likeness]),
      [
        ["Falke GmbH", "name"],
        ["Falke Ltd", "name_without_legal_form"],
      ],
    );
  });

  test("only in the countries", () => {
    assert.equal(matcher.match({ name: "North Harbour Bank", countries: ["GB", "IE"] }).equal, 1);
    assert.equal(matcher.match({ name: "North Harbour Bank", countries: ["IE"] }).equal, 0);
    assert.equal(matcher.match({ name: "North Harbour Bank", sectors: ["retail"] }).equal, 0);
  });
});

describe("similar names are never equal", () => {
  test("misspelt, joined, longer and shorter ones", () => {
    for (const [written, meant] of [
      ["North Harbuor Bank", "North Harbour Bank Limited"],
      ["Blue Water Softwares", "Blue Water Software"],
      ["Universal Data Machine", "Universal Data Machines Corporation"],
      ["Bluewater", "Bluewater Software Corporation"],
    ] as const) {
      const { equal, candidates: found } = matcher.match({ name: written });
      assert.equal(equal, 0, written);
      assert.ok(found.map(({ position }) => nameAt(position)).includes(meant), written);
    }
  });

  test("nothing for a name that is nobody's, that is empty or too long", () => {
    for (const name of ["Qqzzyx Vvkwj", "", " \u200b", "?".repeat(10_000), "North Harbour ".repeat(1000)])
      assert.deepEqual(matcher.match({ name }), { equal: 0, candidates: [] });
  });

  test("a name is not cut before it is compared", () => {
    const long = "a".repeat(60);
    const own = new NameMatcher(
      openIndex(
        indexOf([
          { kind: "company", position: 0, name: `${long}b`, aliases: [], country: "FR", sector: "x", popularity: 0 },
        ]),
      ),
    );
    assert.equal(own.match({ name: `${long}b Ltd` }).equal, 1);
    assert.equal(own.match({ name: `${long}c` }).equal, 0);
  });
});

describe("likeness", () => {
  test("is the coefficient of Dice over pairs of characters", () => {
    // night and nacht share one of four pairs each.
    assert.equal(likenessOf("night", "nacht"), 0.25);
    assert.equal(likenessOf("same", "same"), 1);
    assert.equal(likenessOf("a", "b"), 0);
  });

  test("is symmetric, from 0 to 1, and 1 for equal names alone", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const likeness = likenessOf(one, other);
        assert.equal(likeness, likenessOf(other, one));
        assert.ok(likeness >= 0 && likeness <= 1);
        assert.equal(likeness === 1, one === other);
      }),
      { numRuns: 500 },
    );
  });
});

/** The slow obvious twin: compares a name with every name of every company. */
function matchSlowly(documents: readonly SearchDocument[], { name, countries }: NameQuestion): number[] {
  const sought = keyOfName(name)?.text;
  return documents
    .filter(({ kind, country }) => kind === "company" && (countries?.includes(country) ?? true))
    .filter((document) => [document.name, ...document.aliases].some((each) => keyOfName(each)?.text === sought))
    .map(({ position }) => position);
}

describe("equal names are those that a comparison with all finds", () => {
  const word = fc.constantFrom(
    "Alpha",
    "Béta",
    "gamma",
    "S.A.",
    "GmbH",
    "and",
    "&",
    "3",
    "東京",
    "株式会社",
    "Co",
    "the",
  );
  const anyName = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
  const anyCompany = fc.record({
    name: anyName,
    aliases: fc.array(anyName, { maxLength: 2 }),
    country: fc.constantFrom("FR", "DE"),
    kind: fc.constantFrom("company" as const, "company" as const, "product" as const),
  });

  test("among random names", () => {
    fc.assert(
      fc.property(
        fc.array(anyCompany, { minLength: 1, maxLength: 30 }),
        fc.array(anyName, { maxLength: 5 }),
        (companies, names) => {
          const documents = companies.map((each, position) => ({ ...each, position, sector: "x", popularity: 0 }));
          const own = new NameMatcher(openIndex(indexOf(documents)));
          for (const name of [...names, ...companies.map((each) => each.name)]) {
            for (const countries of [undefined, ["FR"]]) {
              const slow = matchSlowly(documents, { name, countries });
              const { equal, candidates: found } = own.match({ name, countries });
              assert.equal(equal, slow.length, name);
              if (equal > 0) assert.ok(found.every(({ position }) => slow.includes(position)));
              else assert.ok(found.every(({ likeness }) => likeness === "similar"));
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("lists of names", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "country-trust-match-"));
  after(() => rmSync(folder, { recursive: true }));
  const target = path.join(folder, "names.idx");
  writeFileSync(target, file);
  const questions = DOCUMENTS.slice(0, 20).map(({ name }) => ({ name }));
  const never = new AbortController().signal;

  test("are matched in a worker thread as they are here", async () => {
    const matching = await openNameSearch(target).openMatching(never);
    const expected: NameMatch[] = questions.map((question) => matcher.match(question));
    assert.deepEqual(await matching.match(questions), expected);
    assert.deepEqual(await matching.match([]), []);
    matching.close();
  });

  test("a damaged index rejects", async () => {
    const damaged = path.join(folder, "damaged.idx");
    const bytes = Uint8Array.from(file);
    bytes[bytes.length - 9]! ^= 1;
    writeFileSync(damaged, bytes);
    const matching = await openNameSearch(damaged).openMatching(never);
    await assert.rejects(matching.match(questions), { name: "SearchIndexError" });
  });

  test("four at a time, twelve wait in their order, more are refused", async () => {
    const search = openNameSearch(target);
    const open = await Promise.all(Array.from({ length: 4 }, async () => await search.openMatching(never)));
    const begun: number[] = [];
    const waiting = Array.from({ length: 12 }, async (_, at) => {
      const matching = await search.openMatching(never);
      begun.push(at);
      return matching;
    });
    await assert.rejects(search.openMatching(never), { name: "SearchOverloadError" });
    assert.deepEqual(begun, []);
    // Closing twice gives one place back.
    open[0]!.close();
    open[0]!.close();
    const first = await waiting[0]!;
    assert.deepEqual(begun, [0]);
    for (const each of [first, ...open.slice(1)]) each.close();
    for (const each of waiting.slice(1)) (await each).close();
    assert.deepEqual(
      begun,
      Array.from({ length: 12 }, (_, at) => at),
    );
    (await search.openMatching(never)).close();
  });

  test("one that nobody waits for any more leaves, and gives its place to the next", async () => {
    const search = openNameSearch(target);
    const gone = new AbortController();
    const open = await Promise.all(Array.from({ length: 4 }, async () => await search.openMatching(gone.signal)));
    const left = search.openMatching(gone.signal);
    const next = search.openMatching(never);
    const reason = new Error("the client went away");
    const matched = open[0]!.match(questions);
    gone.abort(reason);
    await assert.rejects(left, reason);
    await assert.rejects(matched, reason);
    await assert.rejects(open[1]!.match(questions), reason);
    await assert.rejects(search.openMatching(gone.signal), reason);
    open[0]!.close();
    assert.equal((await (await next).match(questions)).length, questions.length);
  });
});
