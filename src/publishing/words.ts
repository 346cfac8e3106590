import { hash } from "node:crypto";
import { FRESH_SECONDS, STALE_SECONDS } from "../http/send-response.ts";
import { counted, formatCount } from "../intake/counted.ts";
import type { Manifest } from "../release/manifest.ts";

/** `12 companies`, in the form that every command uses. */
export function countedCompanies(count: number): string {
  return counted(count, "company", "companies");
}

export function countedCountries(count: number): string {
  return counted(count, "country", "countries");
}

/** `3 companies asked for a reply (1 answered)`; nothing where none was asked. */
export function repliesOf({ askedCompanies, answeredCompanies }: Manifest["counts"]): string[] {
  if (askedCompanies === 0) return [];
  return [`${countedCompanies(askedCompanies)} asked for a reply (${formatCount(answeredCompanies)} answered)`];
}

/** Number of rows that said what another row says. */
export function duplicatesOf(counts: Manifest["counts"]): number {
  return counts.duplicateCompanies + counts.duplicateProducts + counts.duplicateJudgements + counts.duplicateReplies;
}

/** The size of a release in words. */
export function formatSize({ counts }: Manifest): string {
  const companies = `${countedCompanies(counts.companies)} (${formatCount(counts.judgedCompanies)} judged)`;
  const none = counts.companiesWithoutCountry > 0;
  const countries =
    none && counts.countries === 0 ? "no country" : `${countedCountries(counts.countries)}${none ? " or none" : ""}`;
  const areas = `${countries} and ${counted(counts.sectors, "sector")}`;
  const rows = [counted(counts.products, "product"), counted(counts.judgements, "judgement"), ...repliesOf(counts)];
  return `${companies} in ${areas}, ${rows.join(", ")}`;
}

/** A time in UTC, to the minute: `2026-11-20T10:00Z`. */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 16)}Z`;
}

/** A time with the zone that it is meant in. */
export function timeInWords(until: Date): string {
  return `${formatTime(until)} (UTC)`;
}

/** A word of a command as one types it into a shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * Warns that caches may outlast an embargo at short notice: they were given answers before anybody
 * knew of it. Returns no lines where all of these expire by then.
 */
export function cacheNotices(until: Date | null, now: Date): string[] {
  const cachedUntil = new Date(now.getTime() + (FRESH_SECONDS + STALE_SECONDS) * 1000);
  if (until === null || until >= cachedUntil) return [];
  return [
    `At short notice: what caches were given until now may show the release before up to ${timeInWords(cachedUntil)}. ` +
      `From now on they are told the time. To be sure that nobody sees it longer, set a time after that, or empty your own caches at ${timeInWords(until)}.`,
  ];
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?$/u;

/** Reads the time at which a draft becomes current by itself; a sentence says what is wrong. */
export function readEmbargo(text: string, now: Date): Date | { readonly fault: string } {
  // Without a zone, JavaScript reads a time in the zone of the machine (ECMA-262, 21.4.1.32).
  const time = new Date(text);
  if (!TIME.test(text) || Number.isNaN(time.getTime()))
    return {
      fault: `"${text}"; expected a time, such as 2026-12-01T06:00:00Z, 2026-12-01T07:00+01:00, or 2026-12-01T07:00 in the zone of this machine`,
    };
  if (time > now) return time;
  return { fault: `${time.toISOString()}, which is over; \`country-trust release\` publishes a draft now` };
}

const CODE_DIGITS = 12;

/** A code of what was shown, so that only this can be accepted. */
export function acceptanceCode(shown: unknown): string {
  return hash("sha256", JSON.stringify(shown)).slice(0, CODE_DIGITS);
}
