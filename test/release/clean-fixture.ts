import { DuckDBInstance } from "@duckdb/node-api";
import type { Branding } from "../../src/branding/branding.ts";
import type { CleanDataset } from "../../src/release/clean-dataset.ts";
import { LATER_FACTS } from "../../src/trust/dataset.ts";
import { COMPANY_DETAILS } from "../../src/tables/companies.ts";
import { PRODUCT_DETAILS } from "../../src/tables/products.ts";
import { JUDGEMENT_COLUMNS } from "../../src/tables/judgements.ts";
import { BARE } from "../fixtures/branding.ts";

export interface FixtureSize {
  readonly companies: number;
  readonly judgementsPerCompany: number;
  /** Changes every band: another seed is another dataset of the same size. */
  readonly seed?: number;
  readonly threads?: number;
  readonly branding?: Branding;
  /** Without, no company was asked for a reply. */
  readonly hasReplies?: boolean;
  /** Without, every company names one sector. */
  readonly hasOtherSectors?: boolean;
}

const PILLARS = ["governance", "labour", "environment", "privacy", "safety", "tax"];
const BANDS = ["very_low", "low", "medium", "high", "very_high"];
const COUNTRIES = ["DE", "FR", "NA", "US", "JP", "IN", "BR", "KE"];
const ISO3: Readonly<Record<string, string>> = {
  DE: "DEU",
  FR: "FRA",
  NA: "NAM",
  US: "USA",
  JP: "JPN",
  IN: "IND",
  BR: "BRA",
  KE: "KEN",
};

/** A clean dataset made in SQL, as intake would leave it, with every awkward text somewhere. */
export async function makeCleanDataset({
  companies,
  judgementsPerCompany,
  seed = 1,
  threads = 2,
  branding = BARE,
  hasReplies = true,
  hasOtherSectors = true,
}: FixtureSize): Promise<CleanDataset & { close(): void }> {
  const instance = await DuckDBInstance.create(":memory:", { threads: String(threads) });
  const connection = await instance.connect();
  const pick = (list: string[], salt: number): string =>
    `${sqlList(list)}[(hash(i * 7 + ${salt + seed * 1000}) % ${list.length})::INTEGER + 1]`;
  await connection.run(`
    CREATE SCHEMA clean;
    CREATE TABLE clean.country AS SELECT * FROM (VALUES ${COUNTRIES.map((code) => `('${code}', '${ISO3[code]}', '${code.toLowerCase()}-land', '${code} Land')`).join(", ")}) t(iso2, iso3, slug, name)
      WHERE iso2 IN (SELECT ${pick(COUNTRIES, 1)} FROM range(${companies}) r(i)) ORDER BY iso2;
    CREATE TABLE clean.company AS SELECT i::INTEGER AS company, 'C' || i AS id, 'company-' || i AS slug,
        CASE i % 50 WHEN 7 THEN '=1+1 ' WHEN 8 THEN '"Quoted", and more ' WHEN 9 THEN '株式会社 ' ELSE '' END || 'Company ' || i AS name, ${pick(COUNTRIES, 1)} AS country,
        ${pick(["retail", "mining", "banks"], 2)} AS sector,
        CASE WHEN ${hasOtherSectors} THEN CASE i % 9 WHEN 4 THEN 'energy' WHEN 7 THEN 'energy|tourism' END END AS other_sectors, CASE WHEN i % 3 = 0 THEN 'https://c' || i || '.example/' END AS website,
        NULL::VARCHAR AS lei, CASE WHEN i % 10 = 0 THEN 'Co ' || i || '|Comp. ' || i END AS aliases
      FROM range(${companies}) r(i);
    CREATE TABLE clean.sector AS SELECT DISTINCT slug, upper(slug) AS label FROM
      (SELECT sector AS slug FROM clean.company UNION ALL SELECT unnest(string_split(other_sectors, '|')) FROM clean.company) ORDER BY slug;
    CREATE TABLE clean.product AS SELECT (i // 2)::INTEGER AS company, NULL::VARCHAR AS id, 'product-' || i AS slug, 'Product ' || i AS name, 'Brand' AS brand, NULL::VARCHAR AS aliases
      FROM range(${companies}) r(i);
    CREATE TABLE clean.term AS SELECT row_number() OVER (ORDER BY text)::INTEGER AS term, text, NOT starts_with(text, 'https:') AS is_label FROM (
      SELECT 'criterion ' || lpad(i::VARCHAR, 2, '0') AS text FROM range(40) r(i) UNION ALL SELECT 'panel' UNION ALL
      SELECT 'https://reports.example/c' || i FROM range(${companies}) r(i)) ORDER BY term;
    CREATE TABLE clean.judgement AS SELECT company, pillar, band, k.term AS criterion, CASE WHEN i % 4 = 0 THEN g.term ELSE 0 END AS judge, judged_on,
        CASE WHEN i % 2 = 0 THEN s.term ELSE 0 END AS source FROM (
      SELECT i, (i // ${judgementsPerCompany})::INTEGER AS company, (i % ${PILLARS.length})::INTEGER AS pillar, (hash(i + ${seed}) % ${BANDS.length} + 1)::INTEGER AS band,
        i // ${PILLARS.length} % 40 AS criterion, CASE WHEN i % 17 = 0 THEN -2147483648 ELSE 19000 + (i % 900)::INTEGER END AS judged_on
      FROM range(${companies * judgementsPerCompany}) r(i) WHERE (i // ${judgementsPerCompany}) % 20 <> 3) j
      JOIN clean.term k ON k.text = 'criterion ' || lpad(j.criterion::VARCHAR, 2, '0') JOIN clean.term g ON g.text = 'panel'
      JOIN clean.term s ON s.text = 'https://reports.example/c' || company ORDER BY company, pillar, k.term, judge;
    ALTER TABLE clean.judgement ALTER criterion TYPE INTEGER;`);
  // Every tenth company was asked, about one judgement, a pillar or all of them.
  await connection.run(`CREATE TABLE clean.reply AS SELECT company, CASE WHEN company % 3 > 0 THEN pillar END AS pillar,
      CASE WHEN company % 3 = 1 THEN (DATE '1970-01-01' + judged_on)::VARCHAR END AS judged_on,
      CASE WHEN company % 20 = 0 THEN 'no_answer' WHEN company % 40 = 10 THEN 'corrected' ELSE 'answered' END AS status,
      CASE WHEN company % 20 > 0 THEN '2026-05-04' END AS replied_on,
      CASE WHEN company % 20 > 0 THEN '=cmd|calc "quoted", and' || chr(10) || chr(10) || 'a second line; ' || company END AS text,
      CASE WHEN company % 30 = 0 THEN 'https://reply.example/' || company END AS url
    FROM (SELECT company, min(pillar) AS pillar, arg_max(judged_on, -pillar) AS judged_on FROM clean.judgement WHERE judged_on > 0 GROUP BY company)
    WHERE company % 10 = 0 AND ${hasReplies} ORDER BY company`);
  // Columns that are declared and not made above are filled on every fifth row.
  for (const [table, details] of [
    ["company", COMPANY_DETAILS],
    ["product", PRODUCT_DETAILS],
  ] as const) {
    const there = (await connection.runAndReadAll(`FROM clean.${table} LIMIT 0`)).columnNames();
    for (const { name } of details.filter((column) => !there.includes(column.name))) {
      await connection.run(`ALTER TABLE clean.${table} ADD COLUMN ${name} VARCHAR;
        UPDATE clean.${table} SET ${name} = '${name} ' || company WHERE rowid % 5 = 0`);
    }
  }
  const made = (await connection.runAndReadAll("FROM clean.judgement LIMIT 0")).columnNames();
  for (const { cleanName } of JUDGEMENT_COLUMNS.filter((column) => !made.includes(column.cleanName))) {
    await connection.run(`ALTER TABLE clean.judgement ADD COLUMN "${cleanName}" INTEGER DEFAULT 0;
      UPDATE clean.judgement SET "${cleanName}" = 1 WHERE rowid % 5 = 0`);
  }
  const count = async (table: string): Promise<number> =>
    Number((await connection.runAndReadAll(`SELECT count(*) FROM clean.${table}`)).getRows()[0]![0]);
  const facts = {
    title: "Fixture",
    v1Title: "Old fixture",
    publisher: "Tests",
    year: 2026,
    homepage: null,
    licence: "CC-BY-4.0",
    notice: null,
    scale: { id: "five", bands: BANDS.map((id) => ({ id, label: id, description: null })) },
    pillars: PILLARS.map((id) => ({ id, label: id, description: null })),
    sectorLabels: {},
    monitored: null,
    minimumCompanies: 3,
    ...LATER_FACTS,
  };
  return {
    connection,
    connect: () => instance.connect(),
    counts: {
      companies,
      companiesWithoutCountry: 0,
      products: await count("product"),
      judgements: await count("judgement"),
      duplicateCompanies: 0,
      duplicateProducts: 0,
      duplicateJudgements: 0,
      supersededJudgements: 0,
      skippedKinds: [],
      replies: await count("reply"),
      duplicateReplies: 0,
      skippedRows: { companies: 0, products: 0, judgements: 0, replies: 0 },
    },
    facts,
    branding,
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

function sqlList(items: readonly string[]): string {
  return `[${items.map((item) => `'${item}'`).join(", ")}]`;
}
