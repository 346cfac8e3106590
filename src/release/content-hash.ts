import { createHash } from "node:crypto";
import type { DatasetFacts } from "../trust/dataset.ts";
import type { CompanyFacts, ProductFacts } from "./company-batches.ts";
import { METHOD } from "./manifest.ts";

/**
 * The fingerprint of a release: SHA-256 over its canonical content, which is the method, the dataset's facts and every
 * clean row in the published order. Nothing of how or when it was made goes in. Each part is fed in its own order, and
 * the parts may be fed in any order between them.
 */
export class ContentHash {
  readonly #facts = new BufferedHash();
  readonly #terms = new BufferedHash();
  readonly #areas = new BufferedHash();
  readonly #companies = new BufferedHash();
  readonly #products = new BufferedHash();

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
    this.#companies.addBytes(judgements);
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

function line(hash: BufferedHash, value: unknown): void {
  hash.addText(`${JSON.stringify(value)}\n`);
}

const BUFFER_BYTES = 1 << 16;
const BYTES_PER_CHARACTER_MAX = 3;

/** SHA-256 that is fed in large pieces: a call costs more than to hash a line. */
class BufferedHash {
  readonly #hash = createHash("sha256");
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #length = 0;

  addText(text: string): void {
    if (!this.#hasRoom(text.length * BYTES_PER_CHARACTER_MAX)) this.#hash.update(text);
    else this.#length += this.#buffer.write(text, this.#length);
  }

  addBytes(bytes: Uint8Array): void {
    if (!this.#hasRoom(bytes.length)) this.#hash.update(bytes);
    else {
      this.#buffer.set(bytes, this.#length);
      this.#length += bytes.length;
    }
  }

  digest(): Buffer {
    this.#flush();
    return this.#hash.digest();
  }

  /** Whether so many bytes fit, once what was collected is hashed; if not, nothing is collected. */
  #hasRoom(bytes: number): boolean {
    if (this.#length + bytes > this.#buffer.length) this.#flush();
    return bytes <= this.#buffer.length;
  }

  #flush(): void {
    this.#hash.update(this.#buffer.subarray(0, this.#length));
    this.#length = 0;
  }
}
