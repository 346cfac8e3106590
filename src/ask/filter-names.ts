import { countTypos } from "../atlas/near-names.ts";
import { findRegion, REGIONS } from "../atlas/regions.ts";
import { slugify } from "../atlas/slug.ts";
import { slugsSharing } from "./describe.ts";
import { partInWords } from "./grammar.ts";
import type { ListedIn } from "../problem.ts";
import type { Sources } from "./sources.ts";

/** The meanings of the names in filters in a release. */

export const FILTER_NAMES = ["country", "region", "sector", "any_sector", "company", "band", "pillar"] as const;

export type FilterName = (typeof FILTER_NAMES)[number];

/** Filters as the snapshot takes them. */
export interface Filters {
  /** ISO 3166-1 alpha-2 codes, or `NO_COUNTRY`. */
  readonly countries?: readonly string[];
  /** Codes of M49; `readFilters` makes countries of them. */
  readonly regions?: readonly string[];
  /** Slugs of the sectors in which companies are counted. */
  readonly sectors?: readonly string[];
  /** Slugs of sectors that companies name, in whatever place. */
  readonly anySectors?: readonly string[];
  /** Positions of companies in the release. */
  readonly companies?: readonly number[];
  /** Levels from 1. */
  readonly bands?: readonly number[];
  /** Indexes in `manifest.dataset.pillars`. */
  readonly pillars?: readonly number[];
}

/** The meaning of a name in a filter: the one id it is written with in a URL, and a value. */
export interface Meaning {
  readonly id: string;
  readonly value: string | number;
}

/** The names that could have been meant. */
export interface Suggestion {
  /** The end of the sentence of an error: names or a kind of them. */
  readonly expected: string;
  /** The list that has all of them, where the sentence does not. */
  readonly listedIn?: ListedIn;
}

/** The reader of the names of one filter. */
export interface Kind {
  readonly filter: keyof Filters;
  /** Returns undefined for a name that means nothing. */
  find(sources: Sources, name: string): Meaning | undefined;
  suggest(sources: Sources, name: string): Suggestion;
}

export const KINDS: Readonly<Record<FilterName, Kind>> = {
  country: {
    filter: "countries",
    find({ atlas }, name) {
      const territory = atlas.findBySegment(name)?.territory;
      return territory && { id: territory.slug, value: territory.iso2 };
    },
    suggest({ atlas }, name) {
      const meaning = atlas.resolveCountry(name);
      const shared = slugsSharing(meaning);
      if (shared !== null) return { expected: shared };
      const part = atlas.findPart(name);
      if (part !== undefined) return { expected: `\`${part.whole.slug}\`: ${partInWords(part)}` };
      // The name is a numeric code that lost its zeros, as in a number of JSON.
      if (meaning.kind === "country") return { expected: `\`${meaning.territory.slug}\`` };
      const expected = meaning.kind === "unknown" ? meaning.expected : "a slug, ISO 3166-1 code or name";
      return { expected, listedIn: "countries" };
    },
  },
  region: {
    filter: "regions",
    find(_, name) {
      const region = findRegion(name);
      return region && { id: region.slug, value: region.code };
    },
    suggest: (_, name) =>
      suggestOf(
        REGIONS.map(({ slug: id, name: label }) => ({ id, label })),
        name,
      ),
  },
  sector: sectorKind("sectors"),
  any_sector: sectorKind("anySectors"),
  company: {
    filter: "companies",
    find: findCompany,
    suggest: () => ({ expected: "the slug, the id, the LEI or the unshared name of a company", listedIn: "companies" }),
  },
  band: {
    filter: "bands",
    find: ({ snapshot }, name) => findIn(snapshot.manifest.dataset.scale.bands, name, 1),
    suggest: ({ snapshot }, name) => suggestOf(snapshot.manifest.dataset.scale.bands, name),
  },
  pillar: {
    filter: "pillars",
    find: ({ snapshot }, name) => findIn(snapshot.manifest.dataset.pillars, name, 0),
    suggest: ({ snapshot }, name) => suggestOf(snapshot.manifest.dataset.pillars, name, "pillars"),
  },
};

interface Entry {
  readonly id: string;
  readonly label: string;
}

const toNamed = ({ slug, label }: { readonly slug: string; readonly label: string }): Entry => ({ id: slug, label });

/** Two filters take sectors; they differ in which companies match. */
function sectorKind(filter: "sectors" | "anySectors"): Kind {
  return {
    filter,
    find: ({ snapshot }, name) => {
      const found = findByLabel(snapshot.sectors.map(toNamed), name);
      return found && { id: found.id, value: found.id };
    },
    suggest: ({ snapshot }, name) => suggestOf(snapshot.sectors.map(toNamed), name, "sectors"),
  };
}

/** Finds the item with this id, else the only one with this id or label in any case. */
function findByLabel<T extends Entry>(all: readonly T[], name: string): T | undefined {
  const exact = all.find(({ id }) => id === name);
  if (exact !== undefined) return exact;
  const found = all.filter(({ id, label }) => fold(id) === fold(name) || fold(label) === fold(name));
  return found.length === 1 ? found[0] : undefined;
}

function findIn(all: readonly Entry[], name: string, firstValue: number): Meaning | undefined {
  const found = findByLabel(all, name);
  return found && { id: found.id, value: all.indexOf(found) + firstValue };
}

function fold(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

/** A company by id, slug, unshared LEI, or name if the slug is made of it: no other has it then. */
function findCompany({ snapshot }: Sources, name: string): Meaning | undefined {
  const [ofLei, other] = snapshot.findCompanies("lei", name.toUpperCase());
  const found =
    snapshot.findCompany(name) ?? snapshot.findCompany(name.toLowerCase()) ?? (other === undefined ? ofLei : undefined);
  const position = found ?? snapshot.findCompany(slugify(name));
  if (position === undefined) return undefined;
  const company = snapshot.companyAt(position);
  if (found === undefined && fold(company.name) !== fold(name)) return undefined;
  return { id: company.slug, value: position };
}

/** The most allowed values an error spells out before it points at their list instead. */
const SPELLED_OUT = 60;
const SUGGESTED = 3;

/** Names the allowed values, or if there are many the nearest of them and where to find all. */
function suggestOf(all: readonly Entry[], name: string, listedIn?: ListedIn): Suggestion {
  if (listedIn === undefined || all.length <= SPELLED_OUT)
    return { expected: `one of ${all.map(({ id }) => `\`${id}\``).join(", ")}` };
  const near = all
    .map(({ id }) => ({ id, typos: countTypos(fold(id), fold(name)) }))
    .filter(({ id, typos }) => typos <= id.length / 3)
    .toSorted((a, b) => a.typos - b.typos);
  const nearest = near.slice(0, SUGGESTED).map(({ id }) => `\`${id}\``);
  return { expected: [...nearest, nearest.length === 0 ? "an id or label" : "another one"].join(" or "), listedIn };
}
