import type { Distribution, Scale } from "../trust/scale.ts";
import { countOf } from "../trust/statistics.ts";
import { countInWords, digits, inARow, possessive, sectorInWords } from "../ask/grammar.ts";
import { labelOf } from "../ask/words.ts";

/** The sentences of the page of a company, apart from the summary of its answer. */

/** A judged company among the judged companies of its country or its sector. */
export interface PlaceAmongCompanies {
  readonly kind: "country" | "sector";
  /** Its name within a sentence; of a sector, its label. */
  readonly area: string;
  /** The level of its median band. */
  readonly level: number;
  /** The companies of the area, this one among them. */
  readonly distribution: Distribution;
  readonly listedCompanies: number;
}

/** Says how many companies are rated like it, higher and lower; those like it are not ordered. */
export function describePlaceInWords(scale: Scale, place: PlaceAmongCompanies): string {
  const { kind, area, level, distribution, listedCompanies: listed } = place;
  const [all, at, above] = [countOf(distribution), distribution[level - 1] ?? 0, countOf(distribution.slice(level))];
  const unjudged = listed - all;
  const more = unjudged <= 0 ? "" : `; ${countInWords(unjudged)} more ${unjudged === 1 ? "is" : "are"} not judged`;
  const whole = kind === "country" ? area : sectorInWords(area);
  const label = labelOf(scale, level);
  if (all === 1) return `It is the only judged company of ${whole}${more}.`;
  if (all === at) {
    const every = all === 2 ? "Both" : `All ${countInWords(all)}`;
    return `${every} judged companies of ${whole} are rated ${label}${more}.`;
  }
  const among = kind === "country" ? `${possessive(area)} ${digits(all)}` : `the ${digits(all)}`;
  const of = kind === "country" ? "" : ` of ${whole}`;
  const companions = at === 2 ? "one other" : `${digits(at - 1)} others`;
  const alike = at === 1 ? `it alone is rated ${label}` : `it and ${companions} are rated ${label}`;
  const below = all - at - above;
  const others = [
    ...(above === 0 ? [] : [`${digits(above)} higher`]),
    ...(below === 0 ? [] : [`${digits(below)} lower`]),
  ];
  return `Among ${among} judged companies${of}, ${alike}, ${inARow(others)}${more}.`;
}
