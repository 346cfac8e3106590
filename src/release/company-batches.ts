import { type DuckDBConnection, DuckDBIntegerVector, type DuckDBMaterializedResult } from "@duckdb/node-api";
import { JUDGEMENT_COLUMNS } from "../trust/judgement-columns.ts";
import type { CleanDataset } from "./clean-dataset.ts";
import { readRows } from "./duck-rows.ts";
import type { ReplyAbout } from "../trust/replies.ts";
import { STORED_COLUMNS } from "./stored-judgements.ts";

/** A row of `clean.company`. */
export interface CompanyFacts {
  readonly company: number;
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly country: string | null;
  readonly sector: string;
  /** Slugs in text order, separated by `|`; null where it names no other. */
  readonly other_sectors: string | null;
  readonly website: string | null;
  readonly lei: string | null;
  /** Separated by `|`. */
  readonly aliases: string | null;
}

/** A row of `clean.product`. */
export interface ProductFacts {
  readonly company: number;
  readonly id: string | null;
  readonly slug: string;
  readonly name: string;
  readonly brand: string | null;
  /** Separated by `|`. */
  readonly aliases: string | null;
}

/** A row of `clean.reply`. */
export interface ReplyFacts extends ReplyAbout {
  readonly company: number;
  readonly replied_on: string | null;
  readonly text: string | null;
  readonly url: string | null;
}

/** Some companies with everything that belongs to them, all in the published order. */
export interface CompanyBatch {
  readonly companies: readonly CompanyFacts[];
  readonly products: readonly ProductFacts[];
  readonly replies: readonly ReplyFacts[];
  readonly judgements: JudgementReader;
  /** The texts of the URLs that the judgements name, by their terms. */
  readonly urls: ReadonlyMap<number, string>;
}

/** Reads judgements as the numbers of `clean.judgement`, one row after another. */
export class JudgementReader {
  /** The company of the current row; null behind the last one. */
  company: number | null = null;
  /** The current row's other numbers, in the order of `STORED_COLUMNS`. */
  readonly numbers: number[] = [];
  readonly #result: DuckDBMaterializedResult;
  #chunk = 0;
  #vectors: readonly DuckDBIntegerVector[] = [];
  #row = 0;
  #rows = 0;

  /** Stands at the first row of a result that has the company in front of the stored columns. */
  constructor(result: DuckDBMaterializedResult) {
    this.#result = result;
    this.next();
  }

  next(): void {
    if (this.#row === this.#rows && !this.#openChunk()) {
      this.company = null;
      return;
    }
    for (const [column, vector] of this.#vectors.entries()) {
      const number = vector.getItem(this.#row);
      if (number === null) throw new Error("clean.judgement has a NULL");
      if (column === 0) this.company = number;
      else this.numbers[column - 1] = number;
    }
    this.#row += 1;
  }

  #openChunk(): boolean {
    if (this.#chunk === this.#result.chunkCount) return false;
    const chunk = this.#result.getChunk(this.#chunk);
    this.#vectors = Array.from({ length: chunk.columnCount }, (_, column) => {
      const vector = chunk.getColumnVector(column);
      if (!(vector instanceof DuckDBIntegerVector)) throw new Error("clean.judgement has a column that is no INTEGER");
      return vector;
    });
    this.#chunk += 1;
    this.#row = 0;
    this.#rows = chunk.rowCount;
    return this.#rows > 0 || this.#openChunk();
  }
}

/** How much is in memory at a time: judgements, where a company counts as so many. */
const BATCH_JUDGEMENTS = 400_000;
const JUDGEMENTS_PER_COMPANY = 60;

/** All companies of the dataset. */
export async function* companyBatches({ connection }: CleanDataset): AsyncGenerator<CompanyBatch> {
  const batches = await readRows<{ first: number; last: number }>(
    connection,
    `SELECT min(company) AS "first", max(company) AS "last" FROM (
      SELECT company, sum(${JUDGEMENTS_PER_COMPANY} + coalesce(judgements, 0)) OVER (ORDER BY company) // ${BATCH_JUDGEMENTS} AS batch
      FROM clean.company LEFT JOIN (SELECT company, count(*) AS judgements FROM clean.judgement GROUP BY company) USING (company))
    GROUP BY batch ORDER BY batch`,
  );
  for (const { first, last } of batches) {
    const inBatch = `WHERE company BETWEEN ${first} AND ${last}`;
    yield {
      companies: await readRows<CompanyFacts>(connection, `FROM clean.company ${inBatch} ORDER BY company`),
      products: await readRows<ProductFacts>(
        connection,
        `SELECT company, id, slug, name, brand, aliases FROM clean.product ${inBatch} ORDER BY company, name, id`,
      ),
      replies: await readRows<ReplyFacts>(
        connection,
        `SELECT company, pillar, judged_on, status, replied_on, text, url FROM clean.reply ${inBatch}
          ORDER BY company, pillar NULLS FIRST, judged_on NULLS FIRST`,
      ),
      judgements: await readJudgements(connection, inBatch),
      urls: await readUrls(connection, inBatch),
    };
  }
}

async function readJudgements(connection: DuckDBConnection, inBatch: string): Promise<JudgementReader> {
  const columns = ["company", ...STORED_COLUMNS.map(({ cleanName }) => `"${cleanName}"`)];
  return new JudgementReader(await connection.run(`SELECT ${columns.join(", ")} FROM clean.judgement ${inBatch}`));
}

async function readUrls(connection: DuckDBConnection, inBatch: string): Promise<Map<number, string>> {
  const named = JUDGEMENT_COLUMNS.filter(({ type }) => type === "url").map(
    ({ cleanName }) => `SELECT "${cleanName}" FROM clean.judgement ${inBatch}`,
  );
  const sql = `SELECT term, text FROM clean.term WHERE term IN (${named.join(" UNION ")})`;
  const rows = await readRows<{ term: number; text: string }>(connection, sql);
  return new Map(rows.map(({ term, text }) => [term, text]));
}
