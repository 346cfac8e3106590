import type { Static } from "typebox";
import { said, Type } from "../../ask/type.ts";
import type { CountryRecord, Snapshot } from "../../release/snapshot.ts";
import { compareRanked, countPairs, dominanceOf, flipsToTie } from "../../trust/compare.ts";
import type { RankedEntry } from "../../trust/ranking.ts";
import type { Distribution } from "../../trust/scale.ts";
import { countOf } from "../../trust/statistics.ts";
import { areaMembers } from "../../ask/components.ts";
import { countryInWords } from "../../ask/grammar.ts";
import { joinMembers, nullable, nullableRef, objectOf, oneOf, ref, withReasons } from "../../ask/json-shape.ts";
import { countryMembers, urlOf } from "../../ask/named-members.ts";
import {
  type ComparisonInWords,
  compareInWords,
  judgedIn,
  pillarsApart,
  type SideInWords,
} from "../../say/comparison.ts";

/** Describes how two countries compare. */

export const ComparedCountry = objectOf(
  { ...countryMembers, ...areaMembers, href: urlOf("the country") },
  { $id: "ComparedCountry", description: "A country with the statistics it is compared by." },
);

const PairShare = Type.Object(
  {
    numerator: Type.Integer({ minimum: 0, description: "How many of the pairs." }),
    denominator: Type.Integer({ minimum: 1, description: "How many pairs there are." }),
    share: Type.Number({ minimum: 0, maximum: 1, description: "Their quotient." }),
  },
  { $id: "PairShare", description: "A share of all pairs, exactly and as a number." },
);

const PairShares = Type.Object(
  { higher: ref(PairShare), same: ref(PairShare), lower: ref(PairShare) },
  {
    $id: "PairShares",
    description:
      "Of all pairs of one judged company from each country, the shares in which the one of `first` stands in a higher band, in the same, and in a lower one.",
  },
);

const Dominance = oneOf(["first", "second", "neither"], {
  $id: "Dominance",
  description:
    "The country that has, at every band, at least as large a share of its judged companies at or above it as the other one, and at some band a larger share. Every reading of the scale that keeps its order then agrees.",
});

const countrySlug = (which: string) => Type.String({ description: `Slug of the ${which} country.` });

export const CountryComparison = objectOf(
  {
    first: countrySlug("first"),
    second: countrySlug("second"),
    by_median: oneOf(["higher", "lower", "cannot_be_told_apart"], {
      description: "How `first` stands against `second`, by their median bands alone.",
    }),
    reason: oneOf(
      ["different_median_bands", "same_median_band", "too_few_companies", "not_judged", "different_pillars"],
      {
        description:
          "Why `by_median` says so. Countries that share a median band, or of which one has too few judged companies for a rank, cannot be told apart, nor those that are judged in no pillar in common.",
      },
    ),
    pairs: nullableRef(PairShares, "not_judged"),
    dominance: nullableRef(Dominance, "not_judged"),
    flips_to_tie: nullable(
      Type.Integer({
        minimum: 0,
        description:
          "How many companies, of either country, would have to be re-rated at least before both medians are in the same band; 0 where they are.",
      }),
      "not_judged",
    ),
    summary: said(Type.String({ description: "The comparison in words." })),
  },
  { $id: "CountryComparison", description: "Two countries compared." },
);

/** The components of a comparison. */
export const COMPARISON_COMPONENTS = [ComparedCountry, PairShare, PairShares, Dominance, CountryComparison];

/** The figures of a country that are compared. */
export interface Compared {
  readonly code: string;
  readonly name: string;
  readonly country: CountryRecord;
  readonly listedCompanies: number;
  readonly judgedCompanies: number;
  readonly distribution: Distribution;
  readonly median: number | null;
}

/** Describes the comparison of one pair of countries. */
export function describePair(
  { manifest }: Snapshot,
  first: RankedEntry<Compared>,
  second: RankedEntry<Compared>,
  by: ComparisonInWords,
): Static<typeof CountryComparison> {
  const { scale } = manifest.dataset;
  const [a, b] = [first.entry.distribution, second.entry.distribution];
  const { pillars } = manifest.dataset;
  const isWhole = by.pillar === null && by.sector === undefined;
  const apart = isWhole
    ? pillarsApart(pillars, judgedIn(first.entry.country.pillars), judgedIn(second.entry.country.pillars))
    : undefined;
  const { answer, reason } =
    apart === undefined
      ? compareRanked(first, second)
      : ({ answer: "cannot_be_told_apart", reason: "different_pillars" } as const);
  const figures = { pairs: describePairs(a, b), dominance: dominanceOf(a, b), flips_to_tie: flipsToTie(a, b) };
  const { text: summary } = compareInWords(scale, sideOf(first), sideOf(second), {
    ...by,
    ...(apart && { apart, commonPillars: { common: 0, all: 2 } }),
  });
  return joinMembers(
    { first: first.entry.country.slug, second: second.entry.country.slug, by_median: answer, reason },
    withReasons(figures, { pairs: "not_judged", dominance: "not_judged", flips_to_tie: "not_judged" }),
    { summary },
  );
}

function sideOf(ranked: RankedEntry<Compared>): SideInWords {
  const { country, listedCompanies } = ranked.entry;
  return { subject: `country:${country.iso2}`, name: countryInWords(country), ranked, listedCompanies };
}

function describePairs(a: Distribution, b: Distribution): Static<typeof PairShares> | null {
  if (countOf(a) === 0 || countOf(b) === 0) return null;
  const { higher, same, lower, pairs } = countPairs(a, b);
  const shareOf = (numerator: number) => ({ numerator, denominator: pairs, share: numerator / pairs });
  return { higher: shareOf(higher), same: shareOf(same), lower: shareOf(lower) };
}
