import { type GateChange, type GatedPair, factTrigger, moreThan, type Trigger } from "./gate-trigger.ts";
import type { GateLimits } from "./gate-limits.ts";
import { findLabelChanges } from "./method-change.ts";
import type { Scale } from "./scale.ts";

/** Lists the bands of a scale, worst first: `Poor < Fair < Good`. */
export function scaleInWords({ bands }: Scale): string {
  return bands.map(({ label }) => label).join(" < ");
}

/**
 * Returns true if two scales have the same bands in another order. The labels count, too: to
 * readers, two labels that changed places reverse the scale although its ids are in order.
 */
function isReordered(before: Scale, after: Scale): boolean {
  return (["id", "label"] as const).some((member) => {
    const [earlier, later] = [before, after].map(({ bands }) => bands.map((band) => band[member]));
    const isSameSet = JSON.stringify(earlier?.toSorted()) === JSON.stringify(later?.toSorted());
    return isSameSet && JSON.stringify(earlier) !== JSON.stringify(later);
  });
}

export function findScaleTriggers({ before, after }: Pick<GatedPair, "before" | "after">): Trigger[] {
  const [was, is] = [before.dataset.scale, after.dataset.scale];
  if (isReordered(was, is)) return factTrigger("scale_order", scaleInWords(was), scaleInWords(is));
  const idsOf = ({ id, bands }: Scale): string => `${id}: ${bands.map((band) => band.id).join(" < ")}`;
  return factTrigger("scale", idsOf(was), idsOf(is));
}

export function findPillarTriggers({ before, after }: Pick<GatedPair, "before" | "after">): Trigger[] {
  const [were, are] = [before, after].map(({ dataset }) =>
    dataset.pillars
      .map(({ id }) => id)
      .toSorted()
      .join(", "),
  );
  return factTrigger("pillars", were ?? "", are ?? "");
}

export function findLabelTriggers({ before, after, pillars }: GatedPair, limits: GateLimits): Trigger[] {
  const changes = findLabelChanges(before.dataset, after.dataset).map((change): GateChange => {
    const { id, before: then, after: now } = change;
    return { id, before: then, after: now };
  });
  const of = before.dataset.scale.bands.length + pillars.length;
  return moreThan("labels", changes, of, limits.labelsChanged);
}

/** Minimum number of companies as evidence; swapped judgements of fewer may be chance. */
const EVIDENCE_MIN = 3;

/**
 * Finds pillars with the judgements that another one had: of the companies whose bands in the two
 * pillars differed before, more than half have now in the one exactly what they had in the other.
 */
export function findSwappedJudgements({ inBoth, pillars }: GatedPair, limits: GateLimits): Trigger[] {
  const changes = pillars.flatMap(({ id, was, is }): GateChange[] => {
    const judged = inBoth.filter((pair) => pair.is.pillars[is] != null);
    if (judged.filter((pair) => pair.was.pillars[was] !== pair.is.pillars[is]).length < EVIDENCE_MIN) return [];
    const taken = pillars.find((other) => {
      if (other.was === was) return false;
      const telling = judged.filter((pair) => pair.was.pillars[was] !== pair.was.pillars[other.was]);
      const same = telling.filter((pair) => pair.is.pillars[is] === pair.was.pillars[other.was]);
      return same.length >= EVIDENCE_MIN && same.length > telling.length - same.length;
    });
    return taken === undefined ? [] : [{ id, before: id, after: taken.id }];
  });
  return moreThan("pillar_judgements_swapped", changes, pillars.length, limits.pillarsSwapped);
}
