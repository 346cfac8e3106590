import {
  type Clause,
  exactClause,
  fuzzyClause,
  type Interpretation,
  isEmpty,
  lenientClause,
  prefixClause,
} from "./clauses.ts";
import { HitList, type Plan } from "./hits.ts";
import type { Filter, IndexReader, TermGroups } from "./index-reader.ts";
import { joinNeighbours, type Query, type QueryToken, splitOneToken } from "./query.ts";

/** Maximum number of documents scored per step. Relevance is the same from 40 to 400. */
const SCORED_MAX = 120;
/** Maximum number scored of the documents that match the last token as a prefix. */
const SCORED_PREFIX_MAX = 60;
/** Maximum number of documents that one step finds. */
const FOUND_MAX = 10_000;
/** Maximum number that it finds with typos. */
const FUZZY_FOUND_MAX = 500;
/** Maximum number that it finds with only some of the tokens. */
const SOME_MAX = 200;
/** The quality of interpretations with tokens joined or split. */
const REJOINED_QUALITY = 0.97;
/** The quality of names in a country that the query names. */
const COUNTRY_QUALITY = 0.93;
/** Neighbours of up to this length are always tried joined. */
const SHORT_LENGTH_MAX = 2;
/** Maximum numbers of such interpretations that are tried exactly, and with typos. */
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

type ClauseOf = (reader: IndexReader, token: QueryToken) => Clause;

class Planner {
  readonly #reader: IndexReader;
  readonly #query: Query;
  readonly #tokens: readonly QueryToken[];
  readonly #filter: Filter;
  readonly #hits: HitList;
  readonly #clauses = new Map<ClauseOf, Map<string, Clause>>();

  constructor(reader: IndexReader, query: Query, filter: Filter) {
    this.#reader = reader;
    this.#query = query;
    this.#tokens = query.tokens;
    this.#filter = filter;
    this.#hits = new HitList(reader);
  }

  plan(): Plan {
    const exact = this.#interpret(this.#tokens, exactClause);
    const prefix = this.#interpret(this.#tokens, prefixClause);
    this.#addNamesakes(exact);
    this.#findAll(exact, SCORED_MAX);
    if (this.#tokens.at(-1)!.isPrefix) this.#findAll(prefix, SCORED_PREFIX_MAX);
    this.#findBegun();
    this.#findInCountry(prefixClause);
    if (this.#size < ENOUGH) this.#findRejoined();
    else this.#findShortJoined();
    const isFoundAsTyped = this.#size > 0;
    if (this.#size < ENOUGH) this.#findAll(this.#interpret(this.#tokens, fuzzyClause), SCORED_MAX, FUZZY_FOUND_MAX);
    if (this.#size === 0) this.#findInCountry(fuzzyClause);
    if (this.#size === 0) this.#findJoinedFuzzy();
    if (!isFoundAsTyped) this.#findSome(prefix, this.#tokensNeeded());
    if (this.#size === 0) this.#findAny();
    return this.#hits.finish();
  }

  /** The number of documents that were scored; it decides what is tried next. */
  get #size(): number {
    return this.#hits.size;
  }

  #interpret(tokens: readonly QueryToken[], clauseOf: ClauseOf, quality = 1): Interpretation {
    // A name equal to the query has repeated tokens as often as the query does.
    const repeated = this.#query.name.length - this.#tokens.filter(({ isOptional }) => !isOptional).length;
    const own = tokens.filter(({ isOptional }) => !isOptional).length + Math.max(0, repeated);
    return {
      clauses: tokens.map((token) => this.#clause(token, clauseOf)),
      quality,
      isDoubtful: clauseOf === fuzzyClause || clauseOf === lenientClause,
      isBeginning: this.#query.isBeginning,
      isCapitals: this.#query.isCapitals,
      tokens: quality === REJOINED_QUALITY ? -1 : own,
    };
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
    for (const document of this.#reader.namesakes(name, this.#filter)) this.#hits.score(document, exact);
  }

  /**
   * Finds names without the words that name a country: in that country and, if no name has all the
   * words and there are few, elsewhere.
   */
  #findInCountry(clauseOf: ClauseOf): void {
    if (this.#query.inCountry === null) return;
    const { tokens, country } = this.#query.inCountry;
    const isFoundAsTyped = this.#size > 0;
    const foundMax = clauseOf === fuzzyClause ? FUZZY_FOUND_MAX : FOUND_MAX;
    const found = this.#interpret(tokens, clauseOf, COUNTRY_QUALITY);
    const { countries } = this.#filter;
    const filter = { ...this.#filter, countries: [country] };
    if (countries?.includes(country) ?? true) this.#findAll(found, SCORED_MAX, foundMax, filter);
    if (!isFoundAsTyped && this.#size < ENOUGH) this.#findAll({ ...found, isDoubtful: true }, SCORED_MAX, foundMax);
  }

  /** A legal form at the end may be a word just begun: "milka co". */
  #findBegun(): void {
    const last = this.#tokens.at(-1);
    if (last === undefined || !last.isPrefix || !last.isOptional) return;
    const tokens = [...this.#tokens.slice(0, -1), { ...last, isOptional: false }];
    this.#findAll(this.#interpret(tokens, prefixClause), SCORED_MAX);
  }

  /** Letters and digits typed apart: "3 m". */
  #findShortJoined(): void {
    for (const tokens of joinNeighbours(this.#tokens, SHORT_LENGTH_MAX))
      this.#findAll(this.#interpret(tokens, prefixClause, REJOINED_QUALITY), SCORED_MAX);
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
  #findAll(
    interpretation: Interpretation,
    scoredMax: number,
    foundMax: number = FOUND_MAX,
    filter = this.#filter,
  ): boolean {
    const groups = groupsOf(interpretation);
    if (groups.some((group) => group.length === 0)) return false;
    const { documents, isComplete } = this.#reader.findAll(groups, filter, foundMax);
    this.#hits.add(interpretation, documents, isComplete, scoredMax);
    return true;
  }

  /**
   * Counts the tokens that a document needs to be found by some: all but a third, or all but one.
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
    this.#hits.add({ ...interpretation, isDoubtful: true }, documents, isComplete, SOME_MAX);
  }
}

function groupsOf({ clauses }: Interpretation): TermGroups {
  return clauses.filter(({ isOptional }) => !isOptional).map(({ alternatives }) => alternatives);
}
