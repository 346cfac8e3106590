import { type ClaimWord, completedBy, completionOf, type GivenClaim } from "./read-claim.ts";
import { RANKED_COUNTRIES } from "./claim-subject.ts";
import type { Token } from "./sentence-tokens.ts";

/** The forms that sentences have, and the claims they are. */

const ANY: Readonly<Record<string, readonly string[]>> = {
  X: ["country", "sector", "company"],
  // Subjects that have companies, also by their adjectives.
  A: ["country", "sector"],
  D: ["country", "sector", "adjective"],
  // Amounts of companies or countries.
  N: ["share (?:companies_of|company_of|countries)", "no_country"],
};

/** Returns true if a token has this symbol, or one of this group of symbols. */
export const isOf = (element: string, { symbol }: Token): boolean =>
  element.split("|").some((each) => symbol === each || (ANY[each] ?? []).includes(symbol));

/** Sequences of symbols that reduce to one symbol. The first token with its value is kept. */
const PHRASES: readonly (readonly [form: string, symbol: string | null, value?: "last"])[] = [
  ["band rating", "band"],
  ["pillar rating|pillar_word", "pillar"],
  ["pillar_word pillar", "pillar"],
  ["sector sector_word", "sector"],
  ["sector_word sector", "sector"],
  ["rank place", "rank"],
  ["in rank", "rank"],
  ["rank best", "rank"],
  ["best in_ranking", "best"],
  ["worst in_ranking", "worst"],
  ["rank in_ranking", "rank"],
  ["higher rating than", "above"],
  ["higher than", "above"],
  ["lower rating than", "below"],
  ["lower than", "below"],
  ["X 's rating", null],
  ["rating of X", null],
  ["D companies", "companies_of"],
  ["companies|ones in|of A", "companies_of"],
  ["A 's companies", "companies_of"],
  ["D company", "company_of"],
  ["company in|of A", "company_of"],
  ["adjective ones", "companies_of"],
];

/** Reduces phrases until none is left. */
export function reducePhrases(tokens: readonly Token[]): readonly Token[] {
  for (const [form, symbol] of PHRASES) {
    const elements = form.split(" ");
    const at = tokens.findIndex((_, index) =>
      elements.every((element, offset) => {
        const token = tokens[index + offset];
        return token !== undefined && isOf(element, token);
      }),
    );
    if (at < 0) continue;
    const span = tokens.slice(at, at + elements.length);
    const named = span.find(({ value }) => value !== undefined);
    const { value } = named ?? {};
    const joined: Token = {
      symbol: symbol ?? named?.symbol ?? "never",
      text: span.map(({ text }) => text).join(" "),
      ...(value === undefined ? {} : { value }),
    };
    return reducePhrases([...tokens.slice(0, at), joined, ...tokens.slice(at + elements.length)]);
  }
  return tokens;
}

/** Symbols of movements, and of none. */
export const MOVES: ReadonlySet<string> = new Set(["up", "down", "unchanged", "changed"]);

/**
 * The forms of clauses without pillar and time, as symbols, of which those with `?` are optional,
 * and the claims they are. `by` counts bands from the one that is named.
 */
const FORMS: readonly (readonly [
  form: string,
  is: ClaimWord,
  how?: { readonly by?: 1 | -1; readonly negated?: true },
])[] = [
  ["X is in? band", "band"],
  ["X is in? at_least band", "at_least"],
  ["X is in? at_most band", "at_most"],
  ["X is above band", "at_least", { by: 1 }],
  ["X is below band", "at_most", { by: -1 }],
  ["X is above X", "above"],
  ["X is below X", "below"],
  ["X is at_most X", "above", { negated: true }],
  ["X is at_least X", "below", { negated: true }],
  ["X is same rating? as|of X", "alike"],
  ["X and X is same rating?", "alike"],
  ["companies_of is above companies_of", "companies_better"],
  ["companies_of is below companies_of", "companies_worse"],
  ["country is best", "best"],
  ["best is country", "best"],
  ["country is worst", "worst"],
  ["worst is country", "worst"],
  ["no_country|no_other is above country", "none_above"],
  ["no_country|no_other is below country", "none_below"],
  ["country is? rank", "rank"],
  ["country is? alone is? rank", "rank_alone"],
  ["country is rank alone", "rank_alone"],
  ["country shares rank|best", "shares_rank"],
  ["N is in? band", "share"],
  ["N is in? at_least band", "share_at_least"],
  ["N is above band", "share_at_least", { by: 1 }],
  ["N is in? at_most band", "share_at_most"],
  ["N is below band", "share_at_most", { by: -1 }],
  ["X up", "risen"],
  ["X is higher", "risen"],
  ["X down", "fallen"],
  ["X is lower", "fallen"],
  ["X unchanged", "unchanged"],
  ["X changed", "moved"],
  ["average of X is number", "average"],
  ["X 's average is number", "average"],
  ["X is average of? number", "average"],
];

const COMPILED = FORMS.map(([form, is, how]) => ({ pattern: compile(form), is, ...how }));

/** Claims of whose sentences `not` denies something else than the whole, and averages. */
const UNDENIABLE = /^(?:share(?!s)|none|average)/u;

function compile(form: string): RegExp {
  const elements = form.split(" ").map((element) => {
    const symbol = element.replace("?", "");
    return `(?:(?:${(ANY[symbol] ?? [symbol]).join("|")}) )${element.endsWith("?") ? "?" : ""}`;
  });
  return new RegExp(`^${elements.join("")}$`, "u");
}

/** Reads `High or Very high`, two bands at an end of the scale, as `High or above`. */
function joinBands(tokens: readonly Token[], bands: readonly string[]): readonly Token[] {
  const at = tokens.findIndex(({ symbol }) => symbol === "or");
  const [first, or, second] = tokens.slice(Math.max(0, at - 1), at + 2);
  if (first?.symbol !== "band" || or === undefined || second?.symbol !== "band") return tokens;
  const [low = 0, high = 0] = [first, second].map(({ value = "" }) => bands.indexOf(value)).toSorted((a, b) => a - b);
  const end = high === bands.length - 1 ? "or_above" : low === 0 ? "or_below" : null;
  if (end === null || high !== low + 1) return tokens;
  const inner = [first, second].find(({ value }) => value === bands[end === "or_above" ? low : high]);
  return tokens.toSpliced(at - 1, 3, inner ?? first, { ...or, symbol: end });
}

/** The claim of a clause without its pillar and time; null where it has no form. */
export function readForm(given: readonly Token[], hasTime: boolean, bands: readonly string[]): GivenClaim | null {
  const isDenied = given.some(({ symbol }) => symbol === "not");
  const plain = given.filter(({ symbol }) => symbol !== "not");
  if (given.length - plain.length > 1 || (isDenied && !isOfVerb(given))) return null;
  const tokens = joinBands(plain, bands);
  const signs = tokens.map(({ symbol }) => `${symbol} `).join("");
  // High or above is at least High.
  const row = signs.replace("band or_above", "at_least band").replace("band or_below", "at_most band");
  const found = COMPILED.find(({ pattern }) => pattern.test(row));
  if (found === undefined || hasTime !== (completedBy(found.is) === "since")) return null;
  if (isDenied && (found.negated === true || UNDENIABLE.test(found.is))) return null;
  const isShare = completionOf(found.is) === "share";
  const values = tokens.flatMap(({ symbol, value = "" }) => {
    if (symbol === "band") return bands[bands.indexOf(value) + (found.by ?? 0)] ?? null;
    if (symbol === "countries") return RANKED_COUNTRIES;
    if (symbol === "no_country" && isShare) return ["0", RANKED_COUNTRIES];
    return value === "" ? [] : value;
  });
  const claim = values.includes(null) ? null : claimOf(found.is, values.map(String));
  return claim !== null && (isDenied || found.negated === true) ? { ...claim, negated: true } : claim;
}

/** Who is among the best has the first rank with others. */
const FIRST = "1";

function claimOf(is: ClaimWord, [first = "", second = FIRST, third = ""]: readonly string[]): GivenClaim | null {
  if (completionOf(is) === "share") return { subject: second, is, value: third, percent: first };
  const completed = completedBy(is);
  if (completed === "value") return { subject: first, is, value: second };
  if (completed !== "than") return { subject: first, is };
  return first.split(":")[0] === second.split(":")[0] ? { subject: first, is, than: second } : null;
}

/** Returns true if `not` denies the verb: `is not`, or `France not`. */
function isOfVerb(tokens: readonly Token[]): boolean {
  const before = tokens[tokens.findIndex(({ symbol }) => symbol === "not") - 1];
  return before !== undefined && (before.symbol === "is" || before.symbol === "alone" || isOf("X", before));
}
