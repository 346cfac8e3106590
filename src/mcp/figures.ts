/** The members of a country, a sector or a company that a model reads, in few bytes. */

/** What the members of figures are, for the documentation. */
export const FIGURES = {
  id: "`country:`, `sector:` or `company:` before a slug: what the tools take as an id.",
  median_band: "Id of the median band; null where nothing is judged, which is no low band.",
  distribution: "How many are in each band, worst first, without those that nothing is in.",
  judged_companies: "Companies that the distribution counts.",
  listed_companies: "Companies that the release knows there, judged or not.",
  too_few: "True where too few companies are judged to be rated: give no band.",
  rank: "1 is the best. Countries with the same median band share a rank; null where too few are judged.",
  tied_with: "How many other countries have the same rank.",
  flips_to_lower: "How many companies would have to be re-rated before the median drops; null at the end of the scale.",
  flips_to_higher: "The same before it rises.",
} as const;

type Counts = Readonly<Record<string, number>>;

/** The bands that something is in. */
export function countsOf(distribution: Counts): Counts {
  return Object.fromEntries(Object.entries(distribution).filter(([, count]) => count > 0));
}

interface AreaFigures {
  readonly judged_companies: number;
  readonly listed_companies: number;
  readonly median_band: string | null;
  readonly distribution: Counts;
}

/** The figures of a country or a sector, without what the rest of the answer says. */
export function figuresOf({ judged_companies, listed_companies, median_band, distribution }: AreaFigures) {
  return { median_band, judged_companies, listed_companies, distribution: countsOf(distribution) };
}

interface RankedFigures extends AreaFigures {
  readonly rank: number | null;
  readonly tied_with: number | null;
}

/** The same of a country, with its place in the ranking. */
export function rankedFiguresOf(country: RankedFigures) {
  const { rank, tied_with } = country;
  return { rank, ...(rank === null ? {} : { tied_with }), ...figuresOf(country) };
}

interface Part {
  readonly label: string;
  readonly median_band: string | null;
  readonly distribution: Counts;
}

/** A pillar, or a sector of a country, in short. */
export function partOf(id: string, { label, median_band, distribution }: Part) {
  return { id, label, median_band, distribution: countsOf(distribution) };
}

/**
 * A sentence with the name of a company in quotation marks wherever it stands, and words of ours in
 * front of it: a name can be any text, such as one that gives orders.
 */
export function quoteName(sentence: string, name: string): string {
  const quoted = `“${name}”`;
  const parts = sentence.split(quoted).map((part) => part.replaceAll(name, () => quoted));
  const whole = parts.join(quoted);
  return whole.startsWith(quoted) ? `The company ${whole}` : whole;
}
