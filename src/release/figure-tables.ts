import type { DuckDBConnection } from "@duckdb/node-api";
import type { DatasetFacts } from "../trust/dataset.ts";
import type { CompanyStatistics } from "../trust/tally.ts";
import type { CleanDataset } from "./clean-dataset.ts";
import { CompanyFigureTable } from "./company-figures.ts";
import { type Column } from "./figure-columns.ts";
import { appendRows, type ColumnType } from "./duck-rows.ts";
import type { TableFile } from "./manifest.ts";
import { companyColumns, productColumns, selection } from "./row-columns.ts";
import {
  type CellRow,
  countryColumns,
  type CountryRow,
  countryV1Columns,
  matrixColumns,
  rankedCountryRows,
  sectorColumns,
  type SectorRow,
} from "./table-columns.ts";
import { writeTable } from "./table-files.ts";

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
  readonly #companies: CompanyFigureTable;

  constructor(dataset: CleanDataset) {
    this.#dataset = dataset;
    this.#companies = new CompanyFigureTable(dataset.facts, dataset.connection);
  }

  async create(): Promise<void> {
    await this.#dataset.connection.run("CREATE SCHEMA published");
    await this.#companies.create();
  }

  /** To be called in the order of the companies. */
  addCompany(company: number, figures: CompanyStatistics): void {
    this.#companies.add(company, figures);
  }

  /** Writes the tables with a row per company or product into `folder/tables`, on a connection of its own: other tables can be written beside them. */
  async writeRows(folder: string): Promise<TableFile[]> {
    this.#companies.finish();
    const connection = await this.#dataset.connect();
    try {
      return await writeTables(connection, folder, rowQueries(this.#dataset.facts));
    } finally {
      connection.closeSync();
    }
  }

  /** Writes the tables of countries, sectors and their cells into `folder/tables`. */
  async writeAreas(folder: string, areas: AreaRows): Promise<TableFile[]> {
    const { connection, facts } = this.#dataset;
    const countries = rankedCountryRows(areas.countries, areas.minimumCompanies, areas.id, areas.asOf);
    const cells = areas.cells.toSorted((a, b) => compare(a.iso3, b.iso3) || compare(a.sector, b.sector));
    await this.#fillTable("countries", countryColumns(facts), countries);
    await this.#fillTable("countries_v1", countryV1Columns(facts), countries);
    await this.#fillTable("sectors", sectorColumns(facts), areas.sectors);
    await this.#fillTable("matrix", matrixColumns(facts), cells);
    return await writeTables(connection, folder, AREA_QUERIES);
  }

  async #fillTable<Row>(table: string, columns: readonly Column<Row>[], rows: readonly Row[]): Promise<void> {
    const declared = columns.map(({ name, type }) => `"${name}" ${DUCK_TYPE_NAMES[type]}`).join(", ");
    await this.#dataset.connection.run(`CREATE TABLE published.${table} (${declared})`);
    const cells = rows.map((row) => columns.map(({ cell }) => cell(row)));
    await appendRows(
      this.#dataset.connection,
      { schema: "published", table },
      columns.map(({ type }) => type),
      cells,
    );
  }
}

/** Writes what each of the queries gives as a table of that name. */
async function writeTables(
  connection: DuckDBConnection,
  folder: string,
  queries: Readonly<Record<string, string>>,
): Promise<TableFile[]> {
  const files: TableFile[] = [];
  for (const [table, query] of Object.entries(queries)) {
    files.push(...(await writeTable(connection, folder, table, query)));
  }
  return files;
}

const AREA_QUERIES = {
  countries: "FROM published.countries",
  countries_v1: "FROM published.countries_v1",
  sectors: "FROM published.sectors",
  matrix: "FROM published.matrix",
};

/** What the tables of companies and products hold, in the order of their contract. */
function rowQueries(facts: DatasetFacts): Record<string, string> {
  return {
    companies: `SELECT ${selection(companyColumns(facts))}
      FROM clean.company c JOIN clean.country k ON k.iso2 = c.country JOIN published.company_figures f USING (company) ORDER BY company`,
    products: `SELECT ${selection(productColumns())}
      FROM clean.product p JOIN clean.company c USING (company) ORDER BY company, p.name, p.id`,
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
