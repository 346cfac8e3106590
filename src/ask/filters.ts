import { Type } from "./type.ts";
import { type ProblemError, quote } from "../problem.ts";
import { isInRegion } from "../atlas/regions.ts";
import { NO_COUNTRY } from "../release/queries.ts";
import { FILTER_NAMES, type Filters, type FilterName, type Kind, KINDS, type Meaning } from "./filter-names.ts";
import type { Sources } from "./sources.ts";

/** Filters of lists, the same in every list that has them. */

/** The longest name, and the most names, of one filter. */
const NAME = { type: "string", minLength: 1, maxLength: 200 };
const NAMES_MAX = 100;

/** A filter that takes several values: items that match one of them are listed. */
function severalOf(description: string) {
  return Type.Optional(
    Type.Unsafe<string[]>({
      type: "array",
      items: NAME,
      minItems: 1,
      maxItems: NAMES_MAX,
      description: `${description} In any case; several are separated by commas, and any of them matches.`,
    }),
  );
}

/** The value of the country filter that finds companies without a country. */
export const COUNTRY_NONE = "none";

export const areaFilters = {
  country: severalOf(
    "Countries: slugs, ISO 3166-1 codes or names; `none` for companies whose country the publisher does not give.",
  ),
  region: severalOf(
    "Regions of the United Nations (M49), continents or their parts: slugs such as `eastern-africa`, codes or names. With `country`, those of these countries that lie there.",
  ),
  sector: severalOf("Sectors in which companies are counted: slugs or labels."),
};

/** The areas of companies in a list of them or of what they own. */
export const companyAreaFilters = {
  ...areaFilters,
  any_sector: severalOf(
    "Sectors that companies name, first or after another: slugs or labels. A company is counted in its first sector alone, so `sector` lists what the figures of a sector count, and `any_sector` may list more.",
  ),
};

export const companyFilter = {
  company: severalOf("Companies: slugs, the publisher's ids, LEIs (ISO 17442), or names that one company alone has."),
};

/** `band` and `pillar` of a list; their descriptions say what is in that band. */
export function bandFilters(band: string, pillar: string) {
  return { band: severalOf(`${band} Ids or labels.`), ...pillarFilter(pillar) };
}

export function pillarFilter(pillar: string) {
  return { pillar: severalOf(`${pillar} Ids or labels.`) };
}

/** One pillar, for statistics in it. */
export function pillarParameter(description: string) {
  return { pillar: Type.Optional(Type.String({ ...NAME, description: `${description} Id or label, in any case.` })) };
}

/** A parameter that names one thing of a release. */
export function nameParameter(description: string) {
  return Type.Optional(Type.String({ ...NAME, description }));
}

/** Several different countries, which are compared. */
export function differentCountries(minItems: number, maxItems: number, description: string) {
  const schema = { type: "array", items: NAME, minItems, maxItems, description };
  return Type.Unsafe<string[]>(schema);
}

/** The filters of a request, as sent. Those that a list does not have are missing. */
export interface GivenFilters {
  readonly country?: readonly string[];
  readonly region?: readonly string[] | string;
  readonly sector?: readonly string[];
  readonly any_sector?: readonly string[];
  readonly company?: readonly string[];
  readonly band?: readonly string[];
  readonly pillar?: readonly string[] | string;
}

/**
 * Looks up what filters mean in the release that answers. `errors` has one entry for each filter
 * that has names without a meaning.
 */
export function readFilters(sources: Sources, given: GivenFilters): { query: Filters; errors: ProblemError[] } {
  const query: Record<string, (string | number)[]> = {};
  const errors: ProblemError[] = [];
  for (const name of FILTER_NAMES) {
    const texts = textsOf(given[name]);
    if (texts.length === 0) continue;
    const { meanings, unknown } = readNames(sources, filterOf(name), texts);
    query[KINDS[name].filter] = meanings.map(({ value }) => value);
    if (unknown.length > 0) errors.push(refuse(sources, name, unknown));
  }
  return { query: inRegions(sources, query), errors };
}

/** Replaces regions by the countries in them. */
function inRegions({ atlas }: Sources, { regions, ...query }: Filters): Filters {
  if (regions === undefined) return query;
  const there = atlas.territories.filter(({ region }) => regions.some((code) => isInRegion(region, code)));
  const countries = there.map(({ iso2 }) => iso2).filter((iso2) => query.countries?.includes(iso2) ?? true);
  return { ...query, countries };
}

/** One region, which the countries of a ranking lie in. */
export function regionParameter(description: string) {
  return {
    region: Type.Optional(
      Type.String({ ...NAME, description: `${description} Slug, code of M49 or name, in any case.` }),
    ),
  };
}

export const regionChoice = regionParameter(
  "Only the countries of this region of the United Nations (M49), ranked among each other; the whole world by default.",
);

/**
 * Looks up names of one kind that stand in `parameter`, in their order. `repeated` are the ids that
 * are named more than once.
 */
export function readDifferent(sources: Sources, parameter: string, name: FilterName, texts: readonly string[]) {
  const { meanings, unknown, repeated } = readNames(sources, KINDS[name], texts);
  const errors = unknown.length === 0 ? [] : [refuse(sources, name, unknown, parameter)];
  return { meanings, repeated, errors };
}

/**
 * Normalizes parameters: filters by id, in one order, each once. Requests for equal lists have
 * equal parameters then. Names without a meaning stay as they are.
 */
export function inOneWording(
  sources: Sources,
  parameters: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const worded: Record<string, unknown> = { ...parameters };
  for (const name of FILTER_NAMES) {
    const given = worded[name];
    const texts = textsOf(given);
    if (texts.length === 0) continue;
    const { meanings, unknown } = readNames(sources, filterOf(name), texts);
    const ids = [...meanings.map(({ id }) => id), ...unknown].toSorted();
    worded[name] = Array.isArray(given) ? ids : ids[0];
  }
  return worded;
}

/** A filter by country also takes the word for none, which is no country anywhere else. */
function filterOf(name: FilterName): Kind {
  const kind = KINDS[name];
  if (name !== "country") return kind;
  return {
    ...kind,
    find: (sources, text) =>
      text.toLowerCase() === COUNTRY_NONE ? { id: COUNTRY_NONE, value: NO_COUNTRY } : kind.find(sources, text),
  };
}

/** The names of a filter that takes several of them, or one. */
function textsOf(given: unknown): readonly string[] {
  if (typeof given === "string") return [given];
  return Array.isArray(given) ? given.map(String) : [];
}

/** Maximum number of commas in a name. */
const COMMAS_MAX = 3;

/** Reads names that were separated by commas, some of which may belong to a name. */
function readNames(sources: Sources, kind: Kind, pieces: readonly string[]) {
  const meanings = new Map<string, Meaning>();
  const unknown: string[] = [];
  const repeated = new Set<string>();
  for (let at = 0; at < pieces.length;) {
    const found = longestName(sources, kind, pieces.slice(at, at + COMMAS_MAX + 1));
    if (found === undefined) unknown.push(...pieces.slice(at, at + 1));
    else if (meanings.has(found.meaning.id)) repeated.add(found.meaning.id);
    else meanings.set(found.meaning.id, found.meaning);
    at += found?.taken ?? 1;
  }
  return { meanings: [...meanings.values()], unknown, repeated: [...repeated] };
}

/**
 * The most pieces at the beginning that are one name together. `Hong Kong, China` is one name;
 * `hong-kong,china`, without a space and each a name of its own, are two.
 */
function longestName(sources: Sources, kind: Kind, pieces: readonly string[]) {
  const find = (name: string) => kind.find(sources, name.trim());
  for (let taken = pieces.length; taken > 0; taken -= 1) {
    const own = pieces.slice(0, taken);
    const isSpaced = own.slice(1).some((piece) => piece.startsWith(" "));
    if (taken > 1 && !isSpaced && own.every((piece) => find(piece) !== undefined)) continue;
    const meaning = find(own.join(","));
    if (meaning !== undefined) return { meaning, taken };
  }
  return undefined;
}

function refuse(
  sources: Sources,
  filter: FilterName,
  unknown: readonly string[],
  parameter: string = filter,
): ProblemError {
  const suggested = unknown.map((name) => KINDS[filter].suggest(sources, name));
  const expected = new Set(suggested.map((each) => each.expected));
  const listedIn = suggested.find((each) => each.listedIn !== undefined)?.listedIn;
  return {
    parameter,
    detail: `\`${parameter}\` is ${unknown.map(quote).join(", ")}; expected ${[...expected].join(", ")}.`,
    ...(listedIn === undefined ? {} : { listedIn }),
  };
}
