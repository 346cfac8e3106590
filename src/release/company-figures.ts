import { type DuckDBAppender, type DuckDBConnection, DuckDBDataChunk, INTEGER } from "@duckdb/node-api";
import type { DatasetFacts } from "../trust/dataset.ts";
import { countOf } from "../trust/scale.ts";
import type { CompanyStatistics } from "../trust/tally.ts";
import { companyFigureColumns } from "./table-columns.ts";
import { quoted } from "./table-files.ts";

const ROWS_PER_CHUNK = 2048;

/**
 * Collects the figures of companies as numbers, column by column, and shows them as `published.company_figures`: the cells that `companyFigureColumns`
 * computes of a company, beside its number. To store texts and rows would take four times as long.
 */
export class CompanyFigureTable {
  readonly #facts: DatasetFacts;
  readonly #connection: DuckDBConnection;
  #columns: readonly number[][];
  #appender: DuckDBAppender | null = null;

  constructor(facts: DatasetFacts, connection: DuckDBConnection) {
    this.#facts = facts;
    this.#connection = connection;
    this.#columns = numberNames(facts).map(() => []);
  }

  async create(): Promise<void> {
    const declared = numberNames(this.#facts).map((name) => `${name} INTEGER`);
    const cells = cellsOf(this.#facts);
    const shown = companyFigureColumns(this.#facts).map(({ name }, place) => `${cells[place]} AS "${name}"`);
    await this.#connection.run(`CREATE TABLE published.company_number (${declared.join(", ")});
      CREATE VIEW published.company_figures AS SELECT company, ${shown.join(", ")} FROM published.company_number`);
    this.#appender = await this.#connection.createAppender("company_number", "published");
  }

  add(company: number, { median, judgements, pillars }: CompanyStatistics): void {
    const columns = this.#columns;
    let place = 0;
    columns[place++]!.push(company);
    columns[place++]!.push(median ?? 0);
    columns[place++]!.push(countOf(judgements));
    for (const count of judgements) columns[place++]!.push(count);
    for (const pillar of pillars) columns[place++]!.push(pillar.median ?? 0);
    if (columns[0]!.length === ROWS_PER_CHUNK) this.#append();
  }

  /** To be called once, before the figures are asked for. */
  finish(): void {
    this.#append();
    this.#appender?.closeSync();
    this.#appender = null;
  }

  #append(): void {
    const columns = this.#columns;
    const chunk = DuckDBDataChunk.create(
      columns.map(() => INTEGER),
      columns[0]!.length,
    );
    chunk.setColumns(columns);
    this.#appender?.appendDataChunk(chunk);
    this.#columns = columns.map(() => []);
  }
}

/** The columns of numbers: medians are ranks, 0 where nothing is judged. */
function numberNames({ scale, pillars }: DatasetFacts): string[] {
  return [
    "company",
    "median",
    "judgements",
    ...scale.bands.map((_, band) => `band_${band}`),
    ...pillars.map((_, pillar) => `pillar_${pillar}`),
  ];
}

/** SQL: the cells of `companyFigureColumns`, in their order. */
function cellsOf({ scale, pillars }: DatasetFacts): string[] {
  const names = scale.bands.map(({ id }) => quoted(id)).join(", ");
  return [
    `[${names}][median]`,
    "nullif(median, 0)",
    "judgements",
    ...scale.bands.map((_, band) => `band_${band}`),
    ...pillars.map((_, pillar) => `[${names}][pillar_${pillar}]`),
  ];
}
