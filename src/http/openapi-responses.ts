import { type QuotaState, TIER_LIMITS } from "../access/quota.ts";
import { formsOf, isForOneCaller } from "../ask/operation.ts";
import { PROBLEMS, Problem, quote } from "../problem.ts";
import { refuseParameters } from "../ask/read-parameters.ts";
import { BytesSchema, idOf, pointer } from "./openapi-schemas.ts";
import type { DescribedOperation } from "./openapi-service-paths.ts";
import { describeProblem } from "./http-problem.ts";
import { quotaExceeded, isAboutKey } from "./authorize.ts";
import { PROBLEM_TYPE } from "./send-problem.ts";
import { CHALLENGES } from "./read-request.ts";
import { admissionOf, JSON_TYPE } from "./endpoint.ts";
import { DATA_VARY, SHARED_HEADERS } from "./send-response.ts";

/** A response as OpenAPI describes it. */
interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, object>>;
}

interface Pointer {
  readonly $ref: string;
  readonly description?: string;
}

const FILE_HEADERS = ["Content-Disposition", "Accept-Ranges"];
const END_HEADERS = ["Deprecation", "Sunset"];

/** Describes the success of an operation around its content, with the headers that not all have. */
export function describeSuccess(
  operation: DescribedOperation,
  content: Readonly<Record<string, object>>,
): ResponseObject {
  const { form, deprecation } = operation;
  const names = [
    ...validatorsOf(operation),
    ...(hasFiles(operation) ? FILE_HEADERS : []),
    ...(operation.filename === undefined ? [] : ["Content-Disposition"]),
    ...(deprecation === undefined ? [] : END_HEADERS),
  ];
  const description = form.kind === "json" ? "The response." : form.description;
  return { description, ...(names.length === 0 ? {} : { headers: pointAtHeaders(names) }), content };
}

/** Points at the shared responses that an operation has apart from its success. */
export function describeOtherStatuses(operation: DescribedOperation): Readonly<Record<string, Pointer>> {
  const own = operation.problems.map((code) => `\`${code}\` (${PROBLEMS[code].status})`);
  return {
    ...(hasFiles(operation) ? { "206": pointAt("PartialContent") } : {}),
    ...(hasValidators(operation) ? { "304": pointAt("NotModified") } : {}),
    ...(operation.redirects === true ? { "308": pointAt("CanonicalAddress") } : {}),
    default: {
      ...pointAt("Problem"),
      ...(own.length === 0 ? {} : { description: `A problem. Of its own: ${own.join(", ")}.` }),
    },
  };
}

function pointAt(name: string): Pointer {
  return { $ref: `#/components/responses/${name}` };
}

const VALIDATORS = ["ETag", "Last-Modified"];

/** The responses that operations share, by name. */
export function sharedResponses(baseUrl: string): Readonly<Record<string, ResponseObject>> {
  return {
    NotModified: {
      description: "Not modified since the response that the caller has.",
      headers: pointAtHeaders([...SHARED_HEADER_NAMES, ...VALIDATORS, ...END_HEADERS]),
    },
    PartialContent: {
      description:
        "The range of bytes that `Range` asks for, without a content coding. A list that is made while it is sent comes whole, with 200.",
      headers: pointAtHeaders([
        ...SHARED_HEADER_NAMES,
        ...VALIDATORS,
        ...END_HEADERS,
        ...FILE_HEADERS,
        "Content-Range",
      ]),
      content: { "*/*": { schema: { $ref: pointer(idOf(BytesSchema)) } } },
    },
    CanonicalAddress: {
      description: "Redirect to the canonical URL, with the same query.",
      headers: pointAtHeaders([...SHARED_HEADER_NAMES, ...END_HEADERS, "Location"]),
    },
    Problem: {
      description: "A problem document (RFC 9457). `code` says what is wrong, for programs.",
      headers: pointAtHeaders([
        ...SHARED_HEADER_NAMES,
        ...END_HEADERS,
        "Retry-After",
        "WWW-Authenticate",
        "Allow",
        "Accept-Post",
        "Content-Range",
      ]),
      content: {
        [PROBLEM_TYPE]: {
          schema: { $ref: "#/components/schemas/Problem" },
          examples: {
            invalid_request: { value: describeProblem(invalidRequest(), baseUrl, EXAMPLE_REQUEST_ID) },
            rate_limited: { value: describeProblem(rateLimited(baseUrl), baseUrl, EXAMPLE_REQUEST_ID) },
          },
        },
      },
    },
  };
}

const EXAMPLE_REQUEST_ID = "5c6c9f0e-4ad5-4a5e-8d0c-6f1b0e3c8f5d";

function invalidRequest(): Problem {
  const detail = `\`limit\` is ${quote("0")}; expected an integer from 1 to 1000.`;
  return refuseParameters([{ parameter: "limit", detail }], false);
}

function rateLimited(baseUrl: string): Problem {
  const used = { name: "hour", limit: TIER_LIMITS.anonymous.perHour ?? 0, remaining: 0, resetSeconds: 1210 } as const;
  const state: QuotaState = { allowed: false, windows: [used], violated: ["hour"] };
  const bulkPaths = new Map([["list_companies", { path: "/api/v2/companies?format=csv", method: "GET" }] as const]);
  return quotaExceeded("anonymous", state, ["list_companies"], bulkPaths, baseUrl);
}

/** Returns true if some answers are files, of which ranges are sent. */
function hasFiles(operation: DescribedOperation): boolean {
  return formsOf(operation).some(({ kind }) => kind === "file");
}

function hasValidators(operation: DescribedOperation): boolean {
  return operation.isState !== true && !isForOneCaller(operation);
}

function validatorsOf(operation: DescribedOperation): readonly string[] {
  if (!hasValidators(operation)) return [];
  return operation.dependsOn === "service" ? ["ETag"] : VALIDATORS;
}

/** A header of a response as OpenAPI describes it. */
interface HeaderObject {
  readonly description: string;
  /** True if every response of the kind has it. */
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
const SHARED_HEADER_NAMES: readonly string[] = [
  ...Object.keys(DESCRIBED_SHARED_HEADERS),
  "Cache-Control",
  "Vary",
  "Link",
  "RateLimit-Policy",
  "RateLimit",
];

/** Returns true if an operation reads the key of its caller. */
export function takesKey(operation: DescribedOperation): boolean {
  const admission = admissionOf(operation);
  return isAboutKey(admission) || ["counted", "dashboard", "suggest"].includes(admission);
}

/** Points at the headers of these names. */
function pointAtHeaders(names: readonly string[]): Record<string, { readonly $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
