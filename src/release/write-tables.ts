import type { DuckDBConnection } from "@duckdb/node-api";
import path from "node:path";
import type { DatasetFacts } from "../trust/dataset.ts";
import type { CompanyStatistics } from "../trust/tally.ts";
import { countryColumns, countryV1Columns, matrixColumns, rankedCountryRows, sectorColumns } from "../tables/areas.ts";
import type { AreaRows } from "./area-tables.ts";
import { appendRows, type CleanDataset, readRows } from "./clean-dataset.ts";
import {
  type ColumnDescription,
  type ComputedColumn,
  type QueriedColumn,
  quoted,
  quotedList,
} from "../tables/column.ts";
import type { TableFile } from "./manifest.ts";
import { companyColumns, companyStatisticsColumns } from "../tables/companies.ts";
import { JUDGEMENT_COLUMNS, judgementColumns, LABELLED_COLUMNS, TERM_COLUMNS } from "../tables/judgements.ts";
import { productColumns } from "../tables/products.ts";
import { replyColumns } from "../tables/replies.ts";
import { parseJudgedOnSql } from "../trust/judged-on.ts";
import { REPLY_STATUSES } from "../trust/replies.ts";

/**
 * Writes the downloadable tables of a release: computed values are appended to tables of the schema
 * `published` in the dataset's database, and DuckDB copies these and the clean tables into files.
 * The same rows give the same bytes.
 */
export class TableWriter {
  readonly #dataset: CleanDataset;
  readonly #folder: string;
  readonly #companyColumns: readonly ComputedColumn<CompanyStatistics>[];

  /** The tables are written into `folder/tables`. */
  constructor(dataset: CleanDataset, folder: string) {
    this.#dataset = dataset;
    this.#folder = folder;
    this.#companyColumns = companyStatisticsColumns(dataset.facts);
  }

  async create(): Promise<void> {
    await this.#dataset.connection.run("CREATE SCHEMA published");
    await this.#createTable("company", [COMPANY, ...this.#companyColumns.map(({ description }) => description)]);
  }

  /** Adds the statistics of some companies, by their number. */
  async addCompanies(companies: readonly (readonly [company: number, CompanyStatistics])[]): Promise<void> {
    await appendRows(
      this.#dataset.connection,
      { schema: "published", table: "company" },
      companies.map(([company, statistics]) => [
        company,
        ...this.#companyColumns.map(({ value }) => value(statistics)),
      ]),
    );
  }

  /**
   * Writes the table of judgements, which needs nothing computed, as Parquet, on a connection of
   * its own.
   */
  async writeJudgements(): Promise<void> {
    const connection = await this.#dataset.connect();
    try {
      await this.#writeParquet("judgements", rowQueries(this.#dataset.facts).judgements, connection);
    } finally {
      connection.closeSync();
    }
  }

  /** Writes the table of judgements, which is there as Parquet, as CSV. */
  copyJudgements(): Promise<TableFile[]> {
    return this.#copyAsCsv("judgements");
  }

  /** Writes the tables of companies, all of which were added, of products and of replies. */
  async writeCompanies(): Promise<TableFile[]> {
    const { companies, products, replies } = rowQueries(this.#dataset.facts);
    return [
      ...(await this.#write("companies", companies)),
      ...(await this.#write("products", products)),
      ...(await this.#write("replies", replies)),
    ];
  }

  /** Writes the tables of countries, sectors and cells. */
  async writeAreas(areas: AreaRows, id: string, asOf: string | null): Promise<TableFile[]> {
    const { facts } = this.#dataset;
    const countries = rankedCountryRows(areas.countries, facts.minimumCompanies, id, asOf);
    const cells = areas.cells.toSorted((a, b) => compare(a.iso3, b.iso3) || compare(a.sector, b.sector));
    return [
      ...(await this.#writeComputed("countries", countryColumns(facts), countries)),
      ...(await this.#writeComputed("countries_v1", countryV1Columns(facts), countries)),
      ...(await this.#writeComputed("sectors", sectorColumns(facts), areas.sectors)),
      ...(await this.#writeComputed("matrix", matrixColumns(facts), cells)),
    ];
  }

  async #writeComputed<Row>(
    table: string,
    columns: readonly ComputedColumn<Row>[],
    rows: readonly Row[],
  ): Promise<TableFile[]> {
    const descriptions = columns.map(({ description }) => description);
    await this.#createTable(table, descriptions);
    await appendRows(
      this.#dataset.connection,
      { schema: "published", table },
      rows.map((row) => columns.map(({ value }) => value(row))),
    );
    return await this.#write(table, `FROM published.${table}`);
  }

  async #createTable(table: string, columns: readonly Pick<ColumnDescription, "name" | "type">[]): Promise<void> {
    const declared = columns.map((column) => `"${column.name}" ${DUCK_TYPE_NAMES[column.type]}`);
    await this.#dataset.connection.run(`CREATE TABLE published.${table} (${declared.join(", ")})`);
  }

  /** Writes the rows of a query, in their order, as Parquet and as CSV. */
  async #write(table: string, query: string): Promise<TableFile[]> {
    await this.#writeParquet(table, query, this.#dataset.connection);
    return await this.#copyAsCsv(table);
  }

  async #writeParquet(table: string, query: string, connection: DuckDBConnection): Promise<void> {
    const file = quoted(path.join(this.#folder, pathOf(table, "parquet")));
    await connection.run(
      `COPY (${query}) TO ${file} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880, KV_METADATA ${rightsOf(this.#dataset.facts)})`,
    );
  }

  /** Writes the rows of a Parquet file, in their order, as CSV; returns both files. */
  async #copyAsCsv(table: string): Promise<TableFile[]> {
    const { connection } = this.#dataset;
    const rows = `read_parquet(${quoted(path.join(this.#folder, pathOf(table, "parquet")))})`;
    const columns = await readRows<{ column_name: string; column_type: string }>(connection, `DESCRIBE FROM ${rows}`);
    const values = columns.map(({ column_name: name, column_type: type }) => csvColumn(name, type));
    const file = quoted(path.join(this.#folder, pathOf(table, "csv")));
    const [written] = await readRows<{ Count: bigint }>(
      connection,
      `COPY (SELECT ${values.join(", ")} FROM ${rows}) TO ${file} (FORMAT csv, HEADER, NEW_LINE '\\r\\n')`,
    );
    return (["csv", "parquet"] as const).map((format) => {
      return { table, rows: Number(written?.Count), columns: columns.length, format, path: pathOf(table, format) };
    });
  }
}

const COMPANY = { name: "company", type: "integer" } as const;

/** A computed date is stored as text. */
const DUCK_TYPE_NAMES: Readonly<Record<ColumnDescription["type"], string>> = {
  text: "VARCHAR",
  date: "VARCHAR",
  integer: "INTEGER",
  number: "DOUBLE",
};

function pathOf(table: string, format: TableFile["format"]): string {
  return `tables/${table}.${format}`;
}

/**
 * The metadata of a Parquet file, as a struct of DuckDB. The release is not in it: its id is
 * known only when every row has been read.
 */
function rightsOf({ title, publisher, licence, notice }: DatasetFacts): string {
  const members = { title, publisher, license: licence, ...(notice === null ? {} : { notice }) };
  return `{${Object.entries(members)
    .map(([name, text]) => `${name}: ${quoted(text)}`)
    .join(", ")}}`;
}

/**
 * A column as the CSV file has it (RFC 4180): text that a spreadsheet would run as a formula gets
 * an apostrophe in front (OWASP, "CSV injection"). Parquet has no such readers and keeps the text
 * as it is.
 */
function csvColumn(name: string, type: string): string {
  if (type !== "VARCHAR") return `"${name}"`;
  // Not `IN (…)`: of six or more values the planner makes a join, and joins lose the order of the
  // rows. All these characters are below the letters, which is quicker to find out.
  const isFormula = `"${name}" < 'A' AND "${name}" <> '' AND contains('=+-@' || chr(9) || chr(13), "${name}"[1])`;
  return `CASE WHEN ${isFormula} THEN '''' || "${name}" ELSE "${name}" END AS "${name}"`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/**
 * The queries of the tables with one row per company, product, judgement or reply, in the order of
 * the contract.
 */
function rowQueries(
  facts: DatasetFacts,
): Readonly<Record<"companies" | "products" | "judgements" | "replies", string>> {
  return {
    companies: `SELECT ${selection(companyColumns(facts))} FROM clean.company c
      LEFT JOIN clean.country k ON k.iso2 = c.country JOIN published.company s USING (company)
      LEFT JOIN (${FURTHEST_REPLIES}) r USING (company) ORDER BY company`,
    products: `SELECT ${selection(productColumns())} FROM clean.product p
      JOIN clean.company c USING (company) ORDER BY company, p.name, p.id`,
    judgements: `SELECT ${selection(judgementColumns(facts))} FROM (${namedJudgements(facts)}) j`,
    replies: `SELECT ${selection(replyColumns(facts))} FROM clean.reply r
      JOIN clean.company c USING (company) ORDER BY company, r.pillar NULLS FIRST, r.judged_on NULLS FIRST`,
  };
}

/**
 * SQL: the clean judgements in the order of their key, with what other tables say of each. Joins do
 * not keep the order of the rows, so they are sorted. What can be computed of a row is not sorted
 * with it: narrow rows take two thirds of the time.
 */
function namedJudgements(facts: DatasetFacts): string {
  const termed = TERM_COLUMNS.map(({ cleanName }) => cleanName);
  const texts = termed.map((name) => `"${name}".text AS "${name}_text"`);
  const termJoins = termed.map((name) => `LEFT JOIN clean.term AS "${name}" ON "${name}".term = j."${name}"`);
  const labels = LABELLED_COLUMNS.map(({ name }) => `"${name}_label".label AS "${name}_label"`);
  const labelJoins = LABELLED_COLUMNS.map(({ name, labelsOf }) => {
    const all = labelsOf(facts);
    const [ids, labelled] = [Object.keys(all), Object.values(all)].map(quotedList);
    return `LEFT JOIN (SELECT unnest(${ids}::VARCHAR[]) AS id, unnest(${labelled}::VARCHAR[]) AS label) AS "${name}_label"
      ON "${name}_label".id = "${name}".text`;
  });
  const key = JUDGEMENT_COLUMNS.filter((column) => "isKey" in column).map(({ cleanName }) => `j."${cleanName}"`);
  return `SELECT j.*, c.id, c.name, ${[...texts, ...labels].join(", ")}, coalesce(d.status, p.status) AS reply_status
    FROM clean.judgement j JOIN clean.company c USING (company)
      ${[...termJoins, ...labelJoins].join(" ")} ${REPLY_JOINS} ORDER BY ${key.join(", ")}`;
}

function selection(columns: readonly QueriedColumn[]): string {
  return columns.map(({ sql, description }) => `${sql} AS "${description.name}"`).join(", ");
}

/** SQL: the furthest status of each company that has a reply. */
const FURTHEST_REPLIES = `SELECT company, arg_max(status, list_position(${quotedList(REPLY_STATUSES)}, status)) AS status
  FROM clean.reply GROUP BY company`;

/** SQL: the replies to a judgement `j` by its date (`d`), or to its pillar (`p`). */
const REPLY_JOINS = `LEFT JOIN (SELECT company, pillar, ${parseJudgedOnSql("judged_on")} AS judged_on, status
      FROM clean.reply WHERE judged_on IS NOT NULL) d ON d.company = j.company AND d.pillar = j.pillar AND d.judged_on = j.judged_on
    LEFT JOIN (SELECT company, pillar, status FROM clean.reply WHERE judged_on IS NULL) p ON p.company = j.company AND p.pillar = j.pillar`;
