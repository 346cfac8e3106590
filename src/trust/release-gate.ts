import { sharedPillars } from "./company-changes.ts";
import { findCompanyTriggers } from "./gate-companies.ts";
import { findDuplicateTriggers } from "./gate-duplicates.ts";
import { findFactTriggers } from "./gate-facts.ts";
import { findJudgementTriggers } from "./gate-judgements.ts";
import type { GateLimits } from "./gate-limits.ts";
import { findCountryTriggers, findMedianTriggers } from "./gate-medians.ts";
import { findPillarTriggers, findScaleTriggers, findSwappedJudgements, findSwappedLabels } from "./gate-method.ts";
import type { GatedPair, GatedRelease, Trigger } from "./gate-trigger.ts";

/**
 * Finds what is dangerous in a release that is to replace another one, in a fixed order. Medians
 * are not compared across another scale, whose levels mean something else.
 */
export function findTriggers(before: GatedRelease, after: GatedRelease, limits: GateLimits): Trigger[] {
  const pair = pairOf(before, after);
  const scales = findScaleTriggers(pair);
  const isOneScale = scales.length === 0;
  return [
    ...findFactTriggers(pair, limits),
    ...scales,
    ...findPillarTriggers(pair),
    ...findSwappedLabels(pair, limits),
    ...(isOneScale ? findSwappedJudgements(pair, limits) : []),
    ...findCompanyTriggers(pair, limits),
    ...findDuplicateTriggers(pair, limits),
    ...findJudgementTriggers(pair, limits),
    ...findCountryTriggers(pair, limits),
    ...(isOneScale ? findMedianTriggers(pair, limits) : []),
  ];
}

function pairOf(before: GatedRelease, after: GatedRelease): GatedPair {
  const [earlier, later] = [before, after].map(({ companies }) => new Map(companies.map((each) => [each.id, each])));
  if (earlier === undefined || later === undefined) throw new RangeError("there are two releases");
  const inBoth = before.companies.flatMap((was) => {
    const is = later.get(was.id);
    return is === undefined ? [] : [{ was, is }];
  });
  const pillars = sharedPillars(before.dataset.pillars, after.dataset.pillars).map(([was, is]) => ({
    id: before.dataset.pillars[was]?.id ?? "",
    was,
    is,
  }));
  return { before, after, earlier, later, inBoth, pillars };
}

/** The trigger of a current release that cannot be read, so that nothing can be compared. */
export function unreadableRelease(id: string, why: string): Trigger {
  return {
    kind: "unreadable_release",
    count: 1,
    limit: 0,
    of: 1,
    changes: [{ id, before: why, after: "not compared" }],
  };
}
