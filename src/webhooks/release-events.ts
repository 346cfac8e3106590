import { hash } from "node:crypto";
import type { WebhookEvent } from "../access/webhooks.ts";
import { changesBetween, moveInWords, nameArea } from "../topics/change/changes-between.ts";
import { marked } from "../ask/mark.ts";
import { joinMembers, withReasons } from "../ask/json-shape.ts";
import {
  type CountryMovedData,
  type MovedSideData,
  type ReleasePublishedData,
  type ReleaseWithdrawnData,
  type WebhookEventName,
  topicOf,
  writePayload,
} from "../topics/webhook/webhook-events.ts";
import type { MovedArea } from "../release/changes/release-changes.ts";
import type { Releases, Snapshot } from "../release/snapshot.ts";
import { API, hrefOf, urlTo } from "../ask/urls.ts";

/** One release took the place of another. */
export interface Transition {
  /** Null where it is not kept any more, or cannot be opened; `previousRelease` is its id. */
  readonly before: Snapshot | null;
  readonly previousRelease: string;
  readonly after: Snapshot;
  readonly at: Date;
  /** 1 where the release became current for the first time, 2 for the second, and so on. */
  readonly occurrence: number;
}

/**
 * The events of a transition that somebody waits for. Their ids depend on nothing but what
 * happened, so that they are the same on every node.
 */
export async function eventsOf(
  releases: Releases,
  transition: Transition,
  wanted: ReadonlySet<string>,
  baseUrl: string,
): Promise<readonly WebhookEvent[]> {
  const { before, after, previousRelease } = transition;
  const events: WebhookEvent[] = [];
  const add = (type: WebhookEventName, data: object, iso2?: string): void => {
    const topic = topicOf(type, iso2);
    if (wanted.has(topic)) events.push(eventOf(transition, type, topic, data));
  };
  const isWithdrawal = isGoneBackTo(transition);
  const hasCountries = [...wanted].some((topic) => topic.startsWith(topicOf("country.moved", "")));
  if (isWithdrawal) add("release.withdrawn", describeWithdrawn(previousRelease, after, baseUrl));
  else add("release.published", describePublished(transition, baseUrl));
  if (before === null || !hasCountries) return events;
  const changes = await changesBetween(releases, before, after, isWithdrawal);
  for (const moved of changes?.countries.moved ?? [])
    if (wanted.has(topicOf("country.moved", moved.code)))
      add("country.moved", describeMoved(before, after, moved, baseUrl), moved.code);
  return events;
}

/** Returns true if the publisher went back to an older release. */
function isGoneBackTo({ before, after, occurrence }: Transition): boolean {
  return before === null ? occurrence > 1 : after.manifest.publishedAt < before.manifest.publishedAt;
}

const ID_CHARACTERS = 32;

function eventOf(
  { previousRelease, after, at, occurrence }: Transition,
  type: WebhookEventName,
  topic: string,
  data: object,
): WebhookEvent {
  const name = JSON.stringify([topic, previousRelease, after.manifest.id, occurrence]);
  const id = `evt_${hash("sha256", name).slice(0, ID_CHARACTERS)}`;
  return { id, topic, type, payload: writePayload(type, at, data) };
}

function describePublished({ after, previousRelease }: Transition, baseUrl: string): ReleasePublishedData {
  const { manifest } = after;
  return {
    release: manifest.id,
    published_at: manifest.publishedAt,
    previous_release: previousRelease,
    title: manifest.dataset.title,
    href: previewOf(baseUrl, manifest.id),
    changes_href: baseUrl + urlTo(API.changes, { from: previousRelease, to: manifest.id }),
  };
}

function describeWithdrawn(release: string, after: Snapshot, baseUrl: string): ReleaseWithdrawnData {
  const { id } = after.manifest;
  return { release, current_release: id, href: previewOf(baseUrl, id) };
}

function describeMoved(before: Snapshot, after: Snapshot, moved: MovedArea, baseUrl: string): CountryMovedData {
  const { movement, code } = moved;
  const { slug, name } = nameArea(before, after, "country", code);
  const { id } = (after.countryByIso2(code) === undefined ? before : after).manifest;
  const { mark, notice } = after.manifest.dataset;
  const members = {
    release: after.manifest.id,
    previous_release: before.manifest.id,
    slug,
    name,
    before: describeSide(before, movement.before),
    after: describeSide(after, movement.after),
    trend: movement.trend,
    summary: marked(moveInWords(before, after, "country", moved).text, mark),
    notice,
    href: hrefOf({ baseUrl }, "country", slug, id),
  };
  return withReasons(members, { trend: movement.trendReason, notice: "not_given" });
}

function describeSide(
  { manifest }: Snapshot,
  { median, judgedCompanies }: MovedArea["movement"]["before"],
): MovedSideData {
  const band = median === null ? undefined : manifest.dataset.scale.bands[median - 1];
  const members = { median_band: band?.id ?? null, median_level: median, median_label: band?.label ?? null };
  const why = { median_band: "not_judged", median_level: "not_judged", median_label: "not_judged" } as const;
  return joinMembers(withReasons(members, why), { judged_companies: judgedCompanies });
}

function previewOf(baseUrl: string, release: string): string {
  return baseUrl + urlTo(API.countries, { release });
}
