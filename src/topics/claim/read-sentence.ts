import type { Sources } from "../../ask/sources.ts";
import { RANKED_COUNTRIES } from "./claim-subject.ts";
import { completedBy, type GivenClaim, isRanking } from "./read-claim.ts";
import { isOf, MOVES, readForm, reducePhrases } from "./sentence-forms.ts";
import { openNames } from "./sentence-names.ts";
import { joinAmount } from "./sentence-amounts.ts";
import { REFUSED_WORDS } from "./sentence-phrases.ts";
import { readTokens, type Token } from "./sentence-tokens.ts";

/**
 * Reads English sentences as claims. The grammar has to know every word, and the sentence as a
 * whole has to match a form of `sentence-forms.ts`; otherwise it is not understood. Nothing is left
 * out, and nothing is filled in.
 */

/**
 * Reasons why a sentence is not understood. `unknown_words`: no claim has these words. `unclear`:
 * the words are known, but match no form. `no_time`: it says that something moved, but not since
 * when. The others name what no claim can say.
 */
export const NOT_UNDERSTOOD = ["unknown_words", "unclear", "no_time", "number", ...REFUSED_WORDS] as const;

export type NotUnderstood = (typeof NOT_UNDERSTOOD)[number];

interface NotRead {
  readonly reason: NotUnderstood;
  readonly words: readonly string[];
}

export type ReadSentence = { readonly claims: readonly GivenClaim[] } | NotRead;

/** Maximum number of claims in a sentence. */
const CLAIMS_MAX = 8;

export function openReader(sources: Sources): (sentence: string) => ReadSentence {
  const findName = openNames(sources);
  const bands = sources.snapshot.manifest.dataset.scale.bands.map(({ id }) => id);
  return (sentence) => {
    const tokens = readTokens(sentence, sources.at, findName);
    const refused = findRefused(tokens);
    if (refused !== null) return refused;
    const claims = readClauses(trimSigns(tokens.filter(({ symbol }) => symbol !== "the")), bands);
    if (claims !== null && claims.length <= CLAIMS_MAX) return { claims };
    const number = tokens.find(({ symbol }) => symbol === "number");
    if (number !== undefined) return { reason: "number", words: [number.text] };
    const moved = tokens.find(({ symbol }) => MOVES.has(symbol));
    if (moved !== undefined && tokens.every(({ symbol }) => symbol !== "since"))
      return { reason: "no_time", words: [moved.text] };
    return { reason: "unclear", words: [sentence.trim()] };
  };
}

const REFUSALS = [...REFUSED_WORDS, "unknown_words"] as const;

/** Finds words for which a sentence is refused; returns null if it has none. */
function findRefused(tokens: readonly Token[]): NotRead | null {
  const reason = REFUSALS.find((each) => tokens.some(({ symbol }) => symbol === each));
  if (reason === undefined) return null;
  const begin = tokens.findIndex(({ symbol }) => symbol === reason);
  const own = tokens.filter(({ symbol }) => symbol === reason).map(({ text }) => text);
  // A cause is what stands after the word for it.
  const words = reason === "cause" ? [tokens.slice(begin).map(({ text }) => text).join(" ")] : own; // prettier-ignore
  return { reason, words };
}

/** Reads one clause after another; null where one of them has no form. */
function readClauses(tokens: readonly Token[], bands: readonly string[]): readonly GivenClaim[] | null {
  const whole = readClause(tokens, bands);
  if (whole !== null) return whole;
  for (const [at, { symbol }] of tokens.entries()) {
    if (symbol !== "and" && symbol !== "clause") continue;
    const before = trimSigns(tokens.slice(0, at));
    const after = trimSigns(tokens.slice(at + 1));
    // A pillar, a region or a time that only one clause has may be meant for both.
    const isShared = ASIDES.some((one) => has(before, one) !== has(after, one));
    const first = isShared ? null : readClause(before, bands);
    const rest = first === null ? null : readClauses(after, bands);
    if (first !== null && rest !== null) return [...first, ...rest];
  }
  return null;
}

function has(tokens: readonly Token[], symbol: string): boolean {
  return tokens.some((token) => token.symbol === symbol);
}

function trimSigns(tokens: readonly Token[]): readonly Token[] {
  const own = tokens.filter(
    ({ symbol, text }, index) => (symbol !== "," && text !== ".") || (index > 0 && index < tokens.length - 1),
  );
  return own.length === tokens.length ? own : trimSigns(own);
}

/** Symbols allowed anywhere in a clause: of its pillar, region and time. */
const ASIDES: readonly string[] = ["pillar", "m49", "since"];

/** Reads a clause; its pillar, region and time may stand anywhere and are taken out first. */
function readClause(given: readonly Token[], bands: readonly string[]): readonly GivenClaim[] | null {
  const tokens = reducePhrases(joinAmount(given));
  if (ASIDES.some((own) => tokens.filter(({ symbol }) => symbol === own).length > 1)) return null;
  const [pillar, region, since] = ASIDES.map((own) => tokens.find(({ symbol }) => symbol === own));
  const symbolAt = (index: number): string => tokens[index]?.symbol ?? "";
  const before = (token: Token): string => symbolAt(tokens.indexOf(token) - 1);
  if (pillar !== undefined && !["in", "'s"].includes(before(pillar)) && !isOfRating(tokens, pillar)) return null;
  if (region !== undefined && !["in", "of"].includes(before(region))) return null;
  const isAside = ({ symbol }: Token, index: number): boolean =>
    ASIDES.includes(symbol) ||
    (symbol === "in" && ["pillar", "m49"].includes(symbolAt(index + 1))) ||
    (symbol === "of" && symbolAt(index + 1) === "m49") ||
    // The comma after an aside at the beginning.
    (symbol === "," && ASIDES.includes(symbolAt(index - 1)));
  const rest = joinPossessive(tokens.filter((token, index) => !isAside(token, index)));
  const hasTime = since?.value !== undefined;
  const claims = readSubjects(rest, hasTime, bands) ?? (hasTime ? readStep(rest, since.value, bands) : null);
  // Only a place in a ranking can be one among the countries of a region.
  if (region !== undefined && claims?.every(({ is }) => isRanking(is)) === false) return null;
  return (
    claims?.map((claim) => ({
      ...claim,
      ...(hasTime && completedBy(claim.is) === "since" ? { since: since.value } : {}),
      ...(pillar?.value === undefined ? {} : { pillar: pillar.value }),
      ...(region?.value === undefined ? {} : { region: region.value }),
    })) ?? null
  );
}

/** Returns true for `the privacy rating of France`, reduced to `pillar of country` before. */
function isOfRating(tokens: readonly Token[], pillar: Token): boolean {
  const at = tokens.indexOf(pillar);
  return at === 0 && tokens[1]?.symbol === "of" && / /u.test(pillar.text);
}

/** Reduces `France 's` and `of France`, from which a pillar was taken, to `France`. */
function joinPossessive(tokens: readonly Token[]): readonly Token[] {
  const [first, second] = tokens;
  const isX = (token: Token | undefined): boolean => token !== undefined && isOf("X", token);
  if (isX(first) && second?.symbol === "'s" && tokens[2]?.symbol !== "average")
    return [...tokens.slice(0, 1), ...tokens.slice(2)];
  if (first?.symbol === "of" && isX(second)) return tokens.slice(1);
  return tokens;
}

/** `France rose from Low to High`: it rose, was Low then, and is High. */
function readStep(tokens: readonly Token[], since: string, bands: readonly string[]): GivenClaim[] | null {
  const at = tokens.findIndex(({ text }) => text === "from");
  const [, from, joint, to] = at < 0 ? [] : tokens.slice(at, at + 4);
  if (from?.symbol !== "band" || joint?.symbol !== "to" || to?.symbol !== "band") return null;
  const moved = readForm(tokens.toSpliced(at, 4), true, bands);
  if (moved === null || moved.negated === true) return null;
  const band = { subject: moved.subject, is: "band" } as const;
  return [moved, { ...band, value: from.value ?? "", release: since }, { ...band, value: to.value ?? "" }];
}

/** Reads a clause about one subject, or about each of several. */
function readSubjects(tokens: readonly Token[], hasTime: boolean, bands: readonly string[]): GivenClaim[] | null {
  const alone = readForm(tokens, hasTime, bands);
  if (alone !== null) return [alone];
  if (tokens[0]?.symbol === "only") return readOnly(readForm(tokens.slice(1), hasTime, bands));
  const isNeither = tokens[0]?.symbol === "neither";
  const named = isNeither || tokens[0]?.symbol === "both" ? tokens.slice(1) : tokens;
  const own = isNeither ? named.map((each) => (each.symbol === "nor" ? { ...each, symbol: "and" } : each)) : named;
  const begin = own.findIndex((_, index) => listFrom(own, index) !== null);
  const row = listFrom(own, begin);
  if (row === null || has(own, "not") || (begin > 0 && begin + row.length < own.length)) return null;
  const each = row.members.map((member) =>
    readForm([...own.slice(0, begin), member, ...own.slice(begin + row.length)], hasTime, bands),
  );
  const claims = each.flatMap((claim) =>
    claim !== null && OF_EACH.test(claim.is) ? [isNeither ? { ...claim, negated: true } : claim] : [],
  );
  return claims.length === row.members.length ? claims : null;
}

/** `Only France is High`: it is, and of all ranked countries it alone is. */
function readOnly(claim: GivenClaim | null): GivenClaim[] | null {
  if (claim === null || claim.negated === true || !claim.subject.startsWith("country:")) return null;
  const all = { ...claim, subject: RANKED_COUNTRIES, percent: "1_of_all" };
  if (claim.is === "band") return [claim, { ...all, is: "share" }];
  return claim.is === "at_least" || claim.is === "at_most" ? [claim, { ...all, is: `share_${claim.is}` }] : null;
}

/** Claims that are true of several where they are true of each. */
const OF_EACH = /^(?:band|at_least|at_most|above|below|risen|fallen|unchanged|moved|shares_rank)$/u;

const LIST = /^(?:(?:country|sector|company) , )*(?:country|sector|company) (?:, )?and (?:country|sector|company) /u;

/** A row of subjects such as `France, Italy and Spain`; null where there is one alone. */
function listFrom(tokens: readonly Token[], begin: number): { members: readonly Token[]; length: number } | null {
  const row = tokens.slice(Math.max(0, begin)).map(({ symbol }) => `${symbol} `);
  const [found] = begin < 0 ? [] : (LIST.exec(row.join("")) ?? []);
  if (found === undefined) return null;
  const length = found.trim().split(" ").length;
  return { members: tokens.slice(begin, begin + length).filter((token) => isOf("X", token)), length };
}
