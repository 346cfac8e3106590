import { COUNTRY_COMPANIES_MIN } from "./gate-companies.ts";
import {
  byId,
  type GateChange,
  type GatedCompany,
  type GatedPair,
  moreThan,
  shareOf,
  type Trigger,
  whereMore,
} from "./gate-trigger.ts";
import type { GateLimits } from "./gate-limits.ts";
import type { CriterionCounts } from "./release-contents.ts";

/** Finds dangerous changes of the judgements, their criteria and their sources. */
export function findJudgementTriggers(pair: GatedPair, limits: GateLimits): Trigger[] {
  return [
    ...findUnjudged(pair, limits),
    ...findFewer(pair, "judgements_gone", ({ judgementCount }) => judgementCount, limits.judgementsGonePercent),
    ...findFewer(pair, "sources_gone", ({ sourceCount }) => sourceCount, limits.sourcesGonePercent),
    ...findCriteriaGone(pair, limits),
  ];
}

/**
 * Finds companies with fewer judged pillars, which often changes no median. Companies that are gone
 * and pillars that only one release has are triggers of their own.
 */
function findUnjudged({ before, later, pillars }: GatedPair, limits: GateLimits): Trigger[] {
  const judged = before.companies.flatMap(({ id, pillars: medians }) => {
    const own = pillars.filter(({ was }) => medians[was] != null);
    return own.length === 0 ? [] : [{ id, own }];
  });
  const changes = judged.flatMap(({ id, own }): GateChange[] => {
    const now = later.get(id);
    if (now === undefined) return [];
    const still = own.filter(({ is }) => now.pillars[is] != null);
    if (still.length === own.length) return [];
    const [were, are] = [own, still].map((some) => some.map((pillar) => pillar.id).join(", "));
    return [{ id, before: were ?? "", after: are || "not_judged" }];
  });
  const of = judged.length;
  return moreThan("no_longer_judged", byId(changes), of, shareOf(of, limits.companiesGonePercent));
}

/**
 * Counts what the companies of both releases lost of something, in all and in single countries. The
 * gains of other companies do not make up for it.
 */
function findFewer(
  { inBoth }: GatedPair,
  kind: "judgements_gone" | "sources_gone",
  countOf: (company: GatedCompany) => number,
  percent: number,
): Trigger[] {
  const find = (pairs: GatedPair["inBoth"], within: { readonly within?: string }): Trigger[] => {
    const of = pairs.reduce((sum, { was }) => sum + countOf(was), 0);
    const fewer = pairs.filter(({ was, is }) => countOf(is) < countOf(was));
    const count = fewer.reduce((sum, { was, is }) => sum + countOf(was) - countOf(is), 0);
    const changes = fewer.map(({ was, is }) => ({
      id: is.id,
      before: String(countOf(was)),
      after: String(countOf(is)),
    }));
    return whereMore({ kind, ...within, count, limit: shareOf(of, percent), of, changes: byId(changes) });
  };
  const all = find(inBoth, {});
  if (all.length > 0) return all;
  const byCountry = [...Map.groupBy(inBoth, ({ is }) => is.country)].filter(
    ([, pairs]) => pairs.length >= COUNTRY_COMPANIES_MIN,
  );
  return byCountry.flatMap(([country, pairs]) => (country === null ? [] : find(pairs, { within: country })));
}

/** Finds lost criteria; a new one with the same judgements is taken for a new name. */
function findCriteriaGone({ before, after, pillars }: GatedPair, limits: GateLimits): Trigger[] {
  const kept = new Set(pillars.map(({ id }) => id));
  const keyOf = ({ pillar, criterion }: CriterionCounts): string => `${pillar}: ${criterion ?? ""}`;
  const isNamed = ({ pillar, criterion }: CriterionCounts): boolean => criterion !== null && kept.has(pillar);
  const [then, now] = [before, after].map(({ criteria }) => criteria.filter(isNamed));
  const [known, still] = [then, now].map((criteria = []) => new Set(criteria.map(keyOf)));
  const changes = (then ?? [])
    .filter((each) => still?.has(keyOf(each)) === false)
    .map((each): GateChange => {
      const renamed = now?.find(
        (other) =>
          other.pillar === each.pillar &&
          known?.has(keyOf(other)) === false &&
          other.distribution.join() === each.distribution.join(),
      );
      return { id: each.pillar, before: each.criterion ?? "", after: renamed?.criterion ?? "gone" };
    });
  return moreThan("criteria_gone", changes, then?.length ?? 0, limits.criteriaGone);
}
