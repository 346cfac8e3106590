import type { Console } from "./command.ts";
import { formatCount } from "./format.ts";

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
