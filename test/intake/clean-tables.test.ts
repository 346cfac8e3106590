import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { cleanTables, openGood, rowsOf, writeDataset } from "./open-folder.ts";

const COMPANIES = `id,name,country,sector,website,lei,aliases
c1,Zeta Mills,FR,Food & drink,https://zeta.example,,Zeta|Mills of Zeta
c2,Ábel Foods,Namibia,food & drink,,,
c3,Abel Metals,NA,Mining,,,
`;
const PRODUCTS = `id,name,company,brand,aliases
p1,Oat bar,c1,Zeta,Oaty | Zeta bar||Oaty
,Oat bar,c2,,
`;
const JUDGEMENTS = `company,pillar,band,criterion,judge,judged_on,source_url
c1,water,low,,,,
c1,water,high,leaks,Ann,2024-02-29,https://example.org/1
c1,water,Middle band,leaks,Ann,2023-01-01,https://example.org/2
c2,Fair pay,low,,,2024-01-01,
`;

describe("clean tables", () => {
  it("have the columns, the numbers and the order of the contract", async () => {
    const folder = writeDataset({ "companies.csv": COMPANIES, "products.csv": PRODUCTS, "judgements.csv": JUDGEMENTS });
    const dataset = await openGood(folder);
    assert.deepEqual(await cleanTables(dataset), {
      company: [
        [0, "c2", "abel-foods", "Ábel Foods", "NA", "food-and-drink", null, null, null, null],
        [1, "c3", "abel-metals", "Abel Metals", "NA", "mining", null, null, null, null],
        [
          2,
          "c1",
          "zeta-mills",
          "Zeta Mills",
          "FR",
          "food-and-drink",
          null,
          "https://zeta.example",
          null,
          "Zeta|Mills of Zeta",
        ],
      ],
      country: [
        ["FR", "FRA", "france", "France"],
        ["NA", "NAM", "namibia", "Namibia"],
      ],
      sector: [
        ["food-and-drink", "Food & drink"],
        ["mining", "Mining"],
      ],
      product: [
        [0, null, "oat-bar-abel-foods", "Oat bar", null, null],
        [2, "p1", "oat-bar-zeta-mills", "Oat bar", "Zeta", "Oaty|Zeta bar"],
      ],
      term: [
        [1, "Ann", true],
        [2, "https://example.org/1", false],
        [3, "leaks", true],
      ],
      judgement: [
        [0, 1, 1, 0, 0, 19723, 0],
        [2, 0, 1, 0, 0, -2147483648, 0],
        [2, 0, 3, 3, 1, 19782, 2],
      ],
    });
    assert.deepEqual(dataset.counts, {
      companies: 3,
      products: 2,
      judgements: 3,
      duplicateCompanies: 0,
      duplicateProducts: 0,
      duplicateJudgements: 0,
      supersededJudgements: 1,
      skippedKinds: [],
      replies: 0,
      duplicateReplies: 0,
      skippedRows: { companies: 0, products: 0, judgements: 0, replies: 0 },
      companiesWithoutCountry: 0,
    });
    const types = await rowsOf(
      dataset,
      "SELECT DISTINCT data_type FROM duckdb_columns() WHERE schema_name = 'clean' AND table_name = 'judgement' AND column_name <> 'rowid'",
    );
    assert.deepEqual(types, [["INTEGER"]]);
  });
});
