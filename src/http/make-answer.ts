import type { Answer, Operation } from "../operations/operation.ts";
import type { Caller, Site, Sources } from "../operations/sources.ts";
import type { Releases, Snapshot } from "../snapshot/snapshot.ts";
import type { Description } from "./representation.ts";

/** What answers are made from, whoever asks. */
export interface AnswerContext {
  readonly releases: Releases;
  readonly atlas: Sources["atlas"];
  readonly site: Site;
  readonly now: () => Date;
}

export const JSON_TYPE = "application/json";

/** Files up to this size are held in memory; larger ones are streamed. */
export const FILE_BYTES_HELD = 4 * 1024 * 1024;

/** Hands an operation everything it may look at, for one caller and one release. */
export function sourcesOf(context: AnswerContext, snapshot: Snapshot, caller: Caller): Sources {
  const { releases, atlas, site, now } = context;
  return { snapshot, releases, atlas, caller, at: now(), site };
}

/** The media type an operation answers in when nothing is wrong. */
export function mediaTypeOf({ form }: Operation): string {
  return form.kind === "file" ? form.mediaType : JSON_TYPE;
}

/** Says what an answer is, for its headers. */
export function describeAnswer(
  operation: Operation,
  answer: Exclude<Answer, { kind: "redirect" }>,
  snapshot: Snapshot,
): Description {
  const { publishedAt } = snapshot.manifest;
  return {
    mediaType: mediaTypeOf(operation),
    lastModified: operation.dependsOn === "release" ? new Date(publishedAt).toUTCString() : null,
    ...(answer.kind === "file" ? { filename: answer.filename } : {}),
    ...(answer.links === undefined ? {} : { links: answer.links }),
  };
}
