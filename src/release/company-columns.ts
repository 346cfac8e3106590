import { firmnessOf } from "../trust/statistics.ts";
import type { CompanyStatistics } from "../trust/tally.ts";
import type { CompanyFacts } from "./company-batches.ts";

/** The index of the country of a company that is filed in none: countries are fewer. */
export const COUNTRY_NOT_GIVEN = 255;

/**
 * One number per company and column, in company order: what a filtered list needs to know of every
 * company. A million companies take about twenty megabytes, and counting matches costs a
 * millisecond.
 */
export interface CompanyColumns {
  /**
   * Index of the company's country in the countries ordered by ISO 3166-1 alpha-2, or
   * `COUNTRY_NOT_GIVEN`.
   */
  readonly country: Uint8Array;
  /** Index of the company's sector in the sectors ordered by slug. */
  readonly sector: Uint16Array;
  /** Level of the median band, 0 = not judged. */
  readonly median: Uint8Array;
  readonly judgements: Uint32Array;
  /**
   * How many of its judgements would have to be re-rated before its median drops; 0 if it cannot.
   */
  readonly flipsToLower: Uint32Array;
  /** The same before it rises. */
  readonly flipsToHigher: Uint32Array;
  /** One array per pillar: the level of the median band there, 0 = not judged. */
  readonly pillarMedians: readonly Uint8Array[];
}

export function emptyCompanyColumns(companies: number, pillars: number): CompanyColumns {
  return {
    country: new Uint8Array(companies),
    sector: new Uint16Array(companies),
    median: new Uint8Array(companies),
    judgements: new Uint32Array(companies),
    flipsToLower: new Uint32Array(companies),
    flipsToHigher: new Uint32Array(companies),
    pillarMedians: Array.from({ length: pillars }, () => new Uint8Array(companies)),
  };
}

interface ColumnsOptions {
  readonly companies: number;
  readonly pillars: number;
  /** ISO 3166-1 alpha-2 codes, in order. */
  readonly countryCodes: readonly string[];
  /** In order. */
  readonly sectorSlugs: readonly string[];
}

/** Fills the columns of a release's companies one after the other. */
export class CompanyColumnsBuilder {
  readonly columns: CompanyColumns;
  readonly #countries: ReadonlyMap<string, number>;
  readonly #sectors: ReadonlyMap<string, number>;

  constructor({ companies, pillars, countryCodes, sectorSlugs }: ColumnsOptions) {
    this.columns = emptyCompanyColumns(companies, pillars);
    this.#countries = new Map(countryCodes.map((code, index) => [code, index]));
    this.#sectors = new Map(sectorSlugs.map((slug, index) => [slug, index]));
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

/** The columns as rows of the `company_column` table: little-endian, named as below. */
export function* storedColumns(columns: CompanyColumns): Generator<readonly [name: string, bytes: Uint8Array]> {
  yield ["country", columns.country];
  yield ["sector", littleEndian(columns.sector)];
  yield ["median", columns.median];
  yield ["judgements", littleEndian(columns.judgements)];
  yield ["flips_to_lower", littleEndian(columns.flipsToLower)];
  yield ["flips_to_higher", littleEndian(columns.flipsToHigher)];
  for (const [pillar, medians] of columns.pillarMedians.entries()) yield [`pillar_${pillar}`, medians];
}

/** The reverse of `storedColumns`. Throws where a column is missing or has the wrong length. */
export function readColumns(
  stored: (name: string) => Uint8Array | undefined,
  companies: number,
  pillars: number,
): CompanyColumns {
  const bytes = (name: string, width: number): Uint8Array => {
    const column = stored(name);
    if (!column || column.byteLength !== companies * width) {
      throw new Error(`column ${name} has ${column?.byteLength ?? "no"} bytes, expected ${companies * width}`);
    }
    // A copy is aligned to its width, and does not keep SQLite's page alive.
    return littleEndian(Uint8Array.from(column), width);
  };
  return {
    country: bytes("country", 1),
    sector: new Uint16Array(bytes("sector", 2).buffer),
    median: bytes("median", 1),
    judgements: new Uint32Array(bytes("judgements", 4).buffer),
    flipsToLower: new Uint32Array(bytes("flips_to_lower", 4).buffer),
    flipsToHigher: new Uint32Array(bytes("flips_to_higher", 4).buffer),
    pillarMedians: Array.from({ length: pillars }, (_, pillar) => bytes(`pillar_${pillar}`, 1)),
  };
}

const HOST_IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/**
 * The bytes of numbers with the least significant first, or back; a view of the same memory where
 * the host stores them so.
 */
export function littleEndian(
  values: Uint8Array | Uint16Array | Uint32Array,
  width: number = values.BYTES_PER_ELEMENT,
): Uint8Array {
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  if (HOST_IS_LITTLE_ENDIAN || width === 1) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const swapped = Buffer.from(bytes);
  return width === 2 ? swapped.swap16() : swapped.swap32();
}
