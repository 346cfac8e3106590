import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { readColumns } from "../number-columns.ts";
import { OTHER_SECTORS } from "../company-rows.ts";
import type { Manifest } from "../manifest.ts";
import { COMPANY_DETAILS } from "../../tables/companies.ts";
import { type DetailColumn, storedDetailsSql } from "../../tables/details.ts";
import { PRODUCT_DETAILS } from "../../tables/products.ts";
import { storedReplies } from "../stored-replies.ts";
import type { ComparedCompany, ReleaseContents } from "../../trust/release-contents.ts";
import { readCountries, readSectors } from "../area-tables.ts";
import { JudgementDigester } from "./content-digest.ts";
import { openDatabase } from "../open-database.ts";
import type { CountryRecord, SectorRecord } from "../snapshot.ts";
import type { ComparedRelease } from "./release-changes.ts";

/** A release as it is compared by those who also name its countries and sectors. */
export interface ComparedFigures extends ComparedRelease {
  readonly manifest: Manifest;
  readonly countries: readonly CountryRecord[];
  readonly sectors: readonly SectorRecord[];
}

/**
 * Reads what a release is compared by and closes its files: a folder with open files cannot be
 * moved everywhere.
 */
export function readFigures(manifest: Manifest, folder: string): ComparedFigures {
  const database = openDatabase(folder);
  try {
    const contents = readContents(database, manifest);
    return {
      manifest,
      contents: () => contents,
      countries: readCountries(database),
      sectors: readSectors(database),
    };
  } finally {
    database.close();
  }
}

/** Reads all that a release is compared by, each row once. */
export function readContents(database: DatabaseSync, manifest: Manifest): ReleaseContents {
  const digester = new JudgementDigester(manifest, readLabels(database));
  const companies = readCompanies(database, manifest, digester);
  const countries = readCountries(database).map(({ iso2, median, pillars }) => ({
    iso2,
    median,
    pillars: pillars.map((pillar) => pillar.median),
  }));
  const sectors = readSectors(database).map(({ slug, label }) => ({ slug, label }));
  return { companies, countries, sectors, criteria: digester.criteria() };
}

/** A row of a company, apart from most of its details. */
interface CompanyRow extends Pick<ComparedCompany, "id" | "slug" | "name" | "lei" | "country" | "sector" | "median"> {
  readonly company: number;
  readonly judgement_count: number;
  readonly urls: string;
  readonly judgements: Uint8Array;
  readonly other_sectors: string | null;
  readonly details: string;
}

function readCompanies(database: DatabaseSync, manifest: Manifest, digester: JudgementDigester): ComparedCompany[] {
  const { pillarMedians } = readColumns(database, manifest);
  const replies = digestReplies(database, manifest.dataset);
  const products = readProducts(database, manifest.format);
  const details = `SELECT json_array(${namesOf(COMPANY_DETAILS)}) FROM (SELECT ${storedDetailsSql(COMPANY_DETAILS, manifest.format)})`;
  const rows = database
    .prepare(
      `SELECT company, id, slug, name, lei, country, sector, median, judgement_count, urls, judgements,
        ${OTHER_SECTORS} AS other_sectors, (${details}) AS details FROM company ORDER BY company`,
    )
    .iterate();
  return Array.from(rows as Iterable<unknown> as Iterable<CompanyRow>, (row) => {
    const { company, id, slug, name, lei, country, sector, median, judgements } = row;
    const { digest, sources, ratings } = digester.digest(judgements, JSON.parse(row.urls) as readonly string[]);
    return {
      id,
      slug,
      name,
      lei,
      country,
      sector,
      median,
      pillars: pillarMedians.map((levels) => levels[company] || null),
      judgementCount: row.judgement_count,
      sourceCount: sources,
      otherSectors: row.other_sectors,
      replies: replies.get(company) ?? null,
      judgements: digest,
      ratings,
      details: `${row.details} ${products.get(company) ?? ""}`,
    };
  });
}

function namesOf(columns: readonly DetailColumn[]): string {
  return columns.map(({ name }) => name).join(", ");
}

/** The texts of criteria and judges, by their terms. */
function readLabels(database: DatabaseSync): Map<number, string> {
  const rows = database.prepare("SELECT term, text FROM term").all();
  return new Map(rows.map((row) => [Number(row["term"]), String(row["text"])]));
}

/** The products of each company that has any, as a digest of all that is said of them. */
function readProducts(database: DatabaseSync, format: number): Map<number, string> {
  const rows = database
    .prepare(
      `SELECT company, group_concat(json_array(id, slug, name, ${namesOf(PRODUCT_DETAILS)}), char(10) ORDER BY product) AS products
        FROM (SELECT company, product, id, slug, name, ${storedDetailsSql(PRODUCT_DETAILS, format)} FROM product) GROUP BY company`,
    )
    .all();
  return new Map(rows.map(({ company, products }) => [Number(company), digestText(String(products))]));
}

/** A digest of the replies of each company that has any: they are long, and only compared. */
function digestReplies(database: DatabaseSync, { pillars }: Manifest["dataset"]): Map<number, string> {
  const byCompany = Map.groupBy(storedReplies(database), ({ company }) => company);
  return new Map(
    [...byCompany].map(([company, replies]) => {
      // Another release may have its pillars in another order.
      const texts = replies.map(({ company: _, pillar, ...reply }) =>
        JSON.stringify([pillar === null ? null : (pillars[pillar]?.id ?? null), reply]),
      );
      return [company, digestText(texts.toSorted().join("\n"))];
    }),
  );
}

/** A digest that is equal for equal texts. */
function digestText(text: string): string {
  return hash("sha1", text, "base64");
}
