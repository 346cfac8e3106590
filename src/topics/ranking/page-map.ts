import type { Bands } from "../../html/charts/figures.ts";
import { type MapCountry, worldMap } from "../../html/charts/world-map.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import type { Html } from "../../html/html.ts";
import type { Ranking } from "./page-finding.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";

/** The details of another release than that of the page that a map needs. */
interface OtherRelease {
  readonly id: string;
  readonly bands: Bands;
  /** True if another map of the page has the patterns already. */
  readonly hasPatterns: boolean;
}

/** A request for a page with a map; without `href` its countries link nothing. */
type MapVisit = Pick<SiteRequest, "dataset" | "atlas"> & { readonly href: SiteRequest["href"] | null };

/**
 * Draws the countries of a ranking as a map of the world, each a link to its page. `other` is the
 * release of the ranking where it is not that of the page, or the page has two maps.
 */
export function rankingMap(request: MapVisit, ranking: Ranking, other?: OtherRelease): Html {
  const { dataset, atlas } = request;
  const query = other === undefined || other.id === dataset.meta.release ? {} : { release: other.id };
  const bands = other?.bands ?? dataset.bands;
  const nameOf = (iso2: string): string | undefined => atlas.byIso2(iso2)?.name;
  return worldMap(bands, mapCountries(request, ranking, query), nameOf, other ?? null);
}

/**
 * Converts the countries of a ranking, asked for with `RANKING_FIELDS`, for a map; `query` is for
 * the links to their pages.
 */
export function mapCountries(
  { href }: Pick<MapVisit, "href">,
  { items }: Ranking,
  query: Readonly<Record<string, string>> = {},
): readonly MapCountry[] {
  return items.map((country) => ({
    iso2: country.iso2,
    name: country.name,
    href: href?.(urlTo(PAGES.country, { slug: country.slug }), query) ?? null,
    level: country.median_level,
    isThin: country.rank === null,
    summary: country.summary ?? "",
  }));
}
