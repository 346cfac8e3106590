import type { DatabaseSync, StatementSync } from "node:sqlite";
import { LRUCache } from "lru-cache";
import { COMPANY_DETAILS } from "../tables/companies.ts";
import { readDetails, type StoredDetails, storedDetailsSql, splitValues } from "../tables/details.ts";
import { PRODUCT_DETAILS, type ProductRecord } from "../tables/products.ts";
import { judgementDecoder } from "./stored-judgements.ts";
import { replyOf, statusOf, STORED_REPLY } from "./stored-replies.ts";
import type { CompanyReply } from "../tables/replies.ts";
import { judgedOnText } from "../trust/judged-on.ts";
import { OPTIONAL_JUDGEMENT_COLUMNS } from "../tables/judgements.ts";
import { replyStatusOf } from "../trust/replies.ts";
import type { Distribution } from "../trust/scale.ts";
import type { CompanyJudgement } from "../tables/judgements.ts";
import type { CompanyDetail, CompanyKey, CompanySummary, OwnedProduct } from "./snapshot.ts";

/**
 * SQL: the slugs of the sectors that a row of `company` names besides the one in which it is
 * counted, in text order and one text, or NULL where it names no other.
 */
export const OTHER_SECTORS =
  "(SELECT group_concat(o.sector, '|' ORDER BY o.sector) FROM other_sector o WHERE o.company = company.company)";

/** The columns of a company that a summary is made of. */
const SUMMARY = `id, slug, name, country, sector, judgement_count, median, distribution,
  (SELECT max(status) FROM reply WHERE reply.company = company.company) AS reply_status, ${OTHER_SECTORS} AS other_sectors`;

/** A row of `SUMMARY`. */
interface SummaryRow extends Pick<CompanySummary, "id" | "slug" | "name" | "country" | "sector" | "median"> {
  readonly judgement_count: number;
  readonly distribution: string;
  readonly reply_status: number | null;
  readonly other_sectors: string | null;
}

/** A row with the columns that describe a company in detail. */
interface DetailRow extends SummaryRow, StoredDetails<typeof COMPANY_DETAILS> {
  readonly company: number;
  readonly pillars: string;
  readonly urls: string;
  readonly judgements: Uint8Array;
}

/** Maximum number of results that `memoize` caches for one function. */
const MEMOIZED_MAX = 10_000;

/** Maximum number of companies cached in detail: the parts of a page ask for the same one. */
const DETAILS_MAX = 16;

/** The rows of companies, their products, judgements and replies. */
export class CompanyRows {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** The columns of a company in detail, and of a product. */
  readonly #detailed: string;
  readonly #product: string;
  readonly #label: (term: number) => string | null;
  readonly #decode: ReturnType<typeof judgementDecoder>;
  readonly #details = new LRUCache<string, CompanyDetail>({ max: DETAILS_MAX });

  /** `format` is the bundle format of the release. */
  constructor(database: DatabaseSync, format: number) {
    this.#database = database;
    this.#decode = judgementDecoder(format);
    this.#detailed = `${SUMMARY}, company, pillars, urls, judgements, ${storedDetailsSql(COMPANY_DETAILS, format)}`;
    this.#product = `id, slug, name, company, ${storedDetailsSql(PRODUCT_DETAILS, format)}`;
    this.#label = memoize((number) =>
      number === 0 ? null : String(this.#prepared("SELECT text FROM term WHERE term = ?").get(number)?.["text"]),
    );
  }

  /** The statement of a query, which is prepared once. */
  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) this.#statements.set(sql, (statement = this.#database.prepare(sql)));
    return statement;
  }

  #numbers(sql: string, key: string): number[] {
    return this.#prepared(sql)
      .all(key)
      .map(({ found }) => Number(found));
  }

  /**
   * Companies in the order of their positions: one statement for all costs half as much as one for
   * each. Throws where one of them is not there.
   */
  atEach(positions: readonly number[]): CompanySummary[] {
    const found = this.#prepared(
      `SELECT ${SUMMARY} FROM (SELECT key AS place, value AS wanted FROM json_each(?))
        CROSS JOIN company ON company.company = wanted ORDER BY place`,
    ).all(JSON.stringify(positions));
    if (found.length !== positions.length) throw new Error(`there is no company at one of ${positions.join(", ")}`);
    return found.map(summaryOf);
  }

  /** Throws where there is no such company. */
  at(position: number): CompanySummary {
    const row = this.#prepared(`SELECT ${SUMMARY} FROM company WHERE company = ?`).get(position);
    if (row === undefined) throw new Error(`there is no company at position ${position}`);
    return summaryOf(row);
  }

  /** Throws where there is no such company. */
  leiAt(position: number): string | null {
    const row = this.#prepared("SELECT lei FROM company WHERE company = ?").get(position);
    if (row === undefined) throw new Error(`there is no company at position ${position}`);
    const { lei } = row;
    return typeof lei === "string" ? lei : null;
  }

  /** The company with an id or a slug. It must not be changed. */
  detail(key: "id" | "slug", value: string): CompanyDetail | undefined {
    const kept = this.#details.get(`${key} ${value}`);
    if (kept !== undefined) return kept;
    const found: unknown = this.#prepared(`SELECT ${this.#detailed} FROM company WHERE ${key} = ?`).get(value);
    if (found === undefined) return undefined;
    const detail = this.#read(found as DetailRow);
    this.#details.set(`id ${detail.id}`, detail).set(`slug ${detail.slug}`, detail);
    return detail;
  }

  /** The position of a company by its id, else by its slug. */
  find(idOrSlug: string): number | undefined {
    return this.findBy("id", idOrSlug)[0] ?? this.findBy("slug", idOrSlug)[0];
  }

  /** The positions of all companies with a key. */
  findBy(key: CompanyKey, value: string): number[] {
    return this.#numbers(`SELECT company AS found FROM company WHERE ${key} = ? ORDER BY company`, value);
  }

  /** The positions of the companies that name a sector and are counted in another. */
  alsoNaming(sector: string): number[] {
    return this.#numbers("SELECT company AS found FROM other_sector WHERE sector = ? ORDER BY company", sector);
  }

  /** The companies that `alsoNaming` finds for several sectors, and their products. */
  namedBesides(sectors: readonly string[]): { readonly companies: number[]; readonly products: number[] } {
    const products = `SELECT product AS found FROM other_sector JOIN product USING (company)
      WHERE sector = ? ORDER BY product`;
    return {
      companies: sectors.flatMap((sector) => this.alsoNaming(sector)),
      products: sectors.flatMap((sector) => this.#numbers(products, sector)),
    };
  }

  /** The current judgements of a company; none where there is no such company. */
  judgementsOf(position: number): CompanyJudgement[] {
    const stored = this.#prepared("SELECT urls, judgements FROM company WHERE company = ?");
    const { urls, judgements } = stored.get(position) ?? {};
    if (!(judgements instanceof Uint8Array)) return [];
    return this.#judgements(judgements, JSON.parse(String(urls)) as string[], this.#replies(position));
  }

  /** The number of products of each company, in the order of the companies. */
  productCounts(companies: number): Uint32Array {
    const counts = new Uint32Array(companies);
    const rows = this.#prepared("SELECT company, count(*) AS products FROM product GROUP BY company").iterate();
    for (const { company, products } of rows) counts[Number(company)] = Number(products);
    return counts;
  }

  /** Throws where there is no such product. */
  productAt(position: number): OwnedProduct {
    const row = this.#prepared(`SELECT ${this.#product} FROM product WHERE product = ?`).get(position);
    if (row === undefined) throw new Error(`there is no product at position ${position}`);
    return { ...productOf(row), company: Number(row["company"]) };
  }

  #read(found: DetailRow): CompanyDetail {
    const { company, pillars, urls, judgements } = found;
    const replies = this.#replies(company);
    const products = this.#prepared(`SELECT ${this.#product} FROM product WHERE company = ? ORDER BY product`);
    return {
      ...summaryOf(found),
      ...readDetails(COMPANY_DETAILS, found),
      pillars: JSON.parse(pillars) as CompanyDetail["pillars"],
      products: products.all(company).map(productOf),
      judgements: this.#judgements(judgements, JSON.parse(urls) as string[], replies),
      replies,
    };
  }

  #replies(company: number): CompanyReply[] {
    return this.#prepared(`SELECT ${STORED_REPLY} FROM reply WHERE company = ? ORDER BY reply`)
      .all(company)
      .map(replyOf);
  }

  #judgements(stored: Uint8Array, urls: readonly string[], replies: readonly CompanyReply[]): CompanyJudgement[] {
    return this.#decode(stored).map((numbers) => {
      const { pillar, band } = numbers;
      const judgement = { pillar, band, replyStatus: null } as Writable<CompanyJudgement>;
      for (const { name, type } of OPTIONAL_JUDGEMENT_COLUMNS) {
        const number = numbers[name];
        if (type === "label") judgement[name] = this.#label(number);
        else judgement[name] = type === "date" ? dateOf(number) : (urls[number - 1] ?? null);
      }
      if (replies.length > 0) judgement.replyStatus = replyStatusOf(replies, judgement);
      return judgement;
    });
  }
}

function productOf(row: Record<string, unknown>): ProductRecord {
  const { id, slug, name } = row;
  return {
    id: typeof id === "string" ? id : null,
    slug: String(slug),
    name: String(name),
    ...readDetails(PRODUCT_DETAILS, row),
  };
}

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

function summaryOf(row: unknown): CompanySummary {
  const { id, slug, name, country, sector, median, ...stored } = row as SummaryRow;
  return {
    id,
    slug,
    name,
    country,
    sector,
    otherSectors: splitValues(stored.other_sectors),
    judgementCount: stored.judgement_count,
    distribution: distributionOf(stored.distribution),
    median,
    replyStatus: stored.reply_status === null ? null : statusOf(stored.reply_status),
  };
}

const distributionOf = memoize((json: string) => JSON.parse(json) as Distribution);

const dateOf = memoize(judgedOnText);

/** Keeps results, up to a number of them. They must not be changed. */
function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const kept = new Map<Key, Value>();
  return (key) => {
    let value = kept.get(key);
    if (value === undefined) {
      value = compute(key);
      if (kept.size >= MEMOIZED_MAX) kept.clear();
      kept.set(key, value);
    }
    return value;
  };
}
