import type { DatabaseSync, StatementSync } from "node:sqlite";
import { OTHER_SECTORS, slugsIn } from "./other-sectors.ts";
import { judgementDecoder } from "./stored-judgements.ts";
import { type CompanyReply, replyOf, statusOf, STORED_REPLY } from "./stored-replies.ts";
import { judgedOnText } from "../trust/judged-on.ts";
import { OPTIONAL_JUDGEMENT_COLUMNS } from "../trust/judgement-columns.ts";
import { replyStatusOf } from "../trust/replies.ts";
import type { Distribution } from "../trust/scale.ts";
import type {
  CompanyDetail,
  CompanyJudgement,
  CompanyKey,
  CompanySummary,
  OwnedProduct,
  ProductRecord,
} from "./snapshot.ts";

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

const DETAIL = `${SUMMARY}, company, website, lei, aliases, pillars, urls, judgements`;

/** The columns of `DETAIL`. */
type DetailRow = readonly [
  ...SummaryRow,
  company: number,
  website: string | null,
  lei: string | null,
  aliases: string | null,
  pillars: string,
  urls: string,
  judgements: Uint8Array,
];

/** How many results of one function are kept because they come again and again. */
const MEMOIZED_MAX = 10_000;

/** The prepared statements over companies, their products and judgements. */
export class CompanyRows {
  readonly #at: StatementSync;
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

  /** `format` is the bundle format of the release. */
  constructor(database: DatabaseSync, format: number) {
    this.#decode = judgementDecoder(format);
    const prepareArrays = (sql: string): StatementSync => {
      const statement = database.prepare(sql);
      // Arrays cost half as much as objects.
      statement.setReturnArrays(true);
      return statement;
    };
    this.#at = prepareArrays(`SELECT ${SUMMARY} FROM company WHERE company = ?`);
    this.#leiAt = database.prepare("SELECT lei FROM company WHERE company = ?");
    this.#bySlug = prepareArrays(`SELECT ${DETAIL} FROM company WHERE slug = ?`);
    this.#byId = prepareArrays(`SELECT ${DETAIL} FROM company WHERE id = ?`);
    this.#alsoNaming = database.prepare("SELECT company FROM other_sector WHERE sector = ? ORDER BY company");
    this.#productsAlsoNaming = database.prepare(
      "SELECT product FROM other_sector JOIN product USING (company) WHERE sector = ? ORDER BY product",
    );
    this.#judgementsAt = database.prepare("SELECT urls, judgements FROM company WHERE company = ?");
    this.#productCounts = database.prepare("SELECT company, count(*) AS products FROM product GROUP BY company");
    const prepareKey = (key: CompanyKey): StatementSync =>
      database.prepare(`SELECT company FROM company WHERE ${key} = ? ORDER BY company`);
    this.#positionsBy = { id: prepareKey("id"), slug: prepareKey("slug"), lei: prepareKey("lei") };
    const product = `id, slug, name, brand, ${productAliases(format)}`;
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

  /** Throws where there is no such company. */
  leiAt(position: number): string | null {
    const row = this.#leiAt.get(position);
    if (row === undefined) throw new Error(`there is no company at position ${position}`);
    const { lei } = row;
    return typeof lei === "string" ? lei : null;
  }

  bySlug(slug: string): CompanyDetail | undefined {
    return this.#detail(this.#bySlug.get(slug));
  }

  byId(id: string): CompanyDetail | undefined {
    return this.#detail(this.#byId.get(id));
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

  #detail(found: unknown): CompanyDetail | undefined {
    if (found === undefined) return undefined;
    const [, , , , , , , , , , company, website, lei, aliases, pillars, urls, judgements] = found as DetailRow;
    const replies = this.#replies(company);
    return {
      ...summaryOf(found),
      website,
      lei,
      aliases: aliases?.split("|") ?? [],
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

/** The bundle format whose products have aliases. */
const PRODUCT_ALIASES_SINCE = 13;

/** SQL: the aliases of a product; none in releases of an older format. */
export function productAliases(format: number): string {
  return format < PRODUCT_ALIASES_SINCE ? "NULL AS aliases" : "aliases";
}

function productOf({ id, slug, name, brand, aliases }: Record<string, unknown>): ProductRecord {
  const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
  return {
    id: textOf(id),
    slug: String(slug),
    name: String(name),
    brand: textOf(brand),
    aliases: textOf(aliases)?.split("|") ?? [],
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
    otherSectors: slugsIn(others),
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
