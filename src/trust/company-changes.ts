import type { CompanyPair, Standing } from "./movement.ts";

/** What can have happened to a company between two releases; listed in this order. */
export const COMPANY_CHANGES = [
  "added",
  "removed",
  "reclassified",
  "re_rated",
  "first_judged",
  "no_longer_judged",
  "other_sectors_changed",
  "reply_changed",
] as const;
export type CompanyChange = (typeof COMPANY_CHANGES)[number];

/**
 * A company as two releases are compared: the last two are texts that are equal where both say the
 * same, and null for none. No figure counts them.
 */
export interface ComparedCompany extends Standing {
  /** The sectors that it names besides the one in which it is counted. */
  readonly otherSectors: string | null;
  /** Its replies to its judgements, and that it was asked. */
  readonly replies: string | null;
}

/** How many companies of a release changed. One that was reclassified may be re-rated, too. */
export interface CompanyCounts {
  /** Listed in one of the two releases only. */
  readonly added: number;
  readonly removed: number;
  /** Filed in another country or sector. */
  readonly reclassified: number;
  readonly otherSectorsChanged: number;
  readonly replyChanged: number;
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
export function changesOf({ before, after }: CompanyPair<ComparedCompany>, sameMethod: boolean): CompanyChange[] {
  // What else is new of a company that is new goes without saying, but for what it said itself.
  if (before === null) return after === null ? [] : after.replies === null ? ["added"] : ["added", "reply_changed"];
  if (after === null) return ["removed"];
  const changes: CompanyChange[] = [];
  if (before.country !== after.country || before.sector !== after.sector) changes.push("reclassified");
  if (before.median !== after.median) {
    if (before.median === null) changes.push("first_judged");
    else if (after.median === null) changes.push("no_longer_judged");
    else if (sameMethod) changes.push("re_rated");
  }
  if (before.otherSectors !== after.otherSectors) changes.push("other_sectors_changed");
  if (before.replies !== after.replies) changes.push("reply_changed");
  return changes;
}

const COUNTED: Readonly<Record<CompanyChange, keyof CompanyCounts>> = {
  added: "added",
  removed: "removed",
  reclassified: "reclassified",
  re_rated: "movedMedian",
  first_judged: "movedMedian",
  no_longer_judged: "movedMedian",
  other_sectors_changed: "otherSectorsChanged",
  reply_changed: "replyChanged",
};

/** Counts what happened to companies. */
export function countChanges(all: Iterable<readonly CompanyChange[]>, sameMethod: boolean): CompanyCounts {
  const counts = { added: 0, removed: 0, reclassified: 0, otherSectorsChanged: 0, replyChanged: 0, movedMedian: 0 };
  for (const changes of all) for (const change of changes) counts[COUNTED[change]] += 1;
  return sameMethod ? counts : { ...counts, movedMedian: null };
}
