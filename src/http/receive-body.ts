import type { IncomingHttpHeaders } from "node:http";
import { Problem, quote } from "../problem.ts";
import type { Exchange } from "./endpoint.ts";
import { HttpProblem } from "./http-problem.ts";

/**
 * Receives the bytes of a body; none where no body comes.
 *
 * Rejects with `payload_too_large` beyond `bytesMax`, before any of the body is read where the
 * headers say how long it is.
 */
export async function receiveBody(exchange: Exchange, bytesMax: number): Promise<Buffer<ArrayBuffer>> {
  const { request, response } = exchange;
  const { "content-length": length, "transfer-encoding": coding, expect } = request.headers;
  // No body comes (RFC 9112 §6.3), and under `optimizeEmptyRequests` no end of one either.
  if (length === undefined && coding === undefined) return Buffer.alloc(0);
  if (Number(length ?? 0) > bytesMax) throw tooLarge(bytesMax);
  // Only now is the client told to send it (RFC 9110 §10.1.1).
  if (expect !== undefined && request.httpVersion === "1.1") response.writeContinue();
  return await collect(exchange, bytesMax);
}

/** Throws `unsupported_media_type` for a body that is compressed. */
export function refuseContentCoding(headers: IncomingHttpHeaders, expected: string): void {
  const coding = headers["content-encoding"];
  if (coding === undefined || coding.toLowerCase() === "identity") return;
  throw unsupportedBody(`The Content-Encoding is ${quote(coding)}; this endpoint reads bodies without one.`, expected);
}

/** The refusal of a body in another form than `expected`, a list of media types. */
export function unsupportedBody(detail: string, expected: string): HttpProblem {
  return new HttpProblem("unsupported_media_type", detail, ["Accept-Post", expected]);
}

function collect(exchange: Exchange, bytesMax: number): Promise<Buffer<ArrayBuffer>> {
  const { request } = exchange;
  return new Promise((resolve, reject) => {
    if (exchange.brokenBody !== null) {
      reject(exchange.brokenBody);
      return;
    }
    exchange.failBody = reject;
    const chunks: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes <= bytesMax) {
        chunks.push(chunk);
        return;
      }
      request.off("data", take);
      // The rest is read and dropped, so that the refusal is not lost on a client that is still
      // sending.
      request.resume();
      reject(tooLarge(bytesMax));
    };
    request.on("data", take);
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("close", () => {
      if (!request.readableEnded) reject(new Problem("invalid_request", "The body broke off before its end."));
    });
  });
}

function tooLarge(bytesMax: number): Problem {
  return new Problem("payload_too_large", `The body is larger than the ${bytesMax} bytes this endpoint takes.`);
}
