import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { TSchema } from "typebox";
import type { BodyEncoding, BodyForm } from "../ask/operation.ts";
import { decodeBody, encodingsOf, type GivenBody } from "../ask/read-body.ts";
import { Problem, quote } from "../problem.ts";
import type { Reservation } from "./body-budget.ts";
import { type Exchange, JSON_TYPE } from "./endpoint.ts";
import { HttpProblem } from "./http-problem.ts";
import { MIMEType } from "node:util";
import type { Site } from "../ask/sources.ts";

/** The media types that bodies are read in. */
export const BODY_TYPES: Readonly<Record<BodyEncoding, string>> = {
  json: JSON_TYPE,
  form: "application/x-www-form-urlencoded",
  csv: "text/csv",
};

/**
 * Reads the body of a request, JSON (RFC 8259), a form or a CSV file, as text.
 *
 * A body that is optional and missing is `{}`. Rejects with `unsupported_media_type`,
 * `payload_too_large` beyond `bytesMax`, or as `decodeBody` does; what the headers decide is
 * decided before any of the body is read.
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
  return decodeBody(await receiveBody(exchange, bytesMax), encoding);
}

/** Returns the encoding of a body, which must be one of these. */
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
/** The parameters of CSV (RFC 4180 §3). */
const CSV_PARAMETERS = /^(?:; *(?:charset="?utf-(?:8|16)"?|header=present) *)*$/iu;

/**
 * Receives the bytes of a body; none where no body comes.
 *
 * Rejects with `payload_too_large` beyond `bytesMax`, before any of the body is read where the
 * headers say how long it is; with `unavailable` where bodies hold as much as they may, and with
 * `request_timeout` for one that takes too long. Its bytes count until the response is closed.
 */
async function receiveBody(exchange: Exchange, bytesMax: number): Promise<Buffer<ArrayBuffer>> {
  const { request, response } = exchange;
  const { "content-length": length, "transfer-encoding": coding, expect } = request.headers;
  // No body comes (RFC 9112 §6.3), and under `optimizeEmptyRequests` no end of one either.
  if (length === undefined && coding === undefined) return Buffer.alloc(0);
  if (Number(length ?? 0) > bytesMax) throw tooLarge(bytesMax);
  const reservation = exchange.bodies.reserve();
  response.once("close", () => reservation.release());
  reservation.expectRoom(Number(length ?? 0));
  // Only now is the client told to send it (RFC 9110 §10.1.1).
  if (expect !== undefined && request.httpVersion === "1.1") response.writeContinue();
  const seconds = exchange.bodies.secondsFor(length === undefined ? bytesMax : Number(length));
  const timer = setTimeout(() => exchange.failBody?.(tooSlow(exchange, seconds)), seconds * 1000);
  try {
    return await collect(exchange, bytesMax, reservation);
  } finally {
    clearTimeout(timer);
  }
}

/** The refusal of a body that does not arrive. The rest of it is not awaited. */
function tooSlow({ headers }: Exchange, seconds: number): Problem {
  headers.push("Connection", "close");
  return new Problem("request_timeout", `The body did not arrive within ${Math.ceil(seconds)} seconds. Send it again.`);
}

/** Throws `unsupported_media_type` for a body that is compressed. */
function refuseContentCoding(headers: IncomingHttpHeaders, expected: string): void {
  const coding = headers["content-encoding"];
  if (coding === undefined || coding.toLowerCase() === "identity") return;
  throw unsupportedBody(`The Content-Encoding is ${quote(coding)}; this endpoint reads bodies without one.`, expected);
}

/** The refusal of a body in another form than `expected`, a list of media types. */
function unsupportedBody(detail: string, expected: string): HttpProblem {
  return new HttpProblem("unsupported_media_type", detail, ["Accept-Post", expected]);
}

function collect(exchange: Exchange, bytesMax: number, reservation: Reservation): Promise<Buffer<ArrayBuffer>> {
  const { request } = exchange;
  return new Promise((resolve, reject) => {
    if (exchange.brokenBody !== null) {
      reject(exchange.brokenBody);
      return;
    }
    let chunks: Buffer[] = [];
    let bytes = 0;
    const refuse = (problem: unknown): void => {
      request.off("data", take);
      // Bytes that have come are released. The rest is read and dropped, so that the refusal is not
      // lost on a client that is still sending.
      chunks = [];
      reservation.release();
      request.resume();
      reject(problem);
    };
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > bytesMax) return refuse(tooLarge(bytesMax));
      try {
        reservation.take(chunk.length);
        chunks.push(chunk);
      } catch (problem) {
        refuse(problem);
      }
    };
    exchange.failBody = refuse;
    request.on("data", take);
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("close", () => {
      if (!request.readableEnded) refuse(new Problem("invalid_request", "The body broke off before its end."));
    });
  });
}

function tooLarge(bytesMax: number): Problem {
  return new Problem("payload_too_large", `The body is larger than the ${bytesMax} bytes this endpoint takes.`);
}

/** Media types in which browsers send forms. */
const FORM_TYPES: readonly string[] = ["application/x-www-form-urlencoded", "multipart/form-data"];

/**
 * Reads a form that was posted to a page, texts and files.
 *
 * Rejects with `invalid_request` where a page of another site sent it or its parts cannot be told
 * apart, `unsupported_media_type`, or `payload_too_large` beyond `bytesMax`.
 */
export async function readForm(exchange: Exchange, bytesMax: number, site: Site): Promise<FormData> {
  const { headers } = exchange.request;
  refuseOtherSites(exchange.request, site);
  const type = headers["content-type"];
  const [media = ""] = (type ?? "").toLowerCase().split(";", 1);
  const expected = FORM_TYPES.join(", ");
  if (type === undefined || !FORM_TYPES.includes(media.trim())) {
    const found = type === undefined ? "The request states no Content-Type" : `The Content-Type is ${quote(type)}`;
    throw unsupportedBody(`${found}; this page reads forms: ${expected}.`, expected);
  }
  refuseContentCoding(headers, expected);
  const bytes = await receiveBody(exchange, bytesMax);
  try {
    refuseManyFields(bytes, type);
    return await new Response(bytes, { headers: { "Content-Type": type } }).formData();
  } catch (error) {
    if (error instanceof Problem) throw error;
    // The message of the parser is left out, because it may repeat the form.
    throw new Problem("invalid_request", "The form is malformed: its parts cannot be told apart. Send it again.");
  }
}

/** Maximum number of fields, which no form of ours reaches. */
const FIELDS_MAX = 100;

/** Maximum size of the head of a field or file. */
const PART_HEAD_BYTES_MAX = 8 * 1024;

/**
 * Throws where a form has so many fields, or so much above one of them, that taking it apart would
 * hold up other requests for seconds.
 */
function refuseManyFields(bytes: Buffer, type: string): void {
  const boundary = type.toLowerCase().startsWith("multipart/") ? new MIMEType(type).params.get("boundary") : null;
  const separator = boundary === null ? "&" : `--${boundary}`;
  let fields = 0;
  for (let at = bytes.indexOf(separator); at >= 0; at = bytes.indexOf(separator, at + separator.length)) {
    fields += 1;
    const head = bytes.subarray(at, at + PART_HEAD_BYTES_MAX);
    const isLong = boundary !== null && head.length === PART_HEAD_BYTES_MAX && !head.includes("\r\n\r\n");
    if (fields <= FIELDS_MAX && !isLong) continue;
    const detail = `The form has more than ${FIELDS_MAX} fields, or too much above one of them.`;
    throw new Problem("invalid_request", detail);
  }
}

/**
 * Throws where a browser says that a page of another site sent the form. `Sec-Fetch-Site` says it;
 * browsers leave it out on the way to plain HTTP, and then `Origin` does. An `Origin` of `null`
 * names no site: that is what a browser sends from a page with `Referrer-Policy: no-referrer`, as
 * ours are. Programs send neither.
 */
function refuseOtherSites({ headers }: IncomingMessage, { baseUrl }: Site): void {
  const { origin, host } = headers;
  const fetchSite = headers["sec-fetch-site"];
  if (fetchSite !== undefined) {
    if (fetchSite === "same-origin" || fetchSite === "none") return;
  } else if (origin === undefined || origin === "null" || [host, new URL(baseUrl).host].includes(hostOf(origin)))
    return;
  const detail = `A page of another site sent this form. Open the page at ${baseUrl} and fill it in there.`;
  throw new Problem("invalid_request", detail);
}

/** The host of an origin with its port; null where it is no URL. */
function hostOf(origin: string): string | undefined {
  return URL.parse(origin)?.host;
}
