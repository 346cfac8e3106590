import {
  byId,
  type GateChange,
  type GatedPair,
  type GatedRelease,
  moreThan,
  shareOf,
  type Trigger,
  whereMore,
} from "./gate-trigger.ts";
import type { GateLimits } from "./gate-limits.ts";

/** Finds countries that are gone; for readers, one without a judged company is, too. */
export function findCountryTriggers({ before, after }: GatedPair, limits: GateLimits): Trigger[] {
  const later = mediansOf(after);
  const changes = before.countries.flatMap(({ iso2, median }): GateChange[] => {
    const now = later.get(iso2);
    if (now === undefined) return [{ id: iso2, before: median === null ? "listed" : "judged", after: "gone" }];
    return now === null && median !== null ? [{ id: iso2, before: "judged", after: "not_judged" }] : [];
  });
  return moreThan("countries_gone", changes, before.countries.length, limits.countriesGone);
}

/** Finds moved medians of companies, countries, and countries in pillars. One scale only. */
export function findMedianTriggers(pair: GatedPair, limits: GateLimits): Trigger[] {
  return [
    ...findMovedCompanies(pair, limits),
    ...findWorst(pair, limits),
    ...findMovedCountries(pair, limits),
    ...findMovedInPillars(pair, limits),
  ];
}

interface MedianChange {
  readonly id: string;
  readonly median: number;
  readonly now: number;
}

function findMovedCompanies({ before, inBoth }: GatedPair, limits: GateLimits): Trigger[] {
  const judged = inBoth.flatMap(({ was, is }) => judgedInBoth(is.id, was.median, is.median));
  const moved = judged.filter(({ median, now }) => median !== now);
  const limit = shareOf(judged.length, limits.companyMediansMovedPercent);
  return moreThan("company_medians_moved", byId(changesOf(before, moved)), judged.length, limit);
}

/**
 * Finds companies that are in the worst band in each of several pillars, and fell there by more
 * than a band in one of them: steps of one band are ordinary re-ratings.
 */
function findWorst({ before, inBoth }: GatedPair, limits: GateLimits): Trigger[] {
  const { pillars, scale } = before.dataset;
  const isBetter = (level: number | null | undefined): boolean => level != null && level > 1;
  const judged = inBoth.filter(({ was, is }) => was.median !== null && is.pillars.filter(Boolean).length > 1);
  const changes = judged.flatMap(({ was, is }): GateChange[] => {
    const better = pillars.filter((_, index) => isBetter(was.pillars[index])).map(({ id }) => id);
    const fellFar = was.pillars.some((level) => level !== null && level > 2);
    if (is.pillars.some(isBetter) || !fellFar) return [];
    return [{ id: is.id, before: better.join(", "), after: scale.bands[0]?.id ?? "" }];
  });
  return moreThan("worst_in_all_pillars", byId(changes), judged.length, limits.worstInAllPillars);
}

function findMovedCountries({ before, after }: GatedPair, limits: GateLimits): Trigger[] {
  const later = mediansOf(after);
  const { bands } = before.dataset.scale;
  const judged = before.countries.flatMap(({ iso2, median }) => judgedInBoth(iso2, median, later.get(iso2) ?? null));
  const distance = ({ median, now }: MedianChange): number => Math.abs(now - median);
  const moved = judged.filter((each) => distance(each) > 0);
  const mostMoved = shareOf(judged.length, limits.mediansMovedPercent);
  const far = judged.filter((each) => distance(each) > limits.bandsMoved);
  return [
    ...moreThan("medians_moved", changesOf(before, moved), judged.length, mostMoved),
    ...whereMore({
      kind: "bands_moved",
      count: Math.max(0, ...far.map(distance)),
      limit: limits.bandsMoved,
      of: bands.length - 1,
      changes: changesOf(before, far),
    }),
  ];
}

/** Finds moved medians by pillar; those of a single pillar are those over all pillars. */
function findMovedInPillars({ before, after, pillars }: GatedPair, limits: GateLimits): Trigger[] {
  if (before.dataset.pillars.length === 1 && after.dataset.pillars.length === 1) return [];
  const later = new Map(after.countries.map((country) => [country.iso2, country]));
  return pillars.flatMap(({ id, was, is }) => {
    const judged = before.countries.flatMap((country) =>
      judgedInBoth(country.iso2, country.pillars[was] ?? null, later.get(country.iso2)?.pillars[is] ?? null),
    );
    const moved = judged.filter(({ median, now }) => median !== now);
    const limit = shareOf(judged.length, limits.pillarMediansMovedPercent);
    return moreThan("pillar_medians_moved", changesOf(before, moved), judged.length, limit, { within: id });
  });
}

function judgedInBoth(id: string, median: number | null, now: number | null): MedianChange[] {
  return median === null || now === null ? [] : [{ id, median, now }];
}

function changesOf({ dataset }: GatedRelease, judged: readonly MedianChange[]): GateChange[] {
  const bandOf = (level: number): string => dataset.scale.bands[level - 1]?.id ?? String(level);
  return judged.map(({ id, median, now }) => ({ id, before: bandOf(median), after: bandOf(now) }));
}

function mediansOf({ countries }: GatedRelease): Map<string, number | null> {
  return new Map(countries.map(({ iso2, median }) => [iso2, median]));
}
