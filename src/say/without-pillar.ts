import { rankAlone } from "../trust/ranking.ts";
import type { Distribution, Scale } from "../trust/scale.ts";
import { capitalized, inARow, labelInWords } from "../ask/grammar.ts";
import { type Said, saidOf, type Stated } from "../ask/said.ts";
import { labelOf } from "../ask/words.ts";
import { countOf } from "../trust/statistics.ts";
import type { Rated } from "./standing.ts";

/** The sentence about what a median would be without one of the pillars. */

/** The figures that are left without a pillar. */
export interface LeftOut {
  readonly id: string;
  /** Label of the pillar. */
  readonly pillar: string;
  readonly distribution: Distribution;
}

/**
 * Says which pillars hold something in its band: `Labour rights holds France down: without it …`.
 * Null for what has too few judged companies to be rated.
 */
export function describeLeftOutInWords(scale: Scale, derived: Rated, leftOut: readonly LeftOut[]): Said | null {
  const { subject, name, listedCompanies: listed, minimumCompanies } = derived;
  const own = rankAlone(derived.distribution, minimumCompanies);
  const { median } = own;
  if (median === null || own.rankReason !== null) return null;
  const about = { subject, pillar: null };
  const figures = { ranking: null, listed, thinBelow: minimumCompanies };
  const left = leftOut.map(({ id, pillar, distribution }) => {
    const dropped = listed === null ? 0 : countOf(derived.distribution) - countOf(distribution);
    return { id, pillar: labelInWords(pillar), ranked: rankAlone(distribution, minimumCompanies), dropped };
  });
  const stated: readonly Stated[] = [
    [about, { claim: "band", level: median }, { ...figures, own }],
    ...left.flatMap(({ id, ranked }) => stateWithout({ ...about, without: id }, ranked, figures)),
  ];
  // Then all judgements are in this pillar, so that no other one changes anything.
  const only = left.find(({ ranked }) => ranked.median === null);
  if (only !== undefined)
    return saidOf(`${capitalized(name, listed === null ? name : null)} is judged in ${only.pillar} alone.`, stated);
  const few = left.filter(({ ranked }) => ranked.rankReason !== null);
  const others = left.flatMap(({ pillar, ranked, dropped }) =>
    ranked.rankReason !== null || ranked.median === null || ranked.median === median
      ? []
      : [{ pillar, level: ranked.median, dropped }],
  );
  const moved = others.filter(({ level, dropped }) => isOfThoseThatStay(derived.distribution, level, dropped));
  const unclear = others.filter((each) => !moved.includes(each));
  const same = left.length - few.length - others.length;
  if (others.length + few.length === 0)
    return saidOf(
      `No single pillar decides: without any one of them ${name} would still be ${labelOf(scale, median)}.`,
      stated,
    );
  const results = heldInWords(scale, name, median, moved);
  if (unclear.length > 0)
    results.push(
      `Some of its companies are judged in ${inARow(
        unclear.map(({ pillar }) => pillar),
        "or",
      )} alone, so it cannot be said whether that holds ${name} up or down.`,
    );
  if (few.length > 0)
    results.push(
      `Without ${inARow(
        few.map(({ pillar }) => pillar),
        "or",
      )} too few companies would be judged to rate ${name}.`,
    );
  if (same > 0) results.push("No other pillar changes the result.");
  return saidOf(results.map((result) => capitalized(result)).join(" "), stated);
}

/** States the band of something without one pillar; nothing where it has none. */
function stateWithout(
  about: Stated[0],
  own: ReturnType<typeof rankAlone>,
  figures: Omit<Stated[2], "own">,
): readonly Stated[] {
  return own.median === null ? [] : [[about, { claim: "band", level: own.median }, { ...figures, own }]];
}

/** Says which pillars hold something up or down, one sentence for each band without them. */
function heldInWords(
  scale: Scale,
  name: string,
  median: number,
  moved: readonly { readonly pillar: string; readonly level: number }[],
): string[] {
  return [...Map.groupBy(moved, ({ level }) => level)].map(([level, group]) => {
    const hold = group.length === 1 ? "holds" : "hold";
    const without = group.length === 1 ? "it" : group.length === 2 ? "either of them" : "any one of them";
    const pillars = inARow(group.map(({ pillar }) => pillar));
    return `${pillars} ${hold} ${name} ${level < median ? "up" : "down"}: without ${without} ${name} would be ${labelOf(scale, level)}.`;
  });
}

/**
 * Returns true if a median without a pillar is not that of the companies which stay, whichever
 * of all companies the `dropped` ones are that are judged in the pillar alone.
 */
function isOfThoseThatStay(distribution: Distribution, level: number, dropped: number): boolean {
  const lowest = rankAlone(takeFromEnd(distribution, dropped)).median ?? 0;
  const highest = rankAlone(takeFromEnd(distribution.toReversed(), dropped).toReversed()).median ?? 0;
  return level < lowest || level > highest;
}

/** Removes a number of things from the end of a distribution. */
function takeFromEnd(distribution: Distribution, count: number): Distribution {
  let rest = count;
  return distribution
    .toReversed()
    .map((there) => {
      const taken = Math.min(there, rest);
      rest -= taken;
      return there - taken;
    })
    .toReversed();
}
