import createRouter, { type HTTPVersion, type Instance } from "find-my-way";
import { Problem } from "../problem.ts";
import type { Admission, Endpoint } from "./endpoint.ts";
import { URL_CHARACTERS_MAX, methodNotAllowed, uriTooLong } from "./http-problem.ts";
import { decodeOrNull } from "./read-request.ts";
import { fillPath } from "../ask/urls.ts";
import type { Site } from "../ask/sources.ts";

/** A path template (`/api/v2/countries/{slug}`) with an endpoint for each method it takes. */
export interface Route {
  readonly path: string;
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  /** The values that a placeholder takes, where they are few; no other path is of the route. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** The end of a route of version 1. */
  readonly retirement?: Retirement;
}

/** The route of a method and a URL. */
interface FoundRoute {
  readonly params: Readonly<Record<string, string>>;
  /** Null where no route has the path. */
  readonly route: Route | null;
  /** Null where the route does not take the method. */
  readonly endpoint: Endpoint | null;
  /** The methods that the route allows, in the order of `Allow`. */
  readonly methods: readonly string[];
  readonly admission: Admission;
  /** The fault of the method or the URL, for any caller; null if there is none. */
  readonly refusal: Problem | null;
}

/** The one route table: everything that answers, found by method and URL. */
export class Routes {
  /**
   * Every path is registered under GET alone; `find` looks at methods itself, so that it finds what
   * a path allows, too.
   */
  readonly #router: Instance<HTTPVersion.V1> = createRouter({ maxParamLength: URL_CHARACTERS_MAX });

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.#router.on("GET", patternOf(route), () => {}, route);
  }

  find(method: string, url: string): FoundRoute {
    const path = pathOf(url);
    const isWellFormed = !path.includes("%") || decodeOrNull(path) !== null;
    // With malformed escapes taken literally, the route still tells what it allows and whether it
    // is deprecated.
    const match = this.#router.find("GET", isWellFormed ? path : path.replaceAll("%", "%25"));
    const params = (match?.params ?? {}) as Record<string, string>;
    const isFound = match !== null && !Object.values(params).includes("");
    const route = isFound ? (match.store as Route) : null;
    const methods = route === null ? READ_METHODS : methodsOf(route);
    const endpoint = route?.endpoints[method === "HEAD" ? "GET" : method] ?? null;
    const found = { params, route, endpoint, methods };
    const refuse = (refusal: Problem): FoundRoute => ({ ...found, refusal, admission: admissionOfPath(path) });
    if (url.length > URL_CHARACTERS_MAX) return refuse(uriTooLong());
    if (!url.startsWith("/"))
      return refuse(new Problem("invalid_request", "The target of the request is neither a path nor a URL."));
    if (route !== null && endpoint === null) return refuse(methodNotAllowed(method, methods));
    if (!isWellFormed) return refuse(malformedPath());
    if (Object.values(params).some(({ length }) => length > SEGMENT_CHARACTERS_MAX)) return refuse(segmentTooLong());
    return { ...found, refusal: null, admission: endpoint?.admission ?? admissionOfPath(path) };
  }
}

/** The path template as `find-my-way` takes it. */
function patternOf({ path, choices = {} }: Route): string {
  return path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => {
    const values = choices[name]?.map((value) => value.replaceAll(".", "\\."));
    return values === undefined ? `:${name}` : `:${name}(^(?:${values.join("|")})$)`;
  });
}

/** Joins routes of one path, which answer in several media types. */
export function joinRoutes(routes: readonly Route[]): Route[] {
  return [...Map.groupBy(routes, ({ path }) => path)].map(([path, forms]) => {
    const byMethod = Map.groupBy(
      forms.flatMap(({ endpoints }) => Object.entries(endpoints)),
      ([method]) => method,
    );
    const joined = [...byMethod].map(
      ([method, ofMethod]) => [method, joinEndpoints(ofMethod.map(([, endpoint]) => endpoint))] as const,
    );
    return { path, endpoints: Object.fromEntries(joined) };
  });
}

/**
 * Joins endpoints of which `Accept` chooses one; the first is for clients without a preference. All
 * cost as much as the dearest of them.
 */
function joinEndpoints(endpoints: readonly Endpoint[]): Endpoint {
  const [first, ...others] = endpoints;
  if (first === undefined) throw new Error("a path has no endpoint");
  if (others.length === 0) return first;
  return {
    label: first.label,
    admission: endpoints.some(({ admission }) => admission === "page") ? "page" : first.admission,
    mediaTypes: endpoints.flatMap(({ mediaTypes }) => mediaTypes),
    isStored: endpoints.every(({ isStored }) => isStored),
    answer(request) {
      const chosen = endpoints.find(({ mediaTypes }) => mediaTypes.includes(request.mediaType));
      return (chosen ?? first).answer(request);
    },
  };
}

/** The path of a URL in origin form, its escapes as they are. */
export function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
}

/** Methods that are allowed where no path is known. */
export const READ_METHODS: readonly string[] = ["GET", "HEAD", "OPTIONS"];

const SEGMENT_CHARACTERS_MAX = 1000;

function methodsOf({ endpoints }: Route): readonly string[] {
  const reading = "GET" in endpoints ? ["GET", "HEAD"] : [];
  return [...reading, ...Object.keys(endpoints).filter((method) => method !== "GET"), "OPTIONS"];
}

/** Every request under a version of the API is counted, whether anything answers there or not. */
function admissionOfPath(path: string): Admission {
  const [, first = "", second = ""] = path.split("/", 3);
  return decodeOrNull(first) === "api" && /^v[12]$/u.test(decodeOrNull(second) ?? "") ? "counted" : "free";
}

function malformedPath(): Problem {
  const detail = "The path of the URL is malformed: a `%` must be followed by two hexadecimal digits of UTF-8.";
  return new Problem("invalid_request", detail);
}

function segmentTooLong(): Problem {
  return new Problem("uri_too_long", `A segment of the path is longer than ${SEGMENT_CHARACTERS_MAX} characters.`);
}

/** Headers of every response of a route, whatever its status. */
export function routeHeaders(route: Route | null, params: Readonly<Record<string, string>>): readonly string[] {
  if (route === null) return NO_HEADERS;
  return route.retirement?.headersFor(params) ?? NO_HEADERS;
}

const NO_HEADERS: readonly string[] = [];

/** The end of one deprecated route. */
interface Retirement {
  /**
   * `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link` of every response of the route,
   * whatever its status.
   */
  headersFor(params: Readonly<Record<string, string>>): readonly string[];
  /** Throws `gone` after an enforced sunset. */
  checkEnd(params: Readonly<Record<string, string>>): void;
}

/** The guide that tells people what became of version 1. */
const MIGRATION_GUIDE_PATH = "/docs/migration";

/** Longer path segments are not repeated in a header. */
const REPEATED_CHARACTERS_MAX = 200;

/** Builds the end of a deprecated route whose successor has this path template. */
export function buildRetirement(successorPath: string, site: Site, now: () => Date): Retirement {
  const { v1DeprecatedAt: deprecatedAt, v1SunsetAt: sunsetAt, v1SunsetEnforced: sunsetEnforced } = site.settings;
  const sunset = sunsetAt.toUTCString();

  const successorOf = (params: Readonly<Record<string, string>>): string => {
    const isRepeatable = Object.values(params).every(({ length }) => length <= REPEATED_CHARACTERS_MAX);
    return site.baseUrl + (isRepeatable ? fillPath(successorPath, params) : successorPath.split("/{", 1)[0]!);
  };

  const adviceFor = (params: Readonly<Record<string, string>>): string =>
    `Its successor is ${successorOf(params)}; ${site.baseUrl}${MIGRATION_GUIDE_PATH} says what to read instead.`;

  return {
    headersFor(params) {
      const guide = `${site.baseUrl}${MIGRATION_GUIDE_PATH}`;
      return [
        ["Deprecation", `@${Math.floor(deprecatedAt.getTime() / 1000)}`],
        ["Sunset", sunset],
        ["Link", `<${successorOf(params)}>; rel="successor-version"`],
        ["Link", `<${guide}>; rel="deprecation"; type="text/html"`],
        ["Link", `<${guide}>; rel="sunset"; type="text/html"`],
      ].flat();
    },

    checkEnd(params) {
      if (!sunsetEnforced || now() < sunsetAt) return;
      throw new Problem("gone", `The endpoint was retired at its sunset (${sunset}). ${adviceFor(params)}`);
    },
  };
}
