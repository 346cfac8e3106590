import type { TProperties, TSchema } from "typebox";
import { said, Type } from "../../ask/type.ts";
import type { ReleaseFigures } from "../../release/snapshot.ts";
import type { Distribution, Scale } from "../../trust/scale.ts";
import { emptyDistribution } from "../../trust/statistics.ts";
import { findFigures } from "../../ask/choose-release.ts";
import { Distribution as DistributionMember, listOf, medianLevel, Scale as ScaleMember } from "../../ask/components.ts";
import { describeBands, describeScale, openEnvelope } from "../../ask/describe.ts";
import { joinMembers, nullable, nullableRef, objectOf, oneOf, ref, withReasons } from "../../ask/json-shape.ts";
import { answerList, type ListRequest, pageOf } from "../../ask/lists.ts";
import {
  type Bounds,
  findRangeErrors,
  METHOD_BREAKS,
  methodBreakOf,
  rangeParameters,
  releasesBetween,
} from "./release-range.ts";
import { listParameters } from "../../ask/parameters.ts";
import { describeHistoryInWords } from "../../say/history.ts";
import { hrefOf } from "../../ask/urls.ts";
import { defineOperation, describeParameters, type JsonOperation } from "../../ask/operation.ts";
import { type Kind, notFound, type OwnParts, sharedParts } from "../subject/kind.ts";

/** The figures of a country, a sector or a company in one release after the other. */

type Manifest = ReleaseFigures["manifest"];

const MethodBreakMember = oneOf(METHOD_BREAKS, {
  $id: "MethodBreak",
  description:
    "Why nothing can be said of rise or fall since the entry before: the release is of another dataset, scale or set of pillars, or its figures are computed by another rule.",
});

/** Maximum number of releases on one page: their figures fit into the cache. */
const RELEASES_MAX = 100;

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

/** The figures of a country, a sector or a company in a release that lists it. */
interface HistoryFigures {
  /** Its slug in that release. */
  readonly slug: string;
  readonly distribution: Distribution;
  readonly median: number | null;
}

/** What a kind of subject has of its own in a history. */
interface OwnHistory<F extends HistoryFigures, Schema extends TSchema> extends OwnParts {
  readonly schema: Schema;
  readonly entry: Parameters<typeof listParameters>[0];
  /** Says how to find a subject in each release; `absent` is the sentence if none lists it. */
  readonly follow: (
    history: HistoryRequest,
    segment: string,
  ) => {
    readonly slug: string;
    readonly find: (figures: ReleaseFigures) => F | undefined;
    readonly absent: string;
  };
  /** Returns its name within sentences in its newest figures, and the members that name it. */
  readonly name: (newest: F) => { readonly name: string; readonly identity: object };
  /** Describes the members that only its kind has. */
  readonly describe: (found: F | undefined) => object;
}

/** A history as it was asked for, with its releases. */
export type HistoryRequest = Omit<ListRequest, "parameters"> & {
  readonly parameters: ListRequest["parameters"] & Bounds;
} & ReturnType<typeof releasesBetween>;

/** Defines the operation that answers the history of one subject over the releases. */
export function defineSubjectHistory<F extends HistoryFigures, Schema extends TSchema>(
  kind: Kind,
  { schema, entry, follow, name, describe, ...own }: OwnHistory<F, Schema>,
): JsonOperation<Schema> {
  const query = describeParameters({ ...rangeParameters, ...listParameters(entry, RELEASES_MAX, RELEASES_MAX) });
  const operation: JsonOperation<Schema> = defineOperation({
    ...own,
    ...sharedParts(kind),
    ...(kind.paths && { knownPaths: kind.paths }),
    parameters: { path: Type.Object({ slug: kind.segment }), query },
    form: { kind: "json", schema, components: [entry, MethodBreakMember] },
    dependsOn: "service",
    examples(snapshot) {
      const { id } = snapshot.manifest;
      return { from: id, to: id, ...kind.example?.(snapshot) };
    },
    check: findRangeErrors,
    answer(sources, parameters) {
      const history = { operation, sources, parameters, ...releasesBetween(sources, parameters) };
      const { slug, find, absent } = follow(history, parameters.slug);
      if (slug !== parameters.slug) return { kind: "redirect", path: { slug } };
      const newest = findNewest(history, find);
      if (newest === undefined) throw notFound(kind.name, absent);
      return answerHistory(history, kind.name, { ...name(newest), find, describe });
    },
  });
  return operation;
}

/** A subject that was found. */
interface Followed<F> {
  readonly name: string;
  readonly identity: object;
  readonly find: (figures: ReleaseFigures) => F | undefined;
  readonly describe: (found: F | undefined) => object;
}

/** Answers a page of the history of a subject. */
function answerHistory<F extends HistoryFigures>(
  request: HistoryRequest,
  kind: Kind["name"],
  { name, identity, find, describe }: Followed<F>,
) {
  const { manifests, last, ...list } = request;
  const { sources, parameters } = list;
  const [first] = manifests;
  const { id } = last.manifest;
  const page = pageOf({ ...list, release: id }, manifests.map(breakFromBefore));
  const entries = page.items.map((entry) => ({ ...entry, found: find(figuresIn(request, entry.manifest.id)) }));
  const summary = describeHistoryInWords({
    kind,
    name,
    entries: entries.map(({ manifest, methodBreak, found }) => ({
      release: manifest.id,
      publishedAt: manifest.publishedAt,
      scale: manifest.dataset.scale,
      methodBreak,
      distribution: found?.distribution ?? null,
      median: found?.median ?? null,
      minimum: kind === "company" ? 1 : manifest.dataset.minimumCompanies,
    })),
  });
  const items = entries.map(({ manifest, methodBreak, isFirst, found }) => {
    const release = manifest.id === id ? last.name : manifest.id;
    const href = found === undefined ? null : hrefOf(sources.site, kind, found.slug, release);
    return joinMembers(
      { release: manifest.id, published_at: manifest.publishedAt },
      withReasons({ break: methodBreak }, { break: isFirst ? "first_release" : "same_method" }),
      { scale: describeScale({ manifest, name: release }, sources.site) },
      describe(found),
      describeFigures(manifest.dataset.scale, found),
      withReasons({ href }, { href: "not_in_release" }),
    );
  });
  // The pages that follow are of the same releases, whatever is published meanwhile.
  const bounds = { ...(parameters.from === undefined ? {} : { from: first?.id }), to: last.name };
  return answerList(
    { ...list, parameters: { ...parameters, ...bounds }, release: id },
    joinMembers(openEnvelope(sources), { ...identity, summary }),
    { ...page, items },
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

/** Describes a median with its distribution and firmness, or that the release does not list it. */
function describeFigures(scale: Scale, found: HistoryFigures | undefined) {
  if (found !== undefined) return describeBands(scale, found);
  const nothing = { median: null, distribution: emptyDistribution(scale.bands.length) };
  const { reasons, ...members } = describeBands(scale, nothing);
  return { ...members, reasons: Object.fromEntries(Object.keys(reasons).map((name) => [name, "not_in_release"])) };
}
