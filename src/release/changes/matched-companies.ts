import { type Area, within } from "../../trust/movement.ts";
import { matchRatings } from "../../trust/matched-ratings.ts";
import type { Distribution } from "../../trust/scale.ts";
import type { MatchedDistributions } from "../../trust/statements.ts";
import { countOf, lowerMedian } from "../../trust/statistics.ts";
import type { CompanyDetail, Snapshot } from "../snapshot.ts";
import type { ChangedCompanies } from "./changed-companies.ts";
import { ratingsOf } from "./read-contents.ts";

/** A release in which something is followed, over all pillars or in one. */
interface MatchedRelease {
  readonly snapshot: Pick<Snapshot, "mediansAt" | "companyAt" | "companyById" | "manifest">;
  /** Index of the pillar in that release; null for all of them. */
  readonly pillar: number | null;
}

/** An area in one of two releases. */
export interface AreaInRelease extends MatchedRelease {
  /** Its judged companies by their median bands. */
  readonly distribution: Distribution;
}

/**
 * Finds the companies of an area that both releases judge. It takes those that only one judges out
 * of its distribution, and moves those with other judgements to their median by the judgements that
 * both releases have. All of these are among the changed companies.
 */
export function matchCompanies(
  area: Area,
  before: AreaInRelease,
  after: AreaInRelease,
  changed: Pick<ChangedCompanies, "before" | "after">,
): MatchedDistributions {
  const counts = { before: [...before.distribution], after: [...after.distribution] };
  let [left, joined, reJudged, raised, lowered] = [0, 0, 0, 0, 0];
  for (const [index, position] of changed.before.entries()) {
    const [then, now] = [levelIn(area, before, position), levelIn(area, after, changed.after[index] ?? NOT_LISTED)];
    if (then !== null && now === null) {
      move(counts.before, then, null);
      left += 1;
    } else if (then === null && now !== null) {
      move(counts.after, now, null);
      joined += 1;
    } else if (then !== null && now !== null) {
      const matched = matchCompany(before, after, before.snapshot.companyAt(position).id);
      const [own, later] = [lowerMedian(matched.before), lowerMedian(matched.after)];
      if (own !== then || later !== now) reJudged += 1;
      move(counts.before, then, own);
      move(counts.after, now, later);
      if ((later ?? 0) > (own ?? 0)) raised += 1;
      if ((later ?? 0) < (own ?? 0)) lowered += 1;
    }
  }
  return { ...counts, left, joined, reJudged, raised, lowered };
}

/** The judgements of a company that both of two releases have, by its id. */
export function matchCompany(before: MatchedRelease, after: MatchedRelease, id: string): MatchedDistributions {
  const [then, now] = [before, after].map(({ snapshot, pillar }) => {
    const judgements: CompanyDetail["judgements"] = snapshot.companyById(id)?.judgements ?? [];
    const own = judgements.filter((judgement) => pillar === null || judgement.pillar === pillar);
    return { count: own.length, ratings: ratingsOf(own, snapshot.manifest.dataset.pillars) };
  });
  const nothing = { count: 0, ratings: new Int32Array() };
  const bandCount = after.snapshot.manifest.dataset.scale.bands.length;
  const { count, ratings } = then ?? nothing;
  const matched = matchRatings(ratings, (now ?? nothing).ratings, bandCount);
  const [left, joined] = [count - countOf(matched.before), (now ?? nothing).count - countOf(matched.after)];
  return { ...matched, left, joined, reJudged: 0, raised: 0, lowered: 0 };
}

const NOT_LISTED = -1;

/** The level of a company's median; null where it is not judged, or not in the area. */
function levelIn(area: Area, { snapshot, pillar }: AreaInRelease, position: number): number | null {
  const company = within(area, position === NOT_LISTED ? null : snapshot.mediansAt(position));
  if (company === null) return null;
  return pillar === null ? company.median : (company.pillars[pillar] ?? null);
}

function move(counts: number[], from: number, to: number | null): void {
  counts[from - 1] = (counts[from - 1] ?? 0) - 1;
  if (to !== null) counts[to - 1] = (counts[to - 1] ?? 0) + 1;
}
