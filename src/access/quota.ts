/** Who asks, by what a key of theirs allows. Nobody needs a key; one only raises the limits. */
export type Tier = "anonymous" | "free" | "pro" | "enterprise";

/** Requests allowed per clock-aligned UTC hour and day; null is without limit. */
export interface Limits {
  readonly perHour: number | null;
  readonly perDay: number | null;
}

/** The limits of each tier; an enterprise key has numbers of its own, and these until it is given them. */
export const TIER_LIMITS: Readonly<Record<Tier, Limits>> = {
  anonymous: { perHour: 100, perDay: 1000 },
  free: { perHour: 1000, perDay: 10_000 },
  pro: { perHour: 10_000, perDay: 100_000 },
  enterprise: { perHour: null, perDay: null },
};

/** Sign-ups allowed per address: they have a window of their own, beside the quotas. */
export const SIGN_UP_LIMITS: Limits = { perHour: 5, perDay: null };

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

/** What became of one request under a quota. A refusal is a value, and takes nothing from any window. */
export interface QuotaState {
  readonly allowed: boolean;
  /** The limited windows, the hour first; empty for a subject without limits. */
  readonly windows: readonly WindowState[];
  /** The windows that are used up, when refused. */
  readonly violated: readonly WindowName[];
}
