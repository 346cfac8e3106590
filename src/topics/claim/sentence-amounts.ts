import type { Token } from "./sentence-tokens.ts";

/** Brings clauses about amounts of companies into the one order that their forms have. */

/** Clauses in other orders, as symbols, each with the order in which its symbols are read. */
const ORDERS: readonly (readonly [clause: RegExp, order: string])[] = [
  // There are three French companies rated Low, where `companies rated` is one phrase.
  [/^there (.*)(companies|company|countries) (?=band)/u, "$1$2 is "],
  [/^there (share|number) band (companies|company|countries) (.*)$/u, "$1 $2 $3is band "],
  [/^there (?=.)/u, ""],
  // In France, most companies are rated Low; most companies are rated Low in France.
  [/^in (country|sector) (?:sector_word )?, (.*?)(companies|company) /u, "$2$3 in $1 "],
  [/^(.*)(companies|company) (is .*)in (country|sector) $/u, "$1$2 in $4 $3"],
  // None of the judged French companies is rated Low.
  [/^(.*)judged (?=adjective)/u, "$1"],
  // France has three companies rated Low, and three Low companies.
  [/^(country|sector) is (number|share) (companies|company) (?:is )?/u, "$2 $3 in $1 is "],
  [/^(country|sector) is (number|share) band (companies|company) $/u, "$2 $3 in $1 is band "],
  // Nine of the ranked countries are rated Low.
  [/^(number|share) in_ranking /u, "$1 countries "],
  // France alone is rated Low, and the only country rated Low.
  [/^country (?:alone is|is only countries(?: is)?) (?=(?:in )?(?:band|at_least|at_most) )/u, "only country is "],
  // French companies are mostly rated Low.
  [/^(.*)mostly /u, "mostly $1"],
];

/** Rearranges a clause about companies, and joins its numbers to one amount. */
export function joinAmount(tokens: readonly Token[]): readonly Token[] {
  return joinNumbers(ORDERS.reduce(rearrange, tokens));
}

function rearrange(tokens: readonly Token[], [clause, order]: (typeof ORDERS)[number]): readonly Token[] {
  const row = tokens.map(({ symbol }) => `${symbol} `).join("");
  if (!clause.test(row)) return tokens;
  const left = [...tokens];
  return row
    .replace(clause, order)
    .trim()
    .split(" ")
    .map((symbol) => {
      const at = left.findIndex((token) => token.symbol === symbol);
      return (at < 0 ? undefined : left.splice(at, 1)[0]) ?? { symbol, text: symbol };
    });
}

/** Joins `44 of India's 103 companies`, or `all but two of eight`, to the amount that it is. */
function joinNumbers(tokens: readonly Token[]): readonly Token[] {
  const things = tokens.findIndex(({ symbol }) => ["companies", "company", "ones", "countries"].includes(symbol));
  const amounts = tokens.slice(0, Math.max(0, things)).filter(({ symbol }) => AMOUNTS.has(symbol));
  const others = tokens.find(({ symbol }) => symbol === "but");
  const [first, whole, ...more] = amounts;
  const value = first === undefined || more.length > 0 ? null : amountOf(first, others?.value, whole?.value);
  if (first === undefined || value === null) return tokens;
  const own = tokens.filter((token, index) => {
    const isOf = token.symbol === "of" && [first, others, whole].includes(tokens[index - 1]);
    return !isOf && token !== whole && token !== others;
  });
  return own.map((token) => (token === first ? { ...token, symbol: "share", value } : token));
}

const AMOUNTS: ReadonlySet<string> = new Set(["number", "share", "both", "mostly"]);

/** The amount as a share: of all, but some, of so many; null where no share says that. */
function amountOf({ symbol, value = "" }: Token, others: string | undefined, whole: string | undefined): string | null {
  if (symbol === "mostly") return ">1/2";
  if (symbol === "both") return others === undefined && whole === undefined ? "2_of_2" : null;
  if (symbol === "share" && value === "100") {
    if (whole === undefined) return others === undefined ? value : `all_but_${others}`;
    return `${Number(whole) - Number(others ?? 0)}_of_${whole}`;
  }
  if (others !== undefined) return null;
  if (symbol === "number") return /^\d+$/u.test(value) ? `${value}_of_${whole ?? "all"}` : null;
  if (whole === undefined) return value;
  return value === "0" ? `0_of_${whole}` : value.endsWith("_of_all") ? value.replace("all", whole) : null;
}
