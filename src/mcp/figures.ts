import { Type } from "../ask/type.ts";

/** The members of a country, a sector or a company that a model reads. */

/** The schema of a text or a number that may be null. */
export const orNull = (type: string, description: string) =>
  Type.Unsafe<string | number | null>({ type: [type, "null"], description });

const reasons = Type.Record(Type.String(), Type.String(), { description: "Why a member is null." });

const bandMembers = {
  median_band: orNull("string", "Id of the median band; null where nothing is judged, which is no low band."),
  distribution: Type.Record(Type.String(), Type.Integer(), { description: "How many stand in each band." }),
  reasons,
};

/** Of a country, a sector, or the companies of both. */
export const areaFigures = {
  judged_companies: Type.Integer({ description: "Companies that the distribution counts." }),
  listed_companies: Type.Integer({ description: "Companies that the release knows there, judged or not." }),
  ...bandMembers,
  flips_to_lower: orNull("integer", "How many companies would have to be re-rated before the median drops."),
  flips_to_higher: orNull("integer", "The same before it rises."),
};

/** Of a country in the ranking. */
export const rankFigures = {
  rank: orNull("integer", "1 is the best. Countries with the same median band share a rank."),
  tied_with: orNull("integer", "How many other countries have the same rank."),
};

/** What is not known of an area, in short. */
export const notKnownFigures = {
  not_known: Type.Object(
    {
      lowest_band: orNull("string", "Id of the median band if every unjudged company were in the worst band."),
      highest_band: orNull("string", "The same if they were in the best one."),
      each_pillar_once_band: orNull("string", "The median band if each pillar counted once."),
      rank_range: Type.Unsafe<readonly number[] | null>({
        type: ["array", "null"],
        items: { type: "integer" },
        description: "Best and worst rank if a tenth of its companies were re-rated by one band. Not the tie.",
      }),
      judgements: Type.Integer({ description: "Current judgements of its companies." }),
      older_than_two_years: orNull("integer", "How many of them are that old."),
      sentences: Type.Array(Type.String()),
    },
    { description: "What would change the figures; exact, without a model." },
  ),
};

interface NotKnown {
  readonly bounds: { readonly lowest_band: string; readonly highest_band: string } | null;
  readonly each_pillar_once: { readonly median_band: string } | null;
  readonly rank_range: { readonly best: number; readonly worst: number } | null;
  readonly judgements: number;
  readonly older_than_two_years: number | null;
  readonly sentences: readonly string[];
}

export function notKnownOf({ not_known: known }: { readonly not_known: NotKnown }) {
  const { bounds, each_pillar_once: once, rank_range: range, judgements, older_than_two_years, sentences } = known;
  return {
    not_known: {
      lowest_band: bounds?.lowest_band ?? null,
      highest_band: bounds?.highest_band ?? null,
      each_pillar_once_band: once?.median_band ?? null,
      rank_range: range && [range.best, range.worst],
      judgements,
      older_than_two_years,
      sentences,
    },
  };
}

export const identity = { slug: Type.String(), name: Type.String() };

export const minimumCompanies = Type.Integer({ description: "Judged companies that a rank needs." });
export const rankedCountries = Type.Integer({ description: "How many countries have a rank." });

/** A part of a country or sector, or of what is known of a company. */
export const PartFigures = Type.Object({ id: Type.String(), label: Type.String(), ...bandMembers });

/** The reasons of the nulls that an answer shows, without those of members that it leaves out. */
export function reasonsOf(shown: object, why: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(why).filter((reason): reason is [string, string] => Reflect.get(shown, reason[0]) === null),
  );
}

interface AreaFigures {
  readonly judged_companies: number;
  readonly listed_companies: number;
  readonly median_band: string | null;
  readonly distribution: Readonly<Record<string, number>>;
  readonly flips_to_lower: number | null;
  readonly flips_to_higher: number | null;
  readonly reasons: object;
}

/** The figures of an area, without what the rest of the answer says. */
export function figuresOf(area: AreaFigures) {
  const { judged_companies, listed_companies, median_band, distribution, flips_to_lower, flips_to_higher } = area;
  const shown = { judged_companies, listed_companies, median_band, distribution, flips_to_lower, flips_to_higher };
  return { ...shown, reasons: reasonsOf(shown, area.reasons) };
}

interface RankedFigures extends AreaFigures {
  readonly rank: number | null;
  readonly tied_with: number | null;
}

/** The same of a country, with its place in the ranking. */
export function rankedFiguresOf(country: RankedFigures) {
  const { rank, tied_with } = country;
  const { reasons: ofFigures, ...figures } = figuresOf(country);
  return { rank, tied_with, ...figures, reasons: { ...reasonsOf({ rank, tied_with }, country.reasons), ...ofFigures } };
}

interface Part {
  readonly label: string;
  readonly median_band: string | null;
  readonly distribution: Readonly<Record<string, number>>;
  readonly reasons: object;
}

/** A pillar, or a sector of a country, in short. */
export function partOf(id: string, { label, median_band, distribution, reasons: why }: Part) {
  return { id, label, median_band, distribution, reasons: reasonsOf({ median_band }, why) };
}
