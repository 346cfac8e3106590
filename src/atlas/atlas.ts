import { type Borders, openBorders } from "./borders/open-borders.ts";
import { neighboursOf } from "./neighbours.ts";
import { findPart, type Part } from "./parts.ts";
import { buildCountryReader, cleanValue, type CountryResolution } from "./resolve-country.ts";
import { TERRITORIES, type Territory } from "./territories.ts";

export type { Part } from "./parts.ts";
export type { CountryResolution } from "./resolve-country.ts";

/** Which countries and territories exist, and how their codes, names and slugs are read. */
export interface Atlas {
  /** In the order of `iso2`. */
  readonly territories: readonly Territory[];
  /** Finds a territory by its upper-case alpha-2 code. */
  byIso2(code: string): Territory | undefined;
  /**
   * Finds the territory that a decoded path segment names: by its slug, or by what a country column
   * may hold, with hyphens for spaces. A numeric code has its three digits here, because a shorter
   * number is none. `canonical` is true for the slug only; otherwise redirect to it. A part of a
   * territory is not the territory: `findPart` finds it.
   */
  findBySegment(segment: string): { readonly territory: Territory; readonly canonical: boolean } | undefined;
  /**
   * The codes of the territories that share a border on land with one, as data/borders has it:
   * disputed land is that of the country the policy reports.
   */
  neighboursOf(code: string): readonly string[];
  /**
   * Finds the territory that a cell of a caller's list names: by what a publisher's country column
   * may hold, or by its slug. A part is in its territory: Bavaria is in Germany.
   */
  findByCell(text: string): Territory | undefined;
  /** Finds a part of a territory, such as Scotland, that a decoded path segment names. */
  findPart(segment: string): Part | undefined;
  /**
   * Reads a value of a publisher's country column. Never throws and never guesses. A company in
   * Scotland is in the United Kingdom.
   */
  resolveCountry(value: string | null): CountryResolution;
  /**
   * The borders of all territories. The first call opens them, which takes about ten milliseconds
   * and 15 MB. Throws a BorderFileError if their file is missing or damaged.
   */
  borders(): Borders;
}

const SEGMENT_LENGTH_MAX = 100;
const ALPHA_CODE = /^[a-z]{2,3}$/i;
/** A number that no numeric code is, unless a column of codes has lost its zeros. */
const SHORT_NUMBER = /^\d{1,2}$|^\d+\./;

/** Opens the atlas, in a few milliseconds; once per process is enough. */
export function openAtlas(bordersPath?: string): Atlas {
  const byIso2 = new Map(TERRITORIES.map((territory) => [territory.iso2, territory]));
  const bySlug = new Map(TERRITORIES.map((territory) => [territory.slug, territory]));
  const reader = buildCountryReader(TERRITORIES);

  const byOtherName = (segment: string): Territory | undefined => {
    const text = cleanValue(segment);
    if (SHORT_NUMBER.test(text) || (!ALPHA_CODE.test(text) && findPart(text) !== undefined)) return undefined;
    return reader.findTerritory(text);
  };
  const partIn: Atlas["findPart"] = (text) =>
    text.length > SEGMENT_LENGTH_MAX ? undefined : findPart(cleanValue(text));
  return {
    territories: TERRITORIES,
    byIso2: (code) => byIso2.get(code),
    findBySegment: (segment) => {
      const canonical = bySlug.get(segment);
      if (canonical !== undefined) return { territory: canonical, canonical: true };
      const other = segment.length > SEGMENT_LENGTH_MAX ? undefined : byOtherName(segment);
      return other === undefined ? undefined : { territory: other, canonical: false };
    },
    neighboursOf,
    findByCell: (text) => reader.findTerritory(text) ?? bySlug.get(text) ?? partIn(text)?.whole,
    findPart: partIn,
    resolveCountry: (value) => reader.resolveCountry(value),
    borders: () => bordersIn(bordersPath),
  };
}

const opened = new Map<string | undefined, Borders>();

/** The borders of a file, which every atlas of this thread shares: they are 16 MB. */
function bordersIn(path: string | undefined): Borders {
  const borders = opened.get(path) ?? openBorders(path);
  opened.set(path, borders);
  return borders;
}
