import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { findUnchanged } from "./represent.ts";
import type { Content, Exchange } from "./endpoint.ts";
import { type Caching, type SendParts, headersOf, validatorHeaders, write } from "./send-response.ts";

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
      failure = error;
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
