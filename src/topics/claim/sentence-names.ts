import { placeOfAdjective } from "../../atlas/demonyms.ts";
import { findRegion } from "../../atlas/regions.ts";
import { KINDS } from "../../ask/filter-names.ts";
import type { Sources } from "../../ask/sources.ts";
import { SYMBOLS_BY_PHRASE } from "./sentence-phrases.ts";

/** Finds the names of a release in sentences. */

/** What a name is to the grammar, and how the check of a claim has it. */
export interface Name {
  readonly symbol: "country" | "adjective" | "m49" | "sector" | "company" | "pillar" | "band";
  readonly value: string;
}

/** Codes that people write for names. Others are words as well: IT, IN, NO. */
const CODES: ReadonlySet<string> = new Set(["US", "USA", "UK", "UAE", "DRC"]);

const isCapitalized = (text: string): boolean => /^\p{Lu}/u.test(text);

/**
 * Reads names. Countries, their adjectives, regions of the United Nations (`m49`) and companies
 * begin with a capital letter. A label of the dataset that is a word of the grammar as well has to
 * be quoted.
 */
export function openNames(sources: Sources): (text: string, isQuoted: boolean) => Name | null {
  const labels = labelsOf(sources);
  return (text, isQuoted) => {
    const key = keyOf(text);
    const label = isQuoted || !SYMBOLS_BY_PHRASE.has(key) ? labels.get(key) : undefined;
    const place = isCapitalized(text) ? findPlace(sources, text) : null;
    const company = isCapitalized(text) || isQuoted ? findCompany(sources, text) : null;
    const region = isCapitalized(text) ? findM49(text) : null;
    const [name, ...others] = [label ?? null, place, region, company].filter((found) => found !== null);
    // What means two things means neither.
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

/** A region by its name: codes and slugs are none. */
function findM49(text: string): Name | null {
  const region = findRegion(text);
  return region !== undefined && keyOf(region.name) === keyOf(text) ? { symbol: "m49", value: region.slug } : null;
}

function findCompany(sources: Sources, text: string): Name | null {
  // Neither an id nor a slug is a name.
  const found = KINDS.company.find(sources, text);
  if (found === undefined || typeof found.value !== "number") return null;
  const { name } = sources.snapshot.companyAt(found.value);
  return keyOf(name) === keyOf(text) ? { symbol: "company", value: `company:${found.id}` } : null;
}

/** Bands, pillars and sectors by their labels and ids; what two of them have is left out. */
function labelsOf({ snapshot }: Sources): ReadonlyMap<string, Name> {
  const { scale, pillars } = snapshot.manifest.dataset;
  const end = endOfAll(scale.bands.map(({ label }) => label));
  const all: (readonly [string, Name])[] = [
    ...scale.bands.flatMap(({ id, label }) =>
      [id, label, label.slice(0, label.length - end.length)].map(
        (name) => [name, { symbol: "band", value: id }] as const,
      ),
    ),
    ...pillars.flatMap(({ id, label }) => [id, label].map((name) => [name, { symbol: "pillar", value: id }] as const)),
    ...snapshot.sectors.flatMap(({ slug, label }) =>
      [slug, label].map((name) => [name, { symbol: "sector", value: `sector:${slug}` }] as const),
    ),
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

/** The last word that all labels have: people write `Low` for `Low trust`. */
function endOfAll([first = "", ...labels]: readonly string[]): string {
  const end = /\S( \S+)$/u.exec(first)?.[1];
  return end !== undefined && labels.every((label) => label.endsWith(end) && label !== end) ? end : "";
}

/** A text as it is looked up: in lower case, with spaces for hyphens and underscores. */
export function keyOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[-_\s]+/gu, " ")
    .trim();
}
