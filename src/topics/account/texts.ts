import { counted, countInWords, dayInWords, digits } from "../../ask/grammar.ts";

/** The English texts of the dashboard of a key. Times are in UTC. */
export const dashboardTexts = {
  title: "Your key",
  emptyTitle: "What has your key used?",
  empty: "Enter it to see what is left, what it asked and its webhooks, and to replace or revoke it.",
  form: "Your key",
  key: "API key",
  keyHint:
    "It is sent to this service alone and never stands in a URL. With JavaScript, this tab remembers it until you close it; nothing else does.",
  show: "Show",
  noKey:
    "No key yet, or lost it? Get another one; a lost one works until it is revoked, which takes the key itself or the publisher.",
  getKey: "Get a key",
  missing: "Enter a key.",
  unknown: "No key like this works. It was mistyped, replaced or revoked, or it was never given out.",
  heading: (left: number | null, limit: number | null, lastHour: number): string => {
    if (left === null || limit === null)
      return `No limit, and ${counted(lastHour, "request", "requests")} in the last hour`;
    if (left === 0) return `All ${digits(limit)} requests of this hour are used up`;
    return `${digits(left)} of ${digits(limit)} requests are left this hour`;
  },
  whose: (prefix: string, tier: string, issued: string): string =>
    `The key ${prefix}… of the ${tier} tier, issued on ${dayInWords(issued)}.`,
  confirmation: {
    pending:
      "Its e-mail address is not confirmed: the key works all the same, but what is shown and erased is of this key alone.",
    confirmed: "Its e-mail address is confirmed.",
    not_required: "",
  },
  figures: "What is left, and what was used",
  ofLimit: (limit: number): string => `of ${digits(limit)}`,
  noLimit: "no limit",
  leftHour: (at: string, asOf: string): string => `left; renews at ${clock(at)}, ${until(at, asOf)}`,
  leftDay: (at: string, asOf: string): string => `left; renews at midnight, ${until(at, asOf)}`,
  lastHour: "in the last 60 minutes",
  lastDay: "in the last 24 hours",
  total: "since the key was issued",
  asOf: (at: string): string => `As of ${dayInWords(at)}, ${clock(at)} UTC, like all times here.`,
  requests: "Requests",
  operations: "What it asks",
  operationsNote: "Requests since the key was given out, most used first.",
  operation: "Operation",
  lastAt: "Last",
  unknownPaths: "paths without an endpoint",
  deprecatedNote: (days: number): string =>
    `Deprecated endpoints end in ${counted(days, "day", "days")}; the guide says what changes.`,
  migration: "Migration guide",
  successor: "deprecated, use",
  webhooks: "Webhooks",
  noWebhooks: "The key has no webhook. A webhook notifies you of each new release.",
  webhooksGuide: "About webhooks",
  webhooksNote: "The API has the log of the deliveries of each.",
  toldOf: (events: string, countries: string): string =>
    countries === "" ? `Receives ${events}.` : `Receives ${events}, for ${countries}.`,
  registered: (at: string): string => `Registered on ${dayInWords(at)}.`,
  disabled: {
    gone: "Disabled, because its receiver answered 410. Register it again when the receiver is well.",
    attempts_failed:
      "Disabled, because every attempt to deliver an event failed, over more than a day. Register it again when the receiver is well.",
  },
  noDeliveries: "Nothing was delivered yet.",
  delivered: {
    pending: (at: string): string => `The newest delivery, of ${dayInWords(at)}, is pending.`,
    delivered: (at: string): string => `The newest delivery, of ${dayInWords(at)}, arrived.`,
    failed: (at: string): string => `The newest delivery, of ${dayInWords(at)}, was given up.`,
  },
  change: {
    rotate: {
      summary: "Replace it by a new one",
      note: "The new key has the same limits, use and webhooks. It is shown once.",
      sure: "Yes, replace this key: programs that use it need the new one.",
      submit: "Replace the key",
    },
    revoke: {
      summary: "Revoke it",
      note: "The key stops working everywhere within a second and for good. Its webhooks end with it, unless a key that replaced it still works. What is stored about it stays until it is erased; with a revoked key only the publisher can do that.",
      sure: "Yes, revoke this key for good.",
      submit: "Revoke the key",
    },
  },
  manage: "Replace or revoke the key",
  keepOld: "The old key works",
  keeps: { 0: "no longer, from now on", 3600: "for another hour", 86400: "for another day" },
  keyAgain: "The key, once more",
  notSure: "Nothing was changed: say that you are sure.",
  eraseGuide: "Export or erase what is stored",
  forget: "Forget the key in this tab",
  replacedHeading: "Your new key, shown this once",
  oldKey: "The old key",
  oldKeyEnds: (prefix: string, endsAt: string, now: string): string =>
    endsAt <= now
      ? `${prefix}… does not work any more.`
      : `${prefix}… works until ${clock(endsAt)} UTC on ${dayInWords(endsAt)}.`,
  toDashboard: "To the dashboard of the new key",
  revokedTitle: "Revoked",
  revokedHeading: (prefix: string): string => `The key ${prefix}… is revoked`,
  revoked:
    "It does not work any more, everywhere within a second. What is stored about it stays until the publisher erases it.",
} as const;

/** The time of day of a time, `14:05`. */
function clock(time: string): string {
  return time.slice(11, 16);
}

/** The day of a time of these months, `22 November`. */
export function shortDay(time: string): string {
  return dayInWords(time).replace(/ \d+$/u, "");
}

/** Says the time from one moment to another: `in 40 minutes`, `in 15 hours`. */
function until(time: string, from: string): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(time) - Date.parse(from)) / 60_000));
  if (minutes < 120) return `in ${counted(minutes, "minute", "minutes")}`;
  return `in ${counted(Math.round(minutes / 60), "hour", "hours")}`;
}

/** The English texts of the sign-up. */
export const signUpTexts = {
  title: "Get a key",
  heading: (perHour: number): string => `A free key allows ${digits(perHour)} requests an hour`,
  standfirst:
    "You can read everything without a key. A key is counted by itself, so that nobody else uses up your requests, and lets you be notified of new releases. It works at once, and there is no password.",
  form: "Sign up",
  email: "E-mail address",
  emailHint: "Stored with the key, where only the publisher sees it.",
  useCase: "What the key is for",
  useCaseHint: "In your own words, at most 500 characters.",
  submit: "Get the key",
  limitNote: (perHour: number, perDay: number): string =>
    `From one client address you can sign up ${countInWords(perHour)} times an hour and ${digits(perDay)} times a day.`,
  faults: (count: number): string => `No key yet: ${counted(count, "field needs", "fields need")} another look`,
  faultsNote: "What you wrote is still there. Nothing was stored.",
  emailFault: "This is no e-mail address. Expected is something like name@example.org, at most 254 characters.",
  useCaseFault:
    "Expected are 1 to 500 characters, without control characters, marks that override the direction of text, and more than eight combining marks in a row.",
  quotasNote: "The publisher issues keys with higher limits.",
  quotasGuide: "Rate limits",
  stored: "What is stored",
  storedNote:
    "The e-mail address, what the key is for, when and how often it asks for what, and its webhooks. Of the key itself only a hash. You can export and erase all of it with the key.",
  storedGuide: "Export and erase",
  lost: "Lost a key? Get another one: the old one works until it is revoked, which takes the key itself or the publisher.",
  toDashboard: "See what it has used",
} as const;

/** The English texts about a key that was just issued. */
export const newKeyTexts = {
  title: "Your key",
  heading: "Your key, shown this once",
  standfirst:
    "Save it now, for example in a password manager. The service keeps only a hash, so nobody can show it again. If you lose it, sign up again; the lost one works until it is revoked.",
  key: "Key",
  copyKey: "Copy the key",
  keyCopied: "Key copied",
  tryIt: "Try it",
  tryNote: "A shell keeps this line with your key in its history. In a program, take the key from a variable.",
  copyLine: "Copy the line",
  lineCopied: "Line copied",
  limits: (perHour: number, perDay: number): string =>
    `${digits(perHour)} requests an hour and ${digits(perDay)} a day, by the clock in UTC.`,
  confirm: "Confirm your e-mail address",
  confirmNote:
    "A mail with a link is on its way to you. The key works without it, like any other. When the address is confirmed, an export or erasure covers everything that is stored about it.",
  next: "What to do next",
  dashboard: "See what the key has used, replace or revoke it",
  authentication: "Send the key from curl, R, Python or a browser",
  reference: "Try every endpoint with the key",
  webhooks: "Get notified of new releases",
} as const;
