import { placeOfAdjective } from "../../atlas/demonyms.ts";
import { findRegion } from "../../atlas/regions.ts";
import { KINDS } from "../../ask/filter-names.ts";
import type { Sources } from "../../ask/sources.ts";
import { SYMBOLS_BY_PHRASE } from "./sentence-phrases.ts";

/** Finds the names of a release in sentences. */

/** The symbol of a name in the grammar, and its value in the check of a claim. */
export interface Name {
  readonly symbol: "country" | "adjective" | "m49" | "sector" | "company" | "pillar" | "band";
  readonly value: string;
}

/** Country codes that are read as names. Others are also words: IT, IN, NO. */
const CODES: ReadonlySet<string> = new Set(["US", "USA", "UK", "UAE", "DRC"]);

const isCapitalized = (text: string): boolean => /^\p{Lu}/u.test(text);

/**
 * Reads names. Countries, their adjectives and regions of the United Nations (`m49`) begin with a
 * capital letter, and so do companies, unless their publisher writes them otherwise. A label of the
 * dataset that is also a word of the grammar has to be quoted. A name that a country and a company
 * share means the country, if the release lists it.
 */
export function openNames(sources: Sources): (text: string, isQuoted: boolean) => Name | null {
  const labels = labelsOf(sources);
  return (text, isQuoted) => {
    const key = keyOf(text);
    const label = isQuoted || !SYMBOLS_BY_PHRASE.has(key) ? labels.get(key) : undefined;
    const place = isCapitalized(text) ? findPlace(sources, text) : null;
    const isOther = place === null || isUnlisted(sources, place);
    const company = isOther || isQuoted ? findCompany(sources, text, isCapitalized(text) || isQuoted) : null;
    const country = isOther && company !== null ? null : place;
    const region = isCapitalized(text) ? findM49(text) : null;
    const [name, ...others] = [label ?? null, country, region, company].filter((found) => found !== null);
    // An ambiguous text has no meaning.
    return others.length === 0 ? (name ?? null) : null;
  };
}

function findPlace({ atlas }: Sources, text: string): Name | null {
  const adjective = placeOfAdjective(text);
  if (adjective !== undefined) {
    const place = atlas.findBySegment(adjective)?.territory.slug ?? adjective;
    return { symbol: "adjective", value: `country:${place}` };
  }
  const code = text.replaceAll(".", "");
  const isCode = /^\p{L}{2,3}$/u.test(code) && code === code.toUpperCase();
  if (isCode && !CODES.has(code)) return null;
  const part = atlas.findPart(text);
  if (part !== undefined) return { symbol: "country", value: `country:${part.name}` };
  const found = atlas.findBySegment(isCode ? code : text)?.territory;
  if (found === undefined || (!isCode && text.length < 4)) return null;
  return { symbol: "country", value: `country:${found.slug}` };
}

/** Returns true for a country, or a part of one, that the release does not list. */
export function isUnlisted({ atlas, snapshot }: Sources, { value }: Pick<Name, "value">): boolean {
  const name = value.replace(/^country:/u, "");
  const whole = atlas.findPart(name)?.whole ?? atlas.findBySegment(name)?.territory;
  return whole !== undefined && snapshot.countryByIso2(whole.iso2) === undefined;
}

/** Finds a region by its name; its code and slug are no names. */
function findM49(text: string): Name | null {
  const region = findRegion(text);
  return region !== undefined && keyOf(region.name) === keyOf(text) ? { symbol: "m49", value: region.slug } : null;
}

function findCompany(sources: Sources, text: string, isAnyCase: boolean): Name | null {
  if (!isAnyCase && !/^[\p{Ll}\p{N}]/u.test(text)) return null;
  // Neither an id nor a slug is a name.
  const found = KINDS.company.find(sources, text);
  if (found === undefined || typeof found.value !== "number") return null;
  const { name } = sources.snapshot.companyAt(found.value);
  return (isAnyCase ? keyOf(name) === keyOf(text) : name === text)
    ? { symbol: "company", value: `company:${found.id}` }
    : null;
}

/** Maps labels and ids to bands, pillars and sectors; ambiguous ones are left out. */
function labelsOf({ snapshot }: Sources): ReadonlyMap<string, Name> {
  const { scale, pillars } = snapshot.manifest.dataset;
  const end = endOfAll(scale.bands.map(({ label }) => label));
  const call = (symbol: Name["symbol"], value: string, ...names: readonly string[]) =>
    names.map((name): readonly [string, Name] => [name, { symbol, value }]);
  const all = [
    ...scale.bands.flatMap(({ id, label }) => call("band", id, id, label, label.slice(0, label.length - end.length))),
    ...pillars.flatMap(({ id, label }) => call("pillar", id, id, label)),
    ...snapshot.sectors.flatMap(({ slug, label }) => call("sector", `sector:${slug}`, slug, label)),
  ];
  const labels = new Map<string, Name | null>();
  for (const [name, meaning] of all) {
    const key = keyOf(name);
    const other = labels.get(key);
    const isSame = other === undefined || (other?.symbol === meaning.symbol && other.value === meaning.value);
    labels.set(key, isSame ? meaning : null);
  }
  return new Map([...labels].flatMap(([key, meaning]) => (meaning === null ? [] : [[key, meaning] as const])));
}

/** Returns the last word if all labels share it: people write `Low` for `Low trust`. */
function endOfAll([first = "", ...labels]: readonly string[]): string {
  const end = /\S( \S+)$/u.exec(first)?.[1];
  return end !== undefined && labels.every((label) => label.endsWith(end) && label !== end) ? end : "";
}

/** Returns a text as a lookup key: in lower case, with spaces for hyphens and underscores. */
export function keyOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[-_\s]+/gu, " ")
    .trim();
}
