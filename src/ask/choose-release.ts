import { Problem, type ProblemError, quote } from "../problem.ts";
import {
  type BecameCurrent,
  type ReleaseFigures,
  type Releases,
  type Snapshot,
  UnreadableRelease,
} from "../release/snapshot.ts";
import type { GoneRelease } from "../release/store/publication-state.ts";
import type { GivenParameters } from "./operation.ts";
import { RELEASE_CHARACTERS_MAX } from "./parameters.ts";

/**
 * Chooses the release that answers: the one that `release` names by its id or as `previous`, the
 * one that was in force at `as_of`, or the current one.
 *
 * Throws `release_not_found` where there is none, `release_withdrawn` or `release_removed` where
 * there was one, and `unavailable` for a damaged one or one that may be on its way here. The
 * release comes first because the other parameters depend on it. Where reading the parameters will
 * refuse how it is chosen, the current release answers until then.
 */
export function chooseSnapshot(releases: Releases, given: GivenParameters, at: Date): Snapshot {
  const named = given.query.filter(([name]) => name === "release" || name === "as_of");
  const [name, value] = named[0] ?? [];
  if (name === undefined || value === undefined || named.length > 1) return releases.current();
  if (name === "release") return isName(value) ? findNamed(releases, value) : releases.current();
  const instant = readInstant(value);
  return instant === null || isAfter(value, instant, at) ? releases.current() : findInForce(releases, value, instant);
}

/** Returns true if a text has a length that the parameter may have. */
function isName(text: string): boolean {
  return text !== "" && Array.from(text).length <= RELEASE_CHARACTERS_MAX;
}

/** Finds the errors in the choice of a release; `given` has each name once. */
export function findReleaseErrors({ query }: GivenParameters, at: Date): ProblemError[] {
  const sent = new Map(query);
  const asOf = sent.get("as_of");
  if (asOf === undefined) return [];
  if (sent.has("release")) {
    return [{ parameter: "as_of", detail: "`release` and `as_of` both choose a release; give one of them." }];
  }
  if (readInstant(asOf) === null) {
    const expected = "a date such as `2026-11-01` or a time such as `2026-11-01T12:00:00Z` (RFC 3339)";
    return [{ parameter: "as_of", detail: `\`as_of\` is ${quote(asOf)}; expected ${expected}.` }];
  }
  return findFutureErrors("as_of", asOf, at);
}

/** Finds the error of a parameter that chooses a release by a time in the future. */
export function findFutureErrors(parameter: string, text: string, at: Date): ProblemError[] {
  const instant = readInstant(text);
  if (instant === null || !isAfter(text, instant, at)) return [];
  const today = at.toISOString().slice(0, 10);
  return [{ parameter, detail: `\`${parameter}\` is ${quote(text)}, which is to come; today is ${today} (UTC).` }];
}

/**
 * Returns true if a request names its release by the id, and that of `since` too if it has one: its
 * response never changes.
 */
export function namesRelease({ query }: GivenParameters, { manifest }: Snapshot): boolean {
  return (
    query.some(([name, value]) => name === "release" && value === manifest.id) &&
    query.every(([name, value]) => name !== "since" || !isRelative(value))
  );
}

/** Returns true if a text stands for another release after the next publication or rollback. */
function isRelative(text: string): boolean {
  return text === "current" || text === "previous" || readInstant(text) !== null;
}

/**
 * The release that a text names: by its id, as `current` or `previous`, or by a time at which it
 * was in force. Throws `release_not_found`, and `unavailable` for a damaged one.
 */
export function findRelease(releases: Releases, text: string): Snapshot {
  const instant = readInstant(text);
  return instant === null ? findNamed(releases, text) : findInForce(releases, text, instant);
}

/**
 * The release that a caller names by `text`, as `findRelease` reads it, or the current one. Throws
 * `invalid_request` for a time to come, at which nobody knows what will be current.
 */
export function findAskedRelease(releases: Releases, text: string | undefined, at: Date): Snapshot {
  const errors = text === undefined ? [] : findFutureErrors("release", text, at);
  if (errors.length > 0) throw new Problem("invalid_request", errors.map(({ detail }) => detail).join(" "), errors);
  return findRelease(releases, text ?? "current");
}

function findNamed(releases: Releases, name: string): Snapshot {
  if (name === "current") return releases.current();
  if (name === "previous") return findPrevious(releases);
  return open(releases, name, `No release is called ${quote(name)}.`);
}

function findPrevious(releases: Releases): Snapshot {
  const { id } = releases.current().manifest;
  const previous = idBefore(releases, id);
  if (previous === undefined) {
    throw new Problem("release_not_found", `There is no previous release: ${id} is the first that became current.`);
  }
  return open(releases, previous, notKept(`The previous release was ${previous}`));
}

/**
 * The release that was current before another one became it, the last time it did; null where that
 * was the first, or where the one before is not kept any more. Before a draft, that is the current
 * one. Throws `unavailable` for a damaged one.
 */
export function findBefore(releases: Releases, { manifest, isDraft }: Snapshot): Snapshot | null {
  if (isDraft) return releases.current();
  const previous = idBefore(releases, manifest.id);
  if (previous === undefined || !releases.list().some(({ id }) => id === previous)) return null;
  return open(releases, previous, notKept(`The release before was ${previous}`));
}

function idBefore(releases: Releases, id: string): string | undefined {
  const history = releases.history();
  return history[history.findLastIndex(({ release }) => release === id) - 1]?.release;
}

/**
 * Returns true if a release was never current before another one was. After the publisher went back
 * to a release, each of the two came before the other.
 */
export function isLater(releases: Releases, release: Snapshot, other: Snapshot): boolean {
  const history = releases.history();
  const first = history.findIndex((entry) => entry.release === release.manifest.id);
  const last = history.findLastIndex((entry) => entry.release === other.manifest.id);
  if (first >= 0 && last >= 0) return first > last;
  return release.manifest.publishedAt > other.manifest.publishedAt;
}

function findInForce(releases: Releases, asOf: string, instant: number): Snapshot {
  const history = releases.history();
  const inForce = history.findLast(({ since }) => Date.parse(since) <= instant);
  if (inForce !== undefined) return open(releases, inForce.release, notKept(`${inForce.release} was in force then`));
  throw new Problem("release_not_found", `No release was in force at ${quote(asOf)}. ${describeFirst(history)}`);
}

/** Returns true if a text is a time at which no release was in force yet. */
export function isBeforeFirst(releases: Releases, text: string): boolean {
  const instant = readInstant(text);
  const [first] = releases.history();
  return instant !== null && first !== undefined && instant < Date.parse(first.since);
}

function describeFirst([first]: readonly BecameCurrent[]): string {
  return first === undefined ? "" : `The first one, ${first.release}, became current at ${first.since}.`;
}

function notKept(sentence: string): string {
  return `${sentence}, but it is not kept any more.`;
}

/** The figures of a release of this id, with the problems of a release that is chosen. */
export function findFigures(releases: Releases, id: string): ReleaseFigures {
  return read(releases, id, () => releases.figuresOf(id), notKept(`There was a release ${id}`));
}

function open(releases: Releases, id: string, missing: string): Snapshot {
  return read(releases, id, () => releases.byId(id), missing);
}

/** Builds the problem of a release that was published and is no longer available. */
function describeGone(id: string, { kind, at, note }: GoneRelease): Problem {
  const day = at.slice(0, 10);
  const sentence =
    kind === "withdrawn"
      ? `Release ${id} was withdrawn by its publisher on ${day}${note === null ? "." : `: ${note}`}`
      : `Release ${id} was removed by its publisher on ${day}; its data are not here any more.`;
  return new Problem(`release_${kind}`, sentence, [], { members: { release: id, at, note } });
}

function read<T>(releases: Releases, id: string, find: () => T | undefined, missing: string): T {
  try {
    const found = find();
    if (found !== undefined) return found;
  } catch (error) {
    if (!(error instanceof UnreadableRelease)) throw error;
    throw new Problem(
      "unavailable",
      `The release ${id} is damaged and cannot be read until its publisher repairs it.`,
      [],
      { listedIn: "releases" },
    );
  }
  const gone = releases.gone(id);
  if (gone !== null) throw describeGone(id, gone);
  if (releases.mayCome(id))
    throw new Problem(
      "unavailable",
      `The release ${quote(id)} is not here, and this node cannot learn of new releases at present. Try again in a few seconds: others may have it.`,
    );
  throw new Problem("release_not_found", missing, [], { listedIn: "releases" });
}

const DATE = /^\d{4}-\d{2}-\d{2}$/u;
/** RFC 3339 §5.6. A `+` that is not escaped arrives as a space. */
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)(?:[Zz]|([+\- ])(\d{2}:\d{2}))$/u;

const DAY_MILLISECONDS = 86_400_000;

/** Reads a time in milliseconds, of a date the end of its UTC day; null if the text is no time. */
function readInstant(text: string): number | null {
  if (DATE.test(text)) {
    const day = readDay(text);
    return day === null ? null : day + DAY_MILLISECONDS - 1;
  }
  const [, date, time, sign, offset] = DATE_TIME.exec(text) ?? [];
  if (date === undefined || readDay(date) === null) return null;
  const zone = offset === undefined ? "Z" : `${sign === "-" ? "-" : "+"}${offset}`;
  const instant = Date.parse(`${date}T${time}${zone}`);
  return Number.isNaN(instant) ? null : instant;
}

/** The first millisecond of a day; null for a day that no calendar has, such as February 30. */
function readDay(date: string): number | null {
  const day = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(day) && new Date(day).toISOString().startsWith(date) ? day : null;
}

/** Returns true if a time is in the future. A day that has begun is not. */
function isAfter(text: string, instant: number, at: Date): boolean {
  return (DATE.test(text) ? instant - DAY_MILLISECONDS + 1 : instant) > at.getTime();
}
