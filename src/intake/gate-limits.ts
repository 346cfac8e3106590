import { DEFAULT_GATE_LIMITS, type GateLimits } from "../trust/release-gate.ts";
import type { DatasetFile } from "./dataset-schema.ts";

/** The limits that `dataset.json` sets, and the defaults of all others. */
export function gateLimitsOf(gate: DatasetFile["gate"] = {}): GateLimits {
  return {
    companiesGonePercent: gate.max_companies_gone_percent ?? DEFAULT_GATE_LIMITS.companiesGonePercent,
    countriesGone: gate.max_countries_gone ?? DEFAULT_GATE_LIMITS.countriesGone,
    mediansMovedPercent: gate.max_medians_moved_percent ?? DEFAULT_GATE_LIMITS.mediansMovedPercent,
    bandsMoved: gate.max_bands_moved ?? DEFAULT_GATE_LIMITS.bandsMoved,
  };
}
