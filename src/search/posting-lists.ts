import type { Section, SectionArray } from "./index-file.ts";
import type { NumberList } from "./number-list.ts";
import { ByteWriter } from "./varint.ts";

/** The documents of every term, in their order; `starts` has one entry more than there are terms. */
export interface PostingLists {
  readonly starts: Uint32Array;
  readonly documents: Uint32Array;
}

/**
 * Turns the terms of every document round: the documents of every term. `placeOf` gives the place of a term by the number it has in
 * `terms`, above its two bits; every document's terms lie from `firstTerm` to `endTerm`.
 */
export function collectPostings(
  kept: readonly { readonly firstTerm: number; readonly endTerm: number }[],
  terms: NumberList,
  placeOf: Uint32Array,
): PostingLists {
  const starts = new Uint32Array(placeOf.length + 1);
  const seen = new Int32Array(placeOf.length).fill(-1);
  const eachTerm = (take: (term: number, document: number) => void): void => {
    seen.fill(-1);
    for (const [document, { firstTerm, endTerm }] of kept.entries()) {
      for (let at = firstTerm; at < endTerm; at += 1) {
        const term = placeOf[terms.at(at) >>> 2]!;
        if (seen[term] === document) continue;
        seen[term] = document;
        take(term, document);
      }
    }
  };
  eachTerm((term) => (starts[term + 1]! += 1));
  for (let term = 0; term < placeOf.length; term += 1) starts[term + 1]! += starts[term]!;
  const documents = new Uint32Array(starts.at(-1)!);
  const filled = starts.slice();
  eachTerm((term, document) => (documents[filled[term]!++] = document));
  return { starts, documents };
}

/** The sections of the postings: differences between neighbours as varints. */
export function packPostings({ starts, documents }: PostingLists): [Section, SectionArray][] {
  const writer = new ByteWriter();
  const offsets = new Uint32Array(starts.length);
  for (let term = 0; term < starts.length - 1; term += 1) {
    offsets[term] = writer.length;
    let before = -1;
    for (let at = starts[term]!; at < starts[term + 1]!; at += 1) {
      writer.varint(documents[at]! - before);
      before = documents[at]!;
    }
  }
  offsets[starts.length - 1] = writer.length;
  return [
    ["frequencySums", starts],
    ["postingOffsets", offsets],
    ["postings", writer.take()],
  ];
}
