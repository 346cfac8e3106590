import { type DuckDBConnection, DuckDBIntegerVector, DuckDBListVector, type DuckDBVector } from "@duckdb/node-api";
import { JUDGEMENT_COLUMNS } from "../tables/judgements.ts";
import type { COMPANY_DETAILS } from "../tables/companies.ts";
import type { StoredDetails } from "../tables/details.ts";
import type { PRODUCT_DETAILS } from "../tables/products.ts";
import { type CleanDataset, readRows } from "./clean-dataset.ts";
import type { OwnedReply } from "../tables/replies.ts";

/** A row of `clean.company`. */
export interface CompanyFacts extends StoredDetails<typeof COMPANY_DETAILS> {
  readonly company: number;
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly country: string | null;
  readonly sector: string;
  /** Slugs in text order, separated by `|`; null where it names no other. */
  readonly other_sectors: string | null;
}

/** A row of `clean.product`. */
export interface ProductFacts extends StoredDetails<typeof PRODUCT_DETAILS> {
  readonly company: number;
  readonly id: string | null;
  readonly slug: string;
  readonly name: string;
}

/** Some companies with everything that belongs to them, all in the published order. */
export interface CompanyBatch {
  readonly companies: readonly CompanyFacts[];
  readonly products: readonly ProductFacts[];
  readonly replies: readonly OwnedReply[];
  readonly judgements: JudgementReader;
  /** The texts of the URLs that the judgements name, by their terms. */
  readonly urls: ReadonlyMap<number, string>;
}

/** The columns that are read, the company first. */
const READ_COLUMNS = JUDGEMENT_COLUMNS.toSorted((a, b) => Number(b.type === "company") - Number(a.type === "company"));

const IS_KEY = READ_COLUMNS.map((column) => "isKey" in column);

/**
 * Reads judgements as the numbers of `clean.judgement`, one row after another, in the order of the
 * key. Throws where they are not in it.
 */
export class JudgementReader {
  /** The company of the current row; null behind the last one. */
  company: number | null = null;
  /** The current row's other numbers, in the order of `STORED_COLUMNS`. */
  readonly numbers: number[] = [];
  readonly #vectors: readonly DuckDBIntegerVector[];
  #row = 0;

  /** Stands at the first row of the columns, each as long as the others. */
  constructor(vectors: readonly DuckDBIntegerVector[]) {
    this.#vectors = vectors;
    this.next();
  }

  next(): void {
    const row = this.#row;
    if (row === (this.#vectors[0]?.itemCount ?? 0)) {
      this.company = null;
      return;
    }
    let isLater = row === 0;
    for (const [column, vector] of this.#vectors.entries()) {
      const number = vector.getItem(row);
      if (number === null) throw new Error("clean.judgement has a NULL");
      const before = column === 0 ? this.company : this.numbers[column - 1];
      if (!isLater && IS_KEY[column] === true) {
        if (number < Number(before)) throw new Error("clean.judgement is not in the order of its key");
        isLater = number > Number(before);
      }
      if (column === 0) this.company = number;
      else this.numbers[column - 1] = number;
    }
    if (!isLater) throw new Error("clean.judgement has a key twice");
    this.#row = row + 1;
  }
}

/** Number of judgements in memory at a time; each company counts as so many more. */
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
      products: await readRows<ProductFacts>(connection, `FROM clean.product ${inBatch} ORDER BY company, name, id`),
      replies: await readRows<OwnedReply>(
        connection,
        `SELECT company, pillar, judged_on, status, replied_on, text, url FROM clean.reply ${inBatch}
          ORDER BY company, pillar NULLS FIRST, judged_on NULLS FIRST`,
      ),
      judgements: await readJudgements(connection, inBatch),
      urls: await readUrls(connection, inBatch),
    };
  }
}

/**
 * Each column comes as one list: to open a vector costs as much as to read a thousand numbers, and
 * rows come 2,048 at a time.
 */
async function readJudgements(connection: DuckDBConnection, inBatch: string): Promise<JudgementReader> {
  const lists = READ_COLUMNS.map(({ cleanName }) => `list("${cleanName}")`);
  const result = await connection.run(`SELECT ${lists.join(", ")} FROM clean.judgement ${inBatch}`);
  const chunk = result.getChunk(0);
  return new JudgementReader(READ_COLUMNS.map((_, column) => numbersOf(chunk.getColumnVector(column))));
}

function numbersOf(list: DuckDBVector): DuckDBIntegerVector {
  if (list instanceof DuckDBListVector && list.childVector instanceof DuckDBIntegerVector) return list.childVector;
  throw new Error("clean.judgement has a column that is no INTEGER");
}

async function readUrls(connection: DuckDBConnection, inBatch: string): Promise<Map<number, string>> {
  const named = JUDGEMENT_COLUMNS.filter(({ type }) => type === "url").map(
    ({ cleanName }) => `SELECT "${cleanName}" FROM clean.judgement ${inBatch}`,
  );
  const sql = `SELECT term, text FROM clean.term WHERE term IN (${named.join(" UNION ")})`;
  const rows = await readRows<{ term: number; text: string }>(connection, sql);
  return new Map(rows.map(({ term, text }) => [term, text]));
}
