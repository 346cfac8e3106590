import type { DatabaseSync, StatementSync } from "node:sqlite";
import { readColumns } from "../company-columns.ts";
import type { Manifest } from "../manifest.ts";
import { COMPANY_DETAILS } from "../../tables/companies.ts";
import { storedDetailsSql, joinValues } from "../../tables/details.ts";
import { PRODUCT_DETAILS } from "../../tables/products.ts";
import { storedReplies } from "../stored-replies.ts";
import type { ComparedCompany, ReleaseContents } from "../../trust/release-contents.ts";
import { readCountries, readSectors } from "../area-rows.ts";
import { digestText, JudgementDigester } from "./content-digest.ts";
import { columnReader } from "../open-database.ts";

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

function readCompanies(
  database: DatabaseSync,
  { counts, dataset, format }: Manifest,
  digester: JudgementDigester,
): ComparedCompany[] {
  const codes = database.prepare("SELECT iso2 FROM country ORDER BY iso2").all();
  const slugs = database.prepare("SELECT slug FROM sector ORDER BY slug").all();
  const countries = codes.map((row) => String(row["iso2"]));
  const sectors = slugs.map((row) => String(row["slug"]));
  const columns = readColumns(columnReader(database, "company_column"), counts.companies, dataset.pillars.length);
  const otherSectors = readOtherSectors(database);
  const replies = digestReplies(database, dataset);
  const products = readProducts(database, format);
  const companies: ComparedCompany[] = [];
  const rows = prepareArrays(
    database,
    `SELECT company, id, slug, name, lei, urls, judgements, ${storedDetailsSql(COMPANY_DETAILS, format)} FROM company ORDER BY company`,
  );
  for (const row of rows.iterate()) {
    const [position, id, slug, name, lei, json, judgements, ...details] = Object.values(row);
    const company = Number(position);
    const urls: readonly string[] = JSON.parse(String(json));
    if (!(judgements instanceof Uint8Array)) throw new Error(`there are no judgements of the company ${String(id)}`);
    const country = countries[columns.country[company] ?? -1] ?? null;
    const sector = sectors[columns.sector[company] ?? -1];
    const median = columns.median[company];
    if (sector === undefined || median === undefined) {
      throw new Error(`there are no figures of the company at position ${company}`);
    }
    const { digest, sources } = digester.digest(judgements, urls);
    details.push(products.get(company) ?? null);
    companies.push({
      id: String(id),
      name: String(name),
      slug: String(slug),
      country,
      sector,
      lei: lei == null ? null : String(lei),
      median: median || null,
      pillars: columns.pillarMedians.map((levels) => levels[company] || null),
      judgementCount: columns.judgements[company] ?? 0,
      sourceCount: sources,
      otherSectors: joinValues(otherSectors.get(company) ?? []),
      replies: replies.get(company) ?? null,
      judgements: digest,
      details: details.every((detail) => detail === null) ? null : JSON.stringify(details),
    });
  }
  return companies;
}

/** The texts of criteria and judges, by their terms. */
function readLabels(database: DatabaseSync): Map<number, string> {
  const rows = database.prepare("SELECT term, text FROM term").all();
  return new Map(rows.map((row) => [Number(row["term"]), String(row["text"])]));
}

/** The other sectors of the companies that have any, by position. */
function readOtherSectors(database: DatabaseSync): Map<number, string[]> {
  const byCompany = new Map<number, string[]>();
  for (const row of database.prepare("SELECT company, sector FROM other_sector ORDER BY company, sector").iterate()) {
    addTo(byCompany, Number(row["company"]), String(row["sector"]));
  }
  return byCompany;
}

/** The products of each company that has any, as a digest of all that is said of them. */
function readProducts(database: DatabaseSync, format: number): Map<number, string> {
  const names = PRODUCT_DETAILS.map(({ name }) => name);
  const rows = prepareArrays(
    database,
    `SELECT company, group_concat(json_array(id, slug, name, ${names.join(", ")}), char(10) ORDER BY product)
      FROM (SELECT company, product, id, slug, name, ${storedDetailsSql(PRODUCT_DETAILS, format)} FROM product) GROUP BY company`,
  );
  return new Map(
    rows.all().map((row) => {
      const [company, products] = Object.values(row);
      return [Number(company), digestText(String(products))];
    }),
  );
}

/** Rows as arrays cost half as much as objects. */
function prepareArrays(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
}

/** A digest of the replies of each company that has any: they are long, and only compared. */
function digestReplies(database: DatabaseSync, { pillars }: Manifest["dataset"]): Map<number, string> {
  const byCompany = new Map<number, string[]>();
  for (const { company, pillar, ...reply } of storedReplies(database)) {
    // Another release may have its pillars in another order.
    const pillarId = pillar === null ? null : (pillars[pillar]?.id ?? null);
    addTo(byCompany, company, JSON.stringify([pillarId, reply]));
  }
  return new Map([...byCompany].map(([company, all]) => [company, digestText(all.toSorted().join("\n"))]));
}

function addTo(lists: Map<number, string[]>, company: number, text: string): void {
  const list = lists.get(company);
  if (list === undefined) lists.set(company, [text]);
  else list.push(text);
}
