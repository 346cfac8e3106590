import type { Operation } from "../../ask/operation.ts";
import { downloadCountryScores } from "./download-country-scores.ts";
import { getCountryScores } from "./get-country-scores.ts";
import { getMonitoredMatrix } from "./get-monitored-matrix.ts";
import { previewMonitoredCountries } from "./preview-monitored-countries.ts";
import { rankCountriesByMetric } from "./rank-countries-by-metric.ts";

/** The questions of version 1 that were given up, each with a successor. */
export const DEPRECATED: readonly Operation[] = [
  previewMonitoredCountries,
  getCountryScores,
  rankCountriesByMetric,
  getMonitoredMatrix,
  downloadCountryScores,
];
