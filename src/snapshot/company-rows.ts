import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type CompanyListing, ListingBuilder } from "../release/company-listing.ts";
import { isoDate, unpackJudgements } from "../release/judgement-blob.ts";
import type { Distribution } from "../trust/scale.ts";
import type { CompanyRecord, CompanyStanding, JudgementRecord, PlacedProduct, ProductRecord } from "./snapshot.ts";

const COMPANY = `SELECT company, id, slug, name, country, sector, website, lei, aliases, judgement_count, median, distribution, pillars,
  judgements, sources FROM company`;

/** A row of `COMPANY`. */
type Row = readonly [
  position: number,
  id: string,
  slug: string,
  name: string,
  country: string,
  sector: string,
  website: string | null,
  lei: string | null,
  aliases: string | null,
  judgements: number,
  median: number | null,
  distribution: string,
  pillars: string,
  packed: Uint8Array,
  sources: string,
];

interface ListedRow extends Pick<CompanyRecord, "id" | "slug" | "name" | "median"> {
  readonly company: number;
  readonly distribution: string;
}

/** How many texts of one kind are kept because they come again and again. */
const TEXTS_KEPT_MAX = 10_000;

/** The prepared statements over companies, their products and judgements. */
export class CompanyRows {
  readonly #at: StatementSync;
  readonly #bySlug: StatementSync;
  readonly #byId: StatementSync;
  readonly #listed: StatementSync;
  readonly #standings: StatementSync;
  readonly #products: StatementSync;
  readonly #productAt: StatementSync;
  readonly #textOf: (term: number) => string | null;

  constructor(database: DatabaseSync) {
    const prepareRow = (condition: string): StatementSync => {
      const statement = database.prepare(`${COMPANY} WHERE ${condition}`);
      statement.setReturnArrays(true);
      return statement;
    };
    this.#at = prepareRow("company = ?");
    this.#bySlug = prepareRow("slug = ?");
    this.#byId = prepareRow("id = ?");
    this.#listed = database.prepare(
      "SELECT company, id, slug, name, distribution, median FROM company ORDER BY company",
    );
    this.#standings = database.prepare("SELECT id, country, sector, median FROM company ORDER BY company");
    this.#products = database.prepare("SELECT id, slug, name, brand FROM product WHERE company = ? ORDER BY product");
    this.#productAt = database.prepare("SELECT id, slug, name, brand, company FROM product WHERE product = ?");
    const term = database.prepare("SELECT text FROM term WHERE term = ?");
    this.#textOf = keep((number) => (number === 0 ? null : (term.get(number)?.["text"] as string)));
  }

  at(position: number): CompanyRecord {
    const row = this.#at.get(position);
    if (!row) throw new Error(`there is no company at position ${position}`);
    return new StoredCompany(row as unknown as Row);
  }

  bySlug(slug: string): CompanyRecord | undefined {
    const row = this.#bySlug.get(slug);
    return row && new StoredCompany(row as unknown as Row);
  }

  byId(id: string): CompanyRecord | undefined {
    const row = this.#byId.get(id);
    return row && new StoredCompany(row as unknown as Row);
  }

  /** The listing of a release that was built without one. */
  listing(companies: number): CompanyListing {
    const builder = new ListingBuilder(companies);
    for (const row of this.#listed.iterate()) {
      const { distribution, median, ...named } = row as unknown as ListedRow;
      builder.add(named, JSON.parse(distribution) as Distribution, median);
    }
    return builder.listing();
  }

  *standings(): Generator<CompanyStanding> {
    for (const row of this.#standings.iterate()) yield row as unknown as CompanyStanding;
  }

  productsOf(position: number): ProductRecord[] {
    return this.#products.all(position) as unknown as ProductRecord[];
  }

  productAt(place: number): PlacedProduct {
    const row = this.#productAt.get(place);
    if (!row) throw new Error(`there is no product at place ${place}`);
    return row as unknown as PlacedProduct;
  }

  judgementsOf(company: CompanyRecord): JudgementRecord[] {
    const { packed, sources } =
      company instanceof StoredCompany ? company : (this.at(company.position) as StoredCompany);
    return unpackJudgements(packed).map((judgement) => ({
      pillar: judgement.pillar,
      band: judgement.band,
      criterion: this.#textOf(judgement.criterion),
      judge: this.#textOf(judgement.judge),
      judgedOn: dateOf(judgement.judgedOn),
      sourceUrl: sources[judgement.source - 1] ?? null,
    }));
  }
}

const dateOf = keep(isoDate);

const pillarOf = keep((members: string) => JSON.parse(`{${members}}`) as CompanyRecord["pillars"][number]);

/** A company as it is stored; what is packed is unpacked when asked for. */
class StoredCompany implements CompanyRecord {
  readonly position: number;
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly country: string;
  readonly sector: string;
  readonly website: string | null;
  readonly lei: string | null;
  readonly judgements: number;
  readonly median: number | null;
  readonly #row: Row;

  constructor(row: Row) {
    [
      this.position,
      this.id,
      this.slug,
      this.name,
      this.country,
      this.sector,
      this.website,
      this.lei,
      ,
      this.judgements,
      this.median,
    ] = row;
    this.#row = row;
  }

  get aliases(): readonly string[] {
    const aliases = this.#row[8];
    return aliases ? aliases.split("|") : [];
  }

  get distribution(): Distribution {
    return JSON.parse(this.#row[11]) as Distribution;
  }

  /** Stored as `[{"distribution":[…],"median":…},…]`; the companies of a release have few different ones. */
  get pillars(): CompanyRecord["pillars"] {
    return this.#row[12].slice(2, -2).split("},{").map(pillarOf);
  }

  get packed(): Uint8Array {
    return this.#row[13];
  }

  get sources(): string[] {
    return JSON.parse(this.#row[14]) as string[];
  }
}

/** Remembers what was read. The values must not be changed. */
function keep<Key, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const kept = new Map<Key, Value>();
  return (key) => {
    let value = kept.get(key);
    if (value === undefined) {
      value = read(key);
      if (kept.size >= TEXTS_KEPT_MAX) kept.clear();
      kept.set(key, value);
    }
    return value;
  };
}
