import { type Rankable, type RankedEntry, rankByMedian } from "../../trust/ranking.ts";
import type { Distribution, Scale } from "../../trust/scale.ts";
import type { Statement } from "../../trust/statements.ts";
import { countOf, emptyDistribution } from "../../trust/statistics.ts";
import { capitalized, counted, countInWords, dayInWords, possessive, sectorInWords } from "../../ask/grammar.ts";
import { type FullStatement, type Said, state, type SubjectName } from "../../ask/said.ts";
import { labelOf, sentences } from "../../ask/words.ts";
import type { MethodBreak } from "./method-break.ts";

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
  /** How many judged companies, or judgements of a company, a band needs. */
  readonly minimum: number;
}

export interface HistoryInWords {
  readonly subject: SubjectName;
  readonly kind: "country" | "sector" | "company";
  /** As it stands within a sentence; of a sector its label. */
  readonly name: string;
  /** Oldest first; none on a page after the last release. */
  readonly entries: readonly EntryInWords[];
}

/**
 * How a median developed, in one to three sentences. Nothing is called rise or fall across a break;
 * nor of a country or a sector, for the list of its companies may have moved it.
 */
export function describeHistoryInWords(history: HistoryInWords): Said {
  const { entries } = history;
  const last = entries.at(-1);
  if (last === undefined) return { text: "The history ends before this page.", statements: [] };
  const label = bandOf(last);
  if (label === null)
    return {
      text: sentences(withoutBand(history, last), lastBand(entries)),
      statements: bandsOf(history, [entries.findLast((entry) => bandOf(entry) !== null)]),
    };
  const start = startOfRun(entries);
  const text = sentences(bandInWords(history, label, start), breakInWords(entries, start));
  return { text, statements: [...bandsOf(history, [last, entries[start - 1]]), ...movedIn(history, start)] };
}

/** That the median band of the entries is what it is, each in its release. */
function bandsOf(history: HistoryInWords, entries: readonly (EntryInWords | undefined)[]): readonly FullStatement[] {
  return entries.flatMap((entry) =>
    entry === undefined || entry.median === null
      ? []
      : (stateOf(history, { claim: "band", level: entry.median }, entry) ?? []),
  );
}

function stateOf(
  { subject, kind }: HistoryInWords,
  statement: Statement,
  now: EntryInWords,
  before?: EntryInWords,
): FullStatement | null {
  const listed = kind === "company" ? null : countOf(now.distribution ?? []);
  const about = { subject, pillar: null, release: now.release };
  const figures = { own: rankedIn(now), ranking: null, listed, thinBelow: now.minimum };
  if (before === undefined) return state(about, statement, figures);
  return state({ ...about, since: before.release }, statement, { ...figures, before: rankedIn(before) });
}

function rankedIn({ distribution, scale, minimum, release: code }: EntryInWords): RankedEntry<Rankable> {
  const figures = { code, name: code, distribution: distribution ?? emptyDistribution(scale.bands.length) };
  const [ranked] = rankByMedian([figures], minimum);
  if (ranked === undefined) throw new RangeError("a ranking has the entry it is of");
  return ranked;
}

/** That a company rose or fell with the first entry of a run. */
function movedIn(history: HistoryInWords, start: number): readonly FullStatement[] {
  const [before, since] = [history.entries[start - 1], history.entries[start]];
  if (history.kind !== "company" || before === undefined || since === undefined || since.methodBreak !== null)
    return [];
  const claims = ["risen", "fallen"] as const;
  return claims.flatMap((claim) => stateOf(history, { claim }, since, before) ?? []);
}

/** The label of its median band, in the words of its release; null where it has none. */
function bandOf({ scale, median, distribution, minimum }: EntryInWords): string | null {
  if (median === null || countOf(distribution ?? []) < minimum) return null;
  return labelOf(scale, median);
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
  const [moved] = movedIn(history, start);
  if (moved !== undefined) {
    const verb = moved.claim === "risen" ? "rose" : "fell";
    return `${capitalized(history.name)} ${verb} from ${bandOf(before) ?? ""} to ${label} with ${release}, ${isLast ? "the newest here" : "and has stayed there"}.`;
  }
  const stands = isLast ? `${standing(history, "now")} ${label} in` : `${standing(history, "so far")} ${label} since`;
  return `${stands} ${release}${isLast ? ", the newest here" : ""}${beforeInWords(before, since)}.`;
}

/** What is said of the entry before a run of the same band, where its band may be named. */
function beforeInWords(before: EntryInWords, since: EntryInWords): string {
  if (since.methodBreak !== null) return "";
  if (before.distribution === null) return "; the release before does not list it";
  const label = bandOf(before);
  const why = before.median === null ? "it had no band" : "too few companies were judged";
  return label === null ? `; in the release before ${why}` : `; before that it was ${label}`;
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

function withoutBand(history: HistoryInWords, last: EntryInWords): string {
  const { kind, name, entries } = history;
  const release = releaseInWords(entries, last);
  const which = entries.length === 1 ? release : `${release}, the newest here,`;
  const own = kind === "sector" ? sectorInWords(name) : name;
  const { distribution } = last;
  if (distribution !== null && last.median !== null) {
    const few = counted(countOf(distribution), "judged company", "judged companies");
    return `In ${which} ${own} has ${few}, too few to rate it.`;
  }
  if (distribution === null) {
    return capitalized(`${which} ${kind === "company" ? `does not list ${own}` : `lists no company of ${own}`}.`);
  }
  const result = kind === "company" ? `${own} has not been judged` : `no company of ${own} has been judged`;
  return `In ${which} ${result}, so it has no band.`;
}

/** The band that something without one had last. */
function lastBand(entries: readonly EntryInWords[]): string {
  const last = entries.findLast((entry) => bandOf(entry) !== null);
  if (last !== undefined) return `It last had a band in ${releaseInWords(entries, last)}: ${bandOf(last) ?? ""}.`;
  return entries.length === 1 ? "" : "No release before gives it a band.";
}

/** `the release of 20 November 2026`, or by its id where another one is of the same day. */
function releaseInWords(entries: readonly EntryInWords[], entry: EntryInWords): string {
  const day = dayInWords(entry.publishedAt);
  const same = entries.filter(({ publishedAt }) => dayInWords(publishedAt) === day);
  return same.length > 1 ? `release ${entry.release}` : `the release of ${day}`;
}

/** How a sentence about a median band begins, up to the label. */
function standing(history: HistoryInWords, when: "now" | "so far"): string {
  const own = history.kind === "company" ? history.name : medianBandOf(history);
  return capitalized(`${own} ${when === "now" ? "is" : "has been"}`);
}

function medianBandOf({ kind, name }: HistoryInWords): string {
  return kind === "sector" ? `the median band of ${sectorInWords(name)}` : `${possessive(name)} median band`;
}
