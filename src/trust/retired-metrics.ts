import type { Pillar } from "./scale.ts";

/**
 * A number that version 1 published. None is published any more; its name still chooses the order
 * of a ranking.
 */
export interface RetiredMetric {
  /** `trust_score` or `<pillar>_score`. */
  readonly name: string;
  /** Index in the dataset's pillars, or null for all of them together. */
  readonly pillar: number | null;
}

export const TRUST_SCORE = "trust_score";

/**
 * Lists the metrics of a dataset: the one over all pillars, then one per pillar whose name is not
 * taken, in their order.
 */
export function retiredMetrics(pillars: readonly Pillar[]): readonly RetiredMetric[] {
  const metrics = new Map<string, RetiredMetric>([[TRUST_SCORE, { name: TRUST_SCORE, pillar: null }]]);
  for (const [pillar, { id }] of pillars.entries()) {
    const name = `${id.replaceAll("-", "_")}_score`;
    if (!metrics.has(name)) metrics.set(name, { name, pillar });
  }
  return [...metrics.values()];
}
