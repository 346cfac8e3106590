import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { open, writeDataset } from "./open-folder.ts";

const JUDGEMENTS = { "judgements.csv": "company,pillar,band\na,water,low\n" };

async function noticeOf(companies: string, mapping?: unknown): Promise<string | undefined> {
  const header = "id,name,country,sector,website,lei\n";
  const files = { ...JUDGEMENTS, "companies.csv": header + companies };
  const told = mapping === undefined ? {} : { "mapping.json": JSON.stringify(mapping) };
  const { problems } = await open(writeDataset({ ...files, ...told }));
  return problems.notices.find((notice) => notice.includes("probably one company"));
}

describe("companies that are probably one are listed with both rows, and not merged", () => {
  for (const [why, rows, said] of [
    [
      "the legal form",
      "a,Intel Corp.,US,Food,,\nb,Intel Corporation,US,Food,,\n",
      /"Intel Corp\." \(a, US\) and "Intel Corporation" \(b, US\), the same name but/u,
    ],
    ["case, accents and punctuation", "a,Bäckerei Öhler,DE,Food,,\nb,BACKEREI-OHLER,DE,Food,,\n", /the same name but/u],
    ["the LEI", "a,Acme,US,Food,,5493001KJTIIGC8Y1R12\nb,Zebra,FR,Food,,5493001KJTIIGC8Y1R12\n", /the same LEI/u],
    [
      "the website",
      "a,Acme,US,Food,https://www.acme.example/,\nb,Zebra,FR,Food,http://acme.example,\n",
      /the same website/u,
    ],
    [
      "one typing error",
      "a,Brandberg,NA,Food,,\nb,Brandburg,NA,Food,,\n",
      /"Brandberg" \(a, NA\).*one typing error apart/u,
    ],
  ] as const)
    test(why, async () => assert.match((await noticeOf(rows)) ?? "none", said));

  for (const [why, rows] of [
    ["one name in two countries", "a,Acme,US,Food,,\nb,Acme,FR,Food,,\n"],
    ["a typing error in another country", "a,Brandberg,NA,Food,,\nb,Brandburg,DE,Food,,\n"],
    ["another number", "a,Werk Nord 12,DE,Food,,\nb,Werk Nord 13,DE,Food,,\n"],
  ] as const)
    test(`but not ${why}`, async () => assert.equal(await noticeOf(rows), undefined));

  test("nor what mapping.json tells apart", async () => {
    const rows = "a,Brandberg,NA,Food,,\nb,Brandburg,NA,Food,,\n";
    const mapping = {
      tables: { listed: { files: ["companies.csv"] }, judged: { files: ["judgements.csv"] } },
      companies: { table: "listed", id: "id", name: "name", country: "country", sector: "sector" },
      judgements: [{ table: "judged", company: "company", columns: { band: { pillar: "water" } } }],
    };
    assert.notEqual(await noticeOf(rows, mapping), undefined);
    assert.equal(await noticeOf(rows, { ...mapping, different: [["Brandburg", "Brandberg"]] }), undefined);
  });
});
