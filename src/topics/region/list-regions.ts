import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { isInRegion, type Region } from "../../atlas/regions.ts";
import { Distribution, listOf } from "../../ask/components.ts";
import { describeDistribution, openEnvelope } from "../../ask/describe.ts";
import { joinMembers, nullableRef, objectOf, ref, withReasons } from "../../ask/json-shape.ts";
import { endOfList } from "../../ask/lists.ts";
import { urlOf } from "../../ask/named-members.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import { describeRegion, RegionIdentity, regionsWith } from "../../ask/regions.ts";
import type { Sources } from "../../ask/sources.ts";
import { allRanked } from "../../trust/statements.ts";
import { rankingIn } from "../ranking/country-ranking.ts";
import { API, urlTo } from "../../ask/urls.ts";

const RegionEntry = objectOf(
  {
    code: Type.String({ pattern: "^[0-9]{3}$", description: "Code of M49." }),
    slug: Type.String({ description: "The region in filters." }),
    name: Type.String({ description: "The name that the United Nations use." }),
    within: nullableRef(RegionIdentity, "is_a_continent"),
    territories: Type.Integer({
      minimum: 1,
      description: "Countries and territories that lie there, whether the release lists them or not.",
    }),
    listed_countries: Type.Integer({ minimum: 1, description: "Those that the release lists." }),
    ranked_countries: Type.Integer({ minimum: 0, description: "Those with enough judged companies for a rank." }),
    countries_by_band: ref(Distribution),
    rankings: urlOf("their ranking among each other"),
  },
  { $id: "RegionEntry", description: "A region with counts of its countries." },
);

const Regions = listOf("Regions", ref(RegionEntry), {
  note: Type.String({ description: "What the regions are, and what they are not." }),
});

/** The note on the limits of regions, for every list of them. */
export const REGIONS_NOTE =
  "Regions are those of the United Nations for statistics (M49). They follow geography, and say nothing of membership or status. M49 does not list Taiwan and Kosovo: they are counted where they lie, in Eastern Asia and Southern Europe. Antarctica is in no region. Nothing is computed of a region: its countries are counted and ranked among each other, and never put together.";

export const listRegions = defineOperation({
  id: "list_regions",
  path: API.regions,
  tag: "Countries",
  summary: "Regions with counts of their countries",
  description: `The continents and their parts that have a country of the release, a continent before its parts: how many countries each has, and how many of the ranked ones are in each band (\`countries_by_band\`). ${REGIONS_NOTE}`,
  parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
  form: { kind: "json", schema: Regions, components: [RegionEntry] },
  answer(sources) {
    const items = regionsWith(sources.atlas, sources.snapshot.countries).map((region) => describe(sources, region));
    const body: Static<typeof Regions> = joinMembers(
      openEnvelope(sources),
      { note: REGIONS_NOTE, items, total: items.length },
      endOfList(null),
    );
    return { kind: "json", body };
  },
});

function describe(sources: Sources, region: Region): Static<typeof RegionEntry> {
  const { atlas, site, snapshot } = sources;
  const { scale } = snapshot.manifest.dataset;
  const { entries, rankedCountries } = rankingIn(sources, { pillar: null, region });
  const { distribution } = allRanked(entries, scale.bands.length).own.entry;
  return joinMembers(
    describeRegion(region),
    withReasons({ within: region.within && describeRegion(region.within) }, { within: "is_a_continent" }),
    {
      territories: atlas.territories.filter((territory) => isInRegion(territory.region, region.code)).length,
      listed_countries: entries.length,
      ranked_countries: rankedCountries,
      countries_by_band: describeDistribution(scale, distribution),
      rankings: site.baseUrl + urlTo(API.rankings, { region: region.slug }),
    },
  );
}
