import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { Distribution, medianLevel } from "../../ask/components.ts";
import { describeDistribution } from "../../ask/describe.ts";
import { nullable, objectOf, ref, withReasons } from "../../ask/json-shape.ts";
import { countryInWords, sectorInWords } from "../../ask/grammar.ts";
import type { Sources } from "../../ask/sources.ts";
import type { CountryRecord, SectorRecord } from "../../release/snapshot.ts";
import { boundsOf } from "../../trust/bounds.ts";
import type { Rankable, RankedEntry } from "../../trust/ranking.ts";
import type { Scale } from "../../trust/scale.ts";
import type { SubjectName } from "../../ask/said.ts";
import { placeOf, type Ranking } from "../ranking/country-ranking.ts";
import { describeUnknownsInWords } from "./words-of-unknowns.ts";

/** What is not known of the median of a country or a sector, beside what is. */

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
      "older_release",
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
    older_than_two_years: nullable(
      Type.Integer({
        minimum: 0,
        description: "Those older than two years at the day of the release; undated ones are not.",
      }),
      "older_release",
    ),
    sentences: Type.Array(Type.String(), { description: "The same in words, as far as it says something." }),
  },
  { $id: "NotKnown", description: "What is not known of a median: exact, without a model." },
);

/** The member of countries and sectors, and its component. */
export const notKnownMember = { not_known: ref(NotKnown) };
export const NOT_KNOWN_COMPONENTS = [NotKnown];

/** The member of a country; `ranking` is the one over all pillars. */
export function describeNotKnownOfCountry(sources: Sources, ranking: Ranking, record: CountryRecord) {
  const place = { own: placeOf(ranking, record), ranking: ranking.entries };
  return describeNotKnown(sources, {
    subject: `country:${record.iso2}`,
    name: countryInWords(record),
    record,
    place,
  });
}

/** The member of a sector. */
export function describeNotKnownOfSector(sources: Sources, record: SectorRecord) {
  const { slug, label } = record;
  return describeNotKnown(sources, { subject: `sector:${slug}`, name: sectorInWords(label), record, place: null });
}

interface UnknownOf {
  readonly subject: SubjectName;
  /** As it stands within a sentence. */
  readonly name: string;
  readonly record: CountryRecord | SectorRecord;
  /** Of a country: where it stands in the ranking over all pillars. */
  readonly place: { readonly own: RankedEntry<Rankable>; readonly ranking: readonly RankedEntry<Rankable>[] } | null;
}

function describeNotKnown({ snapshot }: Sources, { record, place, ...named }: UnknownOf) {
  const { scale, minimumCompanies } = snapshot.manifest.dataset;
  const { distribution, listedCompanies, eachPillarOnce, provenance } = record;
  const { judgements, dates } = provenance;
  const bounds = boundsOf(distribution, listedCompanies);
  const { rankRange = null, rankReason = null } = place?.own ?? {};
  const members = {
    bounds: bounds && {
      lowest_band: bandId(scale, bounds.lowest),
      lowest_level: bounds.lowest,
      highest_band: bandId(scale, bounds.highest),
      highest_level: bounds.highest,
    },
    each_pillar_once:
      eachPillarOnce === null || eachPillarOnce.median === null
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
    sentences: describeUnknownsInWords(scale, {
      ...named,
      listedCompanies,
      distribution,
      minimumCompanies,
      eachPillarOnce: eachPillarOnce?.median ?? null,
      place,
      provenance,
    }).map(({ text }) => text),
  };
  const not_known: Static<typeof NotKnown> = withReasons(members, {
    bounds: "no_companies",
    each_pillar_once: eachPillarOnce === null ? "older_release" : "not_judged",
    rank_range: place === null ? "only_countries" : rankReason,
    older_than_two_years: "older_release",
  });
  return { not_known };
}

function bandId({ bands }: Scale, level: number): string {
  const found = bands[level - 1];
  if (found === undefined) throw new RangeError(`level ${level} is not on a scale of ${bands.length} bands`);
  return found.id;
}
