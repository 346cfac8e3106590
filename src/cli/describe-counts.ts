import { describeCounts } from "../operations/list-releases.ts";
import type { Manifest } from "../release/manifest.ts";

/** The counts of a release as its publisher's scripts read them: those that the API tells, and what became of the rows that were read. */
export function describeIntake(counts: Manifest["counts"]): Record<string, unknown> {
  return {
    ...describeCounts(counts),
    superseded_judgements: counts.supersededJudgements,
    duplicate_companies: counts.duplicateCompanies,
    duplicate_products: counts.duplicateProducts,
    duplicate_judgements: counts.duplicateJudgements,
    skipped_rows: counts.skippedRows,
  };
}

/** A distribution as scripts read it: its counts by the ids of the bands, worst first. */
export function describeDistribution(
  { scale }: Manifest["dataset"],
  distribution: readonly number[],
): Record<string, number> {
  return Object.fromEntries(scale.bands.map(({ id }, i) => [id, distribution[i] ?? 0]));
}
