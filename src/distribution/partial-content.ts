import { Readable } from "node:stream";
import type { HttpReply } from "./http-exchange.ts";

/** The header that asks for a file from a byte on. */
export function rangeFrom(start: number): Record<string, string> {
  return start === 0 ? {} : { range: `bytes=${start}-` };
}

/**
 * What a response to `rangeFrom` holds of the file from that byte on; null where it is none. A
 * server that knows no ranges sends everything.
 */
export function contentFrom(reply: HttpReply, start: number): AsyncIterable<Uint8Array> | null {
  const { status, headers, body } = reply;
  if (status === 200) return skip(body, start);
  if (status === 206 && headers["content-range"]?.startsWith(`bytes ${start}-`) === true) return body;
  if (status !== 416 || start === 0) return null;
  // The file is not longer than that.
  reply.discard();
  return Readable.from([]);
}

async function* skip(body: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const piece of body) {
    if (piece.length > left) yield piece.subarray(left);
    left = Math.max(0, left - piece.length);
  }
}
