import { splitValues } from "../tables/details.ts";
import { compareJudgedOn, firstDayOf, UNDATED } from "../trust/judged-on.ts";
import { emptyDistribution } from "../trust/statistics.ts";
import { type CompanyStatistics, openTally, type Tally } from "../trust/tally.ts";
import type { BundleDatabase, CompanyJudgements } from "./bundle-database.ts";
import type { CleanDataset } from "./clean-dataset.ts";
import { type CompanyBatch, companyBatches, type CompanyFacts } from "./company-batches.ts";
import { CompanyColumnsBuilder, storedColumns } from "./company-columns.ts";
import type { ContentHash } from "./content-hash.ts";
import { JudgementArraysBuilder, storedArrays } from "./judgement-arrays.ts";
import { JudgementEncoder, STORED_COLUMNS } from "./stored-judgements.ts";
import type { TableWriter } from "./write-tables.ts";

/** The countries and sectors of a release. */
export interface Areas {
  /** Ordered by ISO 3166-1 alpha-2. */
  readonly countries: readonly { iso2: string; iso3: string; slug: string; name: string }[];
  /** Ordered by slug. */
  readonly sectors: readonly { slug: string; label: string }[];
}

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

export interface JudgedCompanies {
  readonly tally: Tally;
  /** How many companies have a current judgement. */
  readonly companies: number;
  /** The newest date up to the day of publication, or `UNDATED`. */
  readonly newest: number;
}

/**
 * Computes the statistics of every company and writes the companies with their products and
 * judgements.
 */
export async function judgeCompanies(work: JudgeCompanies): Promise<JudgedCompanies> {
  const { dataset, areas, database, hash, tables } = work;
  const { scale, pillars } = dataset.facts;
  const tally = openTally({ bandCount: scale.bands.length, pillarCount: pillars.length });
  const builder = new CompanyColumnsBuilder({
    companies: dataset.counts.companies,
    pillars: pillars.length,
    countryCodes: areas.countries.map(({ iso2 }) => iso2),
    sectorSlugs: areas.sectors.map(({ slug }) => slug),
  });
  const arrays = new JudgementArraysBuilder(dataset.counts.judgements);
  let companies = 0;
  let judged = 0;
  let judgements = 0;
  let newest = UNDATED;
  for await (const batch of companyBatches(dataset)) {
    const reader = new BatchJudgements(dataset, batch, arrays, work.publishedOn);
    const rows: (readonly [number, CompanyStatistics])[] = [];
    for (const company of batch.companies) {
      const own = reader.take(company);
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
  database.addRows("company_column", storedColumns(builder.columns));
  database.addRows("judgement_column", storedArrays(arrays.arrays));
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

/** Encodes the judgements of one company of a batch after another. */
class BatchJudgements {
  readonly #dataset: CleanDataset;
  readonly #batch: CompanyBatch;
  readonly #publishedOn: number;
  readonly #arrays: JudgementArraysBuilder;
  readonly #encoder = new JudgementEncoder();

  constructor(dataset: CleanDataset, batch: CompanyBatch, arrays: JudgementArraysBuilder, publishedOn: number) {
    this.#publishedOn = publishedOn;
    this.#dataset = dataset;
    this.#batch = batch;
    this.#arrays = arrays;
  }

  /**
   * The company's judgements; their encoded form is valid until the next call. To be called in the
   * order of the companies.
   */
  take({ company, id }: CompanyFacts): TakenJudgements {
    const { facts } = this.#dataset;
    const { judgements } = this.#batch;
    const { numbers } = judgements;
    const distributions = facts.pillars.map(() => emptyDistribution(facts.scale.bands.length));
    const urls = new UrlList(this.#batch.urls);
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
      this.#arrays.add({ pillar, band: band + 1, judged_on: date });
      // A day still to come is a mistake, and no sign of how recent the judgements are.
      if (compareJudgedOn(date, newest) > 0 && firstDayOf(date) <= this.#publishedOn) newest = date;
      for (const url of URLS) numbers[url] = urls.indexOf(numbers[url]!);
      this.#encoder.add(numbers);
      count += 1;
    }
    return { distributions, encoded: this.#encoder.take(), urls: urls.texts, count, newest };
  }
}

/** The URLs of one company, each once. */
class UrlList {
  readonly texts: string[] = [];
  readonly #indexes = new Map<number, number>();
  readonly #textOf: ReadonlyMap<number, string>;

  constructor(textOf: ReadonlyMap<number, string>) {
    this.#textOf = textOf;
  }

  /** The index of a term in `texts`, from 1; 0 for none. */
  indexOf(term: number): number {
    if (term === 0) return 0;
    let index = this.#indexes.get(term);
    if (index === undefined) {
      const text = this.#textOf.get(term);
      if (text === undefined) throw new Error(`clean.judgement names the URL ${term}, which clean.term lacks`);
      index = this.texts.push(text);
      this.#indexes.set(term, index);
    }
    return index;
  }
}
