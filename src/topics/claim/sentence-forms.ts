import { completedBy, type GivenClaim } from "./read-claim.ts";
import type { Token } from "./sentence-tokens.ts";

/** The forms that sentences have, and the claims they are. */

const ANY: Readonly<Record<string, readonly string[]>> = {
  X: ["country", "sector", "company"],
  // Subjects that have companies, also by their adjectives.
  A: ["country", "sector"],
  D: ["country", "sector", "adjective"],
  // Amounts, and what they are of.
  Q: ["most", "share"],
  C: ["companies_of", "company_of"],
};

/** Returns true if a token has this symbol, or one of this group of symbols. */
export const isOf = (element: string, { symbol }: Token): boolean =>
  symbol === element || (ANY[element] ?? []).includes(symbol);

/** Sequences of symbols that reduce to one symbol. The first token with its value is kept. */
const PHRASES: readonly (readonly [form: string, symbol: string | null, value?: "last"])[] = [
  ["band rating", "band"],
  ["pillar rating", "pillar"],
  ["pillar pillar_word", "pillar"],
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
  ["companies in A", "companies_of"],
  ["companies of A", "companies_of"],
  ["A 's companies", "companies_of"],
  ["D company", "company_of"],
  ["company in A", "company_of"],
  ["company of A", "company_of"],
  ["adjective ones", "companies_of"],
  ["ones in A", "companies_of"],
  ["ones of A", "companies_of"],
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

interface Form {
  /** Symbols; those with `?` are optional. `claim` takes the values of symbols, in order. */
  readonly form: string;
  readonly claim: (first: string, second: string, bands: readonly string[]) => GivenClaim | null;
  /** The claim may be denied: its opposite is a claim as well. */
  readonly not?: true;
}

const band =
  (is: "band" | "at_least" | "at_most", by: 0 | 1 | -1 = 0) =>
  (subject: string, value: string, bands: readonly string[]): GivenClaim | null => {
    const own = bands[bands.indexOf(value) + by];
    return own === undefined ? null : { subject, is, value: own };
  };
const most = (subject: string, value: string) => ({ subject, is: "most", value }) as const;
const two =
  (is: "above" | "below" | "alike" | "companies_better" | "companies_worse") =>
  (subject: string, than: string): GivenClaim | null =>
    subject.split(":")[0] === than.split(":")[0] ? { subject, is, than } : null;
const alone = (is: "best" | "worst" | "none_above" | "none_below") => (subject: string) => ({ subject, is });
const place = (is: "rank" | "rank_alone" | "shares_rank") => (subject: string, value: string) => ({ subject, is, value }); // prettier-ignore
const move = (is: "risen" | "fallen" | "unchanged" | "moved") => (subject: string) => ({ subject, is });

/** The forms of sentences, without pillar and time. */
const FORMS: readonly Form[] = [
  { form: "X is in? band", claim: band("band"), not: true },
  { form: "X is at_least band", claim: band("at_least"), not: true },
  { form: "X is in? band or_above", claim: band("at_least"), not: true },
  { form: "X is at_most band", claim: band("at_most"), not: true },
  { form: "X is in? band or_below", claim: band("at_most"), not: true },
  { form: "X is above band", claim: band("at_least", 1), not: true },
  { form: "X is below band", claim: band("at_most", -1), not: true },
  { form: "X is above X", claim: two("above"), not: true },
  { form: "X is below X", claim: two("below"), not: true },
  { form: "X is same rating? as X", claim: two("alike"), not: true },
  { form: "X is same rating? of X", claim: two("alike"), not: true },
  { form: "X and X is same rating?", claim: two("alike"), not: true },
  { form: "country shares best", claim: (subject) => ({ subject, is: "shares_rank", value: "1" }), not: true },
  { form: "companies_of is above companies_of", claim: two("companies_better") },
  { form: "companies_of is below companies_of", claim: two("companies_worse") },
  { form: "country is best", claim: alone("best"), not: true },
  { form: "best is country", claim: alone("best") },
  { form: "country is worst", claim: alone("worst"), not: true },
  { form: "worst is country", claim: alone("worst") },
  { form: "no_country is above country", claim: alone("none_above") },
  { form: "no_country is below country", claim: alone("none_below") },
  { form: "country is? rank", claim: place("rank"), not: true },
  { form: "country is? alone is? rank", claim: place("rank_alone"), not: true },
  { form: "country is rank alone", claim: place("rank_alone"), not: true },
  { form: "country shares rank", claim: place("shares_rank"), not: true },
  { form: "companies_of is? mostly is? band", claim: most },
  { form: "X up", claim: move("risen"), not: true },
  { form: "X is higher", claim: move("risen"), not: true },
  { form: "X down", claim: move("fallen"), not: true },
  { form: "X is lower", claim: move("fallen"), not: true },
  { form: "X unchanged", claim: move("unchanged") },
  { form: "X changed", claim: move("moved") },
  { form: "average of X is number", claim: (subject, value) => ({ subject, is: "average", value }) },
  { form: "X 's average is number", claim: (subject, value) => ({ subject, is: "average", value }) },
  { form: "X is average of? number", claim: (subject, value) => ({ subject, is: "average", value }) },
];

/** Forms of how many companies are in bands, with the end of the claims that they are. */
const AMOUNTS = [
  { pattern: compile("Q C is in? band"), end: "" },
  { pattern: compile("Q C is in? band or_above"), end: "_at_least" },
  { pattern: compile("Q C is at_least band"), end: "_at_least" },
  { pattern: compile("Q C is in? band or_below"), end: "_at_most" },
  { pattern: compile("Q C is at_most band"), end: "_at_most" },
] as const;

const COMPILED = FORMS.map((form) => ({ ...form, pattern: compile(form.form) }));

function compile(form: string): RegExp {
  const elements = form.split(" ").map((element) => {
    const symbol = element.replace("?", "");
    return `(?:(?:${(ANY[symbol] ?? [symbol]).join("|")}) )${element.endsWith("?") ? "?" : ""}`;
  });
  return new RegExp(`^${elements.join("")}$`, "u");
}

/** The claim of a clause without its pillar and time; null where it has no form. */
export function readForm(given: readonly Token[], hasTime: boolean, bands: readonly string[]): GivenClaim | null {
  const isDenied = given.some(({ symbol }) => symbol === "not");
  const tokens = given.filter(({ symbol }) => symbol !== "not");
  if (given.length - tokens.length > 1 || (isDenied && !isOfVerb(given))) return null;
  const row = tokens.map(({ symbol }) => `${symbol} `).join("");
  const values = tokens.flatMap(({ value }) => value ?? []);
  const end = AMOUNTS.find(({ pattern }) => pattern.test(row))?.end;
  if (end !== undefined && !isDenied && !hasTime) {
    const [value = "", subject = "", percent] = values.toReversed();
    return percent === undefined
      ? { subject, is: `most${end}`, value }
      : { subject, is: `share${end}`, value, percent };
  }
  const found = COMPILED.find(({ pattern, not }) => pattern.test(row) && (not === true || !isDenied));
  const claim = found?.claim(values[0] ?? "", values[1] ?? "", bands) ?? null;
  if (claim === null || hasTime !== (completedBy(claim.is) === "since")) return null;
  return isDenied ? { ...claim, negated: true } : claim;
}

/** Returns true if `not` denies the verb: `is not`, or `France not`. */
function isOfVerb(tokens: readonly Token[]): boolean {
  const before = tokens[tokens.findIndex(({ symbol }) => symbol === "not") - 1];
  return before !== undefined && (before.symbol === "is" || before.symbol === "alone" || isOf("X", before));
}
