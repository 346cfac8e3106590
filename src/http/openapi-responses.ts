import { STATUS_CODES } from "node:http";
import { OWN_LIMITS, type QuotaState, TIER_LIMITS } from "../access/quota.ts";
import { formsOf, isForOneCaller } from "../ask/operation.ts";
import { PROBLEMS, Problem, type ProblemCode } from "../problem.ts";
import { refuseParameters } from "../ask/read-parameters.ts";
import { admissionOf } from "./endpoint.ts";
import { mediaTypesOf } from "./endpoint.ts";
import { headerNames, pointAtHeaders, SHARED_HEADER_NAMES, uncountedHeaderNames } from "./openapi-headers.ts";
import type { DescribedOperation } from "./openapi-service-paths.ts";
import { ownLimitExceeded, quotaExceeded } from "./quota-problems.ts";
import { methodNotAllowed, notAcceptable, uriTooLong } from "./http-problem.ts";
import { describeProblem } from "./problem-document.ts";
import { PROBLEM_TYPE } from "./send-problem.ts";

/** Problems every path can meet. */
const PATH_PROBLEMS: readonly ProblemCode[] = [
  "invalid_request",
  "method_not_allowed",
  "uri_too_long",
  "internal_error",
  "unavailable",
];

/** Problems every operation can meet besides its own. */
const COMMON_PROBLEMS: readonly ProblemCode[] = [
  "invalid_request",
  "unknown_parameter",
  "not_acceptable",
  ...PATH_PROBLEMS,
];

/** Problems of a request that never got as far as a path. */
const EARLY_PROBLEMS: readonly ProblemCode[] = ["request_timeout", "headers_too_large"];

/** Problems of a head that is wrong for any caller, so that nobody asks who calls. */
const HEAD_PROBLEMS: readonly ProblemCode[] = ["expectation_failed", "not_implemented", "version_not_supported"];

/** Problems every counted operation can meet besides. */
const COUNTED_PROBLEMS: readonly ProblemCode[] = [
  "conflicting_credentials",
  "unknown_api_key",
  "insecure_transport",
  "rate_limited",
];

/** Problems every operation that takes a body can meet besides. */
const BODY_PROBLEMS: readonly ProblemCode[] = ["invalid_json", "payload_too_large", "unsupported_media_type"];

/** A response as OpenAPI describes it. */
export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, object>>;
}

/** Responses of several operations, by the name they are pointed at. */
export type SharedResponses = Record<string, ResponseObject>;

/** The headers of a 200 and a 304. */
const VALIDATORS = ["Cache-Control", "Vary", "ETag"];

/** Describes the success of an operation around its content. */
export function describeSuccess(
  operation: DescribedOperation,
  content: Readonly<Record<string, object>>,
): ResponseObject {
  const { form } = operation;
  const own = fileTypesOf(operation).length > 0 ? FILE_HEADERS : [];
  const names = headerNames(operation, ...validatorsOf(operation), ...own, "Link");
  const description = form.kind === "json" ? "The response." : form.description;
  return { description, headers: pointAtHeaders(names), content };
}

/** The media types in which an operation answers files, of which ranges are sent. */
function fileTypesOf(operation: DescribedOperation): readonly string[] {
  return formsOf(operation).flatMap(({ kind, mediaType = "" }) =>
    kind === "file" ? [mediaType.replace(/;.*$/u, "")] : [],
  );
}

const FILE_HEADERS = ["Content-Disposition", "Accept-Ranges"];

/**
 * Describes every other status of an operation as a pointer at a shared response, adding to
 * `shared` what is not there yet.
 */
export function describeOtherStatuses(
  operation: DescribedOperation,
  shared: SharedResponses,
  baseUrl: string,
): Record<string, { readonly $ref: string }> {
  const admission = admissionOf(operation);
  const suffix = operation.deprecation === undefined ? SUFFIXES[admission] : "OfDeprecated";
  const pointAt = (name: string, response: () => ResponseObject): { readonly $ref: string } => {
    shared[name + suffix] ??= response();
    return { $ref: `#/components/responses/${name}${suffix}` };
  };
  const found: Record<string, { readonly $ref: string }> = {};
  for (const code of EARLY_PROBLEMS) {
    const name = inCamelCase(code);
    shared[name] ??= describeEarlyRefusal(code, SHARED_HEADER_NAMES, baseUrl);
    found[PROBLEMS[code].status] = { $ref: `#/components/responses/${name}` };
  }
  for (const code of HEAD_PROBLEMS) {
    const name = inCamelCase(code) + (operation.deprecation === undefined ? "" : "OfDeprecated");
    shared[name] ??= describeEarlyRefusal(code, uncountedHeaderNames(operation), baseUrl);
    found[PROBLEMS[code].status] = { $ref: `#/components/responses/${name}` };
  }
  // Only what depends on one release, or on how they became current, was last modified then.
  const kind = operation.dependsOn === "service" ? "List" : "";
  if (hasValidators(operation)) {
    found["304"] = pointAt(`NotModified${kind}`, () => ({
      description: "Not modified since the response that the caller has.",
      headers: pointAtHeaders(headerNames(operation, ...validatorsOf(operation), "Link")),
    }));
  }
  if (operation.redirects === true) {
    found["308"] = pointAt("CanonicalAddress", () => ({
      description: "Redirect to the canonical URL, with the same query.",
      headers: pointAtHeaders(headerNames(operation, "Cache-Control", "Vary", "Location")),
    }));
  }
  const mediaTypes = fileTypesOf(operation);
  if (mediaTypes.length > 0) {
    const form = mediaTypes.map((type) => inCamelCase(type.replaceAll(/\W/gu, "_"))).join("Or");
    found["206"] = pointAt(`Part${form}${kind}`, () => ({
      description:
        "The range of bytes that `Range` asks for, without a content coding. A list that is made while it is sent comes whole, with 200.",
      headers: pointAtHeaders(
        headerNames(operation, ...validatorsOf(operation), ...FILE_HEADERS, "Content-Range", "Link"),
      ),
      content: Object.fromEntries(
        mediaTypes.map((type) => [type, { example: type.startsWith("text/") ? "iso3,iso2" : "PAR1" }]),
      ),
    }));
  }
  for (const [status, group] of Map.groupBy(problemsOf(operation), (code) => PROBLEMS[code].status)) {
    found[status] = pointAt(group.map(inCamelCase).join("Or"), () =>
      describeRefusal(operation, status, group, baseUrl),
    );
  }
  return found;
}

/** The codes of every refusal of an operation, each once. */
function problemsOf(operation: DescribedOperation): readonly ProblemCode[] {
  if (operation.isState === true) return PATH_PROBLEMS;
  const choosesRelease = "release" in operation.parameters.query.properties;
  const codes: readonly (readonly ProblemCode[])[] = [
    operation.problems,
    COMMON_PROBLEMS.filter((code) => code !== "not_acceptable" || operation.ignoresAccept !== true),
    choosesRelease ? ["release_not_found", "release_withdrawn", "release_removed"] : [],
    hasValidators(operation) ? ["precondition_failed"] : [],
    fileTypesOf(operation).length > 0 ? ["range_not_satisfiable"] : [],
    operation.body === undefined ? [] : BODY_PROBLEMS,
    admissionOf(operation) === "counted" ? COUNTED_PROBLEMS : [],
  ];
  return [...new Set(codes.flat())];
}

function hasValidators(operation: DescribedOperation): boolean {
  return operation.isState !== true && !isForOneCaller(operation);
}

function validatorsOf(operation: DescribedOperation): readonly string[] {
  if (!hasValidators(operation)) return ["Cache-Control"];
  return operation.dependsOn === "service" ? VALIDATORS : [...VALIDATORS, "Last-Modified"];
}

/** What is added to the name of a shared response, where its headers differ. */
const SUFFIXES: Readonly<Record<ReturnType<typeof admissionOf>, string>> = {
  counted: "",
  dashboard: "OfDashboard",
  account: "OfAccount",
  sign_up: "OfSignUp",
  confirmation: "OfConfirmation",
  webhooks: "OfWebhooks",
  suggest: "OfSuggest",
  free: "Uncounted",
  open: "Unchecked",
};

function describeEarlyRefusal(code: ProblemCode, headers: readonly string[], baseUrl: string): ResponseObject {
  const { status, explanation } = PROBLEMS[code];
  return {
    description: `${STATUS_CODES[status] ?? "Refused"}: \`${code}\`.`,
    headers: pointAtHeaders([...headers, "Cache-Control"]),
    content: describeProblemContent(new Problem(code, explanation), baseUrl),
  };
}

function describeProblemContent(problem: Problem, baseUrl: string): Readonly<Record<string, object>> {
  const example = describeProblem(problem, baseUrl, EXAMPLE_REQUEST_ID);
  return { [PROBLEM_TYPE]: { schema: { $ref: "#/components/schemas/Problem" }, example } };
}

function describeRefusal(
  operation: DescribedOperation,
  status: number,
  codes: readonly ProblemCode[],
  baseUrl: string,
): ResponseObject {
  return {
    description: `${STATUS_CODES[status] ?? "Refused"}: ${codes.map((code) => `\`${code}\``).join(", ")}.`,
    headers: pointAtHeaders(headerNames(operation, "Cache-Control", ...(OWN_HEADERS[status] ?? []))),
    content: describeProblemContent(exampleProblem(operation, codes[0]!, baseUrl), baseUrl),
  };
}

/** Headers that refusals of one status have besides those of all. */
const OWN_HEADERS: Readonly<Record<number, readonly string[]>> = {
  405: ["Allow"],
  406: ["Vary"],
  401: ["WWW-Authenticate"],
  410: ["Preference-Applied"],
  415: ["Accept-Post"],
  416: ["Content-Range"],
  429: ["Retry-After", "Link"],
  503: ["Retry-After"],
};

const EXAMPLE_REQUEST_ID = "5c6c9f0e-4ad5-4a5e-8d0c-6f1b0e3c8f5d";

/** Refusals as they are thrown, where that takes no more than the operation. */
const REFUSALS: { readonly [code in ProblemCode]?: (operation: DescribedOperation, baseUrl: string) => Problem } = {
  invalid_request: () =>
    refuseParameters([{ parameter: "release", detail: "`release` is given more than once; give it once." }], false),
  method_not_allowed: () => methodNotAllowed("PUT", ["GET", "HEAD", "OPTIONS"]),
  not_acceptable: (operation) => notAcceptable("image/png", mediaTypesOf(operation)),
  uri_too_long: () => uriTooLong(),
  rate_limited: ({ admission }, baseUrl) => {
    const own = admission === undefined || admission === "counted" ? null : admission;
    const { perHour } = own === null ? TIER_LIMITS.anonymous : OWN_LIMITS[own];
    const used = { name: "hour", limit: perHour ?? 0, remaining: 0, resetSeconds: 1210 } as const;
    const state: QuotaState = { allowed: false, windows: [used], violated: ["hour"] };
    if (own !== null) return ownLimitExceeded(own, "anonymous", state);
    const bulkPaths = new Map([["list_companies", { path: "/api/v2/companies?format=csv", method: "GET" }] as const]);
    return quotaExceeded("anonymous", state, ["list_companies"], bulkPaths, baseUrl);
  },
};

function exampleProblem(operation: DescribedOperation, code: ProblemCode, baseUrl: string): Problem {
  return REFUSALS[code]?.(operation, baseUrl) ?? new Problem(code, PROBLEMS[code].explanation);
}

function inCamelCase(code: string): string {
  return code.replaceAll(/(?:^|_)([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}
