import type { IncomingMessage } from "node:http";
import { quote } from "../problem.ts";
import { HttpProblem } from "./http-problem.ts";

/** A part of a file: its first byte and the one after its last. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A part as a client asks for it: from a byte on, up to one (inclusive), or so many at the end. */
interface RangeRequest {
  /** The header. */
  readonly text: string;
  readonly first: number | null;
  readonly last: number | null;
}

/**
 * The one range of bytes that a GET asks for (RFC 9110 §14.2), in the file with this entity tag and
 * date; null where the whole file is to be sent: for several ranges, other units, a range that is
 * malformed, and where `If-Range` names another file.
 */
export function readRange(
  { method, headers: { range, "if-range": ifRange } }: IncomingMessage,
  { etag, lastModified }: { readonly etag: string; readonly lastModified: string | null },
): RangeRequest | null {
  if (method !== "GET" || range === undefined) return null;
  const [, first = "", last = ""] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/iu.exec(range) ?? [];
  if (first === "" && last === "") return null;
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  if (ifRange !== undefined && !isSameFile(String(ifRange), etag, lastModified)) return null;
  return { text: range, first: first === "" ? null : Number(first), last: last === "" ? null : Number(last) };
}

/** RFC 9110 §13.1.5: a strong entity tag, or the very date that was sent. */
function isSameFile(ifRange: string, etag: string, lastModified: string | null): boolean {
  if (!ifRange.includes('"')) return ifRange === lastModified;
  return ifRange.trim() === etag;
}

/** The part of a file of so many bytes; throws `range_not_satisfiable` where it has none of it. */
export function cutRange({ text, first, last }: RangeRequest, bytes: number): ByteRange {
  const start = first ?? Math.max(0, bytes - (last ?? 0));
  const end = first === null || last === null ? bytes : Math.min(last + 1, bytes);
  if (start < end) return { start, end };
  const detail = `The Range header is ${quote(text)}; the file has ${bytes} bytes.`;
  throw new HttpProblem("range_not_satisfiable", detail, ["Content-Range", `bytes */${bytes}`]);
}
