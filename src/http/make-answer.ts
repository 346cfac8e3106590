import { readFile } from "node:fs/promises";
import type { Answer, Operation } from "../contract/operation.ts";
import type { Site, Sources } from "../contract/sources.ts";
import type { Releases, Snapshot } from "../snapshot/snapshot.ts";
import { editionOf } from "./edition.ts";
import {
  type Description,
  type Representation,
  type Use,
  representBytes,
  representText,
  representWritten,
} from "./representation.ts";

/** What answers are made from, whoever asks. */
export interface AnswerContext {
  readonly releases: Releases;
  readonly atlas: Sources["atlas"];
  readonly access: Sources["access"];
  readonly site: Site;
  readonly now: () => Date;
}

export const JSON_TYPE = "application/json";

/** Files up to this size are held in memory; larger ones are streamed. */
const FILE_BYTES_HELD = 4 * 1024 * 1024;

/** Whether a file is held in memory and compressed. One that is packed in itself gains nothing from either. */
export function isHeld({ bytes }: { readonly bytes: number }, { mediaType }: Pick<Description, "mediaType">): boolean {
  return bytes <= FILE_BYTES_HELD && mediaType.startsWith("text/");
}

/**
 * Makes the representation of a text or file of a release that is held in memory. Rejects when the file cannot be read.
 *
 * `tag` is the entity tag of what has none of its own.
 */
export function representAnswer(
  answer: Exclude<Answer, { kind: "redirect" }>,
  tag: string,
  use: Use,
  description: Description,
): Representation | Promise<Representation> {
  if (answer.kind === "json") return representText(JSON.stringify(answer.body), description);
  if (answer.kind === "written") return representWritten(answer.sheet, tag, use, description);
  if (answer.kind === "text") return representText(answer.text, description);
  return readFile(answer.path).then((content) => {
    const whole = answer.byteOrderMark === true ? Buffer.concat([BYTE_ORDER_MARK, content]) : content;
    return representBytes(whole, fileTag(answer), description);
  });
}

/** The entity tag, without quotation marks, of what the release and the program decide together. */
export function tagOf({ snapshot, site }: Pick<Sources, "snapshot" | "site">): string {
  return `${snapshot.manifest.id}-${editionOf(site)}`;
}

/** The byte order mark of UTF-8. */
export const BYTE_ORDER_MARK: Buffer = Buffer.from("\ufeff");

/** The entity tag of a file, without quotation marks; with a byte order mark in front it is another. */
export function fileTag({ sha256, byteOrderMark }: Extract<Answer, { kind: "file" }>): string {
  return byteOrderMark === true ? `${sha256}-bom` : sha256;
}

/** Hands an operation everything it may look at, for one caller and one release. */
export function sourcesOf(context: AnswerContext, snapshot: Snapshot, caller: Sources["caller"]): Sources {
  const { releases, atlas, access, site, now } = context;
  return { snapshot, releases, atlas, access, caller, at: now(), site };
}

/** The media type an operation answers in when nothing is wrong. */
export function mediaTypeOf({ form }: Operation): string {
  return form.mediaType ?? JSON_TYPE;
}

/** Says what an answer is, for its headers. */
export function describeAnswer(
  operation: Operation,
  answer: Exclude<Answer, { kind: "redirect" }>,
  snapshot: Snapshot,
): Description {
  const { publishedAt } = snapshot.manifest;
  return {
    label: operation.id,
    mediaType: mediaTypeOf(operation),
    lastModified: operation.dependsOn === "release" ? httpDate(publishedAt) : null,
    ...(answer.kind === "file" ? { filename: answer.filename } : {}),
    ...(answer.links === undefined ? {} : { links: answer.links }),
  };
}

let lastDate = { of: "", written: "" };

/** A timestamp as headers state it; the same one is asked for again and again. */
function httpDate(timestamp: string): string {
  if (lastDate.of !== timestamp) lastDate = { of: timestamp, written: new Date(timestamp).toUTCString() };
  return lastDate.written;
}
