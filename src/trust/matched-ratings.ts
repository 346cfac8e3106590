import type { Distribution } from "./scale.ts";
import { emptyDistribution } from "./statistics.ts";

/**
 * The judgements of a company for matching two releases, three numbers each: a digest of
 * its pillar, criterion and judge, one of its pillar and criterion, and its level.
 */
export type Ratings = Int32Array;

/** Number of array elements of a judgement. */
export const RATING_LENGTH = 3;

/**
 * Counts the judgements of a company that both releases have, by band. If a criterion has as many
 * judgements in both, all of them count; otherwise only those of judges with as many in both.
 */
export function matchRatings(before: Ratings, after: Ratings, bandCount: number) {
  const [then, now] = [countDigests(before), countDigests(after)];
  const isInBoth = (digest: number | undefined): boolean => then.get(digest) === now.get(digest);
  const pick = (ratings: Ratings): Distribution => {
    const counts = emptyDistribution(bandCount);
    for (let at = 0; at < ratings.length; at += RATING_LENGTH) {
      const [judge, criterion, level = 0] = ratings.subarray(at, at + RATING_LENGTH);
      if (isInBoth(criterion) || isInBoth(judge)) counts[level - 1] = (counts[level - 1] ?? 0) + 1;
    }
    return counts;
  };
  return { before: pick(before), after: pick(after) };
}

function countDigests(ratings: Ratings): ReadonlyMap<number | undefined, number> {
  const counts = new Map<number | undefined, number>();
  for (const [at, digest] of ratings.entries())
    if (at % RATING_LENGTH < 2) counts.set(digest, (counts.get(digest) ?? 0) + 1);
  return counts;
}
