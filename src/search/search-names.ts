import { highlightInitials, highlightName, type TextRange } from "./highlight.ts";
import type { Hit } from "./hits.ts";
import { type Likeness, QueryLikeness } from "./name-key.ts";
import { planSearch } from "./plan.ts";
import type { Filter, IndexReader } from "./index-reader.ts";
import { scoreDocument } from "./rank.ts";
import { type CountryWords, readQuery } from "./query.ts";

/** A search for names. */
export interface SearchRequest extends Filter {
  readonly text: string;
  readonly countryWords?: CountryWords | undefined;
  /** The number of hits to skip. */
  readonly offset: number;
  readonly limit: number;
}

/** A company or product that was found. */
export interface NameHit {
  readonly kind: "company" | "product";
  /** Its position in the release's list of its kind. */
  readonly position: number;
  readonly name: string;
  /** The parts of the name that match the query. */
  readonly highlights: readonly TextRange[];
  /** The alias that matches the query best; null if the name or its initials do. */
  readonly alias: string | null;
  readonly likeness: Likeness;
}

/** Numbers of hits by value, most frequent first; equal counts in the order of the values. */
type FacetCounts = readonly (readonly [value: string, count: number])[];

/** One page of hits. The same request to the same index always has the same result. */
export interface SearchResult {
  readonly names: readonly NameHit[];
  /** The number of all hits, not only of this page. */
  readonly total: number;
  /** True if `total` and the facets count every hit; otherwise they are lower bounds. */
  readonly isExact: boolean;
  readonly nextOffset: number | null;
  readonly facets: {
    readonly kind: FacetCounts;
    readonly country: FacetCounts;
    readonly sector: FacetCounts;
  };
}

/** Searches an index. Accepts every text, and does a bounded amount of work. */
export function searchNames(reader: IndexReader, request: SearchRequest): SearchResult {
  const { text, countryWords, offset, limit, ...filter } = request;
  const plan = planSearch(reader, readQuery(text, countryWords), filter);
  const { documents } = plan;
  const page = plan.page(offset, limit);
  const end = offset + page.length;
  const likeness = new QueryLikeness(text, countryWords);
  return {
    names: page.map((hit) => describeHit(reader, hit, likeness)),
    total: documents.length,
    isExact: plan.isComplete,
    nextOffset: page.length > 0 && end < documents.length ? end : null,
    facets: {
      kind: countValues(documents, (document) => (reader.isCompany(document) ? "company" : "product")),
      country: countValues(documents, (document) => reader.countryOf(document)).filter(([code]) => code !== ""),
      sector: countValues(documents, (document) => reader.sectorOf(document)),
    },
  };
}

function describeHit(reader: IndexReader, { document, interpretation, score }: Hit, likeness: QueryLikeness): NameHit {
  const { position, name, aliases } = reader.textOf(document);
  const names = reader.namesOf(document);
  const best = (score ?? scoreDocument(reader, interpretation, document)).name;
  const isInitials = best > aliases.length;
  return {
    kind: reader.isCompany(document) ? "company" : "product",
    position,
    name,
    highlights: isInitials ? highlightInitials(name) : highlightName(reader, interpretation, name, names[0]!),
    alias: best === 0 || isInitials ? null : aliases[best - 1]!,
    likeness: likeness.of([name, ...aliases], interpretation.isDoubtful),
  };
}

function countValues(documents: readonly number[], valueOf: (document: number) => string): FacetCounts {
  const counts = new Map<string, { count: number }>();
  for (const document of documents) {
    const value = valueOf(document);
    const found = counts.get(value);
    if (found === undefined) counts.set(value, { count: 1 });
    else found.count += 1;
  }
  return Array.from(counts, ([value, { count }]) => [value, count] as const).toSorted(
    ([a, left], [b, right]) => right - left || (a < b ? -1 : 1),
  );
}
