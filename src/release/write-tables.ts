import type { DuckDBConnection } from "@duckdb/node-api";
import path from "node:path";
import type { DatasetFacts } from "../trust/dataset.ts";
import type { CompanyStatistics } from "../trust/tally.ts";
import {
  type CellRow,
  countryColumns,
  type CountryRow,
  countryV1Columns,
  matrixColumns,
  rankedCountryRows,
  sectorColumns,
  type SectorRow,
} from "./area-columns.ts";
import type { CleanDataset } from "./clean-dataset.ts";
import type { ColumnDescription, ComputedColumn } from "./column.ts";
import { appendRows, type ColumnType, quoted, readRows } from "./duck-rows.ts";
import type { TableFile } from "./manifest.ts";
import { companyStatisticsColumns, rowQueries } from "./row-columns.ts";

/** What the tables of countries, sectors and cells are written from. */
export interface AreaRows {
  readonly countries: readonly CountryRow[];
  readonly sectors: readonly SectorRow[];
  readonly cells: readonly CellRow[];
  readonly minimumCompanies: number;
  readonly id: string;
  readonly asOf: string | null;
}

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
      ["integer", ...this.#companyColumns.map(({ description }) => storedType(description))],
      companies.map(([company, statistics]) => [
        company,
        ...this.#companyColumns.map(({ value }) => value(statistics)),
      ]),
    );
  }

  /** Writes the table of judgements, which needs nothing computed, on a connection of its own. */
  async writeJudgements(): Promise<TableFile[]> {
    const connection = await this.#dataset.connect();
    try {
      const { facts } = this.#dataset;
      return await writeTable({ connection, facts, folder: this.#folder }, "judgements", rowQueries(facts).judgements);
    } finally {
      connection.closeSync();
    }
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
  async writeAreas(areas: AreaRows): Promise<TableFile[]> {
    const { facts } = this.#dataset;
    const countries = rankedCountryRows(areas.countries, areas.minimumCompanies, areas.id, areas.asOf);
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
      descriptions.map(storedType),
      rows.map((row) => columns.map(({ value }) => value(row))),
    );
    return await this.#write(table, `FROM published.${table}`);
  }

  async #createTable(table: string, columns: readonly Pick<ColumnDescription, "name" | "type">[]): Promise<void> {
    const declared = columns.map((column) => `"${column.name}" ${DUCK_TYPE_NAMES[storedType(column)]}`);
    await this.#dataset.connection.run(`CREATE TABLE published.${table} (${declared.join(", ")})`);
  }

  #write(table: string, query: string): Promise<TableFile[]> {
    const { connection, facts } = this.#dataset;
    return writeTable({ connection, facts, folder: this.#folder }, table, query);
  }
}

const COMPANY = { name: "company", type: "integer" } as const;

const DUCK_TYPE_NAMES: Readonly<Record<ColumnType, string>> = { text: "VARCHAR", integer: "INTEGER", number: "DOUBLE" };

/** A computed date is stored as text. */
function storedType({ type }: Pick<ColumnDescription, "type">): ColumnType {
  return type === "date" ? "text" : type;
}

/** Where a table is written from, and into. */
interface Place {
  readonly connection: DuckDBConnection;
  readonly facts: DatasetFacts;
  readonly folder: string;
}

/** Writes the rows of a query, in their order, as Parquet and as CSV. */
async function writeTable({ connection, facts, folder }: Place, table: string, query: string): Promise<TableFile[]> {
  const parquet = `tables/${table}.parquet`;
  const parquetRows = `read_parquet(${quoted(path.join(folder, parquet))})`;
  await connection.run(
    `COPY (${query}) TO ${quoted(path.join(folder, parquet))} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880, KV_METADATA ${rightsOf(facts)})`,
  );
  const csv = `tables/${table}.csv`;
  const columns = await readRows<{ column_name: string; column_type: string }>(
    connection,
    `DESCRIBE FROM ${parquetRows}`,
  );
  const selection = columns.map(({ column_name, column_type }) => csvColumn(column_name, column_type));
  await connection.run(
    `COPY (SELECT ${selection.join(", ")} FROM ${parquetRows}) TO ${quoted(path.join(folder, csv))} (FORMAT csv, HEADER, NEW_LINE '\\r\\n')`,
  );
  const [count] = await readRows<{ rows: bigint }>(connection, `SELECT count(*) AS rows FROM ${parquetRows}`);
  const written = { table, rows: Number(count?.rows), columns: columns.length };
  return [
    { ...written, format: "csv", path: csv },
    { ...written, format: "parquet", path: parquet },
  ];
}

/**
 * What a Parquet file says of itself, as a struct of DuckDB. The release is not in it: its id is
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
  // rows.
  const isFormula = `"${name}" <> '' AND contains('=+-@' || chr(9) || chr(13), "${name}"[1])`;
  return `CASE WHEN ${isFormula} THEN '''' || "${name}" ELSE "${name}" END AS "${name}"`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
