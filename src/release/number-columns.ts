import { endianness } from "node:os";
import type { DatabaseSync } from "node:sqlite";
import { UNDATED } from "../trust/judged-on.ts";
import { firmnessOf } from "../trust/statistics.ts";
import type { CompanyStatistics } from "../trust/tally.ts";
import type { Areas } from "./area-tables.ts";
import type { CompanyFacts } from "./clean-dataset.ts";
import type { Manifest } from "./manifest.ts";
import type { StoredJudgement } from "./stored-judgements.ts";

/** A column of numbers, one for each company or judgement, with its name in the database. */
export type NumberColumn = readonly [name: string, numbers: Uint8Array | Uint16Array | Uint32Array | Int32Array];

/** The tables that have such columns. */
export type ColumnTable = "company_column" | "judgement_column";

/** The bytes of a column as they are stored, the least significant of each number first. */
export function bytesOf([, numbers]: NumberColumn): Uint8Array {
  // Every machine that runs Node.js but those of IBM Z has its numbers in this order.
  if (endianness() !== "LE") throw new Error("this machine is big-endian, which releases cannot be read on");
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** Fills columns with what is stored. Throws where one is missing or has the wrong length. */
export function fillColumns(database: DatabaseSync, table: ColumnTable, columns: readonly NumberColumn[]): void {
  const statement = database.prepare(`SELECT bytes FROM ${table} WHERE name = ?`);
  for (const column of columns) {
    const [name] = column;
    const stored = statement.get(name)?.["bytes"];
    const bytes = bytesOf(column);
    if (!(stored instanceof Uint8Array) || stored.length !== bytes.length)
      throw new Error(`${name} of ${table} is missing, or not of ${bytes.length} bytes`);
    bytes.set(stored);
  }
}

/** The index of the country of a company that is filed in none: countries are fewer. */
export const COUNTRY_NOT_GIVEN = 255;

/**
 * One number per company and column, in company order: filtered lists are made from these. A
 * million companies take about twenty megabytes, and counting matches costs a millisecond.
 */
export type CompanyColumns = Readonly<ReturnType<typeof emptyCompanyColumns>>;

export function emptyCompanyColumns(companies: number, pillars: number) {
  return {
    /**
     * Index of the company's country in the countries ordered by ISO 3166-1 alpha-2, or
     * `COUNTRY_NOT_GIVEN`.
     */
    country: new Uint8Array(companies),
    /** Index of the company's sector in the sectors ordered by slug. */
    sector: new Uint16Array(companies),
    /** Level of the median band, 0 = not judged. */
    median: new Uint8Array(companies),
    judgements: new Uint32Array(companies),
    /** Number of its judgements to be re-rated before its median drops; 0 if it cannot. */
    flipsToLower: new Uint32Array(companies),
    /** Number of its judgements to be re-rated before its median rises; 0 if it cannot. */
    flipsToHigher: new Uint32Array(companies),
    /** One array per pillar: the level of the median band there, 0 = not judged. */
    pillarMedians: Array.from({ length: pillars }, () => new Uint8Array(companies)),
  };
}

/** Fills the columns of a release's companies one after the other. */
export class CompanyColumnsBuilder {
  readonly columns: CompanyColumns;
  readonly #countries: ReadonlyMap<string, number>;
  readonly #sectors: ReadonlyMap<string, number>;

  constructor(companies: number, pillars: number, { countries, sectors }: Areas) {
    this.columns = emptyCompanyColumns(companies, pillars);
    this.#countries = new Map(countries.map(({ iso2 }, index) => [iso2, index]));
    this.#sectors = new Map(sectors.map(({ slug }, index) => [slug, index]));
  }

  /** Throws where the company's country or sector is unknown. */
  add(
    { company, id, country, sector }: Pick<CompanyFacts, "company" | "id" | "country" | "sector">,
    { judgements: distribution, median, pillars }: CompanyStatistics,
    judgements: number,
  ): void {
    const countryIndex = country === null ? COUNTRY_NOT_GIVEN : this.#countries.get(country);
    const sectorIndex = this.#sectors.get(sector);
    if (countryIndex === undefined || sectorIndex === undefined) {
      throw new Error(`company ${id} is filed under ${country}, ${sector}, which the release does not have`);
    }
    const { columns } = this;
    columns.country[company] = countryIndex;
    columns.sector[company] = sectorIndex;
    columns.median[company] = median ?? 0;
    columns.judgements[company] = judgements;
    const firmness = firmnessOf(distribution);
    columns.flipsToLower[company] = firmness?.flipsToLower ?? 0;
    columns.flipsToHigher[company] = firmness?.flipsToHigher ?? 0;
    for (const [pillar, statistics] of pillars.entries()) {
      columns.pillarMedians[pillar]![company] = statistics.median ?? 0;
    }
  }
}

/** The columns as `company_column` has them, in the order in which they are written. */
export function namedColumns(columns: CompanyColumns): NumberColumn[] {
  return [
    ["country", columns.country],
    ["sector", columns.sector],
    ["median", columns.median],
    ["judgements", columns.judgements],
    ["flips_to_lower", columns.flipsToLower],
    ["flips_to_higher", columns.flipsToHigher],
    ...columns.pillarMedians.map((medians, pillar): NumberColumn => [`pillar_${pillar}`, medians]),
  ];
}

/** Reads the columns of a release. */
export function readColumns(database: DatabaseSync, { counts, dataset }: Manifest): CompanyColumns {
  const columns = emptyCompanyColumns(counts.companies, dataset.pillars.length);
  fillColumns(database, "company_column", namedColumns(columns));
  return columns;
}

/**
 * One number per judgement and column, in the published order: by company, pillar, criterion and
 * judge. It is what a filtered list of judgements needs to know of every judgement. A million of
 * them take six megabytes.
 */
export type JudgementArrays = Readonly<ReturnType<typeof emptyArrays>>;

function emptyArrays(judgements: number) {
  return {
    /** Index in the publisher's order of pillars. */
    pillar: new Uint8Array(judgements),
    /** Level from 1. */
    band: new Uint8Array(judgements),
    /** Dates as `trust/judged-on.ts` numbers them, or `UNDATED`. */
    day: new Int32Array(judgements).fill(UNDATED),
  };
}

/** Fills the arrays with one judgement after another. */
export class JudgementArraysBuilder {
  readonly arrays: JudgementArrays;
  #count = 0;

  constructor(judgements: number) {
    this.arrays = emptyArrays(judgements);
  }

  add({ pillar, band, judged_on: day }: Pick<StoredJudgement, "pillar" | "band" | "judged_on">): void {
    this.arrays.pillar[this.#count] = pillar;
    this.arrays.band[this.#count] = band;
    this.arrays.day[this.#count] = day;
    this.#count += 1;
  }
}

/** The arrays as `judgement_column` has them, in the order in which they are written. */
export function namedArrays({ pillar, band, day }: JudgementArrays): NumberColumn[] {
  return [
    ["band", band],
    ["day", day],
    ["pillar", pillar],
  ];
}

/** Reads the arrays of a release. */
export function readArrays(database: DatabaseSync, { counts }: Pick<Manifest, "counts">): JudgementArrays {
  const arrays = emptyArrays(counts.judgements);
  fillColumns(database, "judgement_column", namedArrays(arrays));
  return arrays;
}
