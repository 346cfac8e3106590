import { counted, formatCount } from "../intake/counted.ts";
import { describeCounts, describeSkipped } from "../topics/release/list-releases.ts";
import type { Manifest } from "../release/manifest.ts";
import type { Console } from "./command.ts";

export { counted, formatCount };

/** What a command says while another one changes the releases. */
export const WAITING = "Waiting for another publication to finish …";

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
    duplicate_replies: counts.duplicateReplies,
    skipped_rows: counts.skippedRows,
    skipped_because: describeSkipped(counts),
  };
}

/** `3 companies asked for a reply (1 answered)`; nothing where none was asked. */
export function repliesOf({ askedCompanies, answeredCompanies }: Manifest["counts"]): string[] {
  if (askedCompanies === 0) return [];
  return [`${countedCompanies(askedCompanies)} asked for a reply (${formatCount(answeredCompanies)} answered)`];
}

/** A distribution for scripts: counts by the ids of the bands, worst first. */
export function distributionJson(
  { scale }: Manifest["dataset"],
  distribution: readonly number[],
): Record<string, number> {
  return Object.fromEntries(scale.bands.map(({ id }, i) => [id, distribution[i] ?? 0]));
}

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

const DRAW_MILLISECONDS = 100;
const BAR_WIDTH = 24;
const CLEAR_LINE = "\r\u001b[2K";

interface ProgressReport {
  /** `total` is null if it is not known. */
  readonly onProgress: (step: string, done: number, total: number | null) => void;
  /** Ends the last step. */
  finish(): void;
}

/**
 * Shows the steps of long work: on a terminal as a bar with count and rate, otherwise as one line
 * per step.
 */
export function showProgress(console: Console): ProgressReport {
  let step = "";
  let startedAt = 0;
  let drawnAt = 0;
  let last = { done: 0, total: null as number | null };

  const endStep = (): void => {
    if (step === "") return;
    const seconds = (console.now().getTime() - startedAt) / 1000;
    const count = last.total === null ? "" : `, ${formatCount(last.total)}`;
    if (console.interactive) console.draw(CLEAR_LINE);
    console.say(`  ${step}${count} (${seconds.toFixed(1)} s)`);
    step = "";
  };

  return {
    onProgress(nextStep, done, total) {
      const now = console.now().getTime();
      if (nextStep !== step) {
        endStep();
        step = nextStep;
        startedAt = now;
        drawnAt = 0;
      }
      last = { done, total };
      if (!console.interactive || now - drawnAt < DRAW_MILLISECONDS) return;
      drawnAt = now;
      console.draw(`${CLEAR_LINE}  ${bar(step, done, total, (now - startedAt) / 1000)}`);
    },
    finish: endStep,
  };
}

function bar(step: string, done: number, total: number | null, seconds: number): string {
  if (total === null || total === 0) return `${step} …`;
  const filled = Math.round((done / total) * BAR_WIDTH);
  const rate = seconds > 0.5 ? `, ${formatCount(Math.round(done / seconds))}/s` : "";
  return `${step} [${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}] ${formatCount(done)} of ${formatCount(total)}${rate}`;
}

/** A word of a command as one types it into a shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
