import type { Scale } from "../../trust/scale.ts";
import { counted, countInWords, digits, possessive, stand } from "../../ask/grammar.ts";
import { labelOf, sentences } from "../../ask/words.ts";

/** The sentences of the page of a company, apart from the summary of its answer. */

/** A company and its figures. */
export interface CompanyInHeadline {
  readonly name: string;
  /** The level of its median band; null where it has none. */
  readonly level: number | null;
  /** How many judgements would have to be re-rated before its band changes; null for never. */
  readonly flipsToLower: number | null;
  readonly flipsToHigher: number | null;
}

/** Where a company stands, and whether one judgement decides it. */
export function describeCompanyInHeadline(scale: Scale, company: CompanyInHeadline): string {
  const { name, level, flipsToLower, flipsToHigher } = company;
  if (level === null) return `${name} has not been judged`;
  const isFragile = flipsToLower === 1 || flipsToHigher === 1;
  return `${name} stands at ${labelOf(scale, level)}${isFragile ? ", by one judgement" : ""}`;
}

/** A judged company among the judged companies of its country or its sector. */
export interface PlaceAmongCompanies {
  readonly kind: "country" | "sector";
  /** As it stands within a sentence; of a sector its label. */
  readonly area: string;
  /** The level of its median band. */
  readonly level: number;
  /** How many companies stand below that band, in it (this one among them), and above it. */
  readonly below: number;
  readonly at: number;
  readonly above: number;
}

/** How many companies stand below it, with it and above it; those with it are not ordered. */
export function describePlaceInWords(scale: Scale, place: PlaceAmongCompanies): string {
  const { kind, area, level, below, at, above } = place;
  const whole = kind === "country" ? area : `the sector ${area}`;
  const all = below + at + above;
  const label = labelOf(scale, level);
  if (all === 1) return `It is the only judged company of ${whole}.`;
  if (all === at) return `All ${countInWords(all)} judged companies of ${whole} stand at ${label}.`;
  const own = kind === "country" ? `${possessive(area)} ${digits(all)}` : `the ${digits(all)}`;
  const of = kind === "country" ? "" : ` of ${whole}`;
  const companions = at === 2 ? "one other" : `${digits(at - 1)} others`;
  const shared = at === 1 ? `it stands alone at ${label}` : `it shares ${label} with ${companions}`;
  const higher = below === 0 ? `${digits(above)} ${stand(above)} higher` : `${digits(above)} higher`;
  const others = [...(below === 0 ? [] : [`${digits(below)} ${stand(below)} lower`]), ...(above === 0 ? [] : [higher])];
  return `Among ${own} judged companies${of}, ${shared}; ${others.join(", ")}.`;
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
  if (after === null) return `It stood at ${labelOf(scale, before)} then; none of its judgements is current now.`;
  if (before === after) return `Its median band is the same, ${labelOf(scale, after)}.`;
  return `Its median band ${after > before ? "rose" : "fell"} from ${labelOf(scale, before)} to ${labelOf(scale, after)}.`;
}

function judgementStep(before: number, after: number): string {
  if (before === after) return after === 0 ? "" : `It has ${counted(after, "judgement", "judgements")}, as then.`;
  return `It has ${counted(after, "judgement", "judgements")} now and had ${countInWords(before)} then.`;
}
