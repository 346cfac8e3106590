import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type CompanyListing, ListingBuilder } from "../release/company-listing.ts";
import { isoDate, unpackJudgements } from "../release/judgement-blob.ts";
import type { Distribution } from "../trust/scale.ts";
import type {
  CompanyDetail,
  CompanyRecord,
  CompanyStanding,
  FoundCompany,
  JudgementWords,
  PlacedProduct,
  ProductRecord,
} from "./snapshot.ts";

const COMPANY = `SELECT company, id, slug, name, country, sector, website, lei, aliases, judgement_count, median, distribution, pillars
  FROM company`;

/** What a hit needs of it. */
const FOUND_COMPANY = "SELECT id, slug, name, country, sector, median, distribution FROM company WHERE company = ?";

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
];

/** Only what a detail needs: each column costs a hundredth of an answer. */
const DETAIL = `SELECT company, website, lei, aliases, pillars, judgements, sources FROM company WHERE slug = ?`;

/** A row of `DETAIL`. */
type DetailRow = readonly [
  position: number,
  website: string | null,
  lei: string | null,
  aliases: string | null,
  pillars: string,
  packed: Uint8Array,
  sources: string,
];

type ProductRow = readonly [id: string | null, slug: string, name: string, brand: string | null];

/** A row of `FOUND_COMPANY`. */
type FoundRow = readonly [
  id: string,
  slug: string,
  name: string,
  country: string,
  sector: string,
  median: number | null,
  distribution: string,
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
  readonly #foundAt: StatementSync;
  readonly #detailBySlug: StatementSync;
  readonly #byId: StatementSync;
  readonly #listed: StatementSync;
  readonly #standings: StatementSync;
  readonly #products: StatementSync;
  readonly #productAt: StatementSync;
  /** Words are asked for when they are first written down, and kept by whoever writes. */
  readonly words: JudgementWords;

  constructor(database: DatabaseSync) {
    const prepareRows = (query: string): StatementSync => {
      const statement = database.prepare(query);
      statement.setReturnArrays(true);
      return statement;
    };
    this.#at = prepareRows(`${COMPANY} WHERE company = ?`);
    this.#foundAt = prepareRows(FOUND_COMPANY);
    this.#byId = prepareRows(`${COMPANY} WHERE id = ?`);
    this.#detailBySlug = prepareRows(DETAIL);
    this.#listed = database.prepare(
      "SELECT company, id, slug, name, distribution, median FROM company ORDER BY company",
    );
    this.#standings = database.prepare("SELECT id, country, sector, median FROM company ORDER BY company");
    this.#products = prepareRows("SELECT id, slug, name, brand FROM product WHERE company = ? ORDER BY product");
    this.#productAt = database.prepare("SELECT id, slug, name, brand, company FROM product WHERE product = ?");
    const term = database.prepare("SELECT text FROM term WHERE term = ?");
    this.words = {
      term: (number) => (number === 0 ? null : (term.get(number)?.["text"] as string)),
      date: isoDate,
    };
  }

  at(position: number): CompanyRecord {
    return new StoredCompany(present(this.#at.get(position), position) as unknown as Row);
  }

  foundAt(position: number): FoundCompany {
    const row = present(this.#foundAt.get(position), position) as unknown as FoundRow;
    const [id, slug, name, country, sector, median, distribution] = row;
    return { id, slug, name, country, sector, median, distribution: distributionOf(distribution) };
  }

  detailBySlug(slug: string): CompanyDetail | undefined {
    const row = this.#detailBySlug.get(slug) as unknown as DetailRow | undefined;
    if (row === undefined) return undefined;
    const [position, website, lei, aliases, pillars, packed, sources] = row;
    return {
      position,
      website,
      lei,
      aliases: readAliases(aliases),
      pillars: readPillars(pillars),
      judgements: unpackJudgements(packed),
      sources: JSON.parse(sources) as string[],
      products: this.#productsOf(position),
    };
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

  #productsOf(position: number): ProductRecord[] {
    const rows = this.#products.all(position) as unknown as readonly ProductRow[];
    return rows.map(([id, slug, name, brand]) => ({ id, slug, name, brand }));
  }

  productAt(place: number): PlacedProduct {
    const row = this.#productAt.get(place);
    if (!row) throw new Error(`there is no product at place ${place}`);
    return row as unknown as PlacedProduct;
  }
}

function present<Found>(row: Found | undefined, position: number): Found {
  if (row === undefined) throw new Error(`there is no company at position ${position}`);
  return row;
}

function readAliases(stored: string | null): readonly string[] {
  return stored ? stored.split("|") : [];
}

/** Stored as `[{"distribution":[…],"median":…},…]`; the companies of a release have few different ones. */
function readPillars(stored: string): CompanyRecord["pillars"] {
  return stored.slice(2, -2).split("},{").map(pillarOf);
}

const distributionOf = keep((text: string) => JSON.parse(text) as Distribution);

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
    return readAliases(this.#row[8]);
  }

  get distribution(): Distribution {
    return distributionOf(this.#row[11]);
  }

  get pillars(): CompanyRecord["pillars"] {
    return readPillars(this.#row[12]);
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
