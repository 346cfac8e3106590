import { Problem, type ProblemError, quote } from "../problem.ts";
import { type BecameCurrent, type Releases, type Snapshot, UnreadableRelease } from "../snapshot/snapshot.ts";
import type { GivenParameters } from "./operation.ts";
import { RELEASE_CHARACTERS_MAX } from "./parameters.ts";

/**
 * Chooses the release that answers: the one that `release` names by its id or as `previous`, the
 * one that was in force at `as_of`, or the current one.
 *
 * Throws `release_not_found` where there is none and `unavailable` for a damaged one. The release
 * comes first because the other parameters depend on it. Where reading the parameters will refuse
 * how it is chosen, the current release answers until then.
 */
export function chooseSnapshot(releases: Releases, given: GivenParameters, at: Date): Snapshot {
  const named = given.query.filter(([name]) => name === "release" || name === "as_of");
  const [name, value] = named[0] ?? [];
  if (name === undefined || value === undefined || named.length > 1) return releases.current();
  if (name === "release") return isName(value) ? findNamed(releases, value) : releases.current();
  const instant = readInstant(value);
  return instant === null || isAfter(value, instant, at) ? releases.current() : findInForce(releases, value, instant);
}

/** Whether a text is as long as the parameter may be. */
function isName(text: string): boolean {
  return text !== "" && Array.from(text).length <= RELEASE_CHARACTERS_MAX;
}

/** What is wrong with how a release is chosen; `given` has each name once. */
export function findReleaseErrors({ query }: GivenParameters, at: Date): ProblemError[] {
  const sent = new Map(query);
  const asOf = sent.get("as_of");
  if (asOf === undefined) return [];
  if (sent.has("release")) {
    return [{ parameter: "as_of", detail: "`release` and `as_of` both choose a release; give one of them." }];
  }
  const instant = readInstant(asOf);
  if (instant === null) {
    const expected = "a date such as `2026-11-01` or a time such as `2026-11-01T12:00:00Z` (RFC 3339)";
    return [{ parameter: "as_of", detail: `\`as_of\` is ${quote(asOf)}; expected ${expected}.` }];
  }
  if (!isAfter(asOf, instant, at)) return [];
  const today = at.toISOString().slice(0, 10);
  return [{ parameter: "as_of", detail: `\`as_of\` is ${quote(asOf)}, which is to come; today is ${today} (UTC).` }];
}

/** Whether a request names its release by the id, so that its response never changes. */
export function namesRelease({ query }: GivenParameters, { manifest }: Snapshot): boolean {
  return query.some(([name, value]) => name === "release" && value === manifest.id);
}

function findNamed(releases: Releases, name: string): Snapshot {
  if (name === "current") return releases.current();
  if (name === "previous") return findPrevious(releases);
  return openRelease(releases, name);
}

/** The release of this id. Throws `release_not_found`, and `unavailable` for a damaged one. */
export function openRelease(releases: Releases, id: string): Snapshot {
  return open(releases, id, `No release is called ${quote(id)}; /api/v2/releases lists those there are.`);
}

function findPrevious(releases: Releases): Snapshot {
  const { id } = releases.current().manifest;
  const history = releases.history();
  const previous = history[history.findLastIndex(({ release }) => release === id) - 1];
  if (previous === undefined) {
    throw new Problem("release_not_found", `There is no previous release: ${id} is the first that became current.`);
  }
  return open(releases, previous.release, notKept(`The previous release was ${previous.release}`));
}

function findInForce(releases: Releases, asOf: string, instant: number): Snapshot {
  const history = releases.history();
  const inForce = history.findLast(({ since }) => Date.parse(since) <= instant);
  if (inForce !== undefined) return open(releases, inForce.release, notKept(`${inForce.release} was in force then`));
  throw new Problem("release_not_found", `No release was in force at ${quote(asOf)}. ${describeFirst(history)}`);
}

function describeFirst([first]: readonly BecameCurrent[]): string {
  return first === undefined ? "" : `The first one, ${first.release}, became current at ${first.since}.`;
}

function notKept(sentence: string): string {
  return `${sentence}, but it is not kept any more; /api/v2/releases lists those there are.`;
}

function open(releases: Releases, id: string, missing: string): Snapshot {
  try {
    const snapshot = releases.byId(id);
    if (snapshot !== undefined) return snapshot;
  } catch (error) {
    if (!(error instanceof UnreadableRelease)) throw error;
    throw new Problem(
      "unavailable",
      `The release ${id} is damaged and cannot be read until its publisher repairs it; /api/v2/releases lists all releases.`,
    );
  }
  throw new Problem("release_not_found", missing);
}

const DATE = /^\d{4}-\d{2}-\d{2}$/u;
/** RFC 3339 §5.6. A `+` that is not escaped arrives as a space. */
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)(?:[Zz]|([+\- ])(\d{2}:\d{2}))$/u;

const DAY_MILLISECONDS = 86_400_000;

/** The time a text means, in milliseconds: of a date the last one of its UTC day; null for none. */
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

/** Whether a time is to come. A day counts as begun. */
function isAfter(text: string, instant: number, at: Date): boolean {
  return (DATE.test(text) ? instant - DAY_MILLISECONDS + 1 : instant) > at.getTime();
}
