import type { TProperties, TSchema } from "typebox";
import { said, Type } from "../../ask/type.ts";
import type { ReleaseFigures, Snapshot } from "../../release/snapshot.ts";
import type { Distribution, Scale } from "../../trust/scale.ts";
import { emptyDistribution } from "../../trust/statistics.ts";
import { findFigures } from "../../ask/choose-release.ts";
import { Distribution as DistributionMember, listOf, medianLevel, Scale as ScaleMember } from "../../ask/components.ts";
import { describeBands, describeScale, openEnvelope } from "../../ask/describe.ts";
import { joinMembers, nullable, nullableRef, objectOf, oneOf, ref, withReasons } from "../../ask/json-shape.ts";
import { answerList, type ListRequest, pageOf } from "../../ask/lists.ts";
import { METHOD_BREAKS, type MethodBreak, methodBreakOf, rangeParameters, releasesBetween } from "./release-range.ts";
import { listParameters } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import { describeHistoryInWords, type HistoryInWords } from "../../say/history.ts";
import { hrefOf } from "../../ask/urls.ts";

/** The figures of a country, a sector or a company in one release after the other. */

type Manifest = ReleaseFigures["manifest"];

const MethodBreakMember = oneOf(METHOD_BREAKS, {
  $id: "MethodBreak",
  description:
    "Why nothing can be said of rise or fall since the entry before: the release is of another dataset, scale or set of pillars, or its figures are computed by another rule.",
});

/** The components of every history, apart from its entry. */
export const HISTORY_COMPONENTS = [MethodBreakMember];

/** Maximum number of releases on one page: their figures fit into the cache. */
export const RELEASES_MAX = 100;

const flips = (direction: string) =>
  nullable(
    Type.Integer({ minimum: 1, description: `How many re-ratings it takes before the median band ${direction}.` }),
    "scale_end",
    "not_judged",
    "not_in_release",
  );

/** Makes the schema of an entry of a history; `own` are the members of its kind. */
export function historyEntry<P extends TProperties>($id: string, what: string, own: P) {
  return objectOf(
    {
      release: Type.String({ description: "Id of the release." }),
      published_at: Type.String({ format: "date-time", description: "When the release was published." }),
      break: nullableRef(MethodBreakMember, "first_release", "same_method"),
      scale: ref(ScaleMember),
      ...own,
      median_band: nullable(
        Type.String({ description: "Id of the median band on the scale of the release." }),
        "not_judged",
        "not_in_release",
      ),
      median_level: nullable(medianLevel, "not_judged", "not_in_release"),
      distribution: ref(DistributionMember),
      flips_to_lower: flips("drops"),
      flips_to_higher: flips("rises"),
      href: nullable(
        Type.String({ format: "uri", description: `URL of the ${what} in the release.` }),
        "not_in_release",
      ),
    },
    { $id, description: `A ${what} in one release.` },
  );
}

/** Makes the schema of a history: its subject, a description in words, and a list. */
export function historyOf<T extends TSchema, P extends TProperties>($id: string, entry: T, identity: P) {
  return listOf($id, entry, {
    ...identity,
    summary: said(Type.String({ description: "The entries of this page in words." })),
  });
}

/** Returns the query parameters of every history. */
export function historyParameters(entry: Parameters<typeof listParameters>[0]) {
  return { ...rangeParameters, ...listParameters(entry, RELEASES_MAX, RELEASES_MAX) };
}

/** Bounds that a release has an answer for. */
export function historyExamples({ manifest }: Snapshot) {
  return { from: manifest.id, to: manifest.id };
}

/** The figures of a country, a sector or a company in a release that lists it. */
export interface HistoryFigures {
  /** Its slug in that release. */
  readonly slug: string;
  readonly distribution: Distribution;
  readonly median: number | null;
}

/** The subject of a history, which reads and describes its figures in one release. */
export interface HistorySubject<F extends HistoryFigures> {
  readonly words: Pick<HistoryInWords, "kind" | "name">;
  /** The members that name it. */
  readonly identity: object;
  /** Finds its figures; undefined where the release does not list it. */
  find(figures: ReleaseFigures): F | undefined;
  /** Returns the members of its kind alone. */
  describe(found: F | undefined): object;
}

/** A history as it was asked for. */
export type HistoryRequest = ListRequest & ReturnType<typeof releasesBetween>;

/** Looks up the releases of a history. Throws as `releasesBetween` does. */
export function openHistory(
  list: ListRequest & { readonly parameters: { readonly from?: string; readonly to?: string } },
): HistoryRequest {
  return { ...list, ...releasesBetween(list.sources, list.parameters) };
}

/** The data of one release of a history. */
interface ReadEntry<F> {
  readonly manifest: Manifest;
  /** The name of the release in links. */
  readonly name: string;
  readonly methodBreak: MethodBreak | null;
  readonly isFirst: boolean;
  readonly found: F | undefined;
}

/** Answers a page of the history of a subject. */
export function answerHistory<F extends HistoryFigures>(request: HistoryRequest, subject: HistorySubject<F>) {
  const { manifests, last, ...list } = request;
  const { sources, parameters } = list;
  const [first] = manifests;
  const { id } = last.manifest;
  const page = pageOf({ ...list, release: id }, manifests.map(breakFromBefore));
  const entries = page.items.map((entry) => ({
    ...entry,
    name: entry.manifest.id === id ? last.name : entry.manifest.id,
    found: subject.find(figuresIn(request, entry.manifest.id)),
  }));
  const summary = inWords(subject, entries);
  // The pages that follow are of the same releases, whatever is published meanwhile.
  const bounds = { ...(parameters.from === undefined ? {} : { from: first?.id }), to: last.name };
  return answerList(
    { ...list, parameters: { ...parameters, ...bounds }, release: id },
    joinMembers(openEnvelope(sources), { ...subject.identity, summary }),
    { ...page, items: entries.map((entry) => describeEntry(sources, subject, entry)) },
  );
}

/**
 * Searches the releases that were asked for, newest first, but no more of them than a page
 * has. Undefined where none of them lists it.
 */
export function findNewest<T>(
  request: HistoryRequest,
  find: (figures: ReleaseFigures) => T | undefined,
): T | undefined {
  for (const { id } of request.manifests.slice(-RELEASES_MAX).toReversed()) {
    const found = find(figuresIn(request, id));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the figures of a release of the history. */
function figuresIn({ sources, last }: HistoryRequest, id: string): ReleaseFigures {
  return id === last.manifest.id ? last : findFigures(sources.releases, id);
}

function breakFromBefore(manifest: Manifest, index: number, all: readonly Manifest[]) {
  const before = all[index - 1];
  return {
    manifest,
    isFirst: before === undefined,
    methodBreak: before === undefined ? null : methodBreakOf(before, manifest),
  };
}

function inWords<F extends HistoryFigures>(subject: HistorySubject<F>, entries: readonly ReadEntry<F>[]): string {
  return describeHistoryInWords({
    ...subject.words,
    entries: entries.map(({ manifest, methodBreak, found }) => ({
      release: manifest.id,
      publishedAt: manifest.publishedAt,
      scale: manifest.dataset.scale,
      methodBreak,
      distribution: found?.distribution ?? null,
      median: found?.median ?? null,
      minimum: subject.words.kind === "company" ? 1 : manifest.dataset.minimumCompanies,
    })),
  });
}

function describeEntry<F extends HistoryFigures>(
  { site }: Sources,
  subject: HistorySubject<F>,
  { manifest, name, methodBreak, isFirst, found }: ReadEntry<F>,
) {
  const { id, publishedAt, dataset } = manifest;
  const href = found === undefined ? null : hrefOf(site, subject.words.kind, found.slug, name);
  return joinMembers(
    { release: id, published_at: publishedAt },
    withReasons({ break: methodBreak }, { break: isFirst ? "first_release" : "same_method" }),
    { scale: describeScale({ manifest, name }, site) },
    subject.describe(found),
    describeFigures(dataset.scale, found),
    withReasons({ href }, { href: "not_in_release" }),
  );
}

/** Describes a median with its distribution and firmness, or that the release does not list it. */
function describeFigures(scale: Scale, found: HistoryFigures | undefined) {
  if (found !== undefined) return describeBands(scale, found);
  const nothing = { median: null, distribution: emptyDistribution(scale.bands.length) };
  const { reasons, ...members } = describeBands(scale, nothing);
  return { ...members, reasons: Object.fromEntries(Object.keys(reasons).map((name) => [name, "not_in_release"])) };
}
