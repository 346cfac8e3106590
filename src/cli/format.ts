import { describeCounts } from "../operations/list-releases.ts";
import type { Manifest } from "../release/manifest.ts";

/** A whole number with separators: `1,234,567`. */
export function formatCount(count: number): string {
  return count.toLocaleString("en");
}

/** A number with its noun: `1 company`, `2,000 companies`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `12 companies`, in the form that every command uses. */
export function countedCompanies(count: number): string {
  return counted(count, "company", "companies");
}

export function countedCountries(count: number): string {
  return counted(count, "country", "countries");
}

/** A time in UTC, to the minute: `2026-11-20T10:00Z`. */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 16)}Z`;
}

/**
 * The counts of a release for scripts: those of the API, and what happened to the rows that were
 * read.
 */
export function countsJson(counts: Manifest["counts"]): Record<string, unknown> {
  return {
    ...describeCounts(counts),
    superseded_judgements: counts.supersededJudgements,
    duplicate_companies: counts.duplicateCompanies,
    duplicate_products: counts.duplicateProducts,
    duplicate_judgements: counts.duplicateJudgements,
    skipped_rows: counts.skippedRows,
  };
}

/** A distribution for scripts: counts by the ids of the bands, worst first. */
export function distributionJson(
  { scale }: Manifest["dataset"],
  distribution: readonly number[],
): Record<string, number> {
  return Object.fromEntries(scale.bands.map(({ id }, i) => [id, distribution[i] ?? 0]));
}
