import { isAboutKey } from "./authorize.ts";
import { CHALLENGES } from "./read-request.ts";
import { admissionOf, JSON_TYPE } from "./endpoint.ts";
import type { DescribedOperation } from "./openapi-service-paths.ts";
import { DATA_VARY, SHARED_HEADERS } from "./response-headers.ts";

/** A header of a response as OpenAPI describes it. */
export interface HeaderObject {
  readonly description: string;
  /** Whether every response of the kind has it. */
  readonly required: boolean;
  readonly schema: { readonly type: "string"; readonly maxLength: number; readonly [keyword: string]: unknown };
  readonly example?: string;
}

const QUOTA_POLICY = '^"(?:hour|day)";q=\\d+;w=\\d+(?:, "day";q=\\d+;w=86400)?$';
const QUOTA_STATE = '^"(?:hour|day)";r=\\d+;t=\\d+(?:, "day";r=\\d+;t=\\d+)?$';

const DATE_LENGTH = 29;

const httpDate = (description: string, example: string): HeaderObject =>
  text(description, {
    example,
    required: false,
    maxLength: DATE_LENGTH,
    pattern: "^[A-Z][a-z]{2}, \\d{2} [A-Z][a-z]{2} \\d{4} [\\d:]{8} GMT$",
  });

function text(
  description: string,
  {
    example,
    required = true,
    maxLength = 8000,
    ...keywords
  }: Readonly<Record<string, unknown>> & {
    example?: string;
    required?: boolean;
    maxLength?: number;
  } = {},
): HeaderObject {
  const schema = { type: "string", maxLength, ...keywords } as const;
  return { description, required, schema, ...(example === undefined ? {} : { example }) };
}

const SHARED_DESCRIPTIONS: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "Scripts of any origin may read the response.",
  "Access-Control-Expose-Headers": "The headers that scripts may read.",
  "Content-Security-Policy": "The response may not be executed or framed.",
  "Cross-Origin-Resource-Policy": "Pages of any origin may embed the response.",
  "Referrer-Policy": "Links are followed without a referrer.",
  "Timing-Allow-Origin": "Pages of any origin may measure the response.",
  "X-Content-Type-Options": "Browsers must not guess another media type.",
};

/** Headers of every answer whatever its status; the fixed ones with the value they have. */
const DESCRIBED_SHARED_HEADERS: Readonly<Record<string, HeaderObject>> = {
  ...Object.fromEntries(
    SHARED_HEADERS.flatMap((name, index) => {
      if (index % 2 === 1) return [];
      const value = SHARED_HEADERS[index + 1]!;
      return [
        [
          name,
          text(SHARED_DESCRIPTIONS[name] ?? "The same on every answer.", {
            maxLength: 500,
            example: value,
          }),
        ],
      ];
    }),
  ),
  "X-Request-Id": text("Id of the request. Quote it when you report a problem.", {
    pattern: "^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
    maxLength: 36,
    example: "5c6c9f0e-4ad5-4a5e-8d0c-6f1b0e3c8f5d",
  }),
};

/** Every header the document describes, by its name. Responses point at them. */
export const HEADERS: Readonly<Record<string, HeaderObject>> = {
  ...DESCRIBED_SHARED_HEADERS,
  "Cache-Control": text("How long the response may be cached: a day if the URL names a release. On every response.", {
    example: "public, max-age=300, stale-while-revalidate=3600",
  }),
  Vary: text("Request headers on which the response depends.", {
    required: false,
    example: DATA_VARY,
  }),
  ETag: text(
    "Entity tag, different per content coding; send it as `If-None-Match`. Strong, but for XLSX files: their bytes differ from one request to the next, while what they hold does not.",
    {
      pattern: '^(?:W/)?"[^"]+"$',
      maxLength: 200,
      example: '"kDC0Yn2Hc5Yp2rWwOKhHqQZ8T3o"',
    },
  ),
  "Accept-Ranges": text(
    "Ranges of bytes are sent on request: `Range: bytes=0-999`. Missing where a file is made while it is sent, as XLSX files and lists of more than 4 MiB are: then no ranges are sent.",
    {
      required: false,
      const: "bytes",
      example: "bytes",
    },
  ),
  "Content-Range": text("Which bytes are sent, and how many the file has. With 206 and 416.", {
    required: false,
    pattern: "^bytes (?:\\d+-\\d+|\\*)/\\d+$",
    maxLength: 60,
    example: "bytes 0-999/11515",
  }),
  "Last-Modified": httpDate(
    "When the release was published, or became current. Missing where an answer depends on more.",
    "Sun, 01 Nov 2026 00:00:00 GMT",
  ),
  "Content-Disposition": text("The name to save a file under; missing where the response is none.", {
    required: false,
    pattern: '^attachment; filename="[^"]+"$',
    example: 'attachment; filename="data.csv"',
  }),
  Link: text("Related URLs (RFC 8288): next page, licence, descriptions, successor.", {
    required: false,
  }),
  Location: text("The canonical URL."),
  "RateLimit-Policy": text(
    "The quotas of the caller (draft-ietf-httpapi-ratelimit-headers-11): requests `q` per window of `w` seconds. Missing for keys without limits.",
    { required: false, maxLength: 200, pattern: QUOTA_POLICY, example: '"hour";q=100;w=3600, "day";q=1000;w=86400' },
  ),
  RateLimit: text("What is left of them: `r` requests for `t` more seconds. Missing for keys without limits.", {
    required: false,
    maxLength: 200,
    pattern: QUOTA_STATE,
    example: '"hour";r=73;t=1210, "day";r=640;t=50211',
  }),
  "Retry-After": text("Seconds until a retry can succeed. With 429 and 503.", {
    required: false,
    pattern: "^\\d+$",
    maxLength: 10,
    example: "1210",
  }),
  "WWW-Authenticate": text("How a key is sent (RFC 9110 §11.6.1). With 401.", {
    required: false,
    maxLength: 200,
    example: CHALLENGES,
  }),
  Allow: text("The methods of the path. With 405.", { required: false, example: "GET, HEAD, OPTIONS" }),
  "Accept-Post": text("The accepted media types of a body (W3C Linked Data Platform, §7.1). With 415.", {
    required: false,
    maxLength: 100,
    example: JSON_TYPE,
  }),
  "Preference-Applied": text("The preference of the request that was followed (RFC 7240).", {
    required: false,
    maxLength: 100,
    example: "sunset=rehearse",
  }),
  Deprecation: text("When the endpoint was deprecated, as a date of RFC 9745. On every status of a deprecated one.", {
    required: false,
    pattern: "^@\\d+$",
    maxLength: 20,
    example: "@1790812800",
  }),
  Sunset: httpDate(
    "When the endpoint ends (RFC 8594). On every status of a deprecated one.",
    "Fri, 01 Oct 2027 00:00:00 GMT",
  ),
};

/**
 * Names of the headers that any response may have. They are described once, at the responses that
 * operations share.
 */
export const SHARED_HEADER_NAMES: readonly string[] = [
  ...Object.keys(DESCRIBED_SHARED_HEADERS),
  "Cache-Control",
  "Vary",
  "Link",
  "RateLimit-Policy",
  "RateLimit",
];

/** Whether an operation looks at who calls. */
export function takesKey(operation: DescribedOperation): boolean {
  const admission = admissionOf(operation);
  return isAboutKey(admission) || ["counted", "dashboard", "suggest"].includes(admission);
}

/** Points at the headers of these names. */
export function pointAtHeaders(names: readonly string[]): Record<string, { readonly $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
