import type { Distribution, Scale } from "../../trust/scale.ts";
import { countOf } from "../../trust/statistics.ts";
import { capitalized, counted, countInWords, dayInWords, possessive } from "../../ask/grammar.ts";
import type { MethodBreak } from "./method-break.ts";
import { isThin, labelOf, sentences } from "../../ask/words.ts";

/** The sentences about one thing in a row of releases. */

/** One release of a history. */
export interface EntryInWords {
  readonly release: string;
  readonly publishedAt: string;
  readonly scale: Scale;
  /** Why it must not be compared with the entry before it. */
  readonly methodBreak: MethodBreak | null;
  /** Null where the release does not list it. */
  readonly distribution: Distribution | null;
  /** The level of its median band; null where it has none. */
  readonly median: number | null;
  /** A country that has a band, and too few judged companies for a rank. */
  readonly isTooFew: boolean;
}

export interface HistoryInWords {
  readonly kind: "country" | "sector" | "company";
  /** As it stands within a sentence; of a sector its label. */
  readonly name: string;
  /** Oldest first; none on a page after the last release. */
  readonly entries: readonly EntryInWords[];
}

/**
 * How a median developed, in one to four sentences. Nothing is called rise or fall across a break.
 */
export function describeHistoryInWords(history: HistoryInWords): string {
  const { entries, kind } = history;
  const last = entries.at(-1);
  if (last === undefined) return "The history ends before this page.";
  const label = bandOf(last);
  if (label === null) return sentences(withoutBand(history, last), lastBand(entries));
  const start = startOfRun(entries);
  return sentences(
    bandInWords(history, label, start),
    breakInWords(entries, start),
    kind === "company" ? "" : thinInWords(kind, last),
  );
}

/** The label of its median band, in the words of its release; null where it has none. */
function bandOf({ scale, median }: EntryInWords): string | null {
  return median === null ? null : labelOf(scale, median);
}

/** The index of the entry since which the median has been the last one, without a break. */
function startOfRun(entries: readonly EntryInWords[]): number {
  let start = entries.length - 1;
  const last = entries[start]?.median;
  while (start > 0 && entries[start]?.methodBreak === null) {
    if (entries[start - 1]?.median !== last) break;
    start -= 1;
  }
  return start;
}

function bandInWords(history: HistoryInWords, label: string, start: number): string {
  const { entries } = history;
  const [first, before, since] = [entries[0], entries[start - 1], entries[start]];
  if (first === undefined || since === undefined) return "";
  const release = releaseInWords(entries, since);
  if (entries.length === 1) return `${standing(history, "now")} ${label} in ${release}, the only one here.`;
  if (before === undefined) return `${standing(history, "so far")} ${label} ${everywhere(entries)}.`;
  const isLast = start === entries.length - 1;
  const moved = moveInWords(history, before, since);
  if (moved !== null) return `${moved} with ${release}, ${isLast ? "the newest here" : "and has stayed there"}.`;
  const stands = isLast ? `${standing(history, "now")} ${label} in` : `${standing(history, "so far")} ${label} since`;
  return `${stands} ${release}${isLast ? ", the newest here" : ""}${beforeInWords(before, since)}.`;
}

/** `France’s median band fell from Moderate to Low`; null where no such thing can be said. */
function moveInWords(history: HistoryInWords, before: EntryInWords, since: EntryInWords): string | null {
  const [from, to] = [before.median, since.median];
  if (from === null || to === null || since.methodBreak !== null || before.isTooFew || since.isTooFew) return null;
  const subject = history.kind === "company" ? history.name : medianBandOf(history);
  return `${capitalized(subject)} ${to > from ? "rose" : "fell"} from ${labelOf(before.scale, from)} to ${labelOf(since.scale, to)}`;
}

/** What is said of the entry before a run of the same band, where its band may be named. */
function beforeInWords(before: EntryInWords, since: EntryInWords): string {
  if (since.methodBreak !== null) return "";
  if (before.distribution === null) return "; the release before does not list it";
  const label = bandOf(before);
  return label === null ? "; in the release before it had no band" : `; before that it was ${label}`;
}

/** `in all eight releases from 15 January 2024 to 20 November 2026`. */
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

/** The last break of the history, if it has one. */
function breakInWords(entries: readonly EntryInWords[], start: number): string {
  const at = entries.findLastIndex(({ methodBreak }, index) => index > 0 && methodBreak !== null);
  const entry = entries[at];
  if (entry === undefined || entry.methodBreak === null) return "";
  const change = CHANGES[entry.methodBreak];
  if (at === start) return `${change} with that release, so earlier bands cannot be compared.`;
  return `${change} with ${releaseInWords(entries, entry)}, so bands before it cannot be compared with those after.`;
}

function thinInWords(kind: "country" | "sector", { distribution }: EntryInWords): string {
  if (distribution === null || !isThin(distribution)) return "";
  const source = counted(countOf(distribution), "judged company", "judged companies");
  return `It rests on ${source}, which says little about a ${kind}.`;
}

function withoutBand(history: HistoryInWords, last: EntryInWords): string {
  const { kind, name, entries } = history;
  const release = releaseInWords(entries, last);
  const which = entries.length === 1 ? release : `${release}, the newest here,`;
  const own = kind === "sector" ? `the sector ${name}` : name;
  if (last.distribution === null) {
    return capitalized(`${which} ${kind === "company" ? `does not list ${own}` : `lists no company of ${own}`}.`);
  }
  const result = kind === "company" ? `${own} has not been judged` : `no company of ${own} has been judged`;
  return `In ${which} ${result}, so it has no band.`;
}

/** The band that something without one had last. */
function lastBand(entries: readonly EntryInWords[]): string {
  const last = entries.findLast((entry) => bandOf(entry) !== null);
  if (last !== undefined) return `It last had a band in ${releaseInWords(entries, last)}: ${bandOf(last) ?? ""}.`;
  return entries.length === 1 ? "" : "It has none in any release before.";
}

/** `the release of 20 November 2026`, or by its id where another one is of the same day. */
function releaseInWords(entries: readonly EntryInWords[], entry: EntryInWords): string {
  const day = dayInWords(entry.publishedAt);
  const same = entries.filter(({ publishedAt }) => dayInWords(publishedAt) === day);
  return same.length > 1 ? `release ${entry.release}` : `the release of ${day}`;
}

/** How a sentence about a median band begins, up to the label. */
function standing(history: HistoryInWords, when: "now" | "so far"): string {
  if (history.kind === "company") return `${history.name} ${when === "now" ? "stands" : "has stood"} at`;
  return capitalized(`${medianBandOf(history)} ${when === "now" ? "is" : "has been"}`);
}

function medianBandOf({ kind, name }: HistoryInWords): string {
  return kind === "sector" ? `the median band of the sector ${name}` : `${possessive(name)} median band`;
}
