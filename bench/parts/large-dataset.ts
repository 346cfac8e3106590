import { DuckDBInstance } from "@duckdb/node-api";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { TERRITORIES } from "../../src/atlas/territories.ts";

const PILLARS = ["governance", "labour_rights", "environment", "product_safety", "privacy", "tax"];
const BANDS = ["very_low", "low", "moderate", "high", "very_high"];
const SECTORS = 20;
const PRODUCTS_PER_COMPANY = 2;

/**
 * Writes a dataset to publish: the same rows for the same number of companies, in every country and
 * territory there is (the first ones have most), with 10 to 25 judgements per company and two
 * products. In the next edition every fiftieth company is gone, every fiftieth is in another
 * sector, and every tenth leans to a higher band.
 */
export async function writeLargeDataset(folder: string, companies: number, isNextEdition = false): Promise<void> {
  const named = (id: string): object => ({ id, label: id.replaceAll("_", " ") });
  const facts = {
    title: "Generated for a measurement",
    publisher: "Country Trust",
    year: 2026,
    scale: { id: "five", bands: BANDS.map(named) },
    pillars: PILLARS.map(named),
  };
  writeFileSync(path.join(folder, "dataset.json"), JSON.stringify(facts));
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const countries = TERRITORIES.map(({ iso2 }) => iso2);
  const id = (company: string): string => `'C' || lpad((${company})::VARCHAR, 7, '0')`;
  const copy = async (name: string, select: string): Promise<void> => {
    await connection.run(`COPY (${select}) TO ${text(path.join(folder, `${name}.csv`))} (HEADER)`);
  };
  const isDrawn = (company: string, salt: number, share: number): string =>
    isNextEdition ? `(hash(${company} * 31 + ${salt}) % ${share} = 0)` : "false";
  const isGone = (company: string): string => isDrawn(company, 1, 50);
  await copy(
    "companies",
    `SELECT ${id("i")} AS id, 'Company ' || chr((65 + hash(i) % 26)::INTEGER) || ' ' || i AS name,
       ${pickSkewed(countries, "hash(i + 1)")} AS country, 'Sector ' || (hash(i + 2 + ${isDrawn("i", 2, 50)}::INTEGER) % ${SECTORS})::INTEGER AS sector,
       'https://c' || i || '.example' AS website FROM range(${companies}) r(i) WHERE NOT ${isGone("i")}`,
  );
  await copy(
    "products",
    `SELECT ${id(`i // ${PRODUCTS_PER_COMPANY}`)} AS company, 'P' || i AS id, 'Product ' || i AS name, 'Brand ' || i // 7 AS brand
       FROM range(${companies * PRODUCTS_PER_COMPANY}) r(i) WHERE NOT ${isGone(`(i // ${PRODUCTS_PER_COMPANY})`)}`,
  );
  // A company leans to a band of its own, so that every band has companies with this median.
  await copy(
    "judgements",
    `SELECT ${id("i")} AS company, ${pick(PILLARS, "j")} AS pillar, 'criterion ' || j // ${PILLARS.length} AS criterion,
       ${list(BANDS)}[greatest(1, least(${BANDS.length}, (hash(i) % 7)::INTEGER - 1 + ${isDrawn("i", 3, 10)}::INTEGER + (hash(i * 25 + j) % 3)::INTEGER))] AS band,
       DATE '2024-01-01' + (hash(i * 25 + j + 1) % 900)::INTEGER AS judged_on,
       'https://reports.example/' || i // 10 || '/' || j % 3 AS source_url
       FROM range(${companies}) r(i), range(25) s(j) WHERE j < 10 + hash(i + 3) % 16 AND NOT ${isGone("i")}`,
  );
  connection.closeSync();
  instance.closeSync();
}

function pick(items: readonly string[], number: string): string {
  return `${list(items)}[((${number}) % ${items.length})::INTEGER + 1]`;
}

/**
 * The square of an even draw: of 100,000 companies the first of 250 countries gets about 6,000, the
 * last about 200.
 */
function pickSkewed(items: readonly string[], number: string): string {
  return `${list(items)}[(pow((${number} % 1000000) / 1000000.0, 2) * ${items.length})::INTEGER % ${items.length} + 1]`;
}

function list(items: readonly string[]): string {
  return `[${items.map(text).join(", ")}]`;
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
