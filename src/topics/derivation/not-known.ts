import { boundsOf } from "../../trust/statistics.ts";
import type { Static } from "typebox";
import { said, Type } from "../../ask/type.ts";
import { Distribution, medianLevel } from "../../ask/components.ts";
import { describeDistribution } from "../../ask/describe.ts";
import { nullable, objectOf, ref, withReasons } from "../../ask/json-shape.ts";
import type { Sources } from "../../ask/sources.ts";
import type { Rankable, RankedEntry } from "../../trust/ranking.ts";
import type { Scale } from "../../trust/scale.ts";
import type { DerivedArea } from "./area-derivation.ts";
import { describeUnknownsInWords } from "../../say/not-known.ts";

/** The uncertainty of the median of a country or a sector, beside the known facts. */

const band = Type.String({ description: "Id of the band." });

const NotKnown = objectOf(
  {
    bounds: nullable(
      Type.Object(
        { lowest_band: band, lowest_level: medianLevel, highest_band: band, highest_level: medianLevel },
        { description: "The median if all unjudged companies were in the worst band, and in the best." },
      ),
      "no_companies",
    ),
    each_pillar_once: nullable(
      Type.Object(
        { median_band: band, median_level: medianLevel, distribution: ref(Distribution) },
        { description: "The median if companies count by the lower median of their medians in the pillars." },
      ),
      "not_judged",
    ),
    rank_range: nullable(
      Type.Object(
        {
          best: Type.Integer({ minimum: 1, description: "The best rank." }),
          worst: Type.Integer({ minimum: 1, description: "The worst." }),
          re_rated: Type.Integer({ minimum: 1, description: "A tenth of its judged companies, at least one." }),
        },
        {
          description:
            "The ranks that are possible if `re_rated` companies were re-rated by one band and all others stayed. Not the tie (`tie_first`, `tie_last`).",
        },
      ),
      "too_few_companies",
      "not_judged",
      "only_countries",
    ),
    judgements: Type.Integer({ minimum: 0, description: "Judgements that are counted." }),
    undated: Type.Integer({ minimum: 0, description: "Those without a date." }),
    older_than_two_years: Type.Integer({
      minimum: 0,
      description: "Those older than two years at the day of the release; undated ones are not.",
    }),
    sentences: said(Type.Array(Type.String(), { description: "The same in words, as far as it says something." })),
  },
  { $id: "NotKnown", description: "What is not known of a median: exact, without a model." },
);

/** The member of countries and sectors, and its component. */
export const notKnownMember = { not_known: ref(NotKnown) };
export const NOT_KNOWN_COMPONENTS = [NotKnown];

/** `place` is the entry of a country in the ranking over all pillars; null for a sector. */
export function describeNotKnown(
  { snapshot }: Sources,
  { rated, record }: Pick<DerivedArea, "rated" | "record">,
  place: RankedEntry<Rankable> | null,
) {
  const { scale } = snapshot.manifest.dataset;
  const { distribution, listedCompanies, eachPillarOnce, provenance } = record;
  const { judgements, dates } = provenance;
  const bounds = boundsOf(distribution, listedCompanies);
  const { rankRange = null, rankReason = null } = place ?? {};
  const members = {
    bounds: bounds && {
      lowest_band: bandId(scale, bounds.lowest),
      lowest_level: bounds.lowest,
      highest_band: bandId(scale, bounds.highest),
      highest_level: bounds.highest,
    },
    each_pillar_once:
      eachPillarOnce.median === null
        ? null
        : {
            median_band: bandId(scale, eachPillarOnce.median),
            median_level: eachPillarOnce.median,
            distribution: describeDistribution(scale, eachPillarOnce.distribution),
          },
    rank_range: rankRange && { best: rankRange.best, worst: rankRange.worst, re_rated: rankRange.reRated },
    judgements,
    undated: judgements - dates.dated,
    older_than_two_years: dates.olderThanTwoYears,
    sentences: describeUnknownsInWords(scale, { ...rated, eachPillarOnce: eachPillarOnce.median, provenance }).map(
      ({ text }) => text,
    ),
  };
  const not_known: Static<typeof NotKnown> = withReasons(members, {
    bounds: "no_companies",
    each_pillar_once: "not_judged",
    rank_range: place === null ? "only_countries" : rankReason,
  });
  return { not_known };
}

function bandId({ bands }: Scale, level: number): string {
  const found = bands[level - 1];
  if (found === undefined) throw new RangeError(`level ${level} is not on a scale of ${bands.length} bands`);
  return found.id;
}
