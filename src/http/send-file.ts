import { type FileHandle, open } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import {
  type ByteRange,
  cutRange,
  readRange,
  type Caching,
  type SendParts,
  contentHeaders,
  headersOf,
  validatorHeaders,
  write,
} from "./send-response.ts";
import { findUnchanged } from "./represent.ts";
import type { Content, Exchange } from "./endpoint.ts";
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";

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
  const etag = `"${file.sha256}"`;
  const headers = headersOf(exchange);
  const heldEtag = findUnchanged(request, { etag, etags: () => [etag], lastModified });
  headers.push(...validatorHeaders(description, etag, caching));
  if (heldEtag !== null) return write(parts, exchange, 304, headers, null);
  const { bytes } = file;
  const part = readRange(request, { etag, lastModified });
  const range = part === null ? null : cutRange(part, bytes);
  headers.push(...contentHeaders(description, bytes, range));
  if (request.method === "HEAD") return write(parts, exchange, 200, headers, null);
  const handle = await open(file.path);
  await stream(parts, exchange, range === null ? 200 : 206, headers, handle, range ?? { start: 0, end: bytes });
}

async function stream(
  { logger, requestLog }: SendParts,
  exchange: Exchange,
  status: 200 | 206,
  headers: string[],
  handle: FileHandle,
  range: ByteRange,
): Promise<void> {
  const { id, response } = exchange;
  try {
    // The client may have gone away while the file was opened.
    if (response.destroyed) return;
    response.writeHead(status, headers);
    requestLog?.answered(exchange, status);
    const failure = await copy(handle, response, range);
    if (failure !== null) {
      response.destroy();
      logger.error({ err: failure, requestId: id }, "a file was cut off");
    } else if (!response.destroyed) response.end();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a part of a file into a response, which it does not end. Returns the error of the file;
 * null also if the client went away.
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

/**
 * Sends a file while it is made, no faster than the client takes it and with other requests in
 * between. Rejects where nothing has been sent yet; later errors cut the connection.
 */
export async function sendRows(
  parts: SendParts,
  exchange: Exchange,
  { hash, isWeak, chunks, description }: Extract<Content, { kind: "rows" }>,
  caching: Caching,
): Promise<void> {
  const { request, response } = exchange;
  const { lastModified } = description;
  const etag = `"${hash}"`;
  const headers = headersOf(exchange);
  const heldEtag = findUnchanged(request, { etag, etags: () => [etag], lastModified });
  headers.push(...validatorHeaders(description, isWeak === true ? `W/${etag}` : etag, caching));
  if (heldEtag !== null) return write(parts, exchange, 304, headers, null);
  headers.push(...description.headers, "Content-Type", description.mediaType);
  if (request.method === "HEAD") return write(parts, exchange, 200, headers, null);
  response.writeHead(200, headers);
  parts.requestLog?.answered(exchange, 200);
  let failure: unknown = null;
  const source = async function* (): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of chunks) {
        yield Buffer.from(chunk);
        await nextTurn();
      }
    } catch (error) {
      // The pipeline throws in here when the client has gone.
      if (!response.destroyed) failure = error;
      throw error;
    }
  };
  try {
    await pipeline(Readable.from(source(), { objectMode: false }), response);
  } catch {
    // The client went away, unless a part could not be made.
    if (failure === null) return;
    parts.logger.error({ err: failure, requestId: exchange.id }, "a file was cut off");
    response.destroy();
  }
}
