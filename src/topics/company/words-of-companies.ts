import { rankByMedian } from "../../trust/ranking.ts";
import type { Distribution, Scale } from "../../trust/scale.ts";
import { countOf } from "../../trust/statistics.ts";
import { counted, countInWords, digits, inARow, possessive, sectorInWords } from "../../ask/grammar.ts";
import { type Said, saidOf, type Stated, type SubjectName } from "../../ask/said.ts";
import { labelOf, sentences } from "../../ask/words.ts";

/** The sentences of the page of a company, apart from the summary of its answer. */

/** A judged company among the judged companies of its country or its sector. */
export interface PlaceAmongCompanies {
  readonly kind: "country" | "sector";
  readonly subject: SubjectName;
  /** As it stands within a sentence; of a sector its label. */
  readonly area: string;
  /** The level of its median band. */
  readonly level: number;
  /** The companies of the area, this one among them. */
  readonly distribution: Distribution;
  readonly listedCompanies: number;
}

/** How many companies are rated like it, higher and lower; those like it are not ordered. */
export function describePlaceInWords(scale: Scale, place: PlaceAmongCompanies): Said {
  const { kind, subject, area, level, distribution, listedCompanies: listed } = place;
  const [all, at, above] = [countOf(distribution), distribution[level - 1] ?? 0, countOf(distribution.slice(level))];
  const [own] = rankByMedian([{ code: subject, name: area, distribution }], 1);
  const about = { subject, pillar: null };
  const figures = own && { own, ranking: null, listed, thinBelow: 0 };
  const stated: readonly Stated[] = figures ? [[about, { claim: "count", level, count: at }, figures]] : [];
  const unjudged = listed - all;
  const more = unjudged <= 0 ? "" : `; ${countInWords(unjudged)} more ${unjudged === 1 ? "is" : "are"} not judged`;
  const whole = kind === "country" ? area : sectorInWords(area);
  const label = labelOf(scale, level);
  if (all === 1) return saidOf(`It is the only judged company of ${whole}${more}.`, stated);
  if (all === at) {
    const every = all === 2 ? "Both" : `All ${countInWords(all)}`;
    return saidOf(`${every} judged companies of ${whole} are rated ${label}${more}.`, stated);
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
  return saidOf(`Among ${among} judged companies${of}, ${alike}, ${inARow(others)}${more}.`, stated);
}

/** A company in two releases that can be compared. */
export interface CompanyStep {
  readonly before: CompanyThen;
  readonly after: CompanyThen;
}

interface CompanyThen {
  readonly isListed: boolean;
  /** The level of its median band; null where it has none. */
  readonly level: number | null;
  readonly judgements: number;
}

/** What happened to a company from one release to the next. */
export function describeCompanyStepInWords(scale: Scale, { before, after }: CompanyStep): string {
  if (!before.isListed) return "The release before does not list it.";
  return sentences(bandStep(scale, before.level, after.level), judgementStep(before.judgements, after.judgements));
}

function bandStep(scale: Scale, before: number | null, after: number | null): string {
  if (before === null && after === null) return "It was not judged then either.";
  if (before === null) return "It had not been judged then.";
  if (after === null) return `It was rated ${labelOf(scale, before)} then; none of its judgements is current now.`;
  if (before === after) return `Its median band is the same, ${labelOf(scale, after)}.`;
  return `Its median band ${after > before ? "rose" : "fell"} from ${labelOf(scale, before)} to ${labelOf(scale, after)}.`;
}

function judgementStep(before: number, after: number): string {
  if (before === after) return after === 0 ? "" : `It has ${counted(after, "judgement", "judgements")}, as then.`;
  return `It has ${counted(after, "judgement", "judgements")} now and had ${countInWords(before)} then.`;
}
