/** The tier of a caller, which decides its limits. A key is optional; it only raises them. */
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

/** Requests that are counted in a window of their own instead of the quota. */
export type RequestWindow =
  "sign_up" | "dashboard" | "account" | "confirmation" | "webhooks" | "suggest" | "messages" | "page" | "form" | "file";

/** Everything with a window of its own. */
export type OwnWindow = RequestWindow | "sign_up_read" | "bad_credential" | "confirmation_mail";

/** The limits of these windows, so that nobody can use up what the others need. */
export const OWN_LIMITS: Readonly<Record<OwnWindow, Limits>> = {
  // Limits of a client address. A malformed sign-up is read and costs none of the few.
  sign_up: { perHour: 5, perDay: 20 },
  sign_up_read: { perHour: 60, perDay: null },
  confirmation: { perHour: 60, perDay: null },
  // A person reads a hundred pages an hour, and a whole office a thousand.
  page: { perHour: 3000, perDay: null },
  // An answer to a form is made for its sender alone, and may cost as much as a hundred pages.
  form: { perHour: 120, perDay: null },
  // Whole files, which people download by a click.
  file: { perHour: 600, perDay: null },
  // An address whose quota is used up is still told this often that its key is wrong.
  bad_credential: { perHour: 100, perDay: null },
  // Limits of a mailbox.
  confirmation_mail: { perHour: null, perDay: 5 },
  // Limits of a caller: a key, or a client address.
  dashboard: { perHour: 120, perDay: null },
  account: { perHour: 20, perDay: null },
  webhooks: { perHour: 60, perDay: null },
  // Completes what a person types.
  suggest: { perHour: 1000, perDay: null },
  // Messages of agents. A call of a tool is counted in the quota, too.
  messages: { perHour: 3000, perDay: null },
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
export interface WindowCounts {
  readonly hour: number;
  readonly day: number;
}

export const MINUTE_MILLISECONDS = 60_000;
const HOUR_SECONDS = 3600;
/** Hours of a day. */
export const DAY_HOURS = 24;
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
 * Judges some requests, all of them or none, against those used before. Returns the state after
 * them if they are allowed, and as before if not. `at` is in milliseconds.
 */
export function judgeQuota(limits: Limits, used: WindowCounts, at: number, requests = 1): QuotaState {
  return stateOf(limits, used, at, requests, true);
}

/** Returns the state of the windows, which tells whether one more request would be allowed. */
export function describeQuota(limits: Limits, used: WindowCounts, at: number): QuotaState {
  return stateOf(limits, used, at, 1, false);
}

function stateOf(
  { perHour, perDay }: Limits,
  { hour, day }: WindowCounts,
  at: number,
  requests: number,
  isTaken: boolean,
): QuotaState {
  const fitsHour = perHour === null || hour + requests <= perHour;
  const fitsDay = perDay === null || day + requests <= perDay;
  const allowed = fitsHour && fitsDay;
  const debit = allowed && isTaken ? requests : 0;
  const windows: WindowState[] = [];
  if (perHour !== null) windows.push(describeWindow("hour", perHour, hour + debit, HOUR_SECONDS, at));
  if (perDay !== null) windows.push(describeWindow("day", perDay, day + debit, DAY_SECONDS, at));
  return { allowed, windows, violated: allowed ? NONE : violatedOf(fitsHour, fitsDay) };
}

const NONE: readonly WindowName[] = [];

function violatedOf(fitsHour: boolean, fitsDay: boolean): readonly WindowName[] {
  if (fitsHour) return ["day"];
  return fitsDay ? ["hour"] : ["hour", "day"];
}

function describeWindow(name: WindowName, limit: number, used: number, seconds: number, at: number): WindowState {
  const resetSeconds = Math.ceil((seconds * 1000 - (at % (seconds * 1000))) / 1000);
  return { name, limit, remaining: used < limit ? limit - used : 0, resetSeconds };
}
