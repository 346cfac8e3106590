import type { Company, Country } from "./subjects.ts";

/** Short members of a country, a sector or a company, for a model. */

type Reasons = Readonly<Record<string, string | undefined>>;

/** Adds the `reasons` why members are null, from the operation's answer, if there are any. */
export function explained<T extends object>(members: T, reasons: Reasons = {}): T & { readonly reasons?: Reasons } {
  const nulls = Object.entries(reasons).filter(([name]) => Reflect.get(members, name) === null);
  return nulls.length === 0 ? members : { ...members, reasons: Object.fromEntries(nulls) };
}

type AreaFigures = Pick<Country, "judged_companies" | "listed_companies" | "median_band" | "distribution">;

/**
 * Returns the figures of a country or a sector that the answer does not have elsewhere. With fewer
 * judged companies than `minimum` it has no band.
 */
export function figuresOf({ median_band, ...area }: AreaFigures, minimum: number) {
  const { judged_companies, listed_companies, distribution } = area;
  const isThin = judged_companies < minimum;
  return {
    median_band: isThin ? null : median_band,
    judged_companies,
    listed_companies,
    distribution,
    ...(isThin ? { too_few: true } : {}),
  };
}

type Part = (Country["pillars"] | Country["sectors"] | Company["pillars"])[number];

/** Shortens a pillar, or a sector of a country; below `minimum` companies it has no band. */
export function partOf(id: string, part: Part, minimum = 0) {
  const { label, median_band, distribution, reasons } = part;
  const isThin = "judged_companies" in part && part.judged_companies < minimum;
  const band = isThin ? { median_band: null, too_few: true } : { median_band };
  return explained({ id, label, ...band, distribution }, reasons);
}

/** Quotes the text of somebody else, so that no quotation mark within it ends the quotation. */
export function quoted(text: string): string {
  return `“${text.replaceAll("“", "‘").replaceAll("”", "’")}”`;
}

/**
 * Quotes the name of a company wherever it stands in a sentence, and puts words of ours before it
 * at the beginning: a name can be any text, such as instructions.
 */
export function quoteName(sentence: string, name: string): string {
  const whole = sentence.replaceAll(`“${name}”`, () => name).replaceAll(name, () => quoted(name));
  return whole.startsWith(quoted(name)) ? `The company ${whole}` : whole;
}
