import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type DetailShape, unpackDetail } from "../release/company-detail.ts";
import { type CompanyListing, ListingBuilder } from "../release/company-listing.ts";
import { dayOf, isoDate } from "../release/judgement-blob.ts";
import type { Manifest } from "../release/manifest.ts";
import { type StoredDetail, type StoredDetails, openDetails } from "../release/stored-details.ts";
import type { Distribution } from "../trust/scale.ts";
import type { CompanyRecord, CompanyStanding, FoundCompany, JudgementWords, PlacedProduct } from "./snapshot.ts";

const COMPANY = `SELECT company AS position, id, slug, name, country, sector, judgement_count AS judgements, median, distribution
  FROM company`;

/** A row of `COMPANY`. */
interface Row extends Omit<CompanyRecord, "distribution" | "website" | "lei" | "aliases" | "pillars"> {
  readonly distribution: string;
}

/** What a hit needs of a company. */
const FOUND_COMPANY = "SELECT id, slug, name, country, sector, median, distribution FROM company WHERE company = ?";

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
  readonly #byId: StatementSync;
  readonly #listed: StatementSync;
  readonly #standings: StatementSync;
  readonly #productAt: StatementSync;
  readonly #shape: DetailShape;
  readonly #details: StoredDetails;
  /** Words are asked for when they are first written down, and kept by whoever writes. */
  readonly words: JudgementWords;

  constructor(database: DatabaseSync, manifest: Manifest) {
    const { pillars, scale } = manifest.dataset;
    this.#at = database.prepare(`${COMPANY} WHERE company = ?`);
    this.#foundAt = database.prepare(FOUND_COMPANY);
    this.#foundAt.setReturnArrays(true);
    this.#byId = database.prepare(`${COMPANY} WHERE id = ?`);
    this.#listed = database.prepare(
      "SELECT company, id, slug, name, distribution, median FROM company ORDER BY company",
    );
    this.#standings = database.prepare("SELECT id, country, sector, median FROM company ORDER BY company");
    this.#productAt = database.prepare("SELECT id, slug, name, brand, company FROM product WHERE product = ?");
    this.#shape = { pillars: pillars.length, bands: scale.bands.length };
    this.#details = openDetails(database, manifest);
    const term = database.prepare("SELECT text FROM term WHERE term = ?");
    this.words = {
      term: (number) => (number === 0 ? null : (term.get(number)?.["text"] as string)),
      date: (number) => isoDate(dayOf(number)),
    };
  }

  at(position: number): CompanyRecord {
    return this.#record(present(this.#at.get(position), position) as unknown as Row);
  }

  #record(row: Row): CompanyRecord {
    const { packed } = this.detailAt(row.position);
    const { website, lei, aliases, pillars } = unpackDetail(packed, this.#shape);
    return {
      ...row,
      distribution: distributionOf(row.distribution),
      website,
      lei,
      aliases: aliases?.split("|") ?? [],
      pillars,
    };
  }

  detailAt(position: number): StoredDetail {
    return present(this.#details(position), position);
  }

  foundAt(position: number): FoundCompany {
    const row = present(this.#foundAt.get(position), position) as unknown as FoundRow;
    const [id, slug, name, country, sector, median, distribution] = row;
    return { id, slug, name, country, sector, median, distribution: distributionOf(distribution) };
  }

  byId(id: string): CompanyRecord | undefined {
    const row = this.#byId.get(id);
    return row && this.#record(row as unknown as Row);
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

const distributionOf = keep((text: string) => JSON.parse(text) as Distribution);

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
