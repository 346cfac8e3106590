import type { Scale } from "../../trust/scale.ts";
import { capitalized, inARow } from "../../ask/grammar.ts";
import { labelOf } from "../../ask/words.ts";

/** The sentence about what a median would be without one of the pillars. */

/** What is left without a pillar. */
export interface LeftOut {
  /** Label of the pillar. */
  readonly pillar: string;
  /** The level of the median without it; null where nothing is judged then. */
  readonly median: number | null;
}

/**
 * Whether a median depends on one pillar: `France’s median band stays High without any one pillar.`
 */
export function describeLeftOutInWords(
  scale: Scale,
  medianInWords: string,
  median: number,
  leftOut: readonly LeftOut[],
): string {
  const subject = capitalized(medianInWords);
  const label = labelOf(scale, median);
  // Then all judgements are in this pillar, so that no other one changes anything.
  const only = leftOut.find((each) => each.median === null);
  if (only !== undefined) return `${subject} rests on ${only.pillar} alone.`;
  const moved = leftOut.flatMap(({ pillar, median: left }) => {
    return left === null || left === median ? [] : { pillar, left };
  });
  if (moved.length === 0) return `${subject} stays ${label} without any one pillar.`;
  const results = [...Map.groupBy(moved, ({ left }) => left)].map(([left, group]) => {
    const pillars = group.map(({ pillar }) => `without ${pillar}`);
    return `${left < median ? "drops" : "rises"} to ${labelOf(scale, left)} ${inARow(pillars, "or")}`;
  });
  if (moved.length < leftOut.length) results.push(`stays ${label} without any other pillar`);
  return `${subject} ${results.join(", and ")}.`;
}
