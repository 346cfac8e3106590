import type { Snapshot } from "../snapshot/snapshot.ts";
import { digits, inARow } from "./grammar.ts";

/**
 * How much of the publisher's files a release holds, where rows with problems were left out; null
 * where none was. Repeated rows and judgements that a newer one replaced are not counted.
 */
export function completenessInWords({ counts }: Snapshot["manifest"]): string | null {
  const { skippedRows: skipped } = counts;
  const tables = [
    ["companies", counts.companies, skipped.companies],
    ["products", counts.products, skipped.products],
    ["judgements", counts.judgements, skipped.judgements],
  ] as const;
  const parts = tables.filter(([, , left]) => left > 0);
  if (parts.length === 0) return null;
  const held = parts.map(
    ([table, kept, left]) => `${digits(kept)} of ${digits(kept + left)} ${table} (${digits(left)} left out)`,
  );
  return `Incomplete, because rows with problems were left out: ${inARow(held)}.`;
}
