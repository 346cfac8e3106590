import { validateHeaderName, validateHeaderValue } from "node:http";
import { flatten } from "../contract/written-json.ts";
import { type Freshness, DATA_VARY, SHARED_HEAD, cacheControl } from "./head.ts";
import type { Form, HeadLines, Representation } from "./representation.ts";

/*
 * Heads of kept answers as text. Node.js checks and joins every header of every answer anew, which is a tenth of what a kept answer costs;
 * here that is done once for each form of a representation, and an answer adds what is its own: its id, its quota, its date.
 */

/** Header lines, each with its line end. Throws where Node.js would: for names and values that would break out of their line. */
export function linesOf(head: readonly string[]): string {
  let lines = "";
  for (let at = 0; at < head.length; at += 2) {
    const [name, value] = [head[at]!, head[at + 1]!];
    validateHeaderName(name);
    validateHeaderValue(name, value);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

const SHARED_LINES = flatten(linesOf(SHARED_HEAD));

function keptLinesOf(form: Form, { lastModified, ownHead }: Representation, freshness: Freshness): HeadLines {
  const kind = (freshness.pinned ? 2 : 0) + (freshness.isPrivate ? 1 : 0);
  const kept = form.lines?.[kind];
  if (kept !== undefined) return kept;
  const unchanged = validatorLines(form.etag, lastModified, freshness, kind);
  const whole = unchanged + (ownHead.length === 0 ? "" : linesOf(ownHead)) + bodyLines(form);
  if (form.lines === null) return { unchanged, whole };
  return (form.lines[kind] = { unchanged, whole: flatten(whole) });
}

/** The lines of `describeForm`; nothing in them has to be checked. */
function bodyLines({ mediaType, bytes, coding }: Form): string {
  const lines = `Content-Type: ${mediaType}\r\nContent-Length: ${bytes}\r\n`;
  return coding === "identity" ? lines : `${lines}Content-Encoding: ${coding}\r\n`;
}

/** The last validators of each kind of freshness: all written answers of a release have the same. */
const lastValidators: { readonly etag: string; readonly lastModified: string | null; readonly lines: string }[] = [];

function validatorLines(etag: string, lastModified: string | null, freshness: Freshness, kind: number): string {
  const last = lastValidators[kind];
  if (last !== undefined && last.etag === etag && last.lastModified === lastModified) return last.lines;
  const head = ["Cache-Control", cacheControl(freshness), "Vary", DATA_VARY, "ETag", etag];
  if (lastModified !== null) head.push("Last-Modified", lastModified);
  const lines = flatten(linesOf(head));
  lastValidators[kind] = { etag, lastModified, lines };
  return lines;
}

/** What a head says of one answer: `head` is of ours, and holds nothing that a caller sent. */
export interface OwnHead {
  readonly id: string;
  readonly head: readonly string[];
}

/** The head of an answer with a kept form, or of the 304 in its place. */
export function headTextOf(
  { id, head }: OwnHead,
  form: Form,
  representation: Representation,
  freshness: Freshness,
  isUnchanged: boolean,
): string {
  const lines = keptLinesOf(form, representation, freshness);
  let own = `X-Request-Id: ${id}\r\n`;
  for (let at = 0; at < head.length; at += 2) own += `${head[at]!}: ${head[at + 1]!}\r\n`;
  return SHARED_LINES + own + (isUnchanged ? lines.unchanged : lines.whole);
}
