import { LRUCache } from "lru-cache";
import { countChangedByCountry } from "../../release/changes/count-changed.ts";
import { type Releases, type Snapshot, UnreadableRelease } from "../../release/snapshot.ts";
import { changesBetween } from "./changes-between.ts";
import { licenceName } from "../../ask/describe.ts";
import { listSwitches, type ReleaseSwitch } from "./release-switches.ts";
import type { Sources } from "../../ask/sources.ts";
import {
  changeInWords,
  type News,
  type Replacement,
  replacementInWords,
  standingInWords,
  switchInWords,
} from "./words-of-news.ts";

/** Maximum number of switches of the current release that feeds reach back. */
export const SWITCHES_MAX = 20;

/** A release that became current, with the news of the data and of each country. */
export interface ReleaseNews {
  readonly change: ReleaseSwitch;
  readonly publisher: string;
  /** Name of the licence. */
  readonly licence: string;
  readonly notice: string | null;
  readonly mark: string | null;
  readonly release: News;
  /** By ISO 3166-1 alpha-2. */
  readonly countries: ReadonlyMap<string, News>;
  /** The countries that the release has, by ISO 3166-1 alpha-2. */
  readonly listed: ReadonlySet<string>;
  /** True if the release before is no longer readable, so that changes are unknown. */
  readonly isAlone: boolean;
}

/**
 * Reads the latest news, newest first.
 *
 * News of a deleted release is left out, and so is news that compares with one: an entry never
 * changes. Only the newest is told without the release before if that was deleted.
 */
export async function readNews({ releases, snapshot }: Pick<Sources, "releases" | "snapshot">): Promise<ReleaseNews[]> {
  const switches = listSwitches(releases.history(), snapshot.manifest.id).toReversed().slice(0, SWITCHES_MAX);
  const readable = new Set(releases.list().map(({ id }) => id));
  const news: ReleaseNews[] = [];
  for (const change of switches) {
    if (!readable.has(change.release)) continue;
    const isWhole = change.kind !== "published" || change.before === null || readable.has(change.before);
    if (!isWhole && change !== switches[0]) continue;
    const found = await (isWhole ? keepNews(releases, change) : makeNews(releases, change));
    if (found !== null) news.push(found);
  }
  return news;
}

const kept = new WeakMap<Releases, LRUCache<string, Promise<ReleaseNews | null>>>();

/** Maximum number of cached news: twice those of a feed, so that new ones evict none in use. */
const KEPT_MAX = 2 * SWITCHES_MAX;

/** Returns the cached news of two releases, or makes it: releases never change. */
function keepNews(releases: Releases, change: ReleaseSwitch): Promise<ReleaseNews | null> {
  const own = kept.get(releases) ?? new LRUCache({ max: KEPT_MAX });
  kept.set(releases, own);
  const key = `${change.kind} ${change.before} ${change.release} ${change.since}`;
  const found = own.get(key);
  if (found !== undefined) return found;
  const made = makeNews(releases, change);
  own.set(key, made);
  const forget = (): void => void own.delete(key);
  made.then((news) => (news === null || news.isAlone ? forget() : undefined), forget);
  return made;
}

async function makeNews(releases: Releases, change: ReleaseSwitch): Promise<ReleaseNews | null> {
  const after = openReadable(releases, change.release);
  if (after === null) return null;
  const { dataset } = after.manifest;
  const facts = {
    change,
    publisher: dataset.publisher,
    licence: licenceName(dataset.licence),
    notice: dataset.notice,
    mark: dataset.mark,
    listed: new Set(after.countries.map(({ iso2 }) => iso2)),
    isAlone: false,
  };
  if (change.kind !== "published" || change.before === null) {
    return { ...facts, release: switchInWords(change, after), countries: standings(change, after) };
  }
  const before = openReadable(releases, change.before);
  if (before === null) return { ...facts, release: switchInWords(change, after), countries: new Map(), isAlone: true };
  const replacement = { before, after, changes: await changesBetween(releases, before, after) };
  const countries = replacement.changes === null ? standings(change, after) : changedCountries(replacement);
  return { ...facts, release: replacementInWords(replacement), countries };
}

function standings(change: ReleaseSwitch, after: Snapshot): Map<string, News> {
  return new Map(after.countries.map((country) => [country.iso2, standingInWords(change, after, country)]));
}

function changedCountries(replacement: Replacement): Map<string, News> {
  const { changes } = replacement;
  if (changes === null) return new Map();
  const counts = countChangedByCountry(changes.companies);
  const movements = new Map(changes.countries.moved.map(({ code, movement }) => [code, movement]));
  const news = new Map<string, News>();
  for (const iso2 of new Set([...movements.keys(), ...counts.keys()])) {
    const change = { iso2, movement: movements.get(iso2) ?? null, counts: counts.get(iso2) ?? null };
    const found = changeInWords(replacement, change);
    if (found !== null) news.set(iso2, found);
  }
  return news;
}

function openReadable(releases: Releases, id: string): Snapshot | null {
  try {
    return releases.byId(id) ?? null;
  } catch (error) {
    if (error instanceof UnreadableRelease) return null;
    throw error;
  }
}
