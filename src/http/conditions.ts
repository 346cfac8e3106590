import type { IncomingMessage } from "node:http";
import { Problem, quote } from "../problem.ts";

/** What the conditions of a request are compared with. */
export interface Validators {
  /** The strong entity tag of what would be sent, in its quotation marks. */
  readonly etag: string;
  /** The entity tags of the same response in every form the client may hold. */
  readonly etags: readonly string[];
  /** HTTP date, or null when unknown. */
  readonly lastModified: string | null;
}

/**
 * Evaluates the conditions of a request in their order (RFC 9110 §13.2.2). Returns the entity tag
 * under which the client has the response already, or null where it is to be sent; throws
 * `precondition_failed`.
 */
export function findUnchanged({ headers }: IncomingMessage, validators: Validators): string | null {
  const { etag, etags, lastModified } = validators;
  const ifMatch = headers["if-match"];
  if (ifMatch !== undefined) checkMatch(ifMatch, validators);
  else checkUnmodified(headers["if-unmodified-since"], lastModified);
  const ifNoneMatch = headers["if-none-match"];
  if (ifNoneMatch === undefined) return isUnchangedSince(headers["if-modified-since"], lastModified) ? etag : null;
  // Compared weakly (§13.1.2).
  const held = readEtags(ifNoneMatch);
  if (held === "*") return etag;
  return held.map(({ tag }) => tag).find((tag) => etags.includes(tag)) ?? null;
}

/** Compared strongly (§13.1.1): a weak tag matches nothing. */
function checkMatch(ifMatch: string, { etags }: Validators): void {
  const wanted = readEtags(ifMatch);
  if (wanted === "*" || wanted.some(({ tag, isWeak }) => !isWeak && etags.includes(tag))) return;
  const detail = `If-Match is ${quote(ifMatch)}; the response is another one now. Start again without the header.`;
  throw new Problem("precondition_failed", detail);
}

/** A header that is no HTTP date is ignored (§13.1.4). */
function checkUnmodified(ifUnmodifiedSince: string | undefined, lastModified: string | null): void {
  const since = ifUnmodifiedSince === undefined ? null : readHttpDate(ifUnmodifiedSince);
  if (since === null || lastModified === null || Date.parse(lastModified) <= since) return;
  const detail = `If-Unmodified-Since is ${quote(ifUnmodifiedSince ?? "")}; the data were last modified ${lastModified}. Start again without the header.`;
  throw new Problem("precondition_failed", detail);
}

/**
 * A date must be the very one that was sent: after a rollback the data are older than the date a
 * client holds.
 */
function isUnchangedSince(ifModifiedSince: string | undefined, lastModified: string | null): boolean {
  return ifModifiedSince !== undefined && ifModifiedSince === lastModified;
}

/** An entity tag of a request, with its quotation marks. */
interface SentEtag {
  readonly tag: string;
  readonly isWeak: boolean;
}

/** The entity tags of `If-Match` or `If-None-Match`; `*` stands for all. */
export function readEtags(header: string): readonly SentEtag[] | "*" {
  if (header.trim() === "*") return "*";
  const found = header.matchAll(/(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/gu);
  return [...found].map(([, weak, tag = ""]) => ({ tag, isWeak: weak !== undefined }));
}

const DATE_FORMS = [
  // IMF-fixdate, then the two obsolete forms (RFC 9110 §5.6.7).
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/u,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/u,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [\d ]\d \d{2}:\d{2}:\d{2} \d{4}$/u,
];

/** Milliseconds since 1970 of an HTTP date, or null. */
function readHttpDate(text: string): number | null {
  if (!DATE_FORMS.some((form) => form.test(text))) return null;
  const time = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(time) ? null : time;
}
