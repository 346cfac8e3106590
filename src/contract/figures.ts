import type { AreaStatistics } from "../snapshot/snapshot.ts";
import { firmnessOf } from "../trust/firmness.ts";
import type { Distribution, Scale } from "../trust/scale.ts";
import type { DistributionJson } from "./components.ts";

/** Lays a distribution out by band id, in scale order. */
export function describeDistribution(scale: Scale, distribution: Distribution): DistributionJson {
  const counts: DistributionJson = {};
  for (let rank = 0; rank < scale.bands.length; rank++) counts[scale.bands[rank]!.id] = distribution[rank] ?? 0;
  return counts;
}

/** The `median_…` members. `missing` says why there is no median when `median` is null. */
export function describeMedian(
  scale: Scale,
  median: number | null,
  missing: "not_judged" | "no_companies" = "not_judged",
) {
  if (median === null) return { median_band: null, median_rank: null, median_reason: missing };
  return { median_band: scale.bands[median - 1]!.id, median_rank: median, median_reason: null };
}

/** The `flips_to_…` members of a distribution. */
function describeFirmness(distribution: Distribution) {
  const firmness = firmnessOf(distribution);
  const missing = firmness === null ? "not_judged" : "scale_end";
  const flipsToLower = firmness?.flipsToLower ?? null;
  const flipsToHigher = firmness?.flipsToHigher ?? null;
  return {
    flips_to_lower: flipsToLower,
    flips_to_lower_reason: flipsToLower === null ? missing : null,
    flips_to_higher: flipsToHigher,
    flips_to_higher_reason: flipsToHigher === null ? missing : null,
  } as const;
}

/** A median, the distribution it is the median of, and how far it is from moving: always together. */
export function describeBands(
  scale: Scale,
  figures: { readonly median: number | null; readonly distribution: Distribution },
) {
  return {
    ...describeMedian(scale, figures.median),
    distribution: describeDistribution(scale, figures.distribution),
    ...describeFirmness(figures.distribution),
  };
}

/** The members every country, sector and cell has. */
export function describeArea(scale: Scale, figures: AreaStatistics) {
  return {
    listed_companies: figures.listedCompanies,
    judged_companies: figures.judgedCompanies,
    ...describeBands(scale, figures),
  };
}
