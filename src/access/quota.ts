/** What a caller is allowed. A key is optional; it only raises the limits. */
export type Tier = "anonymous" | "free" | "pro" | "enterprise";

/** Requests allowed per clock-aligned UTC hour and day; null is without limit. */
export interface Limits {
  readonly perHour: number | null;
  readonly perDay: number | null;
}

/** The limits of each tier; an enterprise key has these until it is given limits of its own. */
export const TIER_LIMITS: Readonly<Record<Tier, Limits>> = {
  anonymous: { perHour: 100, perDay: 1000 },
  free: { perHour: 1000, perDay: 10_000 },
  pro: { perHour: 10_000, perDay: 100_000 },
  enterprise: { perHour: null, perDay: null },
};

/** What has windows of its own, beside the quotas. */
export type OwnWindow = "sign_up" | "dashboard" | "account" | "confirmation" | "follow" | "webhooks" | "suggest";

/**
 * The limits of what is not counted, so that nobody can use up what the others need: sign-ups,
 * confirmations and follows of a client address, looks at the dashboard of a caller, what the
 * holder of a key asks about the key itself and about its webhooks, and what completes the input of
 * a person who types.
 */
export const OWN_LIMITS: Readonly<Record<OwnWindow, Limits>> = {
  sign_up: { perHour: 5, perDay: 20 },
  dashboard: { perHour: 120, perDay: null },
  account: { perHour: 20, perDay: null },
  confirmation: { perHour: 60, perDay: null },
  follow: { perHour: 10, perDay: 30 },
  webhooks: { perHour: 60, perDay: null },
  suggest: { perHour: 1000, perDay: null },
};

/** The windows of a quota, by the names that stand in headers. */
export type WindowName = "hour" | "day";

/** One window of a quota as it stands after a judgement. */
export interface WindowState {
  readonly name: WindowName;
  /** Requests the window allows. */
  readonly limit: number;
  /** Requests left in it, never below 0. */
  readonly remaining: number;
  /** Whole seconds until the next window begins, at least 1. */
  readonly resetSeconds: number;
}

/** The judgement of one request, or of some together. A refusal takes nothing from any window. */
export interface QuotaState {
  readonly allowed: boolean;
  /** The limited windows, the hour first; empty for a subject without limits. */
  readonly windows: readonly WindowState[];
  /** The windows that have too little left, when refused. */
  readonly violated: readonly WindowName[];
}

/** Requests counted in the two windows that a moment lies in. */
export interface Used {
  readonly hour: number;
  readonly day: number;
}

/** What is used of a subject's windows, and the hour (`hourOf`) that they belong to. */
export interface Windows extends Used {
  readonly at: number;
}

export const MINUTE_MILLISECONDS = 60_000;
const HOUR_SECONDS = 3600;
const DAY_HOURS = 24;
const DAY_SECONDS = 86_400;

/** Minutes since 1970-01-01T00:00Z of a moment in milliseconds. */
export function minuteOf(milliseconds: number): number {
  return Math.floor(milliseconds / MINUTE_MILLISECONDS);
}

/** Hours since 1970-01-01T00:00Z of a moment in milliseconds: the name of its hour window. */
export function hourOf(milliseconds: number): number {
  return Math.floor(milliseconds / (HOUR_SECONDS * 1000));
}

/** Days since 1970-01-01 of an hour: the name of its day window. */
export function dayOf(hour: number): number {
  return Math.floor(hour / DAY_HOURS);
}

/**
 * The windows of a moment in milliseconds, from those last kept. Where the clock was put back by
 * less than an hour, the later window stays; a window that is further ahead is dropped.
 */
export function turnWindows(kept: Windows | null, at: number): Windows {
  const hour = hourOf(at);
  if (kept === null) return { at: hour, hour: 0, day: 0 };
  if (kept.at === hour || kept.at === hour + 1) return kept;
  return { at: hour, hour: 0, day: dayOf(kept.at) === dayOf(hour) ? kept.day : 0 };
}

/**
 * Judges some requests, all of them or none, against what was used before them; what it returns
 * stands after them, if they are allowed, and as before if not. `at` is in milliseconds.
 */
export function judgeQuota(limits: Limits, used: Used, at: number, requests = 1): QuotaState {
  return stateOf(limits, used, at, requests, true);
}

/** How the windows stand, without a request; `allowed` says whether so many would be. */
export function describeQuota(limits: Limits, used: Used, at: number, requests = 1): QuotaState {
  return stateOf(limits, used, at, requests, false);
}

/** Whether a limit allows so many more. */
export function allowsMore(limit: number | null, used: number, requests = 1): boolean {
  return limit === null || used + requests <= limit;
}

function stateOf(
  { perHour, perDay }: Limits,
  { hour, day }: Used,
  at: number,
  requests: number,
  isTaken: boolean,
): QuotaState {
  const fitsHour = allowsMore(perHour, hour, requests);
  const fitsDay = allowsMore(perDay, day, requests);
  const allowed = fitsHour && fitsDay;
  const debit = allowed && isTaken ? requests : 0;
  const windows: WindowState[] = [];
  if (isLimited(perHour)) windows.push(describeWindow("hour", perHour, hour + debit, HOUR_SECONDS, at));
  if (isLimited(perDay)) windows.push(describeWindow("day", perDay, day + debit, DAY_SECONDS, at));
  return { allowed, windows, violated: allowed ? NONE : violatedOf(fitsHour, fitsDay) };
}

const NONE: readonly WindowName[] = [];

function violatedOf(fitsHour: boolean, fitsDay: boolean): readonly WindowName[] {
  if (fitsHour) return ["day"];
  return fitsDay ? ["hour"] : ["hour", "day"];
}

function isLimited(limit: number | null): limit is number {
  return limit !== null && limit !== Number.POSITIVE_INFINITY;
}

function describeWindow(name: WindowName, limit: number, used: number, seconds: number, at: number): WindowState {
  const resetSeconds = Math.ceil((seconds * 1000 - (at % (seconds * 1000))) / 1000);
  return { name, limit, remaining: used < limit ? limit - used : 0, resetSeconds };
}
