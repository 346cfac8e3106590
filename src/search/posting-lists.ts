import type { Section, SectionArray } from "./index-file.ts";
import { ByteWriter } from "./buffers.ts";

/**
 * The terms of every document: those of document `d` are from `starts[d]` to `starts[d + 1]`, each
 * a term · 4 and two flags.
 */
export interface TermRows {
  readonly starts: Uint32Array;
  readonly terms: Uint32Array;
}

/** The documents of every term, ascending; `starts` has one more entry than there are terms. */
export interface PostingLists {
  readonly starts: Uint32Array;
  readonly documents: Uint32Array;
}

/**
 * Inverts the terms of the documents. A document is in the list of a term once, however often it
 * has the term.
 */
export function collectPostings(rows: TermRows, termCount: number): PostingLists {
  const starts = new Uint32Array(termCount + 1);
  const seen = new Int32Array(termCount);
  const eachTerm = (visit: (term: number, document: number) => void): void => {
    seen.fill(-1);
    for (let document = 0; document < rows.starts.length - 1; document += 1) {
      const end = rows.starts[document + 1]!;
      for (let at = rows.starts[document]!; at < end; at += 1) {
        const term = rows.terms[at]! >>> 2;
        if (seen[term] === document) continue;
        seen[term] = document;
        visit(term, document);
      }
    }
  };
  eachTerm((term) => (starts[term + 1]! += 1));
  for (let term = 0; term < termCount; term += 1) starts[term + 1]! += starts[term]!;
  const documents = new Uint32Array(starts[termCount]!);
  const filled = starts.slice();
  eachTerm((term, document) => (documents[filled[term]!++] = document));
  return { starts, documents };
}

/** The sections of the postings: differences between neighbours, as varints. */
export function packPostings({ starts, documents }: PostingLists): [Section, SectionArray][] {
  const writer = new ByteWriter();
  const offsets = new Uint32Array(starts.length);
  for (let term = 0; term < starts.length - 1; term += 1) {
    offsets[term] = writer.length;
    writer.ascending(documents.subarray(starts[term], starts[term + 1]));
  }
  offsets[starts.length - 1] = writer.length;
  return [
    ["frequencySums", starts],
    ["postingOffsets", offsets],
    ["postings", writer.view()],
  ];
}
