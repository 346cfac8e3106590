import { type Static, Type } from "typebox";
import {
  countryMembers,
  Distribution as DistributionSchema,
  listOf,
  medianMembers,
  rankMembers,
} from "../contract/components.ts";
import { describeDistribution, describeMedian, hrefOf, nameCountry, openEnvelope } from "../contract/describe.ts";
import { ref } from "../contract/json-shape.ts";
import { answerList, pageOf } from "../contract/lists.ts";
import { defineOperation, describeParameters, type Operation } from "../contract/operation.ts";
import { listParameters, releaseParameter, sortParameter } from "../contract/parameters.ts";
import type { Sources } from "../contract/sources.ts";
import type { CountryRecord, Snapshot } from "../snapshot/snapshot.ts";
import { type RankedEntry, rankByMedian, TIE_ORDER } from "../trust/ranking.ts";
import type { Distribution } from "../trust/scale.ts";

const share = Type.Number({ minimum: 0, maximum: 1 });

const RankingEntry = Type.Object(
  {
    ...rankMembers,
    ...countryMembers,
    judged_companies: Type.Integer({ minimum: 1 }),
    ...medianMembers,
    share_above: { ...share, description: "Share of the judged companies above the median band." },
    share_below: { ...share, description: "Share of the judged companies below the median band." },
    distribution: ref(DistributionSchema),
    href: Type.String({ format: "uri" }),
  },
  { $id: "RankingEntry" },
);

const companyMinimum = Type.Integer({ minimum: 1, maximum: 1_000_000 });

const CountryRankings = listOf("CountryRankings", ref(RankingEntry), {
  tie_order: Type.Literal(TIE_ORDER, {
    description:
      "Order inside a tie: with p the share above and q the share below the median, the larger (p − q) / (1 − p − q) first; then the name, then the code. It orders the list and does not change `rank`.",
  }),
  minimum_companies: companyMinimum,
  ranked_countries: Type.Integer({ minimum: 0 }),
});

export const rankCountries: Operation = defineOperation({
  id: "rank_countries",
  method: "GET",
  path: "/api/v2/intelligence/country-rankings",
  tag: "Intelligence",
  summary: "Countries ranked by median band",
  description:
    "The judged countries, best median band first. Countries with the same median share a rank. Those with fewer judged companies than `min_companies` follow the ranked ones with `rank: null` and the reason `too_few_companies`.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      min_companies: Type.Optional({
        ...companyMinimum,
        description: "Judged companies a country needs to get a rank; the minimum of the publisher by default.",
      }),
      sort: sortParameter(["rank", "-rank"], "Best first, or reversed."),
      ...listParameters(RankingEntry),
      ...releaseParameter,
    }),
  },
  form: { kind: "json", schema: CountryRankings, components: [RankingEntry] },
  problems: [],
  dependsOn: "release",
  answer(sources, parameters) {
    const { snapshot } = sources;
    const { min_companies: minimum, sort } = parameters;
    const ranking = minimum === undefined ? publishedRanking(snapshot) : buildRanking(snapshot, minimum);
    const list = { operation: rankCountries, sources, parameters };
    const page = pageOf(list, sort === "-rank" ? ranking.entries.toReversed() : ranking.entries);
    const items = page.items.map((entry) => describeEntry(sources, entry));
    return answerList(list, openRanking(sources, ranking), { ...page, items });
  },
});

/** A country with the statistics it is ranked by: over all pillars, or in one. */
interface RankedCountry {
  readonly code: string;
  readonly name: string;
  readonly judgedCompanies: number;
  readonly distribution: Distribution;
  readonly country: CountryRecord;
}

export interface Ranking {
  /** Judged companies a country needs to get a rank. */
  readonly minimumCompanies: number;
  /** How many countries have a rank. */
  readonly rankedCountries: number;
  /** Best first; countries without a rank come last. */
  readonly entries: readonly RankedEntry<RankedCountry>[];
}

/**
 * Ranks the judged countries of a release over all pillars, or in the one at the index `pillar`.
 */
export function buildRanking(snapshot: Snapshot, minimumCompanies: number, pillar: number | null = null): Ranking {
  const judged = snapshot.countries.flatMap((country) => {
    const { judgedCompanies, distribution } = pillar === null ? country : country.pillars[pillar]!;
    return judgedCompanies === 0
      ? []
      : [{ code: country.iso3, name: country.name, judgedCompanies, distribution, country }];
  });
  const entries = rankByMedian(judged, minimumCompanies);
  return { minimumCompanies, rankedCountries: entries.filter(({ rank }) => rank !== null).length, entries };
}

const published = new WeakMap<Snapshot, Ranking>();

/** The ranking over all pillars with the publisher's own minimum, made once for each release. */
export function publishedRanking(snapshot: Snapshot): Ranking {
  let ranking = published.get(snapshot);
  if (ranking === undefined) {
    ranking = buildRanking(snapshot, snapshot.manifest.dataset.minimumCompanies);
    published.set(snapshot, ranking);
  }
  return ranking;
}

/** A whole ranking, best first. */
export function describeRanking(sources: Sources, ranking: Ranking): Static<typeof CountryRankings> {
  const items = ranking.entries.map((entry) => describeEntry(sources, entry));
  return { ...openRanking(sources, ranking), items, total: items.length, next: null };
}

function openRanking(sources: Sources, { minimumCompanies, rankedCountries }: Ranking) {
  return {
    ...openEnvelope(sources),
    tie_order: TIE_ORDER,
    minimum_companies: minimumCompanies,
    ranked_countries: rankedCountries,
  } as const;
}

function describeEntry(sources: Sources, ranked: RankedEntry<RankedCountry>): Static<typeof RankingEntry> {
  const { country, distribution, judgedCompanies } = ranked.entry;
  const { scale } = sources.snapshot.manifest.dataset;
  if (ranked.shareAbove === null || ranked.shareBelow === null)
    throw new Error(`${country.iso3} is ranked but not judged`);
  return {
    ...describeRank(ranked),
    ...nameCountry(sources.atlas, country),
    judged_companies: judgedCompanies,
    ...describeMedian(scale, ranked.median),
    share_above: ranked.shareAbove,
    share_below: ranked.shareBelow,
    distribution: describeDistribution(scale, distribution),
    href: hrefOf(sources.site, "countries", country.slug),
  };
}

/** The rank of a country; undefined for a country that is not judged. */
export function describeRank(entry: RankedEntry<RankedCountry> | undefined) {
  return {
    rank: entry?.rank ?? null,
    rank_reason: entry === undefined ? ("not_judged" as const) : entry.rankReason,
    tied_with: entry?.tiedWith ?? null,
    rank_best: entry?.rankBest ?? null,
    rank_worst: entry?.rankWorst ?? null,
  };
}
