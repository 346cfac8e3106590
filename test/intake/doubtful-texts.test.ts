import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeTwiceEncoded } from "../../src/intake/doubtful-texts.ts";
import { DATASET_FILE, open, writeDataset } from "./open-folder.ts";

const twiceEncoded = (text: string): string => new TextDecoder("windows-1252").decode(Buffer.from(text));

/** The notices about doubtful texts in a dataset of these rows. */
async function noticesOf(tables: Readonly<Record<string, readonly string[]>>, facts = {}): Promise<readonly string[]> {
  const files = Object.entries(tables).map(([name, lines]) => [`${name}.csv`, lines.join("\n")]);
  const dataset = JSON.stringify({ ...DATASET_FILE, ...facts });
  const result = await open(writeDataset({ "dataset.json": dataset, ...Object.fromEntries(files) }));
  assert.ok(result.ok, JSON.stringify(result.problems.kinds));
  return result.problems.notices.filter((notice) => /^(companies|products|judgements|replies): (?!no )/u.test(notice));
}

const COMPANIES = [
  "id,name,country,sector,aliases",
  "c1,Aster,FR,Health,",
  "c2,Birch,FR,Health,",
  "c3,Cedar,FR,Mining,",
];
const JUDGEMENTS = ["company,pillar,criterion,band", "c1,water,Reporting,low", "c2,water,Reporting,low"];

describe("notices of doubtful texts", () => {
  test("a dataset as it should be has none", async () => {
    assert.deepEqual(await noticesOf({ companies: COMPANIES, judgements: JUDGEMENTS }), []);
  });

  test("letters that look alike: the row, the letter and what to do", async () => {
    const companies = [...COMPANIES, "c4,\u0410pple,FR,Mining,", "c5,Яндекс,FR,Mining,G\u043e\u043egle"];
    const products = ["company,name,brand", "c1,Tea,N\u0435st"];
    assert.deepEqual(await noticesOf({ companies, products, judgements: JUDGEMENTS }), [
      'companies: 2 texts have words with letters of two alphabets that look alike; type them anew in one alphabet, or other programs take them for other names: name of c4, "\u0410pple" (the Cyrillic \u0410 looks like A); aliases of c5, "G\u043e\u043egle" (the Cyrillic \u043e looks like o)',
      'products: 1 text has a word with letters of two alphabets that look alike; type them anew in one alphabet, or other programs take them for other names: brand of Tea, "N\u0435st" (the Cyrillic \u0435 looks like e)',
    ]);
  });

  test("texts that were encoded twice, in names, sectors and criteria", async () => {
    const companies = [...COMPANIES, `c4,${twiceEncoded("Société")},FR,${twiceEncoded("Santé")},`];
    const judgements = [...JUDGEMENTS, `c3,pay,${twiceEncoded("Équité")},low`];
    const [names = "", criteria = "", ...more] = await noticesOf({ companies, judgements });
    assert.match(
      names,
      /^companies: 2 texts were probably encoded twice as UTF-8; export .*: name of c4, ".*" \(probably "Société"\); sector of .*\(probably "Santé"\)$/u,
    );
    assert.match(criteria, /^judgements: 1 text was .*: criterion or judge, ".*" \(probably "Équité"\)$/u);
    assert.deepEqual(more, []);
  });

  test("of many rows, the first are named and the rest counted", async () => {
    const rows = Array.from({ length: 12 }, (_, at) => `d${at},\u0410cme ${at},FR,Mining,`);
    const [notice = ""] = await noticesOf({ companies: [...COMPANIES, ...rows], judgements: JUDGEMENTS });
    assert.match(notice, /^companies: 12 texts have .*; and 7 more$/u);
    assert.equal(notice.match(/name of/gu)?.length, 5);
  });

  test("sectors one typing error apart, unless dataset.json declares both", async () => {
    const companies = [
      ...COMPANIES,
      "c4,Dogwood,FR,Heatlh,",
      "c5,Elder,FR,Minings,",
      "c6,Fir,FR,Oil,",
      "c7,Gorse,FR,Oils,",
    ];
    const said = (await noticesOf({ companies, judgements: JUDGEMENTS })).map((notice) => notice.split(";")[0]);
    assert.deepEqual(said, [
      'companies: the sector "Heatlh" (1 company, such as c4) is one typing error from "Health" (2 companies)',
      'companies: the sector "Mining" (1 company, such as c3) is one typing error from "Minings" (1 company)',
    ]);
    const sectors = ["Health", "Heatlh"].map((label) => ({ slug: label.toLowerCase(), label }));
    const declared = await noticesOf({ companies, judgements: JUDGEMENTS }, { sectors });
    assert.equal(
      declared.some((notice) => notice.includes("Heatlh")),
      false,
    );
  });

  test("criteria of one pillar one typing error, or case and spaces, apart; not another number", async () => {
    const judgements = [
      ...JUDGEMENTS,
      "c3,water,Reportin,low",
      "c3,pay,Reportingg,low",
      "c1,pay,Level 1 policy,low",
      "c1,pay,Level 2 policy,low",
      "c2,pay,Living wage,low",
      "c3,pay,living-wage,low",
    ];
    const said = (await noticesOf({ companies: COMPANIES, judgements })).map((notice) => notice.split(";")[0]);
    assert.deepEqual(said, [
      'judgements: the criterion "Reportin" of water (1 judgement, such as of c3) is one typing error from "Reporting" (2 judgements)',
      'judgements: the criterion "Living wage" of pay (1 judgement, such as of c2) is one typing error from "living-wage" (1 judgement)',
    ]);
  });
});

describe("texts that were encoded twice as UTF-8", () => {
  for (const text of ["Société", "Österreich", "Škoda", "Łódź", "L’Oréal", "Яндекс", "阿里巴巴", "Żabka"])
    test(`${text} is found again`, () => {
      assert.equal(decodeTwiceEncoded(twiceEncoded(text)), text);
    });

  for (const text of ["Société", "«CAFÉ»", "CAFÉ™", "NESTLÉ®", "SÃO", "IRMÃ", "Ångström", "Яндекс", "voilà…", "¿Qué?"])
    test(`${text} is left alone`, () => {
      assert.equal(decodeTwiceEncoded(text), null);
    });
});
