import { capitalized, countInWords, digits, inARow, labelInWords, monthInWords } from "../ask/grammar.ts";
import { labelOf } from "../ask/words.ts";
import type { Provenance } from "../trust/provenance.ts";
import { dayOf, isOlderThanYears, parseJudgedOn } from "../trust/judged-on.ts";
import { rankAlone } from "../trust/ranking.ts";
import type { Distribution, Scale } from "../trust/scale.ts";
import { boundsOf, countOf, firmnessOf } from "../trust/statistics.ts";
import type { Rated } from "./standing.ts";

/** The sentences about what is not known of a median. */

/** A country or a sector, and the gaps in the knowledge of it. */
export interface UnknownsInWords extends Rated {
  readonly listedCompanies: number;
  /** The level of the median where each pillar counts once; null where it is not known. */
  readonly eachPillarOnce: number | null;
  readonly provenance: Pick<Provenance, "judgements" | "dates">;
}

/** Describes unknowns that would change the median or the rank visibly. */
export function describeUnknownsInWords(scale: Scale, area: UnknownsInWords): readonly string[] {
  const { median, rankReason } = rankAlone(area.distribution, area.minimumCompanies);
  // A change of the band is described only where the band itself may be stated.
  const changes =
    median === null || rankReason !== null
      ? []
      : [boundsInWords, movingInWords, eachPillarOnceInWords].map((describe) => describe(scale, area, median));
  return [...changes, ageInWords(area)].filter((text) => text !== null);
}

/** Says `Even if all three unjudged companies were Very low …, Italy would stay High.` */
function boundsInWords(scale: Scale, area: UnknownsInWords, median: number): string | null {
  const { name, distribution, listedCompanies } = area;
  const unjudged = listedCompanies - countOf(distribution);
  const bounds = boundsOf(distribution, listedCompanies);
  if (unjudged === 0 || bounds === null) return null;
  const best = scale.bands.length;
  const who = `${{ 1: "the one", 2: "both" }[unjudged] ?? `all ${countInWords(unjudged)}`} unjudged ${unjudged === 1 ? "company" : "companies"}`;
  // At an end of the scale the band cannot move beyond it, whatever is found.
  const extremes = [
    { level: 1, result: bounds.lowest },
    { level: best, result: bounds.highest },
  ].filter(({ level }) => level !== median);
  const would = (result: number): string =>
    result === median ? `would stay ${labelOf(scale, median)}` : `would be ${labelOf(scale, result)}`;
  if (extremes.every(({ result }) => result === median)) {
    const bands = extremes.map(({ level }) => labelOf(scale, level)).join(" or ");
    return `Even if ${who} were ${bands}, ${name} ${would(median)}.`;
  }
  const [first, second] = extremes.map(({ level, result }) => ({
    band: labelOf(scale, level),
    outcome: would(result),
  }));
  if (first === undefined) return null;
  const other = second === undefined ? "" : `; if ${second.band}, it ${second.outcome}`;
  return `If ${who} were ${first.band}, ${name} ${first.outcome}${other}.`;
}

/** Maximum percentage of re-ratings to a band that is called near. */
const NEAR_PERCENT = 10;

/** Says `If 7 of its 78 judged companies fell by one band each, France would drop to Weak.` */
function movingInWords(scale: Scale, { name, distribution }: UnknownsInWords, median: number): string | null {
  const { flipsToHigher, flipsToLower } = firmnessOf(distribution) ?? { flipsToHigher: null, flipsToLower: null };
  const [up, down] = [flipsToHigher ?? Infinity, flipsToLower ?? Infinity];
  const [few, count] = [Math.min(up, down), countOf(distribution)];
  if (few > Math.max(1, Math.floor((count * NEAR_PERCENT) / 100))) return null;
  const [moved, would, level] = down <= up ? ["fell", "drop", median - 1] : ["rose", "rise", median + 1];
  const each = few === 1 ? "one band" : "one band each";
  return `If ${digits(few)} of its ${digits(count)} judged companies ${moved} by ${each}, ${name} would ${would} to ${labelOf(scale, level)}.`;
}

/** Says the median with each pillar counted once, if pillars with many criteria decide it. */
function eachPillarOnceInWords(scale: Scale, area: UnknownsInWords, median: number): string | null {
  const { name, eachPillarOnce: once } = area;
  if (once === null || once === median) return null;
  return `If each pillar counted once, however many criteria it has, ${name} would be ${labelOf(scale, once)}.`;
}

/** Age in years, by its newest judgement, beyond which a dataset is called old. */
const OLD_YEARS = 3;

/** Says that all judgements of a release are old, by the newest; empty if they are not. */
export function oldInWords(newest: string | null, publishedAt: string): string {
  if (newest === null || !isOlderThanYears(parseJudgedOn(newest), dayOf(Date.parse(publishedAt)), OLD_YEARS)) return "";
  return `All judgements are older than ${countInWords(OLD_YEARS)} years: the newest is of ${monthInWords(newest)}.`;
}

/** Says that judgements are old, if more than half of them are. */
function ageInWords({ name, provenance }: UnknownsInWords): string | null {
  const { judgements, dates } = provenance;
  const older = dates.olderThanTwoYears;
  if (2 * older <= judgements) return null;
  const undated = judgements - dates.dated;
  const others = undated === 0 ? "" : `; ${digits(undated)} more ${undated === 1 ? "has" : "have"} no date`;
  const which =
    older === judgements
      ? `${judgements === 1 ? "the one judgement" : `all ${digits(judgements)} judgements`} in ${name}`
      : `${digits(older)} of the ${digits(judgements)} judgements in ${name}`;
  return `${capitalized(which)} ${older === 1 ? "is" : "are"} older than two years${others}.`;
}

/** The sentence about what a median would be without one of the pillars. */

/** The figures that are left without a pillar. */
export interface RestOfPillars {
  /** Label of the pillar. */
  readonly pillar: string;
  readonly distribution: Distribution;
}

/**
 * Says which pillars hold something in its band: `Labour rights holds France down: without it …`.
 * Null for what has too few judged companies to be rated.
 */
export function describeLeftOutInWords(
  scale: Scale,
  { name, listedCompanies: listed, distribution: all, minimumCompanies }: Omit<Rated, "subject">,
  leftOut: readonly RestOfPillars[],
): string | null {
  const { median, rankReason } = rankAlone(all, minimumCompanies);
  if (median === null || rankReason !== null) return null;
  const left = leftOut.map(({ pillar, distribution }) => {
    const dropped = listed === null ? 0 : countOf(all) - countOf(distribution);
    return { pillar: labelInWords(pillar), ranked: rankAlone(distribution, minimumCompanies), dropped };
  });
  // Then all judgements are in this pillar, so that no other one changes anything.
  const only = left.find(({ ranked }) => ranked.median === null);
  if (only !== undefined)
    return `${capitalized(name, listed === null ? name : null)} is judged in ${only.pillar} alone.`;
  const few = left.filter(({ ranked }) => ranked.rankReason !== null);
  const others = left.flatMap(({ pillar, ranked, dropped }) =>
    ranked.rankReason !== null || ranked.median === null || ranked.median === median
      ? []
      : [{ pillar, level: ranked.median, dropped }],
  );
  const moved = others.filter(({ level, dropped }) => isOfThoseThatStay(all, level, dropped));
  const unclear = others.filter((each) => !moved.includes(each));
  const same = left.length - few.length - others.length;
  if (others.length + few.length === 0)
    return `No single pillar decides: without any one of them ${name} would still be ${labelOf(scale, median)}.`;
  const results = heldInWords(scale, name, median, moved);
  if (unclear.length > 0)
    results.push(
      `Some of its companies are judged in ${labelsInARow(namesOf(unclear), "or")} alone, so it cannot be said whether that holds ${name} up or down.`,
    );
  if (few.length > 0)
    results.push(`Without ${labelsInARow(namesOf(few), "or")} too few companies would be judged to rate ${name}.`);
  if (same > 0) results.push("No other pillar changes the result.");
  return results.map((result) => capitalized(result)).join(" ");
}

/** Labels in a row, all in quotation marks where one of them has some, or an “and” of its own. */
export function labelsInARow(
  labels: readonly string[],
  joining: "and" | "or" = "and",
  beside: readonly string[] = labels,
): string {
  const isClear = beside.length < 2 || beside.every((label) => !/^“| (?:and|or) /u.test(label));
  return inARow(isClear ? labels : labels.map((label) => (label.startsWith("“") ? label : `“${label}”`)), joining);
}

const namesOf = (pillars: readonly { readonly pillar: string }[]): readonly string[] =>
  pillars.map(({ pillar }) => pillar);

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
    const pillars = labelsInARow(namesOf(group));
    return `${pillars} ${hold} ${name} ${level < median ? "up" : "down"}: without ${without} ${name} would be ${labelOf(scale, level)}.`;
  });
}

/**
 * Returns true if a median without a pillar is not that of the companies which stay, whichever
 * of all companies the `dropped` ones are that are judged in the pillar alone.
 */
export function isOfThoseThatStay(distribution: Distribution, level: number, dropped: number): boolean {
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
