import { type FileHandle, open } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Content, Exchange } from "./endpoint.ts";
import { readEtags } from "./negotiation.ts";
import { BYTE_ORDER_MARK, fileHash } from "./operation-endpoint.ts";
import { DATA_VARY } from "./response-headers.ts";
import { type SendParts, cacheControl, headersOf, isUnchangedSince, write } from "./send-response.ts";

/**
 * Streams a file no faster than the client takes it. Rejects where nothing has been sent yet; later
 * errors cut the connection.
 */
export async function sendFile(
  parts: SendParts,
  exchange: Exchange,
  { file, description }: Extract<Content, { kind: "file" }>,
  isPrivate: boolean,
): Promise<void> {
  const { request } = exchange;
  const { mediaType, lastModified, isPinned } = description;
  const etag = `"${fileHash(file)}"`;
  const headers = headersOf(exchange);
  headers.push("Cache-Control", cacheControl(isPinned, isPrivate), "Vary", DATA_VARY, "ETag", etag);
  if (lastModified !== null) headers.push("Last-Modified", lastModified);
  const ifNoneMatch = request.headers["if-none-match"];
  const isHeld =
    ifNoneMatch === undefined
      ? isUnchangedSince(request.headers["if-modified-since"], lastModified)
      : namesEtag(ifNoneMatch, etag);
  if (isHeld) return write(parts, exchange, 304, headers, null);
  const before = file.byteOrderMark === true ? BYTE_ORDER_MARK : Buffer.alloc(0);
  const bytes = file.bytes + before.length;
  headers.push(...description.headers, "Content-Type", mediaType, "Content-Length", String(bytes));
  if (request.method === "HEAD") return write(parts, exchange, 200, headers, null);
  const handle = await open(file.path);
  await stream(parts, exchange, headers, before, handle, file.bytes);
}

async function stream(
  { logger, requestLog }: SendParts,
  exchange: Exchange,
  headers: string[],
  before: Buffer,
  handle: FileHandle,
  bytes: number,
): Promise<void> {
  const { id, response } = exchange;
  try {
    // The client may have gone away while the file was opened.
    if (response.destroyed) return;
    response.writeHead(200, headers);
    response.write(before);
    requestLog?.answered(exchange, 200);
    const failure = await copy(handle, response, bytes);
    if (failure !== null) {
      response.destroy();
      logger.error({ err: failure, requestId: id }, "a file was cut off");
    } else if (!response.destroyed) response.end();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a file into a response, which it does not end. Returns what was wrong with the file; null
 * also where the client went away.
 */
async function copy(handle: FileHandle, response: ServerResponse, bytes: number): Promise<Error | null> {
  const content = handle.createReadStream();
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
  return content.bytesRead === bytes ? null : new Error(`the file is ${content.bytesRead} bytes long, not ${bytes}`);
}

function namesEtag(ifNoneMatch: string, etag: string): boolean {
  const etags = readEtags(ifNoneMatch);
  return etags === "*" || etags.includes(etag);
}
