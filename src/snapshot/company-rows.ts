import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type DetailShape, unpackDetail } from "../release/company-detail.ts";
import { type CompanyListing, ListingBuilder } from "../release/company-listing.ts";
import { isoDate } from "../release/judgement-blob.ts";
import type { Manifest } from "../release/manifest.ts";
import { type StoredDetail, type StoredDetails, openDetails } from "../release/stored-details.ts";
import { dayOf } from "../release/judgement-blob.ts";
import type { Distribution } from "../trust/scale.ts";
import type { CompanyDetail, CompanyStanding, CompanySummary, JudgementWords, PlacedProduct } from "./snapshot.ts";

const SUMMARY = `SELECT id, slug, name, country, sector, judgement_count, median, distribution, company FROM company`;

/** A row of `SUMMARY`. */
type SummaryRow = readonly [
  id: string,
  slug: string,
  name: string,
  country: string,
  sector: string,
  judgementCount: number,
  median: number | null,
  distribution: string,
  position: number,
];

interface ListedRow extends Pick<CompanySummary, "id" | "slug" | "name" | "median"> {
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
  readonly #productAt: StatementSync;
  readonly #shape: DetailShape;
  readonly #details: StoredDetails;
  readonly #term: (term: number) => string | null;
  /** Words are asked for when they are first written down, and kept by whoever writes. */
  readonly words: JudgementWords;

  constructor(database: DatabaseSync, manifest: Manifest) {
    const { pillars, scale } = manifest.dataset;
    const prepareArrays = (sql: string): StatementSync => {
      const statement = database.prepare(sql);
      statement.setReturnArrays(true);
      return statement;
    };
    this.#at = prepareArrays(`${SUMMARY} WHERE company = ?`);
    this.#bySlug = prepareArrays(`${SUMMARY} WHERE slug = ?`);
    this.#byId = prepareArrays(`${SUMMARY} WHERE id = ?`);
    this.#listed = database.prepare(
      "SELECT company, id, slug, name, distribution, median FROM company ORDER BY company",
    );
    this.#standings = database.prepare("SELECT id, country, sector, median FROM company ORDER BY company");
    this.#productAt = database.prepare("SELECT id, slug, name, brand, company FROM product WHERE product = ?");
    this.#shape = { pillars: pillars.length, bands: scale.bands.length };
    this.#details = openDetails(database, manifest);
    const term = database.prepare("SELECT text FROM term WHERE term = ?");
    this.#term = memoize((number) => (number === 0 ? null : (term.get(number)?.["text"] as string)));
    this.words = { term: this.#term, date: (number) => isoDate(dayOf(number)) };
  }

  at(position: number): CompanySummary {
    return summaryOf(present(this.#at.get(position), position) as unknown as SummaryRow);
  }

  bySlug(slug: string): CompanyDetail | undefined {
    return this.#detail(this.#bySlug.get(slug));
  }

  byId(id: string): CompanyDetail | undefined {
    return this.#detail(this.#byId.get(id));
  }

  #detail(found: unknown): CompanyDetail | undefined {
    if (found === undefined) return undefined;
    const row = found as SummaryRow;
    const { packed } = this.detailAt(row[8]);
    const { website, lei, aliases, pillars, products, sources, current } = unpackDetail(packed, this.#shape);
    return {
      ...summaryOf(row),
      website,
      lei,
      aliases: aliases?.split("|") ?? [],
      pillars,
      products,
      judgements: current.map(({ pillar, band, criterion, judge, judgedOn, source }) => ({
        pillar,
        band,
        criterion: this.#term(criterion),
        judge: this.#term(judge),
        judgedOn: dateOf(judgedOn),
        sourceUrl: sources[source - 1] ?? null,
      })),
    };
  }

  detailAt(position: number): StoredDetail {
    return present(this.#details(position), position);
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

function summaryOf([
  id,
  slug,
  name,
  country,
  sector,
  judgementCount,
  median,
  distribution,
]: SummaryRow): CompanySummary {
  return { id, slug, name, country, sector, judgementCount, distribution: distributionOf(distribution), median };
}

const distributionOf = memoize((text: string) => JSON.parse(text) as Distribution);

const dateOf = memoize(isoDate);

/** Remembers what was computed, up to a number of results. They must not be changed. */
function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const kept = new Map<Key, Value>();
  return (key) => {
    let value = kept.get(key);
    if (value === undefined) {
      value = compute(key);
      if (kept.size >= TEXTS_KEPT_MAX) kept.clear();
      kept.set(key, value);
    }
    return value;
  };
}
