import { type QuotaState, TIER_LIMITS } from "../access/quota.ts";
import { formsOf, isForOneCaller } from "../ask/operation.ts";
import { PROBLEMS, Problem } from "../problem.ts";
import { refuseParameters } from "../ask/read-parameters.ts";
import { pointAtHeaders, SHARED_HEADER_NAMES } from "./openapi-headers.ts";
import { BytesSchema, idOf, pointer } from "./openapi-schemas.ts";
import type { DescribedOperation } from "./openapi-service-paths.ts";
import { describeProblem } from "./problem-document.ts";
import { quotaExceeded } from "./quota-problems.ts";
import { PROBLEM_TYPE } from "./send-problem.ts";

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
        "Preference-Applied",
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
  const detail = "`limit` is `0`; expected an integer from 1 to 1000.";
  return refuseParameters([{ parameter: "limit", detail }], false);
}

function rateLimited(baseUrl: string): Problem {
  const used = { name: "hour", limit: TIER_LIMITS.anonymous.perHour ?? 0, remaining: 0, resetSeconds: 1210 } as const;
  const state: QuotaState = { allowed: false, windows: [used], violated: ["hour"] };
  const bulkPaths = new Map([["list_companies", { path: "/api/v2/companies?format=csv", method: "GET" }] as const]);
  return quotaExceeded("anonymous", state, ["list_companies"], bulkPaths, baseUrl);
}

/** Whether some of its answers are files, of which ranges are sent. */
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
