import { readFileSync } from "node:fs";
import path from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import type { RawFacts } from "../../bench/parts/compare-raw.ts";

interface Labelled {
  readonly id: string;
  readonly label: string;
}

/** The facts of the release that is current in a data folder, from its tables alone. */
export async function factsOfRelease(dataFolder: string): Promise<RawFacts> {
  const folder = path.join(dataFolder, "releases", readFileSync(path.join(dataFolder, "current"), "utf8").trim());
  const { dataset }: { dataset: { scale: { bands: Labelled[] }; pillars: Labelled[] } } = JSON.parse(
    readFileSync(path.join(folder, "manifest.json"), "utf8"),
  );
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const read = async (sql: string): Promise<Record<string, string>[]> =>
    (await connection.runAndReadAll(sql)).getRowObjectsJson() as Record<string, string>[];
  const table = (name: string): string => `read_parquet('${path.join(folder, "tables", name)}.parquet')`;
  try {
    const companies = await read(`SELECT id, coalesce(iso3, '') AS country FROM ${table("companies")}`);
    const judgements = await read(
      `SELECT company_id AS id, company_name AS name, pillar_label AS pillar, band::VARCHAR AS band,
         coalesce(criterion_label, '') AS criterion FROM ${table("judgements")}`,
    );
    const labels = new Map(dataset.scale.bands.map(({ id, label }) => [id, label]));
    return {
      companies: companies.length,
      countries: new Set(companies.map(({ country }) => country).filter((country) => country !== "")).size,
      companiesWithoutCountry: companies.filter(({ country }) => country === "").length,
      bands: dataset.scale.bands.map(({ label }) => label),
      pillars: dataset.pillars.map(({ label }) => label),
      judgements: judgements.map(({ id = "", name = "", pillar = "", criterion = "", band = "" }) => ({
        id,
        name,
        pillar,
        criterion,
        band: labels.get(band) ?? band,
      })),
    };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
