import type { Distribution, Scale } from "../../trust/scale.ts";
import { digits } from "../../ask/grammar.ts";
import { describeAreaInWords, sentences } from "../../ask/words.ts";

/** Somebody's list of companies and its figures. */
export interface ListInWords {
  readonly rows: number;
  readonly matched: number;
  readonly ambiguous: number;
  readonly unmatched: number;
  /** How many different companies are matched. */
  readonly companies: number;
  readonly distribution: Distribution;
}

/** What is known of a list, in two to four sentences. */
export function describeListInWords(scale: Scale, list: ListInWords): string {
  const { companies, distribution } = list;
  if (companies === 0) return sentences(matchedInWords(list), "So the list has no band.");
  const area = { kind: "list", name: "the list", listedCompanies: companies, distribution } as const;
  return sentences(matchedInWords(list), describeAreaInWords(scale, area));
}

function matchedInWords({ rows, matched, ambiguous, unmatched, companies }: ListInWords): string {
  const all = `${digits(rows)} ${rows === 1 ? "row" : "rows"}`;
  const matchedWith = companies === 0 ? "" : ` with ${digits(companies)} ${companies === 1 ? "company" : "companies"}`;
  const once = companies < matched && companies > 0 ? ", each counted once" : "";
  const others = [
    ...(ambiguous === 0 ? [] : [`${digits(ambiguous)} ${ambiguous === 1 ? "is" : "are"} ambiguous`]),
    ...(unmatched === 0 ? [] : [`${digits(unmatched)} ${unmatched === 1 ? "is" : "are"} unmatched`]),
  ];
  const rest = others.length === 0 ? "" : `; ${others.join(" and ")}`;
  return `Of ${all}, ${digits(matched)} ${matched === 1 ? "is" : "are"} matched${matchedWith}${once}${rest}.`;
}
