import type { Static } from "typebox";
import { countryInWords } from "../../ask/grammar.ts";
import type { RegionInWords } from "../../ask/words.ts";
import type { Said } from "../../ask/said.ts";
import type { BandFigures, Bands } from "../../html/charts/figures.ts";
import type { Dataset } from "../../html/frame.ts";
import type { rankCountries } from "./rank-countries.ts";
import { COUNTRY_NOUN, describeRankingInHeadline } from "../../say/headlines.ts";
import type { Listed } from "../../say/standing.ts";
import { type MapCountry, worldMap } from "../../html/charts/world-map.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import type { Html } from "../../html/html.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";

/** A ranking of countries as the API answers it. */
export type Ranking = Static<(typeof rankCountries)["form"]["schema"]>;

/** A country of an answer. */
interface CountryOfAnswer extends Pick<BandFigures, "distribution"> {
  readonly iso2: string;
  readonly name: string;
  readonly listed_companies: number;
}

interface CountriesOfAnswer {
  readonly items: readonly CountryOfAnswer[];
  /** Id of the pillar. */
  readonly pillar: string | null;
  readonly region?: RegionInWords | null;
  readonly minimum_companies: number;
}

/** Returns the finding of a ranking as a sentence without its full stop; see `isStory` there. */
export function rankingFinding(
  { scale, bands, pillars }: Pick<Dataset, "scale" | "bands" | "pillars">,
  { items, pillar, region = null, minimum_companies }: CountriesOfAnswer,
  isStory = false,
): Said {
  return describeRankingInHeadline(
    { id: scale.id, bands },
    items.map((country) => countryOf(bands, country)),
    {
      noun: COUNTRY_NOUN,
      pillar: pillars.find(({ id }) => id === pillar) ?? null,
      region,
      minimumCompanies: minimum_companies,
      isStory,
    },
  );
}

/** Converts a country of an answer for a headline. */
function countryOf(bands: Bands, country: CountryOfAnswer): Listed {
  return {
    subject: `country:${country.iso2}`,
    name: countryInWords(country),
    listedCompanies: country.listed_companies,
    distribution: countsOf(bands, country),
  };
}

/** Lists the distribution of an answer, worst band first. */
export function countsOf(bands: Bands, { distribution }: Pick<BandFigures, "distribution">): readonly number[] {
  return bands.map(({ id }) => distribution[id] ?? 0);
}

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
