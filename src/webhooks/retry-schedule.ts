const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Waits before each further attempt, in milliseconds: those that Standard Webhooks suggests, to a
 * little more than a day.
 */
const WAITS: readonly number[] = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

/** How much longer a wait may be, so that what failed together is not tried again together. */
const JITTER = 0.2;

/**
 * When to try again after an attempt that failed at `at`; null after the last one.
 *
 * @param attempt number of the attempt, from 1
 * @param random a number from 0 to 1
 */
export function nextAttemptAt(attempt: number, at: Date, random: number): Date | null {
  const wait = WAITS[attempt - 1];
  return wait === undefined ? null : new Date(at.getTime() + Math.round(wait * (1 + JITTER * random)));
}
