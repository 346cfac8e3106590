import type { DatasetFacts } from "./dataset.ts";
import type { ComparedCompany, ReleaseContents } from "./release-contents.ts";

export interface GatedCompany extends ComparedCompany {
  /** Its name without case, in letters of one script, so that lookalikes are equal. */
  readonly nameAsSeen: string;
  /** Its name without legal form, case and accents: equal for one company. */
  readonly nameKey: string;
}

export interface GatedRelease extends Pick<ReleaseContents, "countries" | "criteria"> {
  readonly dataset: Pick<
    DatasetFacts,
    "title" | "publisher" | "year" | "licence" | "notice" | "mark" | "scale" | "pillars" | "minimumCompanies"
  >;
  /** The date of the newest judgement, as it was given; null where none is dated. */
  readonly asOf: string | null;
  /** A hash of each text of the publisher, by its name. */
  readonly texts: ReadonlyMap<string, string>;
  readonly companies: readonly GatedCompany[];
}

export interface GatedPair {
  readonly before: GatedRelease;
  readonly after: GatedRelease;
  readonly earlier: ReadonlyMap<string, GatedCompany>;
  readonly later: ReadonlyMap<string, GatedCompany>;
  readonly inBoth: readonly { readonly was: GatedCompany; readonly is: GatedCompany }[];
  /** The indexes of each pillar that both releases have, before and after. */
  readonly pillars: readonly { readonly id: string; readonly was: number; readonly is: number }[];
}

export type TriggerKind =
  | "title"
  | "publisher"
  | "year"
  | "minimum_companies"
  | "licence"
  | "notice"
  | "texts"
  | "newest_date"
  | "scale_order"
  | "scale"
  | "pillars"
  | "labels"
  | "pillar_judgements_swapped"
  | "companies_gone"
  | "companies_gone_in_country"
  | "names_moved"
  | "renamed"
  | "reclassified"
  | "new_duplicates"
  | "other_sectors_gone"
  | "no_longer_judged"
  | "judgements_gone"
  | "sources_gone"
  | "criteria_gone"
  | "company_medians_moved"
  | "worst_in_all_pillars"
  | "countries_gone"
  | "medians_moved"
  | "bands_moved"
  | "pillar_medians_moved"
  | "demonstration"
  | "unreadable_release";

/** One thing that differs: a fact of the dataset by its name, a company or a country by its id. */
export interface GateChange {
  readonly id: string;
  /** A median is the id of its band. */
  readonly before: string;
  readonly after: string;
}

/** A difference that has to be accepted: `count` is more than `limit`. */
export interface Trigger {
  readonly kind: TriggerKind;
  /** The country, or the pillar, in which it was counted; absent where it was in all. */
  readonly within?: string;
  /** Number of changes; of `bands_moved`, the number of bands of the largest move. */
  readonly count: number;
  readonly limit: number;
  readonly of: number;
  readonly changes: readonly GateChange[];
}

/** Returns the trigger of a fact that may not differ at all, unless the limit allows it. */
export function factTrigger(kind: TriggerKind, before: string | number, after: string | number, limit = 0): Trigger[] {
  const change = { id: kind, before: String(before), after: String(after) };
  return before === after ? [] : whereMore({ kind, count: 1, limit, of: 1, changes: [change] });
}

export function whereMore(trigger: Trigger): Trigger[] {
  return trigger.count > trigger.limit ? [trigger] : [];
}

/** Returns a trigger of changes, each of them one of `of`, where they are more than `limit`. */
export function moreThan(
  kind: TriggerKind,
  changes: readonly GateChange[],
  of: number,
  limit: number,
  within: Pick<Trigger, "within"> = {},
): Trigger[] {
  return whereMore({ kind, ...within, count: changes.length, limit, of, changes });
}

export function byId(changes: readonly GateChange[]): GateChange[] {
  return changes.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

export function shareOf(of: number, percent: number): number {
  // Without the small part, 0.29 % of 10,000 would be 28.
  return Math.floor((of * percent) / 100 + 1e-9);
}
