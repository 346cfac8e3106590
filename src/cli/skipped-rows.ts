import type { IntakeCounts } from "../trust/dataset.ts";
import { type OptionValues, textOption, UsageError } from "./command.ts";
import { formatCount } from "./output.ts";

const DEFAULT_PERCENT = 5;

/** The most rows of a table that may be left out, in percent. Throws a UsageError. */
export function maxSkippedPercent(options: OptionValues): number {
  const given = textOption(options, "max-skipped");
  if (given === undefined) return DEFAULT_PERCENT;
  const percent = /^\d{1,3}(?:\.\d+)?$/u.test(given) ? Number(given) : Number.NaN;
  if (!(percent <= 100)) throw new UsageError("--max-skipped takes a percentage from 0 to 100");
  return percent;
}

/** A sentence for each table of which more rows would be left out than `percent` of them. */
export function findTooManySkipped(counts: IntakeCounts, percent: number): string[] {
  const { skippedRows: skipped, supersededJudgements: superseded } = counts;
  const tables = [
    ["companies", skipped.companies, counts.companies + counts.duplicateCompanies],
    ["products", skipped.products, counts.products + counts.duplicateProducts],
    ["judgements", skipped.judgements, counts.judgements + counts.duplicateJudgements + superseded],
    ["replies", skipped.replies, counts.replies + counts.duplicateReplies],
  ] as const;
  return tables.flatMap(([table, left, kept]) => {
    const rows = left + kept;
    if (left * 100 <= percent * rows) return [];
    const share = Math.ceil((left * 100) / rows);
    return [
      `${formatCount(left)} of ${formatCount(rows)} rows of ${table} would be left out, more than ${percent} %: correct them, or allow it with --max-skipped ${share}.`,
    ];
  });
}
