import { splitValues } from "../tables/details.ts";
import { compareJudgedOn, firstDayOf, UNDATED } from "../trust/judged-on.ts";
import { emptyDistribution } from "../trust/statistics.ts";
import { type CompanyStatistics, openTally } from "../trust/tally.ts";
import type { Areas } from "./area-tables.ts";
import type { BundleDatabase, CompanyJudgements } from "./bundle-database.ts";
import { type CleanDataset, type CompanyFacts, type ProductFacts, readRows } from "./clean-dataset.ts";
import { CompanyColumnsBuilder, JudgementArraysBuilder, namedArrays, namedColumns } from "./number-columns.ts";
import type { ContentHash } from "./content-hash.ts";
import { JudgementEncoder, STORED_COLUMNS } from "./stored-judgements.ts";
import type { TableWriter } from "./write-tables.ts";
import { type DuckDBConnection, DuckDBIntegerVector, DuckDBListVector, type DuckDBVector } from "@duckdb/node-api";
import { JUDGEMENT_COLUMNS } from "../tables/judgements.ts";
import type { OwnedReply } from "../tables/replies.ts";

export interface JudgeCompanies {
  readonly dataset: CleanDataset;
  readonly areas: Areas;
  readonly database: BundleDatabase;
  readonly hash: ContentHash;
  readonly tables: TableWriter;
  /** Days since 1970-01-01. */
  readonly publishedOn: number;
  /** Called with the number of companies that are done. */
  readonly onProgress: (done: number) => void;
}

/**
 * Computes the statistics of every company and writes the companies with their products and
 * judgements. Returns their tally, the number of companies with a current judgement, and the newest
 * date up to the day of publication, or `UNDATED`.
 */
export async function judgeCompanies(work: JudgeCompanies) {
  const { dataset, areas, database, hash, tables } = work;
  const { scale, pillars } = dataset.facts;
  const tally = openTally({ bandCount: scale.bands.length, pillarCount: pillars.length });
  const builder = new CompanyColumnsBuilder(dataset.counts.companies, pillars.length, areas);
  const arrays = new JudgementArraysBuilder(dataset.counts.judgements);
  const encoder = new JudgementEncoder();
  let companies = 0;
  let judged = 0;
  let judgements = 0;
  let newest = UNDATED;
  for await (const batch of companyBatches(dataset)) {
    const rows: (readonly [number, CompanyStatistics])[] = [];
    for (const company of batch.companies) {
      const own = takeJudgements(work, batch, company, arrays, encoder);
      const statistics = tally.add(
        company.country,
        company.sector,
        own.distributions,
        splitValues(company.other_sectors),
      );
      database.addCompany(company, statistics, own);
      hash.addCompany(company, own);
      builder.add(company, statistics, own.count);
      rows.push([company.company, statistics]);
      judgements += own.count;
      if (own.count > 0) judged += 1;
      if (compareJudgedOn(own.newest, newest) > 0) newest = own.newest;
    }
    for (const product of batch.products) {
      database.addProduct(product);
      hash.addProduct(product);
    }
    for (const reply of batch.replies) {
      database.addReply(reply);
      hash.addReply(reply);
    }
    await tables.addCompanies(rows);
    work.onProgress((companies += batch.companies.length));
  }
  if (judgements !== dataset.counts.judgements) {
    throw new Error(
      `clean.judgement has ${dataset.counts.judgements} rows, ${judgements} of them where their company was expected`,
    );
  }
  database.addColumns("company_column", namedColumns(builder.columns));
  database.addColumns("judgement_column", namedArrays(arrays.arrays));
  return { tally, companies: judged, newest };
}

interface TakenJudgements extends CompanyJudgements {
  /** Judgements per band, for each pillar. */
  readonly distributions: readonly (readonly number[])[];
  /** The newest date up to the day of publication, or `UNDATED`. */
  readonly newest: number;
}

const PILLAR = indexOfType("pillar");
const BAND = indexOfType("band");
const DATE = indexOfType("date");
const URLS = STORED_COLUMNS.flatMap(({ type }, index) => (type === "url" ? [index] : []));

function indexOfType(type: (typeof STORED_COLUMNS)[number]["type"]): number {
  return STORED_COLUMNS.findIndex((column) => column.type === type);
}

/**
 * Takes the judgements of a company, in the order of the companies. Their encoded form is valid
 * until the next call.
 */
function takeJudgements(
  { dataset, publishedOn }: Pick<JudgeCompanies, "dataset" | "publishedOn">,
  { judgements, urls: textOf }: CompanyBatch,
  { company, id }: CompanyFacts,
  arrays: JudgementArraysBuilder,
  encoder: JudgementEncoder,
): TakenJudgements {
  const { facts } = dataset;
  const { numbers } = judgements;
  const distributions = facts.pillars.map(() => emptyDistribution(facts.scale.bands.length));
  // Maps the term of each URL to its place among those of the company, from 1; 0 is none.
  const urls = new Map([[0, 0]]);
  let newest = UNDATED;
  let count = 0;
  for (; judgements.company === company; judgements.next()) {
    const pillar = numbers[PILLAR]!;
    const date = numbers[DATE]!;
    const distribution = distributions[pillar];
    const band = numbers[BAND]! - 1;
    if (distribution?.[band] === undefined) {
      throw new Error(`clean.judgement has pillar ${pillar}, band ${numbers[BAND]} for company ${id}`);
    }
    distribution[band] += 1;
    arrays.add({ pillar, band: band + 1, judged_on: date });
    // A day still to come is a mistake, and no sign of how recent the judgements are.
    if (compareJudgedOn(date, newest) > 0 && firstDayOf(date) <= publishedOn) newest = date;
    for (const column of URLS) {
      const term = numbers[column]!;
      const place = urls.get(term) ?? urls.size;
      urls.set(term, place);
      numbers[column] = place;
    }
    encoder.add(numbers);
    count += 1;
  }
  const texts = Array.from(urls.keys(), (term) => textOf.get(term)).slice(1);
  if (!texts.every((text) => text !== undefined)) throw new Error("clean.judgement names a URL that clean.term lacks");
  return { distributions, encoded: encoder.take(), urls: texts, count, newest };
}

/** Some companies with everything that belongs to them, all in the published order. */
interface CompanyBatch {
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
class JudgementReader {
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
async function* companyBatches({ connection }: CleanDataset): AsyncGenerator<CompanyBatch> {
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
