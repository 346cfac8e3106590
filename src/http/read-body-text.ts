import type { IncomingMessage } from "node:http";
import type { TSchema } from "typebox";
import type { BodyForm } from "../contract/operation.ts";
import { Problem, quote } from "../problem.ts";
import { HttpProblem } from "./http-problem.ts";
import { type Exchange, JSON_TYPE } from "./endpoint.ts";

/** The media type that bodies are read in, for `Accept-Post`. */
export const ACCEPT_POST = JSON_TYPE;

/**
 * Reads the body of a request, JSON in UTF-8 (RFC 8259), as text.
 *
 * A body that is optional and missing is `{}`. Rejects with `unsupported_media_type`,
 * `payload_too_large` beyond `bytesMax`, or `invalid_json` for bytes that are no UTF-8; what the
 * headers decide is decided before any of the body is read.
 */
export async function readBodyText(
  exchange: Exchange,
  { bytesMax, isOptional = false }: Pick<BodyForm<TSchema>, "bytesMax" | "isOptional">,
): Promise<string> {
  const { request } = exchange;
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  if (isOptional && coding === undefined && Number(length ?? 0) === 0) return "{}";
  checkType(request);
  // No body comes (RFC 9112 §6.3), and under `optimizeEmptyRequests` no end of one either.
  if (length === undefined && coding === undefined) return "";
  if (Number(length ?? 0) > bytesMax) throw tooLarge(bytesMax);
  // Only now is the client told to send it (RFC 9110 §10.1.1).
  if (request.headers.expect !== undefined && request.httpVersion === "1.1") exchange.response.writeContinue();
  const bytes = await collect(exchange, bytesMax);
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Problem("invalid_json", "The body is not well-formed UTF-8.");
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function checkType({ headers }: IncomingMessage): void {
  const type = headers["content-type"];
  if (type === undefined || !/^application\/json *(?:; *charset="?utf-8"? *)?$/iu.test(type)) {
    const found = type === undefined ? "The request states no Content-Type" : `The Content-Type is ${quote(type)}`;
    throw unsupported(`${found}; this endpoint reads ${ACCEPT_POST} in UTF-8.`);
  }
  const coding = headers["content-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "identity") {
    throw unsupported(`The Content-Encoding is ${quote(coding)}; this endpoint reads bodies without one.`);
  }
}

function unsupported(detail: string): HttpProblem {
  return new HttpProblem("unsupported_media_type", detail, ["Accept-Post", ACCEPT_POST]);
}

function collect(exchange: Exchange, bytesMax: number): Promise<Buffer> {
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
    request.once("end", () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    request.once("close", () => reject(new Problem("invalid_request", "The body broke off before its end.")));
  });
}

function tooLarge(bytesMax: number): Problem {
  return new Problem("payload_too_large", `The body is larger than the ${bytesMax} bytes this endpoint takes.`);
}
