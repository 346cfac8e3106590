import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { CompanyFigures } from "../trust/tally.ts";
import type { CleanDataset } from "./clean-dataset.ts";
import type { CompanyFacts } from "./company-batches.ts";
import { appendRows, type ColumnType, readRows } from "./duck-rows.ts";
import type { TableFile } from "./manifest.ts";
import {
  type CellRow,
  type Column,
  companyFigureColumns,
  countryColumns,
  type CountryRow,
  matrixColumns,
  rankedCountryRows,
  sectorColumns,
  type SectorRow,
} from "./table-columns.ts";

const DUCK_TYPE_NAMES: Readonly<Record<ColumnType, string>> = { text: "VARCHAR", integer: "INTEGER", number: "DOUBLE" };

export interface AreaRows {
  readonly countries: readonly CountryRow[];
  readonly sectors: readonly SectorRow[];
  readonly cells: readonly CellRow[];
  readonly minimumCompanies: number;
  readonly id: string;
  readonly asOf: string | null;
}

/** Collects the published figures beside the clean tables and writes both out as the downloadable tables. */
export class FigureTables {
  readonly #dataset: CleanDataset;
  readonly #companyColumns: readonly Column<CompanyFigures>[];

  constructor(dataset: CleanDataset) {
    this.#dataset = dataset;
    this.#companyColumns = companyFigureColumns(dataset.facts);
  }

  async create(): Promise<void> {
    await this.#dataset.connection.run("CREATE SCHEMA published");
    await this.#createTable("company_figures", [{ name: "company", type: "integer" }, ...this.#companyColumns]);
  }

  /** Figures in the order of the companies. */
  async addCompanies(companies: readonly CompanyFacts[], figures: readonly CompanyFigures[]): Promise<void> {
    const rows = figures.map((row, place) => [
      companies[place]!.company,
      ...this.#companyColumns.map(({ cell }) => cell(row)),
    ]);
    const types: ColumnType[] = ["integer", ...this.#companyColumns.map(({ type }) => type)];
    await appendRows(this.#dataset.connection, { schema: "published", table: "company_figures" }, types, rows);
  }

  async addAreas(areas: AreaRows): Promise<void> {
    const { facts } = this.#dataset;
    const countries = rankedCountryRows(areas.countries, areas.minimumCompanies, areas.id, areas.asOf);
    const cells = areas.cells.toSorted((a, b) => compare(a.iso3, b.iso3) || compare(a.sector, b.sector));
    await this.#fillTable("countries", countryColumns(facts), countries);
    await this.#fillTable("sectors", sectorColumns(facts), areas.sectors);
    await this.#fillTable("matrix", matrixColumns(facts), cells);
  }

  /** Writes every table as Parquet and as CSV into `folder/tables`. */
  async writeFiles(
    folder: string,
    onProgress: (step: string, done: number, total: number | null) => void,
  ): Promise<TableFile[]> {
    await mkdir(path.join(folder, "tables"));
    const files: TableFile[] = [];
    for (const [table, query] of Object.entries(this.#tableQueries())) {
      onProgress(`Writing table ${table}`, 0, null);
      const parquet = `tables/${table}.parquet`;
      const csv = `tables/${table}.csv`;
      const { connection } = this.#dataset;
      await connection.run(
        `COPY (${query}) TO ${quoted(path.join(folder, parquet))} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880)`,
      );
      const written = `read_parquet(${quoted(path.join(folder, parquet))})`;
      const columns = await readRows<{ column_name: string; column_type: string }>(
        connection,
        `DESCRIBE FROM ${written}`,
      );
      const cells = columns.map(({ column_name, column_type }) => csvCell(column_name, column_type)).join(", ");
      await connection.run(
        `COPY (SELECT ${cells} FROM ${written}) TO ${quoted(path.join(folder, csv))} (FORMAT csv, HEADER, NEW_LINE '\\r\\n')`,
      );
      const [count] = await readRows<{ rows: bigint }>(connection, `SELECT count(*) AS rows FROM ${written}`);
      const rows = Number(count?.rows);
      files.push({ table, format: "csv", path: csv, rows }, { table, format: "parquet", path: parquet, rows });
    }
    return files;
  }

  /** What each table holds, in the order of its contract. */
  #tableQueries(): Record<string, string> {
    const { facts } = this.#dataset;
    const bands = facts.scale.bands.map(({ id }) => quoted(id)).join(", ");
    const pillars = facts.pillars.map(({ id }) => quoted(id)).join(", ");
    const figures = this.#companyColumns.map(({ name }) => `f."${name}"`).join(", ");
    return {
      countries: "FROM published.countries",
      sectors: "FROM published.sectors",
      matrix: "FROM published.matrix",
      companies: `SELECT c.id, c.slug, c.name, k.iso3, k.iso2, c.sector, ${figures}, c.website, c.lei
        FROM clean.company c JOIN clean.country k ON k.iso2 = c.country JOIN published.company_figures f USING (company) ORDER BY company`,
      products: `SELECT p.id, p.slug, p.name, p.brand, c.id AS company_id
        FROM clean.product p JOIN clean.company c USING (company) ORDER BY company, p.name, p.id`,
      // The clean table is in order already; a join may change sides and lose it.
      judgements: `SELECT c.id AS company_id, [${pillars}][j.pillar + 1] AS pillar, k.text AS criterion, g.text AS judge,
          [${bands}][j.band] AS band, j.band AS band_rank,
          CASE WHEN j.judged_on > -2147483648 THEN DATE '1970-01-01' + j.judged_on END AS judged_on, s.text AS source_url
        FROM clean.judgement j JOIN clean.company c USING (company) LEFT JOIN clean.term k ON k.term = j.criterion
          LEFT JOIN clean.term g ON g.term = j.judge LEFT JOIN clean.term s ON s.term = j.source ORDER BY j.rowid`,
    };
  }

  async #fillTable<Row>(table: string, columns: readonly Column<Row>[], rows: readonly Row[]): Promise<void> {
    await this.#createTable(table, columns);
    const cells = rows.map((row) => columns.map(({ cell }) => cell(row)));
    await appendRows(
      this.#dataset.connection,
      { schema: "published", table },
      columns.map(({ type }) => type),
      cells,
    );
  }

  async #createTable(table: string, columns: readonly { name: string; type: ColumnType }[]): Promise<void> {
    const declared = columns.map(({ name, type }) => `"${name}" ${DUCK_TYPE_NAMES[type]}`).join(", ");
    await this.#dataset.connection.run(`CREATE TABLE published.${table} (${declared})`);
  }
}

/**
 * A column as it stands in the CSV file: text that a spreadsheet would run as a formula gets an apostrophe in front
 * (OWASP, "CSV injection"). Parquet has no such readers and keeps the text as it is.
 */
function csvCell(name: string, type: string): string {
  if (type !== "VARCHAR") return `"${name}"`;
  return `CASE WHEN regexp_matches("${name}", '^[=+@\\t\\r-]') THEN '''' || "${name}" ELSE "${name}" END AS "${name}"`;
}

/** A string as a SQL literal. */
function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
