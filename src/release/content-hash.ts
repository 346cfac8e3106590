import { createHash } from "node:crypto";
import { type DatasetFacts, withoutEmptyFacts } from "../trust/dataset.ts";
import type { Branding } from "../branding/branding.ts";
import { describeBranding } from "./branding-files.ts";
import type { CompanyJudgements } from "./bundle-database.ts";
import { COMPANY_DETAILS } from "../tables/companies.ts";
import type { DetailColumn } from "../tables/details.ts";
import { PRODUCT_DETAILS } from "../tables/products.ts";
import type { OwnedReply } from "../tables/replies.ts";
import type { CompanyFacts, ProductFacts } from "./clean-dataset.ts";
import { METHOD } from "./manifest.ts";

/**
 * The fingerprint of a release: SHA-256 over its canonical content, which is the method, the
 * dataset's facts, every clean row in the published order, replies included, and the branding of
 * the site. It does not depend on how or when the release was made. Each part is fed in its own
 * order, and the parts may be fed in any order between them.
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
    this.#facts.update(line([METHOD, withoutEmptyFacts(facts)]));
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

  addCompany(facts: CompanyFacts, { encoded, urls }: Pick<CompanyJudgements, "encoded" | "urls">): void {
    const { id, slug, name, country, sector, other_sectors: others } = facts;
    const [first, later] = detailsIn(COMPANY_DETAILS, facts);
    const content = [id, slug, name, country, sector, ...first, encoded.length, urls];
    this.#companies.update(line([...content, ...withoutLastNulls([others, ...later])]));
    this.#companies.update(encoded);
  }

  addProduct(facts: ProductFacts): void {
    const { company, id, slug, name } = facts;
    const [first, later] = detailsIn(PRODUCT_DETAILS, facts);
    this.#products.update(line([company, id, slug, name, ...first, ...withoutLastNulls(later)]));
  }

  addReply({ company, pillar, judged_on, status, replied_on, text, url }: OwnedReply): void {
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

/**
 * The details of a company or a product: those that were always there, and those that came with
 * a later format of releases.
 */
function detailsIn<Name extends string>(
  columns: readonly (DetailColumn & { readonly name: Name })[],
  facts: Readonly<Record<Name, string | null>>,
): readonly [first: (string | null)[], later: (string | null)[]] {
  const isLater = ({ sinceFormat }: DetailColumn): boolean => sinceFormat !== undefined;
  const valuesOf = (some: typeof columns): (string | null)[] => some.map(({ name }) => facts[name] ?? null);
  return [valuesOf(columns.filter((column) => !isLater(column))), valuesOf(columns.filter(isLater))];
}

/** Drops nulls at the end: later columns do not change fingerprints where they are empty. */
function withoutLastNulls(values: readonly (string | null)[]): readonly (string | null)[] {
  return values.slice(0, values.findLastIndex((value) => value !== null) + 1);
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
