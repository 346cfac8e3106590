import { NumberList } from "./buffers.ts";
import { bucketOf, fillBuckets, type HashBuckets } from "./hash-buckets.ts";
import { hashTerms } from "./index-layout.ts";
import type { IndexReader } from "./index-reader.ts";
import { keyOfName, type NameKey } from "./name-key.ts";
import { TOKENS_MAX } from "./search-document.ts";

/** A company that has a name. */
export interface EqualName {
  readonly document: number;
  /** The alias that is the name; null if it is the company's own. */
  readonly alias: string | null;
  /** The legal form is the same, too. */
  readonly hasSameForm: boolean;
}

/**
 * Finds all companies of an index by a whole name, their own or an alias. Building it reads the
 * index once and takes eight bytes a name.
 */
export class EqualNames {
  readonly #reader: IndexReader;
  readonly #buckets: HashBuckets;

  constructor(reader: IndexReader) {
    this.#reader = reader;
    const hashes = new NumberList();
    const documents = new NumberList();
    for (let document = 0; document < reader.documents && reader.isCompany(document); document += 1) {
      for (const { terms, isMinor } of reader.namesOf(document)) {
        hashes.push(hashTerms(terms.filter((_, at) => !isMinor[at]!)));
        documents.push(document);
      }
    }
    this.#buckets = fillBuckets(hashes.numbers(), documents.numbers());
  }

  /** All companies of this name, each once, in the order of the index. */
  find(key: NameKey): EqualName[] {
    const terms: number[] = [];
    for (const { text, kind } of key.tokens.slice(0, TOKENS_MAX)) {
      const { first, end } = this.#reader.termsOf(text, kind, false);
      if (end <= first) return [];
      terms.push(first);
    }
    const found = new Set(bucketOf(this.#buckets, hashTerms(terms)));
    return [...found].toSorted((a, b) => a - b).flatMap((document) => this.#compare(document, key));
  }

  /** Its own name comes before an alias, and the same legal form before another. */
  #compare(document: number, key: NameKey): EqualName[] {
    const { name, aliases } = this.#reader.textOf(document);
    const equal: EqualName[] = [];
    for (const [at, text] of [name, ...aliases].entries()) {
      const own = keyOfName(text);
      if (own === null || own.text !== key.text) continue;
      equal.push({ document, alias: at === 0 ? null : text, hasSameForm: own.withForm === key.withForm });
    }
    const best = equal.find(({ hasSameForm }) => hasSameForm) ?? equal[0];
    return best === undefined ? [] : [best];
  }
}
