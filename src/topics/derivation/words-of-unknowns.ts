import { capitalized, countInWords, digits, ordinal } from "../../ask/grammar.ts";
import { type Said, state, type SubjectName } from "../../ask/said.ts";
import { labelOf } from "../../ask/words.ts";
import { boundsOf } from "../../trust/bounds.ts";
import type { Provenance } from "../../trust/provenance.ts";
import { type Rankable, type RankedEntry, rankByMedian } from "../../trust/ranking.ts";
import type { Distribution, Scale } from "../../trust/scale.ts";
import { countOf, firmnessOf } from "../../trust/statistics.ts";

/** The sentences about what is not known of a median. */

/** A country or a sector, and what is not known of it. */
export interface UnknownsInWords {
  readonly subject: SubjectName;
  /** As it stands within a sentence: `the Netherlands`, `the sector Energy`. */
  readonly name: string;
  readonly listedCompanies: number;
  readonly distribution: Distribution;
  /** With fewer judged companies nothing is said of its median. */
  readonly minimumCompanies: number;
  /** The level of the median where each pillar counts once; null where it is not known. */
  readonly eachPillarOnce: number | null;
  /** Of a country: where it stands in the ranking. */
  readonly place: { readonly own: RankedEntry<Rankable>; readonly ranking: readonly RankedEntry<Rankable>[] } | null;
  readonly provenance: Pick<Provenance, "judgements" | "dates">;
}

/** What would change the median or the rank, as far as anything would be seen of it. */
export function describeUnknownsInWords(scale: Scale, area: UnknownsInWords): readonly Said[] {
  const { subject, name, distribution, minimumCompanies, listedCompanies: listed, place } = area;
  const own = place?.own ?? rankByMedian([{ code: subject, name, distribution }], minimumCompanies)[0];
  const age = ageInWords(area);
  const aged = age === null ? [] : [{ text: age, statements: [] }];
  if (own?.median == null) return aged;
  const figures = { own, ranking: place?.ranking ?? null, listed, thinBelow: minimumCompanies };
  // What would be otherwise is said only where what is may be said.
  const stated = state({ subject, pillar: null }, { claim: "band", level: own.median }, figures);
  if (stated === null) return aged;
  const said = (text: string | null): Said[] => (text === null ? [] : [{ text, statements: [stated] }]);
  return [
    ...said(boundsInWords(scale, area, own.median)),
    ...said(rankRangeInWords(area)),
    ...said(eachPillarOnceInWords(scale, area, own.median)),
    ...aged,
  ];
}

/** `Even if all three unjudged companies were Very low or Very high, Italy would stay High.` */
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

/** `If 6 of its 62 judged companies were re-rated by one band each, Italy could rank …` */
function rankRangeInWords({ name, distribution, place }: UnknownsInWords): string | null {
  if (place?.own.rankRange == null) return null;
  const { best, worst, reRated } = place.own.rankRange;
  const ranked = place.ranking.filter(({ rank }) => rank !== null).length;
  // Where all tie, no rank is said.
  if (place.own.tiedWith === ranked - 1) return null;
  // A rank that outlasts the band would sound firmer than the rating is.
  if (best === worst && flipsOf(distribution) <= reRated) return null;
  const [of, were] = [digits(countOf(distribution)), reRated === 1 ? "by one band" : "by one band each"];
  const range =
    best === worst
      ? "would keep its rank"
      : `could rank as high as ${ordinal(best)} or as low as ${ordinal(worst)} of ${digits(ranked)}, ties included`;
  return `If ${digits(reRated)} of its ${of} judged companies were re-rated ${were}, ${name} ${range}.`;
}

/** How many re-ratings by one band take it to another one. */
function flipsOf(distribution: Distribution): number {
  const { flipsToHigher, flipsToLower } = firmnessOf(distribution) ?? { flipsToHigher: null, flipsToLower: null };
  return Math.min(flipsToHigher ?? Infinity, flipsToLower ?? Infinity);
}

/** Only where it differs: then the pillars with many criteria decide. */
function eachPillarOnceInWords(scale: Scale, area: UnknownsInWords, median: number): string | null {
  const { name, eachPillarOnce: once } = area;
  if (once === null || once === median) return null;
  return `If each pillar counted once, however many criteria it has, ${name} would be ${labelOf(scale, once)}.`;
}

/** Only where it is more than half of them. */
function ageInWords({ name, provenance }: UnknownsInWords): string | null {
  const { judgements, dates } = provenance;
  const older = dates.olderThanTwoYears ?? 0;
  if (2 * older <= judgements) return null;
  const undated = judgements - dates.dated;
  const others = undated === 0 ? "" : `; ${digits(undated)} more ${undated === 1 ? "has" : "have"} no date`;
  const which =
    older === judgements
      ? `${judgements === 1 ? "the one judgement" : `all ${digits(judgements)} judgements`} in ${name}`
      : `${digits(older)} of the ${digits(judgements)} judgements in ${name}`;
  return `${capitalized(which)} ${older === 1 ? "is" : "are"} older than two years${others}.`;
}
