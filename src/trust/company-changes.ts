import type { CompanyPair } from "./movement.ts";

/** What can have happened to a company between two releases; listed in this order. */
export const COMPANY_CHANGES = [
  "added",
  "removed",
  "reclassified",
  "re_rated",
  "first_judged",
  "no_longer_judged",
] as const;
export type CompanyChange = (typeof COMPANY_CHANGES)[number];

/** How many companies of a release changed. One that was reclassified may be re-rated as well. */
export interface CompanyCounts {
  /** Listed in one of the two releases only. */
  readonly added: number;
  readonly removed: number;
  /** Filed in another country or sector. */
  readonly reclassified: number;
  /**
   * Listed in both with another median band, or judged in one of them only. Null where the bands of
   * the two releases cannot be compared.
   */
  readonly movedMedian: number | null;
}

/**
 * What happened to one company, judged or not. Across a method change another band is nothing that
 * happened to the company: the method may have caused it.
 */
export function changesOf({ before, after }: CompanyPair, sameMethod: boolean): readonly CompanyChange[] {
  if (before === null) return after === null ? [] : ["added"];
  if (after === null) return ["removed"];
  const changes: CompanyChange[] = [];
  if (before.country !== after.country || before.sector !== after.sector) changes.push("reclassified");
  if (before.median === after.median) return changes;
  if (before.median === null) changes.push("first_judged");
  else if (after.median === null) changes.push("no_longer_judged");
  else if (sameMethod) changes.push("re_rated");
  return changes;
}

/** Counts what happened to companies. */
export function countChanges(all: Iterable<readonly CompanyChange[]>, sameMethod: boolean): CompanyCounts {
  const counts = { added: 0, removed: 0, reclassified: 0, movedMedian: 0 };
  for (const changes of all) {
    for (const change of changes) {
      if (change === "added" || change === "removed" || change === "reclassified") counts[change] += 1;
      else counts.movedMedian += 1;
    }
  }
  return sameMethod ? counts : { ...counts, movedMedian: null };
}
