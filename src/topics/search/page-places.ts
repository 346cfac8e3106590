import type { Part } from "../../atlas/atlas.ts";
import { slugify } from "../../atlas/slug.ts";
import { countryInWords, sectorInWords } from "../../ask/grammar.ts";
import { listSectors } from "../sector/list-sectors.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { PAGES } from "../../ask/urls.ts";

/** A country or a sector that a query names. */
export interface NamedPlace {
  readonly kind: "country" | "sector";
  readonly name: string;
  /** The name within a sentence. */
  readonly inWords: string;
  /** The part of the country that the query names, if any. */
  readonly part?: Part | undefined;
  readonly href: string;
  readonly level: number | null;
  /** True if too few of its companies are judged for a band. */
  readonly isThin: boolean;
}

/** The figures of a country or a sector that a hit shows. */
interface Figures {
  readonly slug: string;
  readonly median_level: number | null;
  readonly judged_companies: number;
}

/** Minimum length of the beginning of a name: a shorter one would fit half of the world. */
const QUERY_MIN = 2;

/**
 * Finds the countries and sectors of the release that a query names: by any name or code of a
 * country or of a part of it, or by the beginning of a word of the name.
 */
export async function findNamedPlaces(request: SiteRequest, query: string): Promise<NamedPlace[]> {
  const { items: countries } = await request.ask(rankCountries);
  const { items: sectors } = await request.ask(listSectors);
  const { minimum_companies: minimum } = request.dataset.method;
  const part = request.atlas.findPart(query);
  const own = (part?.whole ?? request.atlas.findBySegment(query)?.territory)?.slug;
  const wanted = slugify(query);
  const begins = (slug: string): boolean => wanted.length >= QUERY_MIN && `-${slug}`.includes(`-${wanted}`);
  const found = (kind: NamedPlace["kind"], name: string, inWords: string, figures: Figures, of?: Part): NamedPlace => ({
    kind,
    name,
    inWords,
    part: of,
    href: request.href(PAGES[kind], { slug: figures.slug }),
    level: figures.median_level,
    isThin: figures.judged_companies < minimum,
  });
  return [
    ...countries
      .filter(({ slug }) => slug === own || begins(slug))
      .map((one) => found("country", one.name, countryInWords(one), one, one.slug === own ? part : undefined)),
    ...sectors
      .filter(({ slug, label }) => begins(slug) || begins(slugify(label)))
      .map((one) => found("sector", one.label, sectorInWords(one.label), one)),
  ];
}
