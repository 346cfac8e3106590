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
