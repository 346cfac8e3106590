import type { Interpretation } from "./clauses.ts";
import type { IndexReader } from "./index-reader.ts";
import { type Score, scoreDocument } from "./rank.ts";
import { BitSet } from "./sets.ts";

/** A document that was found, with the interpretation that matches it best. */
export interface Hit {
  readonly document: number;
  readonly interpretation: Interpretation;
  /** Null if it was not scored: there are enough better ones. */
  readonly score: Score | null;
}

/** Documents that were found but not scored: those of a list from an index on. */
interface Rest {
  readonly documents: ArrayLike<number>;
  readonly from: number;
  readonly interpretation: Interpretation;
}

/** The documents that were found. */
export interface Plan {
  /** Best first: the scored ones by score, then the others in ascending order. */
  readonly documents: readonly number[];
  /** True if there are no others. */
  readonly isComplete: boolean;
  /** At most `limit` hits from an offset on. */
  page(offset: number, limit: number): readonly Hit[];
}

interface ScoredHit extends Hit {
  readonly score: Score;
}

/** Collects the documents that the steps of a search find, and ranks them. */
export class HitList {
  readonly #reader: IndexReader;
  readonly #head = new Map<number, ScoredHit>();
  readonly #rests: Rest[] = [];
  #isComplete = true;

  constructor(reader: IndexReader) {
    this.#reader = reader;
  }

  /** The number of documents that were scored. */
  get size(): number {
    return this.#head.size;
  }

  /** Adds documents in ascending order; only the first of them are scored. */
  add(interpretation: Interpretation, documents: ArrayLike<number>, isComplete: boolean, scoredMax: number): void {
    if (!isComplete) this.#isComplete = false;
    const scored = Math.min(scoredMax, documents.length);
    for (let index = 0; index < scored; index += 1) this.score(documents[index]!, interpretation);
    if (scored < documents.length) this.#rests.push({ documents, from: scored, interpretation });
  }

  /** Adds a document, or its better score; what was typed is not replaced by a misspelling. */
  score(document: number, interpretation: Interpretation): void {
    const before = this.#head.get(document);
    if (before !== undefined && interpretation.isDoubtful && !before.interpretation.isDoubtful) return;
    const score = scoreDocument(this.#reader, interpretation, document);
    if (before !== undefined && before.score.value >= score.value) return;
    this.#head.set(document, { document, interpretation, score });
  }

  finish(): Plan {
    const head = sortHits([...this.#head.values()]);
    const documents = head.map(({ document }) => document);
    const sections = this.#addRests(documents);
    const hitAt = (index: number): Hit =>
      head[index] ?? {
        document: documents[index]!,
        interpretation: sections.find(({ end }) => index < end)!.interpretation,
        score: null,
      };
    return {
      documents,
      isComplete: this.#isComplete,
      page: (offset, limit) => documents.slice(offset, offset + limit).map((_, at) => hitAt(offset + at)),
    };
  }

  /**
   * Adds the documents that were not scored, each once; returns where those of every interpretation
   * end.
   */
  #addRests(documents: number[]): { readonly end: number; readonly interpretation: Interpretation }[] {
    if (this.#rests.length === 0) return [];
    const seen = new BitSet(this.#reader.documents);
    for (const document of documents) seen.add(document);
    return this.#rests.map(({ documents: more, from, interpretation }) => {
      for (let index = from; index < more.length; index += 1) {
        const document = more[index]!;
        if (seen.has(document)) continue;
        seen.add(document);
        documents.push(document);
      }
      return { end: documents.length, interpretation };
    });
  }
}

/** Sorts hits by their score, those that follow after those that lead. */
function sortHits(hits: readonly ScoredHit[]): readonly ScoredHit[] {
  const least = hits.reduce(
    (value, { score }) => (score.role === "leads" ? Math.min(value, score.value) : value),
    Infinity,
  );
  const valueOf = ({ value, role }: Score): number => (role === "follows" ? Math.min(value, least) : value);
  const isLast = ({ role }: Score): number => (role === "follows" ? 1 : 0);
  return hits.toSorted(
    ({ score: a, document }, { score: b, document: other }) =>
      valueOf(b) - valueOf(a) || isLast(a) - isLast(b) || b.value - a.value || document - other,
  );
}
