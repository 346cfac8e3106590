import { splitValues } from "../tables/details.ts";
import { compareJudgedOn, firstDayOf, UNDATED } from "../trust/judged-on.ts";
import { emptyDistribution } from "../trust/statistics.ts";
import { type CompanyStatistics, openTally } from "../trust/tally.ts";
import type { Areas } from "./area-tables.ts";
import type { BundleDatabase, CompanyJudgements } from "./bundle-database.ts";
import type { CleanDataset } from "./clean-dataset.ts";
import { type CompanyBatch, companyBatches, type CompanyFacts } from "./company-batches.ts";
import { CompanyColumnsBuilder, namedColumns, JudgementArraysBuilder, namedArrays } from "./number-columns.ts";
import type { ContentHash } from "./content-hash.ts";
import { JudgementEncoder, STORED_COLUMNS } from "./stored-judgements.ts";
import type { TableWriter } from "./write-tables.ts";

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
