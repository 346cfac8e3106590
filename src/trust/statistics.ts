import { lowerMedian } from "./median.ts";
import { type Distribution, countOf } from "./scale.ts";

/** A distribution and its lower median (a rank from 1, or null when it counts nothing). They always belong together. */
export interface Statistics {
  readonly distribution: Distribution;
  readonly median: number | null;
}

/** The companies that count somewhere, each once, by their median band. */
export interface JudgedStatistics extends Statistics {
  /** How many companies `distribution` counts. */
  readonly judgedCompanies: number;
}

/** Gives counts of companies their number and their median. The distribution is a copy. */
export function judgedStatistics(distribution: Distribution): JudgedStatistics {
  return { judgedCompanies: countOf(distribution), distribution: [...distribution], median: lowerMedian(distribution) };
}
