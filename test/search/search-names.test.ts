import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { IndexBuilder } from "../../src/search/build-index.ts";
import { openIndex } from "../../src/search/index-file.ts";
import type { SearchDocument } from "../../src/search/search-document.ts";
import { searchNames, type SearchRequest } from "../../src/search/search-names.ts";
import { tokenize } from "../../src/search/tokenize.ts";
import { Fts5Reader } from "./fts5-reader.ts";
import { DOCUMENTS } from "./names.ts";

function buildFile(documents: readonly SearchDocument[]): Uint8Array {
  const builder = new IndexBuilder();
  for (const document of documents) builder.add(document);
  return builder.finish();
}

const reader = openIndex(buildFile(DOCUMENTS));

function find(text: string, question: Partial<SearchRequest> = {}) {
  return searchNames(reader, { text, offset: 0, limit: 10, ...question });
}

function names(text: string, question: Partial<SearchRequest> = {}): string[] {
  return find(text, question).names.map(({ name }) => name);
}

/** The name with what answers the query in brackets. */
function marked(text: string, index = 0): string {
  const { name, highlights } = find(text).names[index]!;
  return highlights.reduceRight(
    (shown, { start, end }) => `${shown.slice(0, start)}[${shown.slice(start, end)}]${shown.slice(end)}`,
    name,
  );
}

test("a hit says what of it matches: the name, its words, their beginnings, or only letters like them", () => {
  for (const [typed, likeness] of [
    ["bluewater software", "name"],
    ["BLUE", "name"],
    ["north harbour bank plc", "name"],
    ["alnour", "name"],
    ["frou frou france", "name"],
    ["蓝天科技", "name"],
    ["harbour", "words"],
    ["shipping harbour", "words"],
    ["harb", "part"],
    ["udm", "part"],
    ["harbuor bank", "similar"],
    ["harbour bank zzz", "similar"],
  ] as const) {
    const countryWords = typed.endsWith("france") ? { text: "france", country: "FR" } : undefined;
    assert.equal(find(typed, { countryWords }).names[0]?.likeness, likeness, typed);
  }
});

describe("queries find what was meant", () => {
  const CASES: readonly (readonly [typed: string, first: string])[] = [
    ["asthetik sohne", "Ästhetik & Söhne GmbH & Co. KG"],
    ["ORSTED BOLGE", "Ørsted Bølge A/S"],
    ["lodzka fabryka", "Łódzka Fabryka Słodyczy Sp. z o.o."],
    ["cicek isiklari", "Çiçek Işıkları A.Ş."],
    ["brasserie de letang", "Brasserie de l'Étang S.A."],
    ["Brasserie de l’Étang SA", "Brasserie de l'Étang S.A."],
    ["at&c", "AT&C Networks Corp."],
    ["a b carver", "A.B. Carver & Sons, Inc."],
    ["bluewatersoftware", "Bluewater Software Corporation"],
    ["bluewater softwar", "Bluewater Software Corporation"],
    ["blue water software corp", "Blue Water Software"],
    ["bluwater sofware", "Bluewater Software Corporation"],
    ["8twelve", "8-Twelve Stores"],
    ["bank north harbour", "North Harbour Bank Limited"],
    ["harbuor bank", "North Harbour Bank Limited"],
    ["udm", "Universal Data Machines Corporation"],
    ["cahaya nusantara", "PT Cahaya Nusantara Tbk"],
    ["северный ветр", "ПАО Северный Ветер"],
    ["елка иод", "ООО Ёлка и Йод"],
    ["ελληνικη θαλασσα", "Ελληνική Θάλασσα Α.Ε."],
    ["ΟΔΥΣΣΕΑΣ", "Οδυσσέας Εκδόσεις"],
    ["احمد العطار", "مجموعة أحمد العطار"],
    ["בית קפה", "בית קפה השחר בע״מ"],
    ["नीला सागर", "नीला सागर उद्योग"],
    ["น้ำใส", "บริษัท น้ำใส จำกัด"],
    ["あおぞら電", "株式会社あおぞら電気"],
    ["アオゾラ電気", "株式会社あおぞら電気"],
    ["電気", "株式会社あおぞら電気"],
    ["ブルーオーシャン", "ブルー・オーシャン工業株式会社"],
    ["蓝天", "蓝天科技股份有限公司"],
    ["장미", "장미전자 주식회사"],
    ["sakura bnk", "さくら銀行"],
    ["creme fraich", "Crème Fraîche"],
    ["chocolat lait", "Chocolat au Lait"],
    ["zero", "Zero"],
    ["blue", "Bluewater Software Corporation"],
    ["north harbour", "North Harbour"],
    ["!!!", "!!!"],
    ["frou frou", "Frou Frou"],
    ["frou", "Frou"],
    ["chocolat AND noir", "Chocolat Noir 85 %"],
    ['"zero cola" OR NEAR(*)', "Zero Cola"],
  ];
  for (const [typed, first] of CASES) test(typed, () => assert.equal(names(typed)[0], first));

  test("a query without a similar name has no hits", () => {
    const answer = find("qqqqqqqq");
    assert.deepEqual([answer.names, answer.total, answer.isExact, answer.nextOffset], [[], 0, true, null]);
  });

  test("exact matches rank before prefixes before typos", () => {
    const found = names("frou", { limit: 3 });
    assert.deepEqual(found.slice(0, 2), ["Frou", "Frou Frou"]);
    assert.deepEqual(names("bluewater")[0], "Bluewater Software Corporation");
  });
});

describe("results explain themselves", () => {
  test("highlights mark what matched in the original name", () => {
    assert.equal(marked("letang"), "Brasserie de [l'Étang] S.A.");
    assert.equal(marked("lodzka fabr"), "[Łódzka] [Fabr]yka Słodyczy Sp. z o.o.");
    assert.equal(marked("sofware bluwater"), "[Bluewater] [Software] Corporation");
    assert.equal(marked("at&c"), "[AT&C] Networks Corp.");
    assert.equal(marked("電気"), "株式会社あおぞら[電気]");
    assert.equal(marked("udm"), "[U]niversal [D]ata [M]achines Corporation");
    assert.equal(marked("creme fraich"), "[Crème] [Fraîch]e");
  });

  test("reports the alias that matches better than the name", () => {
    const [first] = find("sakura bank").names;
    assert.deepEqual([first?.name, first?.alias, first?.highlights], ["さくら銀行", "Sakura Bank", []]);
    assert.equal(find("udm").names[0]?.alias, null, "initials are no alias");
    assert.equal(find("さくら銀行").names[0]?.alias, null);
  });

  test("filters apply to hits, facets and total", () => {
    const all = find("north harbour");
    assert.deepEqual(all.facets.country, [
      ["GB", 3],
      ["IE", 1],
    ]);
    assert.equal(all.total, 4);
    const british = find("north harbour", { countries: ["GB"] });
    assert.equal(british.total, 3);
    assert.deepEqual(british.facets.sector, [
      ["finance", 2],
      ["transport", 1],
    ]);
    assert.deepEqual(names("north harbour", { countries: ["GB"], sectors: ["transport"] }), [
      "Harbour North Shipping Ltd",
    ]);
    assert.deepEqual(names("blue", { kind: "product" }), ["Blue", "BlueWater Office 2026"]);
    assert.deepEqual(names("blue", { countries: ["XX"] }), []);
    assert.deepEqual(find("north harbour", { countries: ["XX", "GB"] }), british);
  });

  test("pages have no gaps or overlaps, whatever their length", () => {
    const whole = names("c", { limit: 100 });
    for (const limit of [1, 2, 3, 7]) {
      const paged: string[] = [];
      for (let offset: number | null = 0; offset !== null;) {
        const answer = find("c", { limit, offset });
        paged.push(...answer.names.map(({ name }) => name));
        offset = answer.nextOffset;
      }
      assert.deepEqual(paged, whole);
    }
  });
});

const anyDocument = fc.constantFrom(...DOCUMENTS);
const written = fc.constantFrom(...DOCUMENTS.filter(({ name }) => /[\p{L}\p{N}]/u.test(name)));
const SEED = 20_261_121;

describe("properties", () => {
  test("every name finds itself first, or a name or alias with the same tokens", () => {
    for (const { name } of DOCUMENTS) {
      const split = (text: string) =>
        tokenize(text)
          .filter(({ isMinor }) => !isMinor)
          .map(({ text: word }) => word)
          .join(" ");
      const [first] = find(name).names;
      assert.ok([first!.name, first!.alias ?? ""].map(split).includes(split(name)), `${name}: ${first!.name}`);
    }
  });

  test("a name is found without its accents, case, punctuation or legal form", () => {
    const spoil = fc.constantFrom<(name: string) => string>(
      (name) => name.toUpperCase(),
      (name) => name.toLowerCase(),
      (name) => name.normalize("NFD").replaceAll(/[\u0300-\u036f]/gu, ""),
      (name) => name.normalize("NFD"),
      (name) => name.replaceAll(/[.,'’·・]/gu, ""),
      (name) => name.replaceAll(/[-&/]/gu, " "),
      (name) => ` ${name.replaceAll(" ", "   ")} `,
      (name) =>
        name.replaceAll(
          /\s*(?:GmbH & Co\. KG|S\.A\.B\. de C\.V\.|S\.A\.|A\/S|plc|Limited|Ltd|, Inc\.|Corp\.|Corporation|株式会社|股份有限公司|주식회사|Tbk)/gu,
          "",
        ),
      (name) => `${name} Ltd.`,
      (name) => `«${name}»`,
    );
    fc.assert(
      fc.property(
        written,
        fc.uniqueArray(spoil, { minLength: 1, maxLength: 3 }),
        ({ name, position, kind }, spoils) => {
          const spoiled = spoils.reduce((text, each) => each(text), name);
          if (!/[\p{L}\p{N}]/u.test(spoiled)) return;
          const found = find(spoiled).names.some((each) => each.position === position && each.kind === kind);
          assert.ok(found, `${name} is not found as ${spoiled}: ${names(spoiled).join(", ")}`);
        },
      ),
      { numRuns: 1000, seed: SEED },
    );
  });

  test("highlights are in order, within the name, and never split a character", () => {
    fc.assert(
      fc.property(anyDocument, fc.nat(20), fc.nat(20), ({ name }, from, length) => {
        for (const { name: found, highlights } of find(name.slice(from, from + length + 1)).names) {
          let at = 0;
          for (const { start, end } of highlights) {
            assert.ok(start >= at && end > start && end <= found.length);
            assert.ok(!/^[\p{M}\udc00-\udfff]/u.test(found.slice(start)) && !/^[\p{M}]/u.test(found.slice(end)));
            at = end;
          }
        }
      }),
      { numRuns: 1000, seed: SEED },
    );
  });

  test("the same documents in any order give the same bytes", () => {
    const expected = Buffer.from(buildFile(DOCUMENTS));
    const shuffled = fc.shuffledSubarray([...DOCUMENTS], { minLength: DOCUMENTS.length });
    fc.assert(
      fc.property(shuffled, (documents) => assert.ok(Buffer.from(buildFile(documents)).equals(expected))),
      { numRuns: 10, seed: SEED },
    );
  });

  test("the FTS5 reader gives the same results for misspelt names", () => {
    const byPosition = new Map(DOCUMENTS.map((document) => [`${document.kind} ${document.position}`, document]));
    const ordered = Array.from({ length: DOCUMENTS.length }, (_, at) => {
      const kind = reader.isCompany(at) ? "company" : "product";
      return byPosition.get(`${kind} ${reader.textOf(at).position}`)!;
    });
    const twin = new Fts5Reader(ordered);
    const letter = fc.constantFrom(..."aeiourstnlbcøçж電ブ 812&.".split(""));
    const named = { sectors: ["food"], companies: [0, 3, 7], products: [1, 2] };
    const filter = fc.constantFrom(
      {},
      { countries: ["GB"] },
      { kind: "product" as const },
      { sectors: ["food"] },
      { anySectors: named },
      { anySectors: named, kind: "company" as const },
    );
    fc.assert(
      fc.property(anyDocument, fc.nat(15), letter, fc.nat(30), filter, ({ name }, at, put, length, narrowed) => {
        const text = (name.slice(0, at) + put + name.slice(at + 1)).slice(0, length + 1);
        const question = { text, offset: 0, limit: 20, ...narrowed };
        assert.deepEqual(searchNames(reader, question), searchNames(twin, question));
      }),
      { numRuns: 1000, seed: SEED },
    );
    twin.close();
  });

  test("an empty index can be searched", () => {
    const empty = openIndex(buildFile([]));
    assert.equal(searchNames(empty, { text: "north", offset: 0, limit: 10 }).total, 0);
  });
});
