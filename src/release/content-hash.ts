import { createHash, type Hash } from "node:crypto";
import type { DatasetFacts } from "../trust/dataset.ts";
import type { CompanyFacts, ProductFacts } from "./company-batches.ts";
import { METHOD } from "./manifest.ts";

/**
 * The fingerprint of a release: SHA-256 over its canonical content, which is the method, the dataset's facts and every
 * clean row in the published order. Nothing of how or when it was made goes in. Each part is fed in its own order, and
 * the parts may be fed in any order between them.
 */
export class ContentHash {
  readonly #facts = createHash("sha256");
  readonly #terms = createHash("sha256");
  readonly #areas = createHash("sha256");
  readonly #companies = createHash("sha256");
  readonly #products = createHash("sha256");

  constructor(facts: DatasetFacts) {
    line(this.#facts, [METHOD, facts]);
  }

  addTerm(text: string): void {
    line(this.#terms, text);
  }

  addCountry({ iso2, iso3, slug, name }: { iso2: string; iso3: string; slug: string; name: string }): void {
    line(this.#areas, [iso2, iso3, slug, name]);
  }

  addSector({ slug, label }: { slug: string; label: string }): void {
    line(this.#areas, [slug, label]);
  }

  /** `judgements` as judgement-blob.ts packs them, with the list of sources they point into. */
  addCompany(
    { id, slug, name, country, sector, website, lei, aliases }: CompanyFacts,
    judgements: Uint8Array,
    sources: readonly string[],
  ): void {
    line(this.#companies, [id, slug, name, country, sector, website, lei, aliases, judgements.length, sources]);
    this.#companies.update(judgements);
  }

  addProduct({ company, id, slug, name, brand }: ProductFacts): void {
    line(this.#products, [company, id, slug, name, brand]);
  }

  /** Hexadecimal; nothing may be added afterwards. */
  fingerprint(): string {
    const whole = createHash("sha256");
    for (const part of [this.#facts, this.#terms, this.#areas, this.#companies, this.#products])
      whole.update(part.digest());
    return whole.digest("hex");
  }
}

function line(hash: Hash, value: unknown): void {
  hash.update(`${JSON.stringify(value)}\n`);
}
