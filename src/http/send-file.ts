import { type FileHandle, open } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { type ByteRange, cutRange, readRange } from "./byte-range.ts";
import { findUnchanged } from "./represent.ts";
import type { Content, Exchange } from "./endpoint.ts";
import { BYTE_ORDER_MARK, fileHash } from "./operation-endpoint.ts";
import { type Caching, type SendParts, contentHeaders, headersOf, validatorHeaders, write } from "./send-response.ts";

/**
 * Streams a file, or a part of it, no faster than the client takes it. Rejects where nothing has
 * been sent yet, as `sendPrepared` does; later errors cut the connection.
 */
export async function sendFile(
  parts: SendParts,
  exchange: Exchange,
  { file, description }: Extract<Content, { kind: "file" }>,
  caching: Caching,
): Promise<void> {
  const { request } = exchange;
  const { lastModified } = description;
  const etag = `"${fileHash(file)}"`;
  const headers = headersOf(exchange);
  const heldEtag = findUnchanged(request, { etag, etags: () => [etag], lastModified });
  headers.push(...validatorHeaders(description, etag, caching));
  if (heldEtag !== null) return write(parts, exchange, 304, headers, null);
  const before = file.byteOrderMark === true ? BYTE_ORDER_MARK : Buffer.alloc(0);
  const bytes = file.bytes + before.length;
  const part = readRange(request, { etag, lastModified });
  const range = part === null ? null : cutRange(part, bytes);
  headers.push(...contentHeaders(description, bytes, range));
  if (request.method === "HEAD") return write(parts, exchange, 200, headers, null);
  const handle = await open(file.path);
  const { start, end } = range ?? { start: 0, end: bytes };
  await stream(parts, exchange, range === null ? 200 : 206, headers, handle, {
    before: before.subarray(start, end),
    content: { start: Math.max(0, start - before.length), end: Math.max(0, end - before.length) },
  });
}

/** What is sent: some bytes, then a part of the file. */
interface Sent {
  readonly before: Buffer;
  readonly content: ByteRange;
}

async function stream(
  { logger, requestLog }: SendParts,
  exchange: Exchange,
  status: 200 | 206,
  headers: string[],
  handle: FileHandle,
  { before, content }: Sent,
): Promise<void> {
  const { id, response } = exchange;
  try {
    // The client may have gone away while the file was opened.
    if (response.destroyed) return;
    response.writeHead(status, headers);
    response.write(before);
    requestLog?.answered(exchange, status);
    const failure = await copy(handle, response, content);
    if (failure !== null) {
      response.destroy();
      logger.error({ err: failure, requestId: id }, "a file was cut off");
    } else if (!response.destroyed) response.end();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a part of a file into a response, which it does not end. Returns what was wrong with the
 * file; null also where the client went away.
 */
async function copy(handle: FileHandle, response: ServerResponse, { start, end }: ByteRange): Promise<Error | null> {
  const bytes = end - start;
  if (bytes === 0) return null;
  const content = handle.createReadStream({ start, end: end - 1 });
  let failure: Error | null = null;
  content.once("error", (error) => {
    // When the client goes away, the response ends first and then the file because of it.
    if (!response.destroyed) failure = error;
  });
  try {
    await pipeline(content, response, { end: false });
  } catch {
    return failure;
  }
  return content.bytesRead === bytes ? null : new Error(`the file ends ${bytes - content.bytesRead} bytes early`);
}
