import type { Distribution, Scale } from "../trust/scale.ts";
import { countOf } from "../trust/statistics.ts";
import { capitalized, counted, countInWords, dayInWords, inARow, possessive } from "../ask/grammar.ts";
import { labelOf, sentences } from "../ask/words.ts";

/** The sentences about one thing in a row of releases. */

/** The reason why the figures of two releases must not be compared. */
type MethodBreak = "dataset" | "scale" | "pillars" | "rule";

/** One release of a history. */
export interface EntryInWords {
  readonly release: string;
  readonly publishedAt: string;
  readonly scale: Scale;
  /** The reason why it must not be compared with the entry before it. */
  readonly methodBreak: MethodBreak | null;
  /** Null where the release does not list it. */
  readonly distribution: Distribution | null;
  /** The level of its median band; null where it has none. */
  readonly median: number | null;
  /** Minimum number of judged companies, or judgements of a company, for a band. */
  readonly minimum: number;
}

export interface HistoryInWords {
  readonly kind: "country" | "sector" | "company";
  /** Its name within a sentence. */
  readonly name: string;
  /** Oldest first; none on a page after the last release. */
  readonly entries: readonly EntryInWords[];
}

/**
 * Describes the development of a median in one to three sentences. Nothing is called rise or fall:
 * companies or judgements that came or went may have moved it.
 */
export function describeHistoryInWords(history: HistoryInWords): string {
  const { entries } = history;
  const last = entries.at(-1);
  if (last === undefined) return "The history ends before this page.";
  const label = bandOf(last);
  if (label === null) return sentences(withoutBand(history, last), lastBand(entries));
  const start = startOfRun(entries);
  return sentences(bandInWords(history, label, start), breakInWords(entries, start));
}

/** Returns the label of its median band in its release; null where it has none. */
function bandOf({ scale, median, distribution, minimum }: EntryInWords): string | null {
  if (median === null || countOf(distribution ?? []) < minimum) return null;
  return labelOf(scale, median);
}

/**
 * Finds the first entry of the last run of one median, without a break and without
 * a release that has too few judged companies to say so.
 */
function startOfRun(entries: readonly EntryInWords[]): number {
  let start = entries.length - 1;
  const last = entries[start]?.median;
  while (start > 0 && entries[start]?.methodBreak === null) {
    const before = entries[start - 1];
    if (before === undefined || before.median !== last || bandOf(before) === null) break;
    start -= 1;
  }
  return start;
}

/** Says ` (called Good until the release of 1 March 2026)`, of each label that changed in a run. */
function formerLabels(entries: readonly EntryInWords[], start: number): string {
  const former = entries.slice(start, -1).flatMap((entry, index) => {
    const [label, since] = [bandOf(entry), entries[start + index + 1]];
    if (since === undefined || label === bandOf(since)) return [];
    return [`${label ?? ""} until ${releaseInWords(entries, since)}`];
  });
  return former.length === 0 ? "" : ` (called ${inARow(former)})`;
}

function bandInWords(history: HistoryInWords, own: string, start: number): string {
  const { entries } = history;
  const label = own + formerLabels(entries, start);
  const [first, before, since] = [entries[0], entries[start - 1], entries[start]];
  if (first === undefined || since === undefined) return "";
  const release = releaseInWords(entries, since);
  if (entries.length === 1) return `${standing(history, "now")} ${label} in ${release}, the only one here.`;
  if (before === undefined) return `${standing(history, "so far")} ${label} ${everywhere(entries)}.`;
  const isLast = start === entries.length - 1;
  const stands = isLast ? `${standing(history, "now")} ${label} in` : `${standing(history, "so far")} ${label} since`;
  return `${stands} ${release}${isLast ? ", the newest here" : ""}${beforeInWords(before, since)}.`;
}

/** Describes the entry before a run of the same band, if its band may be named. */
function beforeInWords(before: EntryInWords, since: EntryInWords): string {
  if (since.methodBreak !== null) return "";
  if (before.distribution === null) return "; the release before does not list it";
  const label = bandOf(before);
  const why = before.median === null ? "it had no band" : "too few companies were judged";
  return label === null ? `; in the release before ${why}` : `; before that it was ${label}`;
}

/** Says `in all eight releases from 15 January 2024 to 20 November 2026`. */
function everywhere(entries: readonly EntryInWords[]): string {
  const [from, to] = [entries[0], entries.at(-1)].map((entry) => dayInWords(entry?.publishedAt ?? ""));
  const all = entries.length === 2 ? "in both releases" : `in all ${countInWords(entries.length)} releases`;
  return from === to ? `${all} of ${to ?? ""}` : `${all} from ${from ?? ""} to ${to ?? ""}`;
}

const CHANGES: Readonly<Record<MethodBreak, string>> = {
  dataset: "The dataset changed",
  scale: "The scale changed",
  pillars: "The pillars changed",
  rule: "The rule that figures are computed by changed",
};

/** Describes the last break of the history, if it has one. */
function breakInWords(entries: readonly EntryInWords[], start: number): string {
  const at = entries.findLastIndex(({ methodBreak }, index) => index > 0 && methodBreak !== null);
  const entry = entries[at];
  if (entry === undefined || entry.methodBreak === null) return "";
  const change = CHANGES[entry.methodBreak];
  if (at === start) return `${change} with that release, so earlier bands cannot be compared.`;
  return `${change} with ${releaseInWords(entries, entry)}, so bands before it cannot be compared with those after.`;
}

function withoutBand(history: HistoryInWords, last: EntryInWords): string {
  const { kind, name, entries } = history;
  const release = releaseInWords(entries, last);
  const which = entries.length === 1 ? release : `${release}, the newest here`;
  const { distribution } = last;
  if (distribution !== null && last.median !== null) {
    const few = counted(countOf(distribution), "judged company", "judged companies");
    return `In ${which}, ${name} has ${few}, too few to rate it.`;
  }
  if (distribution === null) {
    const those = entries.length === 1 ? which : `${which},`;
    return capitalized(`${those} ${kind === "company" ? `does not list ${name}` : `lists no company of ${name}`}.`);
  }
  const result = kind === "company" ? `${name} has not been judged` : `no company of ${name} has been judged`;
  return `In ${which}, ${result}, so it has no band.`;
}

/** Names the last band of something that has none now. */
function lastBand(entries: readonly EntryInWords[]): string {
  const last = entries.findLast((entry) => bandOf(entry) !== null);
  if (last !== undefined) return `It last had a band in ${releaseInWords(entries, last)}: ${bandOf(last) ?? ""}.`;
  return entries.length === 1 ? "" : "No release before gives it a band.";
}

/** Names a release by its day, or by its id where another one is of the same day. */
function releaseInWords(entries: readonly EntryInWords[], entry: EntryInWords): string {
  const day = dayInWords(entry.publishedAt);
  const same = entries.filter(({ publishedAt }) => dayInWords(publishedAt) === day);
  return same.length > 1 ? `release ${entry.release}` : `the release of ${day}`;
}

/** Begins a sentence about a median band, up to the label. */
function standing(history: HistoryInWords, when: "now" | "so far"): string {
  const is = when === "now" ? "is" : "has been";
  return history.kind === "company" ? `${history.name} ${is}` : capitalized(`${medianInWords(history)} ${is}`);
}

/** Says `Italy’s median band`; of a sector, `the median band of the sector Energy`. */
export function medianInWords({ kind, name }: { readonly kind: string; readonly name: string }): string {
  return kind === "sector" ? `the median band of ${name}` : `${possessive(name)} median band`;
}
