import { countInWords, counted, digits } from "../../ask/grammar.ts";

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
