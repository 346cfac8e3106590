import { createHash } from "node:crypto";
import type { DatasetFacts } from "../trust/dataset.ts";
import type { Branding } from "../branding/branding.ts";
import { describeBranding } from "./branding-files.ts";
import type { CompanyJudgements } from "./bundle-database.ts";
import type { CompanyFacts, ProductFacts, ReplyFacts } from "./company-batches.ts";
import { METHOD } from "./manifest.ts";

/**
 * The fingerprint of a release: SHA-256 over its canonical content, which is the method, the
 * dataset's facts, every clean row in the published order, replies included, and what the publisher
 * makes of the site. It does not depend on how or when the release was made. Each part is fed in
 * its own order, and the parts may be fed in any order between them.
 */
export class ContentHash {
  readonly #facts = createHash("sha256");
  readonly #terms = createHash("sha256");
  readonly #areas = createHash("sha256");
  readonly #companies = createHash("sha256");
  readonly #products = createHash("sha256");
  readonly #replies = createHash("sha256");
  #hasReplies = false;

  readonly #branding: string | null;

  constructor(facts: DatasetFacts, branding: Branding) {
    this.#facts.update(line([METHOD, facts]));
    const described = describeBranding(branding);
    this.#branding = described === null ? null : line(described);
  }

  addTerm(text: string): void {
    this.#terms.update(line(text));
  }

  addCountry({ iso2, iso3, slug, name }: { iso2: string; iso3: string; slug: string; name: string }): void {
    this.#areas.update(line([iso2, iso3, slug, name]));
  }

  addSector({ slug, label }: { slug: string; label: string }): void {
    this.#areas.update(line([slug, label]));
  }

  addCompany(
    { id, slug, name, country, sector, other_sectors: others, website, lei, aliases }: CompanyFacts,
    { encoded, urls }: Pick<CompanyJudgements, "encoded" | "urls">,
  ): void {
    const facts = [id, slug, name, country, sector, website, lei, aliases, encoded.length, urls];
    this.#companies.update(line(others === null ? facts : [...facts, others]));
    this.#companies.update(encoded);
  }

  addProduct({ company, id, slug, name, brand, aliases }: ProductFacts): void {
    const facts = [company, id, slug, name, brand];
    this.#products.update(line(aliases === null ? facts : [...facts, aliases]));
  }

  addReply({ company, pillar, judged_on, status, replied_on, text, url }: ReplyFacts): void {
    this.#replies.update(line([company, pillar, judged_on, status, replied_on, text, url]));
    this.#hasReplies = true;
  }

  /** Hexadecimal; nothing may be added afterwards. */
  fingerprint(): string {
    const whole = createHash("sha256");
    for (const part of [this.#facts, this.#terms, this.#areas, this.#companies, this.#products]) {
      whole.update(part.digest());
    }
    if (this.#hasReplies) whole.update(this.#replies.digest());
    if (this.#branding !== null) whole.update(this.#branding);
    return whole.digest("hex");
  }
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
