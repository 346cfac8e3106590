import type { Bands } from "../charts/figures.ts";
import { type MapCountry, worldMap } from "../charts/world-map.ts";
import type { Visit } from "../define-page.ts";
import type { Html } from "../html.ts";
import { withoutNotice } from "./area-parts.ts";
import type { Ranking } from "./rankings.ts";

/** What a page with a map loads. */
export const MAP_ASSETS = { styles: ["map.css"], scripts: ["map.js"] } as const;

/** What another release than that of the page needs to be drawn. */
interface OtherRelease {
  readonly id: string;
  readonly bands: Bands;
  /** Whether another map of the page has the patterns already. */
  readonly hasPatterns: boolean;
}

/**
 * The countries of a ranking as a map of the world, each a link to its page. `other` is the release
 * of the ranking where it is not that of the page, or the page has two maps.
 */
export function rankingMap(visit: Visit, { items, meta }: Ranking, other?: OtherRelease): Html {
  const query = other === undefined || other.id === visit.dataset.meta.release ? {} : { release: other.id };
  const countries = items.map((country): MapCountry => {
    return {
      iso2: country.iso2,
      name: country.name,
      href: visit.href(`/countries/${country.slug}`, query),
      level: country.median_level,
      isThin: country.rank === null,
      summary: withoutNotice({ summary: country.summary, meta }),
    };
  });
  const bands = other?.bands ?? visit.dataset.bands;
  return worldMap(bands, countries, (iso2) => visit.atlas.byIso2(iso2)?.name, other?.hasPatterns);
}
