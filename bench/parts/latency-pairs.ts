import { quantile } from "./statistics.ts";

/** Latencies of the same requests in milliseconds, without and with the load beside them. */
export interface Pair {
  readonly alone: readonly number[];
  readonly beside: readonly number[];
}

/** The latencies of all pairs on one side. */
export function together(pairs: readonly Pair[], kind: keyof Pair): number[] {
  return pairs.flatMap((pair) => pair[kind]);
}

/** How many times the 99th percentile alone the one beside the load is. */
export function ratioOf(pairs: readonly Pair[]): number {
  return quantile(together(pairs, "beside"), 0.99) / quantile(together(pairs, "alone"), 0.99);
}

/** A row of a table: name, median, 90th and 99th percentile in milliseconds, and the count. */
export function latencyRow(name: string, latencies: readonly number[]): string[] {
  return [name, ...[0.5, 0.9, 0.99].map((share) => quantile(latencies, share).toFixed(2)), String(latencies.length)];
}
