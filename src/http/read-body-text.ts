import type { IncomingMessage } from "node:http";
import type { TSchema } from "typebox";
import type { BodyEncoding, BodyForm } from "../ask/operation.ts";
import { encodingsOf, type GivenBody } from "../ask/read-body.ts";
import { Problem, quote } from "../problem.ts";
import { type Exchange, JSON_TYPE } from "./endpoint.ts";
import { receiveBody, refuseContentCoding, unsupportedBody } from "./receive-body.ts";

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
