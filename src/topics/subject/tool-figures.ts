/** Short members of a country, a sector or a company, for a model. */

/** Descriptions of the members of figures, for the documentation. */
export const FIGURES = {
  id: "`country:`, `sector:` or `company:` before a slug: what the tools take as an id.",
  median_band: "Id of the median band; null where nothing is judged, or too few companies: that is no low band.",
  distribution: "How many are in each band of the scale, worst first.",
  judged_companies: "Companies that the distribution counts.",
  listed_companies: "Companies that the release knows there, judged or not.",
  too_few: "True where too few companies are judged to be rated: give no band.",
  rank: "1 is the best. Countries with the same median band share a rank; null where too few are judged.",
  tied_with: "How many other countries have the same rank.",
  flips_to_lower: "How many companies would have to be re-rated before the median drops; null at the end of the scale.",
  flips_to_higher: "The same before it rises.",
  reasons: "Why each of these that is null is null, by a code; there where one is.",
} as const;

type Counts = Readonly<Record<string, number>>;

type Reasons = Readonly<Record<string, string | undefined>>;

/** Adds the `reasons` why members are null, from the operation's answer, if there are any. */
export function explained<T extends object>(members: T, reasons: Reasons = {}): T & { readonly reasons?: Reasons } {
  const nulls = Object.entries(reasons).filter(([name]) => Reflect.get(members, name) === null);
  return nulls.length === 0 ? members : { ...members, reasons: Object.fromEntries(nulls) };
}

interface AreaFigures {
  readonly judged_companies: number;
  readonly listed_companies: number;
  readonly median_band: string | null;
  readonly distribution: Counts;
}

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

interface RankedFigures extends AreaFigures {
  readonly rank: number | null;
  readonly tied_with: number | null;
}

/** Returns the figures of a country with its place in the ranking. */
export function rankedFiguresOf(country: RankedFigures, minimum: number) {
  const { rank, tied_with } = country;
  return { rank, tied_with, ...figuresOf(country, minimum) };
}

interface Part {
  readonly label: string;
  readonly median_band: string | null;
  readonly distribution: Counts;
  readonly reasons: Reasons;
  /** Undefined for a pillar of a company. */
  readonly judged_companies?: number;
}

/** Shortens a pillar, or a sector of a country; below `minimum` companies it has no band. */
export function partOf(id: string, { label, median_band, distribution, reasons, judged_companies }: Part, minimum = 0) {
  const isThin = judged_companies !== undefined && judged_companies < minimum;
  const band = isThin ? { median_band: null, too_few: true } : { median_band };
  return explained({ id, label, ...band, distribution }, reasons);
}

/**
 * Puts the name of a company in quotation marks wherever it stands in a sentence, and words of ours
 * before it at the beginning: a name can be any text, such as instructions.
 */
export function quoteName(sentence: string, name: string): string {
  const quoted = `“${name}”`;
  const parts = sentence.split(quoted).map((part) => part.replaceAll(name, () => quoted));
  const whole = parts.join(quoted);
  return whole.startsWith(quoted) ? `The company ${whole}` : whole;
}
