import type { DuckDBConnection } from "@duckdb/node-api";
import { emptyDistribution } from "../trust/scale.ts";
import type { CleanDataset } from "./clean-dataset.ts";
import { integerColumns, readRows } from "./duck-rows.ts";
import { JudgementPacker, UNDATED } from "./judgement-blob.ts";
import type { JudgementCsv } from "./judgement-csv.ts";

/** The facts of a company as the clean tables hold them. */
export interface CompanyFacts {
  readonly company: number;
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly country: string;
  readonly sector: string;
  readonly website: string | null;
  readonly lei: string | null;
  readonly aliases: string | null;
}

export interface ProductFacts {
  readonly company: number;
  readonly id: string | null;
  readonly slug: string;
  readonly name: string;
  readonly brand: string | null;
}

/** The current judgements of one company. */
export interface JudgementsTaken {
  /** Judgements per band, for each pillar. */
  readonly pillars: readonly (readonly number[])[];
  /** All of them, see judgement-blob.ts; valid until the next company is asked for. */
  readonly packed: Buffer;
  /** The distinct source addresses they name, in the order of the judgements. */
  readonly sources: readonly string[];
  readonly count: number;
  /** Days since 1970-01-01, or `UNDATED`. */
  readonly newestDay: number;
}

export interface CompanyBatch {
  readonly companies: readonly CompanyFacts[];
  readonly products: readonly ProductFacts[];
  /** To be asked once for every company of the batch, in order. */
  readonly judgements: JudgementCursor;
}

/** How many companies are in memory at a time; bounds the memory of a publication. */
const COMPANIES_PER_BATCH = 20_000;

/** All companies of the dataset in the published order, with their products and judgements. */
export async function* companyBatches(dataset: CleanDataset): AsyncGenerator<CompanyBatch> {
  const { connection, facts, counts } = dataset;
  for (let first = 0; first < counts.companies; first += COMPANIES_PER_BATCH) {
    const inBatch = `company >= ${first} AND company < ${first + COMPANIES_PER_BATCH}`;
    yield {
      companies: await readRows<CompanyFacts>(
        connection,
        `SELECT * FROM clean.company WHERE ${inBatch} ORDER BY company`,
      ),
      products: await readRows<ProductFacts>(
        connection,
        `SELECT company, id, slug, name, brand FROM clean.product WHERE ${inBatch} ORDER BY company, name, id`,
      ),
      // The table's own order is the promised one; the cursor notices if it is not.
      judgements: new JudgementCursor(
        await integerColumns(
          connection,
          `SELECT company, pillar, band, criterion, judge, judged_on, source FROM clean.judgement WHERE ${inBatch}`,
        ),
        facts.scale.bands.length,
        facts.pillars.length,
        await readSourceTexts(connection, inBatch),
      ),
    };
  }
}

async function readSourceTexts(connection: DuckDBConnection, inBatch: string): Promise<Map<number, string>> {
  const rows = await readRows<{ term: number; text: string }>(
    connection,
    `SELECT term, text FROM clean.term WHERE term IN (SELECT source FROM clean.judgement WHERE source > 0 AND ${inBatch})`,
  );
  return new Map(rows.map(({ term, text }) => [term, text]));
}

/** Hands out the judgements of one company after another, from columns ordered by company. */
export class JudgementCursor {
  readonly #columns: readonly Int32Array[];
  readonly #packer = new JudgementPacker();
  readonly #pillarCount: number;
  readonly #bandCount: number;
  readonly #sourceTexts: ReadonlyMap<number, string>;
  #row = 0;

  constructor(
    columns: readonly Int32Array[],
    bandCount: number,
    pillarCount: number,
    sourceTexts: ReadonlyMap<number, string>,
  ) {
    this.#columns = columns;
    this.#bandCount = bandCount;
    this.#pillarCount = pillarCount;
    this.#sourceTexts = sourceTexts;
  }

  /** The company's judgements, which are also written to `csv`. */
  take({ company, id }: CompanyFacts, csv: JudgementCsv): JudgementsTaken {
    const companies = this.#columns[0]!;
    const [, pillars, bands, criteria, judges, days, sources] = this.#columns as [
      unknown,
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
    ];
    const distributions = Array.from({ length: this.#pillarCount }, () => emptyDistribution(this.#bandCount));
    const first = this.#row;
    const sourceList = new SourceList(this.#sourceTexts);
    let newestDay = UNDATED;
    csv.startCompany(id, sourceList.texts);
    let row = first;
    for (; row < companies.length && companies[row] === company; row += 1) {
      const band = bands[row]!;
      const distribution = distributions[pillars[row]!];
      if (!distribution || band < 1 || band > this.#bandCount) {
        throw new Error(`clean.judgement holds pillar ${pillars[row]}, band ${band} for company number ${company}`);
      }
      distribution[band - 1]! += 1;
      const source = sourceList.place(sources[row]!);
      this.#packer.add(pillars[row]!, band, criteria[row]!, judges[row]!, days[row]!, source);
      csv.add(pillars[row]!, band, criteria[row]!, judges[row]!, days[row]!, source);
      if (days[row]! > newestDay) newestDay = days[row]!;
    }
    this.#row = row;
    return {
      pillars: distributions,
      packed: this.#packer.take(),
      sources: sourceList.texts,
      count: row - first,
      newestDay,
    };
  }

  /** Throws where rows are left over: they belong to no company, or the order is not the promised one. */
  expectEnd(): void {
    const left = this.#columns[0]!.length - this.#row;
    if (left > 0) throw new Error(`clean.judgement is not ordered by company, or ${left} rows belong to no company`);
  }
}

/** The source addresses of one company, each once. */
class SourceList {
  readonly texts: string[] = [];
  readonly #places = new Map<number, number>();
  readonly #textOf: ReadonlyMap<number, string>;

  constructor(textOf: ReadonlyMap<number, string>) {
    this.#textOf = textOf;
  }

  /** The place of a source in `texts`, from 1; 0 for none. */
  place(term: number): number {
    if (term === 0) return 0;
    let place = this.#places.get(term);
    if (place === undefined) {
      const text = this.#textOf.get(term);
      if (text === undefined) throw new Error(`clean.judgement names the source ${term}, which clean.term lacks`);
      place = this.texts.push(text);
      this.#places.set(term, place);
    }
    return place;
  }
}
