import { highlightInitials, highlightName, type TextRange } from "./highlight.ts";
import { type Hit, planSearch } from "./plan.ts";
import type { Filter, Postings } from "./postings.ts";
import { scoreDocument } from "./rank.ts";
import { readQuery } from "./read-query.ts";

/** What is searched for. */
export interface SearchQuestion extends Filter {
  readonly text: string;
  /** How many hits to pass over, from 0. */
  readonly offset: number;
  readonly limit: number;
}

/** A company or product that was found. */
export interface FoundName {
  readonly kind: "company" | "product";
  /** Its place in the list of its kind. */
  readonly place: number;
  readonly name: string;
  /** Which parts of the name answer the query. */
  readonly highlights: readonly TextRange[];
  /** The alias that answers it better than the name does; null where the name does, or its initials. */
  readonly alias: string | null;
}

/** How many of the hits have each value; the most frequent first, of equals in the order of the text. */
export type FacetCounts = readonly (readonly [value: string, count: number])[];

/** One page of hits. The same question to the same index always has the same answer. */
export interface SearchAnswer {
  readonly names: readonly FoundName[];
  /** Of all hits, not of this page. */
  readonly total: number;
  /** Whether `total` and the facets count every hit; otherwise there are at least so many. */
  readonly isExact: boolean;
  readonly nextOffset: number | null;
  readonly facets: {
    readonly kind: FacetCounts;
    readonly country: FacetCounts;
    readonly sector: FacetCounts;
  };
}

/** Answers a question from an index. Never throws for a text, whatever it holds, and does bounded work. */
export function searchNames(postings: Postings, question: SearchQuestion): SearchAnswer {
  const { text, offset, limit, kind, country, sector } = question;
  const plan = planSearch(postings, readQuery(text), { kind, country, sector });
  const { documents } = plan;
  const page = plan.page(offset, limit);
  const end = offset + page.length;
  return {
    names: page.map((hit) => describeHit(postings, hit)),
    total: documents.length,
    isExact: plan.isComplete,
    nextOffset: page.length > 0 && end < documents.length ? end : null,
    facets: {
      kind: countValues(documents, (document) => (postings.isCompany(document) ? "company" : "product")),
      country: countValues(documents, (document) => postings.countryOf(document)),
      sector: countValues(documents, (document) => postings.sectorOf(document)),
    },
  };
}

function describeHit(postings: Postings, { document, reading, score }: Hit): FoundName {
  const { place, name, aliases } = postings.textOf(document);
  const names = postings.namesOf(document);
  const best = (score ?? scoreDocument(postings, reading, document)).name;
  const isInitials = best > aliases.length;
  return {
    kind: postings.isCompany(document) ? "company" : "product",
    place,
    name,
    highlights: isInitials ? highlightInitials(name) : highlightName(postings, reading, name, names[0]!),
    alias: best === 0 || isInitials ? null : aliases[best - 1]!,
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
