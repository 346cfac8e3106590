import type { Manifest } from "../release/manifest.ts";

/** The counts of a release as scripts read them. */
export function describeCounts(counts: Manifest["counts"]): Record<string, unknown> {
  return {
    countries: counts.countries,
    sectors: counts.sectors,
    companies: counts.companies,
    judged_companies: counts.judgedCompanies,
    products: counts.products,
    judgements: counts.judgements,
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
