import type { Subject } from "./subject.ts";

/** A subject that remembers in itself what it asks most: there are many of them, and looking elsewhere costs more than the count. */
interface Asking {
  readonly kind: Subject["kind"];
  asked?: string;
  votes?: number;
  hour?: number;
}

/**
 * Notes that a subject asked an operation in an hour. Kept is the one vote of Boyer and Moore: an operation that is more than half of
 * what was asked in the hour is the one that stays.
 */
export function noteOperation(subject: Subject, operation: string, hour: number): void {
  const asking = subject as Asking;
  if (asking.votes === undefined || asking.votes === 0 || asking.hour !== hour) {
    asking.asked = operation;
    asking.votes = 1;
    asking.hour = hour;
  } else asking.votes += asking.asked === operation ? 1 : -1;
}

/** What a subject asks most in an hour, or nothing. */
export function recentOperation(subject: Subject, hour: number): string | null {
  const { asked = null, hour: askedIn } = subject as Asking;
  return askedIn === hour ? asked : null;
}
