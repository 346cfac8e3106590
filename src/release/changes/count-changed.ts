import type { CompanyChange } from "../../trust/company-changes.ts";
import type { MovementCounts } from "../../trust/movement.ts";
import { bitOf, type ChangedCompanies } from "./changed-companies.ts";

/**
 * Changes of the companies of a country, judged or not. Each company is counted once, with the
 * first that applies: added, removed, filed in another country, judged differently; and once
 * more with another name or another reply.
 */
export interface CountryCounts extends Omit<MovementCounts, "judgedInBoth"> {
  /** Companies with another median band in a pillar alone. */
  readonly pillarMoved: number;
  readonly renamed: number;
  /** Companies with other replies, and new ones with any, whatever else changed. */
  readonly replyChanged: number;
}

const NONE: CountryCounts = {
  added: 0,
  removed: 0,
  filedHere: 0,
  filedElsewhere: 0,
  reRated: 0,
  firstJudged: 0,
  noLongerJudged: 0,
  pillarMoved: 0,
  renamed: 0,
  replyChanged: 0,
};

/**
 * Counts the changed companies of each country, by ISO 3166-1 alpha-2. A company of which only the
 * sectors changed, within its country, is not counted, nor one with other details or with other
 * judgements and the same median bands.
 */
export function countChangedByCountry(changed: ChangedCompanies): ReadonlyMap<string, CountryCounts> {
  const { changes, countryBefore, countryAfter, codes } = changed;
  const counts = new Map<string, Record<keyof CountryCounts, number>>();
  const count = (country: number | undefined, what: keyof CountryCounts): void => {
    const code = codes.country[country ?? -1];
    if (code === undefined) return;
    const own = counts.get(code) ?? { ...NONE };
    own[what] += 1;
    counts.set(code, own);
  };
  for (const [index, bits] of changes.entries()) {
    const has = (change: CompanyChange): boolean => (bits & bitOf(change)) !== 0;
    const [before, after] = [countryBefore[index], countryAfter[index]];
    if (has("reply_changed")) count(after, "replyChanged");
    if (has("renamed")) count(after, "renamed");
    if (before !== after) {
      count(before, "filedElsewhere");
      count(after, "filedHere");
      continue;
    }
    const what = COUNTED.find(([change]) => has(change));
    if (what !== undefined) count(after, what[1]);
  }
  return counts;
}

const COUNTED: readonly (readonly [change: CompanyChange, counted: keyof CountryCounts])[] = [
  ["added", "added"],
  ["removed", "removed"],
  ["re_rated", "reRated"],
  ["first_judged", "firstJudged"],
  ["no_longer_judged", "noLongerJudged"],
  ["pillar_moved", "pillarMoved"],
];
