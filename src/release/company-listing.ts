import type { Distribution } from "../trust/scale.ts";
import type { CompanyFacts } from "./company-batches.ts";
import { littleEndian } from "./company-columns.ts";

/**
 * What a list shows of every company, in company order, in a form that needs no row and no JSON to be read: a million companies take
 * about ninety megabytes.
 */
export interface CompanyListing {
  /** The JSON members `id`, `slug` and `name` of one company after another, in UTF-8. */
  readonly names: Uint8Array;
  /** Where the names of each company end. */
  readonly nameEnds: Uint32Array;
  /** Place of each company's figures in `profiles`. */
  readonly profile: Uint32Array;
  readonly profiles: readonly CompanyProfile[];
}

/** All judgements of a company by band, with their median. Most companies share theirs with others. */
export interface CompanyProfile {
  readonly distribution: Distribution;
  /** Rank from 1, or null when nothing is judged. */
  readonly median: number | null;
}

type Named = Pick<CompanyFacts, "company" | "id" | "slug" | "name">;

const NAMES_BYTES_FIRST = 64 * 1024;

/** Collects the listing while the companies of a release are written in their order. */
export class ListingBuilder {
  readonly #nameEnds: Uint32Array;
  readonly #profile: Uint32Array;
  readonly #profiles: CompanyProfile[] = [];
  readonly #places = new Map<string, number>();
  #names = Buffer.allocUnsafe(NAMES_BYTES_FIRST);
  #length = 0;

  constructor(companies: number) {
    this.#nameEnds = new Uint32Array(companies);
    this.#profile = new Uint32Array(companies);
  }

  add({ company, id, slug, name }: Named, distribution: Distribution, median: number | null): void {
    const members = `"id":${JSON.stringify(id)},"slug":${JSON.stringify(slug)},"name":${JSON.stringify(name)}`;
    const BYTES_PER_CHARACTER_MAX = 3;
    if (this.#names.length - this.#length < members.length * BYTES_PER_CHARACTER_MAX) {
      const more = Buffer.allocUnsafe(this.#names.length + members.length * BYTES_PER_CHARACTER_MAX);
      this.#names = Buffer.concat([this.#names, more]);
    }
    this.#length += this.#names.write(members, this.#length);
    this.#nameEnds[company] = this.#length;
    const key = distribution.join();
    let place = this.#places.get(key);
    if (place === undefined) {
      place = this.#profiles.push({ distribution, median }) - 1;
      this.#places.set(key, place);
    }
    this.#profile[company] = place;
  }

  listing(): CompanyListing {
    const names = this.#names.subarray(0, this.#length);
    return { names, nameEnds: this.#nameEnds, profile: this.#profile, profiles: this.#profiles };
  }

  /** The listing as rows of the bundle's `company_column` table. */
  *stored(): Generator<readonly [string, Uint8Array]> {
    yield ["names", this.#names.subarray(0, this.#length)];
    yield ["name_ends", littleEndian(this.#nameEnds)];
    yield ["profile", littleEndian(this.#profile)];
    yield ["profiles", Buffer.from(JSON.stringify(this.#profiles))];
  }
}

/** Reads what a `ListingBuilder` stored; undefined where a release was built without one. Throws where a column is missing or does not fit the others. */
export function readListing(
  stored: (name: string) => Uint8Array | undefined,
  companies: number,
): CompanyListing | undefined {
  const names = stored("names");
  if (names === undefined) return undefined;
  const bytes = (name: string): Uint8Array => {
    const found = stored(name);
    if (found === undefined) throw new Error(`column ${name} is missing`);
    return found;
  };
  const numbers = (name: string): Uint32Array => {
    const WIDTH = Uint32Array.BYTES_PER_ELEMENT;
    const found = bytes(name);
    if (found.byteLength !== companies * WIDTH) {
      throw new Error(`column ${name} has ${found.byteLength} bytes, expected ${companies * WIDTH}`);
    }
    // A copy is aligned to its width.
    return new Uint32Array(Uint8Array.from(littleEndian(found, WIDTH)).buffer);
  };
  const listing = {
    names,
    nameEnds: numbers("name_ends"),
    profile: numbers("profile"),
    profiles: JSON.parse(Buffer.from(bytes("profiles")).toString()) as CompanyProfile[],
  };
  const end = listing.nameEnds.at(-1) ?? 0;
  if (end !== listing.names.byteLength)
    throw new Error(`column names has ${listing.names.byteLength} bytes, not ${end}`);
  return listing;
}
