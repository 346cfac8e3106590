import { formatCount } from "../intake/counted.ts";
import { describeCounts, describeSkipped } from "../topics/release/list-releases.ts";
import type { Manifest } from "../release/manifest.ts";
import type { Console } from "./command.ts";

/**
 * An object for scripts with `reasons`, as in the answers of the API: why each member that is null
 * has no value.
 */
export function withReasons(
  members: Readonly<Record<string, unknown>>,
  why: Readonly<Record<string, string | null>>,
): Record<string, unknown> {
  return { ...members, reasons: Object.fromEntries(Object.entries(why).filter(([name]) => members[name] === null)) };
}

/**
 * The counts of a release for scripts: those of the API, and those of rows that were left out or
 * replaced.
 */
export function countsJson(counts: Manifest["counts"]): Record<string, unknown> {
  return {
    ...describeCounts(counts),
    superseded_judgements: counts.supersededJudgements,
    duplicate_companies: counts.duplicateCompanies,
    duplicate_products: counts.duplicateProducts,
    duplicate_judgements: counts.duplicateJudgements,
    duplicate_replies: counts.duplicateReplies,
    skipped_rows: counts.skippedRows,
    skipped_because: describeSkipped(counts),
  };
}

const DRAW_MILLISECONDS = 100;
const BAR_WIDTH = 24;
const CLEAR_LINE = "\r\u001b[2K";

/**
 * Shows the steps of long work: on a terminal as a bar with count and rate, otherwise as one line
 * per step. `total` is null if it is not known; `finish` ends the last step.
 */
export function showProgress(console: Console) {
  const { now, interactive } = console;
  let step = "";
  let startedAt = 0;
  let drawnAt = 0;
  let count = "";
  const finish = (): void => {
    if (step === "") return;
    if (interactive) console.draw(CLEAR_LINE);
    console.say(`  ${step}${count} (${((now().getTime() - startedAt) / 1000).toFixed(1)} s)`);
    step = "";
  };
  const onProgress = (next: string, done: number, total: number | null): void => {
    const time = now().getTime();
    if (next !== step) {
      finish();
      [step, startedAt, drawnAt] = [next, time, 0];
    }
    count = total === null ? "" : `, ${formatCount(total)}`;
    if (!interactive || time - drawnAt < DRAW_MILLISECONDS) return;
    drawnAt = time;
    console.draw(`${CLEAR_LINE}  ${bar(step, done, total, (time - startedAt) / 1000)}`);
  };
  return { onProgress, finish };
}

function bar(step: string, done: number, total: number | null, seconds: number): string {
  if (total === null || total === 0) return `${step} …`;
  const filled = Math.round((done / total) * BAR_WIDTH);
  const rate = seconds > 0.5 ? `, ${formatCount(Math.round(done / seconds))}/s` : "";
  return `${step} [${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}] ${formatCount(done)} of ${formatCount(total)}${rate}`;
}
