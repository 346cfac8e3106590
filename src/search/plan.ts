import {
  type Clause,
  exactClause,
  fuzzyClause,
  type Interpretation,
  isEmpty,
  lenientClause,
  prefixClause,
} from "./clauses.ts";
import type { Filter, IndexReader, TermGroups } from "./index-reader.ts";
import { joinNeighbours, type Query, type QueryToken, splitOneToken } from "./query.ts";
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
interface Plan {
  /** Best first: the scored ones by score, then the others in ascending order. */
  readonly documents: readonly number[];
  /** Whether there are no others. */
  readonly isComplete: boolean;
  /** At most `limit` hits from an offset on. */
  page(offset: number, limit: number): readonly Hit[];
}

/** How many documents are scored per step. Relevance is the same from 40 to 400. */
const SCORED_MAX = 120;
/** How many of the documents that match the last token as a prefix are scored. */
const SCORED_PREFIX_MAX = 60;
/** How many documents one step finds at most. */
const FOUND_MAX = 10_000;
/** How many it finds with typos. */
const FUZZY_FOUND_MAX = 500;
/** How many it finds that have only some of the tokens. */
const SOME_MAX = 200;
/** The quality of interpretations with tokens joined or split. */
const REJOINED_QUALITY = 0.97;
/** How many such interpretations are tried exactly, and how many with typos. */
const REJOINED_MAX = 8;
const REJOINED_FUZZY_MAX = 4;
/** With fewer hits, other interpretations are tried. */
const ENOUGH = 10;

/**
 * Finds and ranks the documents for a query: as typed, with tokens joined or split, with typos,
 * with fewer tokens. The work of every step is bounded.
 */
export function planSearch(reader: IndexReader, query: Query, filter: Filter): Plan {
  if (query.tokens.length === 0) return { documents: [], isComplete: true, page: () => [] };
  return new Planner(reader, query, filter).plan();
}

interface Scored extends Hit {
  readonly score: Score;
}

type ClauseOf = (reader: IndexReader, token: QueryToken) => Clause;

class Planner {
  readonly #reader: IndexReader;
  readonly #query: Query;
  readonly #tokens: readonly QueryToken[];
  readonly #filter: Filter;
  readonly #head = new Map<number, Scored>();
  readonly #rests: Rest[] = [];
  readonly #clauses = new Map<ClauseOf, Map<string, Clause>>();
  #isComplete = true;

  constructor(reader: IndexReader, query: Query, filter: Filter) {
    this.#reader = reader;
    this.#query = query;
    this.#tokens = query.tokens;
    this.#filter = filter;
  }

  plan(): Plan {
    const exact = this.#interpret(this.#tokens, exactClause);
    const prefix = this.#interpret(this.#tokens, prefixClause);
    this.#addNamesakes(exact);
    this.#findAll(exact, SCORED_MAX);
    if (this.#tokens.at(-1)!.isPrefix) this.#findAll(prefix, SCORED_PREFIX_MAX);
    if (this.#size < ENOUGH) this.#findRejoined();
    const isFoundAsTyped = this.#size > 0;
    if (this.#size < ENOUGH) this.#findAll(this.#interpret(this.#tokens, fuzzyClause), SCORED_MAX, FUZZY_FOUND_MAX);
    if (this.#size === 0) this.#findJoinedFuzzy();
    if (!isFoundAsTyped) this.#findSome(prefix, this.#tokensNeeded());
    if (this.#size === 0) this.#findAny();
    return this.#result();
  }

  /** How many documents were scored; decides what is tried next. */
  get #size(): number {
    return this.#head.size;
  }

  #result(): Plan {
    const head = [...this.#head.values()].toSorted((a, b) => b.score.value - a.score.value || a.document - b.document);
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

  #interpret(tokens: readonly QueryToken[], clauseOf: ClauseOf, quality = 1): Interpretation {
    // A name equal to the query has repeated tokens as often as the query does.
    const repeated = this.#query.name.length - this.#tokens.filter(({ isOptional }) => !isOptional).length;
    const own = tokens.filter(({ isOptional }) => !isOptional).length + Math.max(0, repeated);
    return { clauses: tokens.map((token) => this.#clause(token, clauseOf)), quality, tokens: own };
  }

  /** The clause of a token, memoized: it is the same in every interpretation. */
  #clause(token: QueryToken, clauseOf: ClauseOf): Clause {
    const known = this.#clauses.get(clauseOf) ?? new Map<string, Clause>();
    this.#clauses.set(clauseOf, known);
    const key = `${token.isPrefix ? "1" : "0"}${token.isOptional ? "1" : "0"}${token.text}`;
    let clause = known.get(key);
    if (clause === undefined) {
      clause = clauseOf(this.#reader, token);
      known.set(key, clause);
    }
    return clause;
  }

  /**
   * Documents with exactly this name, which have only frequent tokens and so may not be found by
   * them.
   */
  #addNamesakes(exact: Interpretation): void {
    const terms = this.#query.name.map(({ text, kind }) => this.#reader.termsOf(text, kind, false));
    if (terms.length === 0 || terms.some(isEmpty)) return;
    const name = terms.map(({ first }) => first);
    for (const document of this.#reader.namesakes(name, this.#filter)) this.#score(document, exact);
  }

  /** Tries two neighbours joined into one token, then one token split into two. */
  #findRejoined(): void {
    let tried = 0;
    for (const variants of [joinNeighbours(this.#tokens), splitOneToken(this.#reader, this.#tokens)]) {
      for (const tokens of variants) {
        const isKnown = this.#findAll(this.#interpret(tokens, prefixClause, REJOINED_QUALITY), SCORED_MAX);
        if (isKnown && ++tried === REJOINED_MAX) return;
      }
    }
  }

  #findJoinedFuzzy(): void {
    let tried = 0;
    for (const tokens of joinNeighbours(this.#tokens)) {
      if (++tried > REJOINED_FUZZY_MAX) return;
      this.#findAll(this.#interpret(tokens, fuzzyClause, REJOINED_QUALITY), SCORED_MAX, FUZZY_FOUND_MAX);
    }
  }

  /** Finds the documents that have every token; false if the index lacks one of them. */
  #findAll(interpretation: Interpretation, scoredMax: number, foundMax: number = FOUND_MAX): boolean {
    const groups = groupsOf(interpretation);
    if (groups.some((group) => group.length === 0)) return false;
    const { documents, isComplete } = this.#reader.findAll(groups, this.#filter, foundMax);
    this.#add(interpretation, documents, isComplete, scoredMax);
    return true;
  }

  /**
   * How many tokens a document needs to be found by some of them: all but a third, or all but one.
   */
  #tokensNeeded(): number {
    const count = this.#tokens.filter(({ isOptional }) => !isOptional).length;
    return count - Math.max(1, Math.floor(count / 3));
  }

  /** The last resort: more typos, then fewer and fewer tokens. */
  #findAny(): void {
    const lenient = this.#interpret(this.#tokens, lenientClause);
    this.#findAll(lenient, SCORED_MAX, FUZZY_FOUND_MAX);
    if (this.#size === 0) this.#findSome(lenient, this.#tokensNeeded());
    if (this.#size === 0) this.#findSome(lenient, 1);
  }

  /** Finds the documents that have at least `least` of the tokens. */
  #findSome(interpretation: Interpretation, least: number): void {
    const groups = groupsOf(interpretation).filter((group) => group.length > 0);
    if (least < 1 || least > groups.length) return;
    const { documents, isComplete } = this.#reader.findSome(groups, least, this.#filter, SOME_MAX);
    this.#add(interpretation, documents, isComplete, SOME_MAX);
  }

  #add(interpretation: Interpretation, documents: ArrayLike<number>, isComplete: boolean, scoredMax: number): void {
    if (!isComplete) this.#isComplete = false;
    const scored = Math.min(scoredMax, documents.length);
    for (let index = 0; index < scored; index += 1) this.#score(documents[index]!, interpretation);
    if (scored < documents.length) this.#rests.push({ documents, from: scored, interpretation });
  }

  #score(document: number, interpretation: Interpretation): void {
    const score = scoreDocument(this.#reader, interpretation, document);
    const before = this.#head.get(document);
    if (before !== undefined && before.score.value >= score.value) return;
    this.#head.set(document, { document, interpretation, score });
  }
}

function groupsOf({ clauses }: Interpretation): TermGroups {
  return clauses.filter(({ isOptional }) => !isOptional).map(({ alternatives }) => alternatives);
}
