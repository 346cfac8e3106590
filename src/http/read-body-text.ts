import type { IncomingMessage } from "node:http";
import { quote } from "../contract/read-parameters.ts";
import { Problem } from "../problem.ts";
import { JSON_TYPE } from "./make-answer.ts";

/** The media types that bodies are read in, for `Accept-Post`. */
export const ACCEPT_POST = JSON_TYPE;

/**
 * Reads the body of a request, JSON in UTF-8 (RFC 8259), as text.
 *
 * Rejects with `unsupported_media_type`, `payload_too_large` beyond `bytesMax`, or `invalid_json` for bytes that are no UTF-8;
 * what is decided by the head is decided before any of the body is read.
 */
export async function readBodyText(request: IncomingMessage, bytesMax: number): Promise<string> {
  checkType(request);
  const stated = Number(request.headers["content-length"] ?? 0);
  if (stated > bytesMax) throw tooLarge(bytesMax);
  const bytes = await collect(request, bytesMax);
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
    throw new Problem("unsupported_media_type", `${found}; this address reads ${ACCEPT_POST} in UTF-8.`);
  }
  const coding = headers["content-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "identity") {
    const detail = `The Content-Encoding is ${quote(coding)}; this address reads bodies as they are, without one.`;
    throw new Problem("unsupported_media_type", detail);
  }
}

function collect(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes <= bytesMax) {
        chunks.push(chunk);
        return;
      }
      request.off("data", take);
      // What else comes is read and dropped, so that the refusal is not lost on a client that is still sending.
      request.resume();
      reject(tooLarge(bytesMax));
    };
    request.on("data", take);
    request.once("end", () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    request.once("close", () => reject(new Problem("invalid_request", "The body broke off before its end.")));
  });
}

function tooLarge(bytesMax: number): Problem {
  return new Problem("payload_too_large", `The body is larger than the ${bytesMax} bytes this address takes.`);
}
