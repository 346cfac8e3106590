import type { CompanyPair } from "./movement.ts";
import type { ComparedCompany } from "./release-contents.ts";
import type { Pillar } from "./scale.ts";

/**
 * The possible changes of a company between two releases, in the order of lists. A new kind of
 * change comes last.
 */
export const COMPANY_CHANGES = [
  "added",
  "removed",
  "reclassified",
  "re_rated",
  "first_judged",
  "no_longer_judged",
  "other_sectors_changed",
  "reply_changed",
  "renamed",
  "pillar_moved",
  "judgements_changed",
  "details_changed",
] as const;
export type CompanyChange = (typeof COMPANY_CHANGES)[number];

/** Numbers of changed companies. A company that was reclassified may be re-rated, too. */
export interface CompanyCounts {
  /** Listed in one of the two releases only. */
  readonly added: number;
  readonly removed: number;
  readonly renamed: number;
  /** Filed in another country or sector. */
  readonly reclassified: number;
  readonly otherSectorsChanged: number;
  readonly replyChanged: number;
  /** Companies with another website, LEI, other names or products. */
  readonly detailsChanged: number;
  /**
   * Listed in both with another median band, or judged in one of them only. Null, like the other
   * two, where the bands of the two releases cannot be compared.
   */
  readonly movedMedian: number | null;
  /** Companies with the same median band as before, and another one in a pillar. */
  readonly pillarMoved: number | null;
  /** Companies with the same median bands as before, and other judgements. */
  readonly judgementsChanged: number | null;
}

/** The method by which the judgements of two releases are compared. */
export interface ComparedMethod {
  /** True if scale, pillars and rule are the same, so that bands can be compared. */
  readonly isSame: boolean;
  /** The indexes of each pillar that both releases have, before and after. */
  readonly pillars: readonly (readonly [before: number, after: number])[];
}

/** Finds the indexes, before and after, of the pillars that both releases have; ids decide. */
export function sharedPillars(before: readonly Pillar[], after: readonly Pillar[]): ComparedMethod["pillars"] {
  return before.flatMap(({ id }, index): (readonly [number, number])[] => {
    const later = after.findIndex((pillar) => pillar.id === id);
    return later < 0 ? [] : [[index, later]];
  });
}

/**
 * Finds the changes of one company, judged or not; none only if all that the releases say of it is
 * equal. Across a method change another band is not a change of the company: the method may have
 * caused it. A change that implies others is the only one of them.
 */
export function changesOf({ before, after }: CompanyPair<ComparedCompany>, method: ComparedMethod): CompanyChange[] {
  // Everything about a new company is new; only its own reply is counted besides.
  if (before === null) return after === null ? [] : after.replies === null ? ["added"] : ["added", "reply_changed"];
  if (after === null) return ["removed"];
  const changes: CompanyChange[] = [];
  if (before.country !== after.country || before.sector !== after.sector) changes.push("reclassified");
  const judged = judgedChange(before, after, method);
  if (judged === "re_rated" || judged === "first_judged" || judged === "no_longer_judged") changes.push(judged);
  if (before.otherSectors !== after.otherSectors) changes.push("other_sectors_changed");
  if (before.replies !== after.replies) changes.push("reply_changed");
  if (before.name !== after.name) changes.push("renamed");
  if (judged === "pillar_moved" || judged === "judgements_changed") changes.push(judged);
  const isMoved = before.name === after.name && before.slug !== after.slug;
  if (before.details !== after.details || isMoved) changes.push("details_changed");
  return changes;
}

/** Returns the most important change of its judgements, or null. */
function judgedChange(
  before: ComparedCompany,
  after: ComparedCompany,
  { isSame, pillars }: ComparedMethod,
): CompanyChange | null {
  if (before.median !== after.median) {
    if (before.median === null) return "first_judged";
    if (after.median === null) return "no_longer_judged";
    if (isSame) return "re_rated";
  }
  if (!isSame) return null;
  if (pillars.some(([was, is]) => before.pillars[was] !== after.pillars[is])) return "pillar_moved";
  return before.judgements === after.judgements ? null : "judgements_changed";
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
  renamed: "renamed",
  pillar_moved: "pillarMoved",
  judgements_changed: "judgementsChanged",
  details_changed: "detailsChanged",
};

export function countChanges(all: Iterable<readonly CompanyChange[]>, isSameMethod: boolean): CompanyCounts {
  const counts = {
    added: 0,
    removed: 0,
    renamed: 0,
    reclassified: 0,
    otherSectorsChanged: 0,
    replyChanged: 0,
    detailsChanged: 0,
    movedMedian: 0,
    pillarMoved: 0,
    judgementsChanged: 0,
  };
  for (const changes of all) for (const change of changes) counts[COUNTED[change]] += 1;
  return isSameMethod ? counts : { ...counts, movedMedian: null, pillarMoved: null, judgementsChanged: null };
}
