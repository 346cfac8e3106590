import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { TSchema } from "typebox";
import type { BodyEncoding, BodyForm } from "../ask/operation.ts";
import { encodingsOf, type GivenBody } from "../ask/read-body.ts";
import { Problem, quote } from "../problem.ts";
import { type Exchange, JSON_TYPE } from "./endpoint.ts";
import { HttpProblem } from "./http-problem.ts";

/** The media types that bodies are read in. */
export const BODY_TYPES: Readonly<Record<BodyEncoding, string>> = {
  json: JSON_TYPE,
  form: "application/x-www-form-urlencoded",
  csv: "text/csv",
};

/**
 * Reads the body of a request, JSON (RFC 8259) or a form in UTF-8, as text.
 *
 * A body that is optional and missing is `{}`. Rejects with `unsupported_media_type`,
 * `payload_too_large` beyond `bytesMax`, or `invalid_json` for bytes that are no UTF-8; what the
 * headers decide is decided before any of the body is read.
 */
export async function readBodyText(
  exchange: Exchange,
  form: Pick<BodyForm<TSchema>, "bytesMax" | "isOptional" | "encoding" | "csv">,
): Promise<GivenBody> {
  const { request } = exchange;
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  const { bytesMax, isOptional = false } = form;
  if (isOptional && coding === undefined && Number(length ?? 0) === 0) return { text: "{}", encoding: "json" };
  const encoding = checkType(request, encodingsOf(form));
  const bytes = await receiveBody(exchange, bytesMax);
  try {
    return { text: decoder.decode(bytes), encoding };
  } catch {
    if (encoding !== "csv") throw new Problem("invalid_json", "The body is not well-formed UTF-8.");
    throw new Problem("invalid_request", "The file is not in UTF-8. Save it as “CSV UTF-8” and send it again.");
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Which of some encodings a body is in. */
function checkType({ headers }: IncomingMessage, encodings: readonly BodyEncoding[]): BodyEncoding {
  const expected = encodings.map((encoding) => BODY_TYPES[encoding]).join(", ");
  const type = headers["content-type"];
  const [, media, parameters = ""] = /^([^; ]+) *(.*)$/u.exec(type ?? "") ?? [];
  const encoding = encodings.find((each) => BODY_TYPES[each] === media?.toLowerCase());
  const allowed = encoding === "csv" ? CSV_PARAMETERS : PARAMETERS;
  if (encoding === undefined || !allowed.test(parameters)) {
    const found = type === undefined ? "The request states no Content-Type" : `The Content-Type is ${quote(type)}`;
    throw unsupportedBody(`${found}; this endpoint reads ${expected} in UTF-8.`, expected);
  }
  refuseContentCoding(headers, expected);
  return encoding;
}

const PARAMETERS = /^(?:; *charset="?utf-8"? *)?$/iu;
/** Of RFC 4180 §3. */
const CSV_PARAMETERS = /^(?:; *(?:charset="?utf-8"?|header=present) *)*$/iu;

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
