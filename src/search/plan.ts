import { BitSet } from "./bit-set.ts";
import type { Filter, Postings, TermRange } from "./postings.ts";
import { type Score, scoreDocument } from "./rank.ts";
import type { Query, QueryWord } from "./read-query.ts";
import { type Clause, exactClause, isEmpty, nearClause, nearestClause, openClause, type Reading } from "./reading.ts";
import { joinNeighbours, splitOneWord } from "./rejoin-words.ts";

/** A document that was found, under the reading that fits it best. */
export interface Hit {
  readonly document: number;
  readonly reading: Reading;
  /** Null for those that were not scored: there are better ones before them. */
  readonly score: Score | null;
}

/** Documents that were found and not scored: those from a place on in a list. There are none where fewer were found than are scored. */
interface Rest {
  readonly documents: ArrayLike<number>;
  readonly from: number;
  readonly reading: Reading;
}

/** What was found. */
export interface Plan {
  /** Best first: those at the head by their score, the others in the order of the documents. */
  readonly documents: readonly number[];
  /** Whether there are no more than these. */
  readonly isComplete: boolean;
  /** The hits from a place on, `limit` at most. */
  page(offset: number, limit: number): readonly Hit[];
}

/** How many documents are scored, per step; quality is the same from 40 to 400. */
const SCORED_MAX = 120;
/** How many of them leave room for words that only begin as the last one does. */
const SCORED_BEGUN_MAX = 60;
/** How many documents one search finds at most. */
const FOUND_MAX = 10_000;
/** How many it finds with typing errors. */
const NEAR_FOUND_MAX = 500;
/** How many it finds that hold some of the words only. */
const SOME_MAX = 200;
/** How sure it is that somebody meant two words written as one, or one written as two. */
const REJOINED_QUALITY = 0.97;
/** How many such ways are looked at as they are written, and how many with typing errors. */
const REJOINED_MAX = 8;
const REJOINED_NEAR_MAX = 4;
/** With fewer hits, other ways to understand the query are tried. */
const ENOUGH = 10;

/** Finds and orders the documents for a query. The work of every step has a bound. */
export function planSearch(postings: Postings, query: Query, filter: Filter): Plan {
  if (query.words.length === 0) return { documents: [], isComplete: true, page: () => [] };
  return new Planner(postings, query, filter).plan();
}

interface Scored extends Hit {
  readonly score: Score;
}

type ClauseOf = (postings: Postings, word: QueryWord) => Clause;

class Planner {
  readonly #postings: Postings;
  readonly #query: Query;
  readonly #words: readonly QueryWord[];
  readonly #filter: Filter;
  readonly #head = new Map<number, Scored>();
  readonly #rests: Rest[] = [];
  readonly #clauses = new Map<ClauseOf, Map<string, Clause>>();
  #isComplete = true;

  constructor(postings: Postings, query: Query, filter: Filter) {
    this.#postings = postings;
    this.#query = query;
    this.#words = query.words;
    this.#filter = filter;
  }

  plan(): Plan {
    const exact = this.#read(this.#words, exactClause);
    const open = this.#read(this.#words, openClause);
    this.#takeNamesakes(exact);
    this.#takeAll(exact, SCORED_MAX);
    if (this.#words.at(-1)!.isPrefix) this.#takeAll(open, SCORED_BEGUN_MAX);
    if (this.#size < ENOUGH) this.#takeRejoined();
    const isWritten = this.#size > 0;
    if (this.#size < ENOUGH) this.#takeAll(this.#read(this.#words, nearClause), SCORED_MAX, NEAR_FOUND_MAX);
    if (this.#size === 0) this.#takeJoinedNear();
    if (!isWritten) this.#takeSome(open, this.#leastOfMany());
    if (this.#size === 0) this.#takeAny();
    return this.#layOut();
  }

  /** How many documents were found, as far as it decides what is tried next. */
  get #size(): number {
    return this.#head.size;
  }

  #layOut(): Plan {
    const head = [...this.#head.values()].toSorted((a, b) => b.score.value - a.score.value || a.document - b.document);
    const documents = head.map(({ document }) => document);
    const stretches = this.#addRests(documents);
    const hitAt = (place: number): Hit =>
      head[place] ?? {
        document: documents[place]!,
        reading: stretches.find(({ end }) => place < end)!.reading,
        score: null,
      };
    return {
      documents,
      isComplete: this.#isComplete,
      page: (offset, limit) => documents.slice(offset, offset + limit).map((_, at) => hitAt(offset + at)),
    };
  }

  /** Adds the documents that were not scored, each once; gives where those of every reading end. */
  #addRests(documents: number[]): { readonly end: number; readonly reading: Reading }[] {
    if (this.#rests.length === 0) return [];
    const seen = new BitSet(this.#postings.documents);
    for (const document of documents) seen.add(document);
    return this.#rests.map(({ documents: more, from, reading }) => {
      for (let place = from; place < more.length; place += 1) {
        const document = more[place]!;
        if (seen.has(document)) continue;
        seen.add(document);
        documents.push(document);
      }
      return { end: documents.length, reading };
    });
  }

  #read(words: readonly QueryWord[], clauseOf: ClauseOf, quality = 1): Reading {
    // What stands in the query twice stands in such a name twice.
    const repeated = this.#query.name.length - this.#words.filter(({ isOptional }) => !isOptional).length;
    const own = words.filter(({ isOptional }) => !isOptional).length + Math.max(0, repeated);
    return { clauses: words.map((word) => this.#clause(word, clauseOf)), quality, words: own };
  }

  /** A word stands for the same terms in every reading: they are looked up once. */
  #clause(word: QueryWord, clauseOf: ClauseOf): Clause {
    const known = this.#clauses.get(clauseOf) ?? new Map<string, Clause>();
    this.#clauses.set(clauseOf, known);
    const key = `${word.isPrefix ? "1" : "0"}${word.isOptional ? "1" : "0"}${word.text}`;
    let clause = known.get(key);
    if (clause === undefined) {
      clause = clauseOf(this.#postings, word);
      known.set(key, clause);
    }
    return clause;
  }

  /** Documents named exactly as the query, which may be too many words' neighbours to be found by them. */
  #takeNamesakes(exact: Reading): void {
    const terms = this.#query.name.map(({ text, kind }) => this.#postings.termsOf(text, kind, false));
    if (terms.length === 0 || terms.some(isEmpty)) return;
    const name = terms.map(({ first }) => first);
    for (const document of this.#postings.namesakes(name, this.#filter)) this.#score(document, exact);
  }

  /** Two neighbours written as one word, then one word written as two. */
  #takeRejoined(): void {
    let taken = 0;
    for (const ways of [joinNeighbours(this.#words), splitOneWord(this.#postings, this.#words)]) {
      for (const words of ways) {
        const isKnown = this.#takeAll(this.#read(words, openClause, REJOINED_QUALITY), SCORED_MAX);
        if (isKnown && ++taken === REJOINED_MAX) return;
      }
    }
  }

  #takeJoinedNear(): void {
    let taken = 0;
    for (const words of joinNeighbours(this.#words)) {
      if (++taken > REJOINED_NEAR_MAX) return;
      this.#takeAll(this.#read(words, nearClause, REJOINED_QUALITY), SCORED_MAX, NEAR_FOUND_MAX);
    }
  }

  /** Takes the documents that hold every word; false where nothing stands for one of them. */
  #takeAll(reading: Reading, scoredMax: number, foundMax: number = FOUND_MAX): boolean {
    const groups = groupsOf(reading);
    if (groups.some((group) => group.length === 0)) return false;
    const { documents, isComplete } = this.#postings.findAll(groups, this.#filter, foundMax);
    this.#take(reading, documents, isComplete, scoredMax);
    return true;
  }

  /** How many words are enough where there are three or more, or two: all but a third, and one may always be missing. */
  #leastOfMany(): number {
    const count = this.#words.filter(({ isOptional }) => !isOptional).length;
    return count - Math.max(1, Math.floor(count / 3));
  }

  /** The last resort: more typing errors, then fewer and fewer words. */
  #takeAny(): void {
    const generous = this.#read(this.#words, nearestClause);
    this.#takeAll(generous, SCORED_MAX, NEAR_FOUND_MAX);
    if (this.#size === 0) this.#takeSome(generous, this.#leastOfMany());
    if (this.#size === 0) this.#takeSome(generous, 1);
  }

  /** Documents that hold some of the words. */
  #takeSome(reading: Reading, least: number): void {
    const groups = groupsOf(reading).filter((group) => group.length > 0);
    if (least < 1 || least > groups.length) return;
    const { documents, isComplete } = this.#postings.findSome(groups, least, this.#filter, SOME_MAX);
    this.#take(reading, documents, isComplete, SOME_MAX);
  }

  #take(reading: Reading, documents: ArrayLike<number>, isComplete: boolean, scoredMax: number): void {
    if (!isComplete) this.#isComplete = false;
    const scored = Math.min(scoredMax, documents.length);
    for (let place = 0; place < scored; place += 1) this.#score(documents[place]!, reading);
    if (scored < documents.length) this.#rests.push({ documents, from: scored, reading });
  }

  #score(document: number, reading: Reading): void {
    const score = scoreDocument(this.#postings, reading, document);
    const before = this.#head.get(document);
    if (before !== undefined && before.score.value >= score.value) return;
    this.#head.set(document, { document, reading, score });
  }
}

function groupsOf({ clauses }: Reading): (readonly TermRange[])[] {
  return clauses.filter(({ isOptional }) => !isOptional).map(({ alternatives }) => alternatives);
}
