import { type MapCountry, worldMap } from "../../html/charts/world-map.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import type { Html } from "../../html/html.ts";
import type { Ranking } from "./page-finding.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";

/** A request for a page with a map; without `href` its countries link nothing. */
type MapVisit = Pick<SiteRequest, "dataset" | "atlas"> & { readonly href: SiteRequest["href"] | null };

/** Draws the countries of a ranking as a map of the world, each a link to its page. */
export function rankingMap(request: MapVisit, ranking: Ranking): Html {
  const { dataset, atlas } = request;
  return worldMap(dataset.bands, mapCountries(request, ranking), (iso2) => atlas.byIso2(iso2)?.name);
}

/** Converts the countries of a ranking, asked for with `RANKING_FIELDS`, for a map. */
export function mapCountries({ href }: Pick<MapVisit, "href">, { items }: Ranking): readonly MapCountry[] {
  return items.map((country) => ({
    iso2: country.iso2,
    name: country.name,
    href: href?.(urlTo(PAGES.country, { slug: country.slug })) ?? null,
    level: country.median_level,
    isThin: country.rank === null,
    summary: country.summary ?? "",
    judged: country.judged_companies,
  }));
}
