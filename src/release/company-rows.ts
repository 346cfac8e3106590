import type { DatabaseSync, StatementSync } from "node:sqlite";
import { LRUCache } from "lru-cache";
import { COMPANY_DETAILS } from "../tables/companies.ts";
import { readDetails, storedDetailsSql, splitValues } from "../tables/details.ts";
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
export const SUMMARY = `id, slug, name, country, sector, judgement_count, median, distribution,
  (SELECT max(status) FROM reply WHERE reply.company = company.company), ${OTHER_SECTORS}`;

/** The columns of `SUMMARY`. */
type SummaryRow = readonly [
  id: string,
  slug: string,
  name: string,
  country: string | null,
  sector: string,
  judgementCount: number,
  median: number | null,
  distribution: string,
  replyStatus: number | null,
  otherSectors: string | null,
];

/** What is read of a company to describe it in detail. */
type DetailRow = readonly [
  ...SummaryRow,
  company: number,
  pillars: string,
  urls: string,
  judgements: Uint8Array,
  ...details: unknown[],
];

/** How many results of one function are kept because they come again and again. */
const MEMOIZED_MAX = 10_000;

/** How many companies are kept in detail: the parts of a page ask for the same one in turn. */
const DETAILS_MAX = 16;

/** The prepared statements over companies, their products and judgements. */
export class CompanyRows {
  readonly #at: StatementSync;
  readonly #atEach: StatementSync;
  readonly #leiAt: StatementSync;
  readonly #bySlug: StatementSync;
  readonly #byId: StatementSync;
  readonly #positionsBy: Readonly<Record<CompanyKey, StatementSync>>;
  readonly #alsoNaming: StatementSync;
  readonly #productsAlsoNaming: StatementSync;
  readonly #judgementsAt: StatementSync;
  readonly #productCounts: StatementSync;
  readonly #products: StatementSync;
  readonly #productAt: StatementSync;
  readonly #repliesOf: StatementSync;
  readonly #label: (term: number) => string | null;
  readonly #decode: ReturnType<typeof judgementDecoder>;
  readonly #details = new LRUCache<string, CompanyDetail>({ max: DETAILS_MAX });

  /** `format` is the bundle format of the release. */
  constructor(database: DatabaseSync, format: number) {
    this.#decode = judgementDecoder(format);
    const prepareArrays = (sql: string): StatementSync => {
      const statement = database.prepare(sql);
      // Arrays cost half as much as objects.
      statement.setReturnArrays(true);
      return statement;
    };
    const detail = `${SUMMARY}, company, pillars, urls, judgements, ${storedDetailsSql(COMPANY_DETAILS, format)}`;
    this.#at = prepareArrays(`SELECT ${SUMMARY} FROM company WHERE company = ?`);
    // One statement for the rows of a list costs half as much as one for each of them.
    this.#atEach = prepareArrays(`SELECT ${SUMMARY} FROM (SELECT key AS place, value AS wanted FROM json_each(?))
      CROSS JOIN company ON company.company = wanted ORDER BY place`);
    this.#leiAt = database.prepare("SELECT lei FROM company WHERE company = ?");
    this.#bySlug = prepareArrays(`SELECT ${detail} FROM company WHERE slug = ?`);
    this.#byId = prepareArrays(`SELECT ${detail} FROM company WHERE id = ?`);
    this.#alsoNaming = database.prepare("SELECT company FROM other_sector WHERE sector = ? ORDER BY company");
    this.#productsAlsoNaming = database.prepare(
      "SELECT product FROM other_sector JOIN product USING (company) WHERE sector = ? ORDER BY product",
    );
    this.#judgementsAt = database.prepare("SELECT urls, judgements FROM company WHERE company = ?");
    this.#productCounts = database.prepare("SELECT company, count(*) AS products FROM product GROUP BY company");
    const prepareKey = (key: CompanyKey): StatementSync =>
      database.prepare(`SELECT company FROM company WHERE ${key} = ? ORDER BY company`);
    this.#positionsBy = { id: prepareKey("id"), slug: prepareKey("slug"), lei: prepareKey("lei") };
    const product = `id, slug, name, ${storedDetailsSql(PRODUCT_DETAILS, format)}`;
    this.#products = database.prepare(`SELECT ${product} FROM product WHERE company = ? ORDER BY product`);
    this.#productAt = database.prepare(`SELECT ${product}, company FROM product WHERE product = ?`);
    this.#repliesOf = database.prepare(`SELECT ${STORED_REPLY} FROM reply WHERE company = ? ORDER BY reply`);
    const term = database.prepare("SELECT text FROM term WHERE term = ?");
    this.#label = memoize((number) => (number === 0 ? null : (term.get(number)?.["text"] as string)));
  }

  /** Throws where there is no such company. */
  at(position: number): CompanySummary {
    const row = this.#at.get(position);
    if (row === undefined) throw new Error(`there is no company at position ${position}`);
    return summaryOf(row);
  }

  /** Companies in the order of their positions. Throws where one of them is not there. */
  atEach(positions: readonly number[]): CompanySummary[] {
    const found = this.#atEach.all(JSON.stringify(positions)).map(summaryOf);
    if (found.length !== positions.length) throw new Error(`there is no company at one of ${positions.join(", ")}`);
    return found;
  }

  /** Throws where there is no such company. */
  leiAt(position: number): string | null {
    const row = this.#leiAt.get(position);
    if (row === undefined) throw new Error(`there is no company at position ${position}`);
    const { lei } = row;
    return typeof lei === "string" ? lei : null;
  }

  bySlug(slug: string): CompanyDetail | undefined {
    return this.#detail(this.#bySlug, slug);
  }

  byId(id: string): CompanyDetail | undefined {
    return this.#detail(this.#byId, id);
  }

  /** The position of a company by its id, else by its slug. */
  find(idOrSlug: string): number | undefined {
    return this.findBy("id", idOrSlug)[0] ?? this.findBy("slug", idOrSlug)[0];
  }

  /** The positions of all companies with a key. */
  findBy(key: CompanyKey, value: string): number[] {
    return this.#positionsBy[key].all(value).map((row) => Number(row["company"]));
  }

  /** The positions of the companies that name a sector and are counted in another. */
  alsoNaming(sector: string): number[] {
    return this.#alsoNaming.all(sector).map(({ company }) => Number(company));
  }

  /** The same of several sectors, with the products of these companies. */
  namedBesides(sectors: readonly string[]): { readonly companies: number[]; readonly products: number[] } {
    const productsOf = (sector: string): number[] =>
      this.#productsAlsoNaming.all(sector).map(({ product }) => Number(product));
    return {
      companies: sectors.flatMap((sector) => this.alsoNaming(sector)),
      products: sectors.flatMap(productsOf),
    };
  }

  /** The current judgements of a company; none where there is no such company. */
  judgementsOf(position: number): CompanyJudgement[] {
    const { urls, judgements } = this.#judgementsAt.get(position) ?? {};
    if (!(judgements instanceof Uint8Array)) return [];
    return this.#judgements(judgements, JSON.parse(String(urls)) as string[], this.#replies(position));
  }

  /** How many products each of some companies has, in the order of the companies. */
  productCounts(companies: number): Uint32Array {
    const counts = new Uint32Array(companies);
    for (const { company, products } of this.#productCounts.iterate()) counts[Number(company)] = Number(products);
    return counts;
  }

  /** Throws where there is no such product. */
  productAt(position: number): OwnedProduct {
    const row = this.#productAt.get(position);
    if (row === undefined) throw new Error(`there is no product at position ${position}`);
    return { ...productOf(row), company: Number(row["company"]) };
  }

  /** The company that a statement finds by its id or its slug. It must not be changed. */
  #detail(statement: StatementSync, key: string): CompanyDetail | undefined {
    const name = `${statement === this.#byId ? "id" : "slug"} ${key}`;
    const kept = this.#details.get(name);
    if (kept !== undefined) return kept;
    const found: unknown = statement.get(key);
    if (found === undefined) return undefined;
    const detail = this.#read(found as DetailRow);
    this.#details.set(name, detail);
    return detail;
  }

  #read(found: DetailRow): CompanyDetail {
    const [, , , , , , , , , , company, pillars, urls, judgements, ...details] = found;
    const replies = this.#replies(company);
    return {
      ...summaryOf(found),
      ...readDetails(COMPANY_DETAILS, details),
      pillars: JSON.parse(pillars) as CompanyDetail["pillars"],
      products: this.#products.all(company).map(productOf),
      judgements: this.#judgements(judgements, JSON.parse(urls) as string[], replies),
      replies,
    };
  }

  #replies(company: number): CompanyReply[] {
    return this.#repliesOf.all(company).map(replyOf);
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
  const details = PRODUCT_DETAILS.map((detail) => row[detail.name]);
  return {
    id: typeof id === "string" ? id : null,
    slug: String(slug),
    name: String(name),
    ...readDetails(PRODUCT_DETAILS, details),
  };
}

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** What a row says that is an array and begins with the columns of `SUMMARY`. */
export function summaryOf(row: unknown): CompanySummary {
  const [id, slug, name, country, sector, judgementCount, median, distribution, status, others] = row as SummaryRow;
  const replyStatus = status === null ? null : statusOf(status);
  return {
    id,
    slug,
    name,
    country,
    sector,
    otherSectors: splitValues(others),
    judgementCount,
    distribution: distributionOf(distribution),
    median,
    replyStatus,
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
