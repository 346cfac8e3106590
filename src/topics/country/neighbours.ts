import { countryInWords } from "../../ask/grammar.ts";
import { liesIn } from "../../ask/regions.ts";
import { whereInWords } from "../../ask/words.ts";
import type { Atlas } from "../../atlas/atlas.ts";
import { type Region, regionAndAbove } from "../../atlas/regions.ts";
import { describeNeighboursInHeadline } from "../../say/page-findings.ts";
import type { Scale } from "../../trust/scale.ts";
import type { Ranking } from "../ranking/finding.ts";

/** Minimum number of neighbours in the release; with fewer, the region is shown. */
const NEIGHBOURS_MIN = 2;

/** Minimum number of countries in the release; with fewer, the next larger region is shown. */
const COUNTRIES_MIN = 3;

type Ranked = Ranking["items"];

/** Chooses the smallest region with enough countries, else the continent; null for none. */
function chooseRegion(atlas: Atlas, items: Ranked, iso2: string): Region | null {
  const all = regionAndAbove(atlas.byIso2(iso2)?.region ?? null);
  const count = (region: Region): number => items.filter((each) => liesIn(atlas, region, each.iso2)).length;
  return all.find((region) => count(region) >= COUNTRIES_MIN) ?? all.at(-1) ?? null;
}

/**
 * Finds the neighbours of a country on land, with itself; those of its region if the release has
 * fewer than two of them, as for islands. The finding is null if there is no other country either.
 */
export function findNeighbours(
  atlas: Atlas,
  scale: Scale,
  items: Ranked,
  { iso2, name, rank, median_level: level }: Pick<Ranked[number], "iso2" | "name" | "rank" | "median_level">,
) {
  const codes = atlas.neighboursOf(iso2);
  const byLand = items.filter((each) => each.iso2 === iso2 || codes.includes(each.iso2));
  const region = chooseRegion(atlas, items, iso2);
  const inRegion = region === null ? [] : items.filter((each) => liesIn(atlas, region, each.iso2));
  const isByLand = byLand.length > NEIGHBOURS_MIN;
  const shown = isByLand ? byLand : inRegion;
  const ranked = shown.flatMap((each) =>
    each.iso2 === iso2 || each.rank === null || each.median_level === null
      ? []
      : [{ name: countryInWords(each), level: each.median_level }],
  );
  const own = { name: countryInWords({ iso2, name }), level: rank === null ? null : level };
  const where = isByLand ? "" : whereInWords(region);
  const finding = shown.length < 2 ? null : describeNeighboursInHeadline(scale, own, ranked, where);
  return { codes, byLand, region, inRegion, shown, isByLand, finding };
}
