import { formatCount } from "../intake/counted.ts";
import type { Candidate } from "../publishing/candidate.ts";
import type { CarryOver } from "../publishing/carried-replies.ts";
import type { Comparison } from "../publishing/compare.ts";
import { readEmbargo, timeInWords } from "../publishing/words.ts";
import type { FormerReplies } from "../release/carry-replies.ts";
import type { Manifest } from "../release/manifest.ts";
import { describeCounts, describeSkipped } from "../topics/release/list-releases.ts";
import { type Console, type OptionValues, type Result, textOption, UsageError } from "./command.ts";

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

/** The exit status of a publication that somebody has to accept first. */
export const REFUSED = 3;

/** The option that accepts a change, as the help of every command that takes it says. */
export const ACCEPT_HELP = "--accept <code>    Publish a change that was refused; the refusal prints its code";

const ACCEPTANCE_CODE = /^[0-9a-f]{12}$/u;

/** The code of `--accept`; null without one. Throws a UsageError for a text that is no code. */
export function readAcceptance(options: OptionValues): string | null {
  const accept = textOption(options, "accept") ?? null;
  if (accept !== null && !ACCEPTANCE_CODE.test(accept))
    throw new UsageError("--accept takes the code that a refused publication prints: 12 digits and letters a to f");
  return accept;
}

/** Lists the changes, and those of them that have to be accepted. */
export function changedLines({ lines, reasons }: Comparison): string[] {
  if (reasons.length === 0) return [...lines];
  const named = reasons.flatMap(({ sentence, names, more }) => [
    `  ${sentence}`,
    ...names.map((name) => `    ${name}`),
    ...(more > 0 ? [`    … and ${formatCount(more)} more (--json lists all)`] : []),
  ]);
  return [...lines, "", "Has to be accepted:", ...named];
}

/** Says that a command refuses a change, and how to accept it. */
export function refusalLines(given: string | null, { accept }: Comparison, how: string): string[] {
  return [
    ...(given === null ? [] : [`--accept ${given} names another change.`]),
    `Refused: this change has to be accepted. If it is meant, ${how} with --accept ${accept ?? ""}`,
  ];
}

/** A candidate for scripts. */
export function candidateJson(
  { manifest, comparison, carried, notices }: Candidate,
  isPublished: boolean,
): Record<string, unknown> {
  const { id, fingerprint, counts } = manifest;
  const { before, changes, reason, triggers, accept } = comparison;
  const result = {
    id,
    published: isPublished,
    before,
    fingerprint,
    counts: countsJson(counts),
    earlier_replies: carriedJson(carried),
    notices,
    changes,
    triggers,
    accept,
  };
  return withReasons(result, {
    before: "first_release",
    earlier_replies: "none",
    changes: reason,
    accept: "nothing_to_accept",
  });
}

/** The replies that a release carries over: the ids of the companies. */
function carriedJson({ replies, count }: CarryOver): Record<string, unknown> | null {
  if (replies === null) return null;
  const ids = (companies: readonly FormerReplies[]): string[] => companies.map(({ id }) => id);
  return {
    from: replies.from,
    carried: count,
    companies: ids(replies.carried),
    without_company: ids(replies.withoutCompany),
    without_pillar: ids(replies.withoutPillar),
  };
}

/** A draft and what it changes, for scripts. */
export function draftJson(id: string, comparison: Comparison | null, more: object): Record<string, unknown> {
  const { changes = null, triggers = [], accept = null, reason = null } = comparison ?? {};
  const members = { id, ...more, changes, triggers, accept };
  return withReasons(members, {
    changes: reason ?? "not_compared",
    accept: "nothing_to_accept",
    before: "first_release",
  });
}

/** The result of a command that refuses a draft: its changes, and how to accept them. */
export function draftRefusal(id: string, comparison: Comparison | null, accept: string | null, how: string): Result {
  return {
    json: draftJson(id, comparison, {}),
    lines: comparison === null ? [] : changedLines(comparison),
    notes: comparison === null ? [] : refusalLines(accept, comparison, how),
    status: REFUSED,
  };
}

/** The time of `--at`; null without one. Says in which zone it is read. Throws a UsageError. */
export function readTime(console: Console, options: OptionValues): Date | null {
  const text = textOption(options, "at");
  if (text === undefined) return null;
  const time = readEmbargo(text, console.now());
  if (!(time instanceof Date)) throw new UsageError(`--at is ${time.fault}`);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const read = `${text} is read in that of this machine, ${timeZone}, and is ${timeInWords(time)}`;
  if (!/(?:Z|[+-]\d{2}:\d{2})$/u.test(text)) console.say(`--at names no zone: ${read}.`);
  return time;
}
