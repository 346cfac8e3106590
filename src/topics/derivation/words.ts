import { type Rankable, type RankedEntry, rankByMedian } from "../../trust/ranking.ts";
import type { Distribution, Scale } from "../../trust/scale.ts";
import { capitalized, inARow, labelInWords } from "../../ask/grammar.ts";
import { type Said, saidOf, type Stated, type SubjectName } from "../../ask/said.ts";
import { labelOf } from "../../ask/words.ts";

/** The sentence about what a median would be without one of the pillars. */

/** A country, a sector or a company whose median is derived. */
export interface DerivedInWords {
  readonly subject: SubjectName;
  /** As it stands within a sentence. */
  readonly name: string;
  readonly distribution: Distribution;
  /** How many companies it lists; null for a company. */
  readonly listedCompanies: number | null;
  /** With fewer judged companies nothing is said of it; 1 for a company. */
  readonly minimumCompanies: number;
}

/** What is left without a pillar. */
export interface LeftOut {
  readonly id: string;
  /** Label of the pillar. */
  readonly pillar: string;
  readonly distribution: Distribution;
}

/**
 * Which pillars hold something in its band: `Labour rights holds France down: without it …`. Null
 * for what has too few judged companies to be rated.
 */
export function describeLeftOutInWords(
  scale: Scale,
  derived: DerivedInWords,
  leftOut: readonly LeftOut[],
): Said | null {
  const { subject, name, listedCompanies: listed, minimumCompanies } = derived;
  const own = rankIn(derived, derived.distribution);
  const { median } = own;
  if (median === null || own.rankReason !== null) return null;
  const about = { subject, pillar: null };
  const figures = { ranking: null, listed, thinBelow: minimumCompanies };
  const left = leftOut.map(({ id, pillar, distribution }) => {
    return { id, pillar: labelInWords(pillar), ranked: rankIn(derived, distribution) };
  });
  const stated: readonly Stated[] = [
    [about, { claim: "band", level: median }, { ...figures, own }],
    ...left.flatMap(({ id, ranked }): Stated[] =>
      ranked.median === null
        ? []
        : [
            [
              { ...about, without: id },
              { claim: "band", level: ranked.median },
              { ...figures, own: ranked },
            ],
          ],
    ),
  ];
  // Then all judgements are in this pillar, so that no other one changes anything.
  const only = left.find(({ ranked }) => ranked.median === null);
  if (only !== undefined) return saidOf(`${capitalized(name)} is judged in ${only.pillar} alone.`, stated);
  const few = left.filter(({ ranked }) => ranked.rankReason !== null);
  const moved = left.flatMap(({ pillar, ranked }) =>
    ranked.rankReason !== null || ranked.median === null || ranked.median === median
      ? []
      : [{ pillar, level: ranked.median }],
  );
  const same = left.length - few.length - moved.length;
  if (moved.length + few.length === 0)
    return saidOf(
      `No single pillar decides: without any one of them ${name} would still be ${labelOf(scale, median)}.`,
      stated,
    );
  const results = [...Map.groupBy(moved, ({ level }) => level)].map(([level, group]) => {
    const hold = group.length === 1 ? "holds" : "hold";
    const without = group.length === 1 ? "it" : group.length === 2 ? "either of them" : "any one of them";
    const pillars = inARow(group.map(({ pillar }) => pillar));
    return `${pillars} ${hold} ${name} ${level < median ? "up" : "down"}: without ${without} ${name} would be ${labelOf(scale, level)}.`;
  });
  if (few.length > 0)
    results.push(
      `Without ${inARow(
        few.map(({ pillar }) => pillar),
        "or",
      )} too few companies would be judged to rate ${name}.`,
    );
  if (same > 0) results.push("No other pillar changes the result.");
  return saidOf(results.map(capitalized).join(" "), stated);
}

function rankIn({ name, minimumCompanies }: DerivedInWords, distribution: Distribution): RankedEntry<Rankable> {
  const [ranked] = rankByMedian([{ code: name, name, distribution }], minimumCompanies);
  if (ranked === undefined) throw new RangeError("a ranking has the entry it is of");
  return ranked;
}
