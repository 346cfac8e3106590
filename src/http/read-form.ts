import type { IncomingMessage } from "node:http";
import { MIMEType } from "node:util";
import type { Site } from "../ask/sources.ts";
import { Problem, quote } from "../problem.ts";
import type { Exchange } from "./endpoint.ts";
import { receiveBody, refuseContentCoding, unsupportedBody } from "./receive-body.ts";

/** How browsers send forms. */
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
    // What the parser says may repeat the form.
    throw new Problem("invalid_request", "The form is malformed: its parts cannot be told apart. Send it again.");
  }
}

/** More than any form has. */
const FIELDS_MAX = 100;

/** Longer than what stands above any field or file. */
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
