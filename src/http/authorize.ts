import type { IncomingMessage } from "node:http";
import type { Access } from "../access/access.ts";
import type { QuotaState, RequestWindow, WindowName, Tier, WindowState } from "../access/quota.ts";
import type { Subject } from "../access/subject.ts";
import type { Site } from "../ask/sources.ts";
import { Problem } from "../problem.ts";
import {
  buildFindCaller,
  credentialExposed,
  type FindCallerParts,
  hadKeyInUrl,
  keyNeeded,
  readCredential,
} from "./read-request.ts";
import type { Admission } from "./endpoint.ts";
import { HttpProblem } from "./http-problem.ts";

/** A request whose caller and quota are known. */
export interface Authorization {
  /** Null if the caller was not looked up. */
  readonly caller: Subject | null;
  /** The response is for this caller's own cache only. */
  readonly isPrivate: boolean;
  /** Headers of the response, whatever its status. */
  readonly headers: readonly string[];
  /** The reason why the request is refused, or null. */
  readonly refusal: Problem | null;
  /**
   * Counts a request that is counted only once its body is known to be right, or the rest of one
   * that counts as several; its headers replace the others, and its refusal comes on top.
   */
  readonly admitBody?: (requests: number) => Promise<Pick<Authorization, "headers" | "refusal">>;
}

/**
 * Decides who calls and whether they may, before anything of the request but its headers is read.
 * The request is counted under `operation` when the promise resolves. Rejects with
 * `StoreUnavailable` where it cannot tell who calls. `formKey` is a key that stood in a form, and
 * takes the place of the credentials of the head.
 */
export type Authorize = (
  request: IncomingMessage,
  admission: Admission,
  operation: string,
  formKey?: string | null,
) => Promise<Authorization>;

interface AuthorizeParts extends FindCallerParts {
  readonly bulkPaths: BulkPaths;
}

/** The guide that explains keys. */
const AUTHENTICATION_GUIDE = "/docs/errors-and-limits#keys";

/** Lets everybody through and counts nothing. */
export const authorizeAnybody: Authorize = () =>
  Promise.resolve({ caller: null, isPrivate: false, headers: [], refusal: null });

/**
 * Builds the authorization over accounts and quotas.
 *
 * A request with a bad credential is counted for its client address and judged by its quota, so
 * that guessing keys is bounded. Nothing falls back to anonymous.
 */
export function buildAuthorize({ access, clients, site, bulkPaths }: AuthorizeParts): Authorize {
  const { isExposed, findCaller } = buildFindCaller({ access, clients, site });

  /**
   * Free requests need no key; one that is sent all the same is not looked up, and not let through
   * in the clear.
   */
  const authorizeFreely = (request: IncomingMessage): Authorization => {
    const isRefused = isExposed(request) && readCredential(request) !== null;
    const refusal = isRefused ? credentialExposed(site) : null;
    return { caller: null, isPrivate: hadKeyInUrl(request), headers: helpLink(request, site), refusal };
  };

  /** Counts a request in a window of its client address, whatever credential it has. */
  const authorizeByAddress = (
    request: IncomingMessage,
    window: "page" | "form" | "file" | "messages",
    caller: Pick<Subject, "id" | "tier">,
  ): Promise<Authorization> => limitFreely(access, window, caller, authorizeFreely(request));

  /** Authorizes a request by its client address, whatever credential it has. */
  const authorizeAddress = async (request: IncomingMessage, window: RequestWindow): Promise<Authorization> => {
    if (!isExposed(request)) {
      const caller = access.findAddress(clients.addressOf(request));
      return window === "sign_up" ? await authorizeSignUp(access, caller) : await authorizeOwn(access, window, caller);
    }
    const detail = `The exchange would show a secret over plain HTTP, where others can read it. Call ${site.baseUrl}.`;
    return { caller: null, isPrivate: true, headers: [], refusal: new Problem("insecure_transport", detail) };
  };

  return async (request, admission, operation, formKey = null) => {
    if (admission === "free" || admission === "open") return authorizeFreely(request);
    if (admission === "page" || admission === "form" || admission === "file")
      return await authorizeByAddress(request, admission, access.findAddress(clients.addressOf(request)));
    if (admission === "sign_up" || admission === "confirmation") return await authorizeAddress(request, admission);
    const { caller, refusal } = await findCaller(request, formKey);
    if (admission === "messages") return await authorizeByAddress(request, admission, caller);
    const help = refusal === null ? helpLink(request, site) : [];
    if (isAboutKey(admission) && refusal === null && caller.kind === "address")
      return { caller, isPrivate: true, headers: help, refusal: keyNeeded() };
    if (admission !== "counted" && refusal === null) return await authorizeOwn(access, admission, caller, help);
    const state = await access.consume(caller, operation);
    const headers = [...quotaHeaders(state), ...help];
    const isPrivate = caller.kind === "key";
    // A bad credential is reported first, unless the address goes on and on.
    const isTold = refusal !== null && !state.allowed && (await access.consumeOwn("bad_credential", caller)).allowed;
    const exceed = (over: QuotaState): Problem =>
      quotaExceeded(caller.tier, over, access.recentOperations(caller), bulkPaths, site.baseUrl, refusal);
    if (!state.allowed) return { caller, isPrivate, headers, refusal: isTold ? refusal : exceed(state) };
    const admitBody = (requests: number) => admitRest(access, caller, operation, requests - 1, exceed);
    return { caller, isPrivate, headers, refusal, admitBody };
  };
}

/** Counts the rest of a request that counts as several, of which one is counted already. */
async function admitRest(
  access: Access,
  caller: Subject,
  operation: string,
  rest: number,
  exceed: (state: QuotaState) => Problem,
): Promise<Pick<Authorization, "headers" | "refusal">> {
  if (rest === 0) return { headers: [], refusal: null };
  const state = await access.consume(caller, operation, rest);
  return { headers: quotaHeaders(state), refusal: state.allowed ? null : exceed(state) };
}

/** Authorizes a request that has a window of its own, from a known caller. */
async function authorizeOwn(
  access: Access,
  window: RequestWindow,
  caller: Subject,
  help: readonly string[] = [],
): Promise<Authorization> {
  const state = await access.consumeOwn(window, caller);
  const refusal = state.allowed ? null : ownLimitExceeded(window, caller.tier, state);
  return { caller, isPrivate: true, headers: [...quotaHeaders(state), ...help], refusal };
}

/**
 * Authorizes a request that is free but for a window, in which it counts as one or, once its body
 * is known, as several. A bad credential of an agent is counted for the client address, and refused
 * where a tool is called. Pages and forms do not tell the state of their window.
 */
async function limitFreely(
  access: Access,
  window: RequestWindow,
  caller: Pick<Subject, "id" | "tier">,
  free: Authorization,
): Promise<Authorization> {
  const consume = async (requests: number) => {
    const state = await access.consumeOwn(window, caller, requests);
    const refusal = state.allowed ? null : ownLimitExceeded(window, caller.tier, state);
    return { headers: window === "page" || window === "form" ? [] : quotaHeaders(state), refusal };
  };
  const first = await consume(1);
  return {
    ...free,
    headers: [...first.headers, ...free.headers],
    refusal: free.refusal ?? first.refusal,
    admitBody: async (requests) => (requests > 1 ? await consume(requests - 1) : { headers: [], refusal: null }),
  };
}

/**
 * A malformed sign-up must not cost one of the few: it is counted once its body is known to be
 * right. Until then a wide limit bounds how many are read.
 */
async function authorizeSignUp(access: Access, caller: Subject): Promise<Authorization> {
  const read = await access.consumeOwn("sign_up_read", caller);
  if (read.allowed) {
    const admitBody = () => authorizeOwn(access, "sign_up", caller);
    return { caller, isPrivate: true, headers: [], refusal: null, admitBody };
  }
  const refusal = ownLimitExceeded("sign_up", caller.tier, read);
  return { caller, isPrivate: true, headers: quotaHeaders(read), refusal };
}

/** Leads a client that sends a key in the URL to a better way. */
function helpLink(request: IncomingMessage, { baseUrl }: Site): readonly string[] {
  if (!hadKeyInUrl(request)) return [];
  return ["Link", `<${baseUrl}${AUTHENTICATION_GUIDE}>; rel="help"; type="text/html"`];
}

const WINDOW_SECONDS: Readonly<Record<WindowName, number>> = { hour: 3600, day: 86_400 };

/**
 * `RateLimit-Policy` and `RateLimit`, as draft-ietf-httpapi-ratelimit-headers-11 lays them out:
 * lists of structured fields (RFC 9651). Empty for a subject without limits.
 */
function quotaHeaders({ windows }: Pick<QuotaState, "windows">): readonly string[] {
  if (windows.length === 0) return [];
  const policy = windows.map(({ name, limit }) => `"${name}";q=${limit};w=${WINDOW_SECONDS[name]}`);
  const left = windows.map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`);
  return ["RateLimit-Policy", policy.join(", "), "RateLimit", left.join(", ")];
}

/** Returns true if a request is about the key of its caller, so that there must be one. */
export function isAboutKey(admission: Admission): boolean {
  return admission === "account" || admission === "webhooks";
}

/**
 * The problem type that is registered for used-up quotas (draft-ietf-httpapi-ratelimit-headers-11
 * §5).
 */
export const QUOTA_EXCEEDED = "https://iana.org/assignments/http-problem-types#quota-exceeded";

/** By operation, the path that answers many calls of it at once. */
export type BulkPaths = ReadonlyMap<string, { readonly path: string; readonly method: "GET" | "POST" }>;

/**
 * The refusal of a caller whose quota is used up. `recent` are the operations the caller asked
 * most, most asked first; the bulk path of the first that has one is advised. `credentialProblem`
 * is why the request is judged by its client address, if that is so.
 */
export function quotaExceeded(
  tier: Tier,
  state: QuotaState,
  recent: readonly string[],
  bulkPaths: BulkPaths,
  baseUrl: string,
  credentialProblem: Problem | null = null,
): HttpProblem {
  const looped = recent.find((operation) => bulkPaths.has(operation));
  const { path, method = "GET" } = bulkPaths.get(looped ?? "") ?? {};
  const bulkUrl = path === undefined ? null : `${baseUrl}${path}`;
  const advice =
    bulkUrl === null
      ? "Cache responses as long as their Cache-Control allows, and revalidate with If-None-Match."
      : `Most of your requests were \`${looped}\`: ${method === "POST" ? `POST to ${bulkUrl} answers them all in one request` : `${bulkUrl} has the data of all of them, a file for each release`}.`;
  const more = tier === "anonymous" ? ` A free key raises the quota tenfold: POST ${baseUrl}/api/sign-up.` : "";
  const besides = credentialProblem === null ? "" : ` Besides: ${credentialProblem.message}`;
  return refuse(state, `${describeUse(state)} ${advice}${more}${besides}`, {
    members: bulkUrl === null ? { tier } : { tier, bulk_url: bulkUrl },
    links: [
      ...(bulkUrl === null ? [] : [`<${bulkUrl}>; rel="collection"`]),
      `<${baseUrl}/docs/errors-and-limits#rate-limits>; rel="help"; type="text/html"`,
    ],
  });
}

/** Sentences for callers about the limit of a window, and what it does not limit. */
const OWN_LIMIT_ADVICE: Readonly<Record<RequestWindow, string>> = {
  sign_up: "It is the limit of sign-ups from one client address; existing keys go on working.",
  dashboard: "It is the limit of the dashboard; the RateLimit headers of every other response say what is left.",
  account: "It is the limit of requests about one key; the key goes on working.",
  page: "It is the limit of pages from one client address; the API goes on answering.",
  file: "It is the limit of whole files for one client address; the API and its lists go on answering.",
  form: "It is the limit of forms from one client address; pages and the API go on answering.",
  messages: "It is the limit of messages from one agent; the API goes on answering.",
  suggest: "It is the limit of suggestions while somebody types; reconciliation itself goes on working.",
  confirmation: "It is the limit of confirmations from one client address; the link in the mail goes on working.",
  webhooks: "It is the limit of requests about the webhooks of one key; deliveries go on.",
};

/** The refusal of a caller who has used up a window of its own. */
function ownLimitExceeded(window: RequestWindow, tier: Tier, state: QuotaState): HttpProblem {
  const detail = `${describeUse(state)} ${OWN_LIMIT_ADVICE[window]}`;
  return refuse(state, detail, { members: { tier }, links: [] });
}

function refuse(
  { windows, violated }: QuotaState,
  detail: string,
  { members, links }: { readonly members: Readonly<Record<string, unknown>>; readonly links: readonly string[] },
): HttpProblem {
  const used = windows.filter(({ name }) => violated.includes(name));
  // Only when the longest of them begins again does a retry help.
  const retryAfter = Math.max(1, ...used.map(({ resetSeconds }) => resetSeconds));
  const headers = ["Retry-After", String(retryAfter), ...links.flatMap((link) => ["Link", link])];
  return new HttpProblem("rate_limited", detail, headers, {
    type: QUOTA_EXCEEDED,
    members: { "violated-policies": violated, retry_after: retryAfter, ...members },
  });
}

function describeUse({ windows, violated }: QuotaState): string {
  const used = windows.filter(({ name }) => violated.includes(name)).map(describeWindow);
  return `The quota of ${used.join(" and ")}.`;
}

function describeWindow({ name, limit, remaining, resetSeconds }: WindowState): string {
  if (remaining > 0) {
    const left = `${remaining} ${remaining === 1 ? "is" : "are"} left`;
    return `${limit} requests per ${name} is too small: this request counts as several, ${left}, and it begins again in ${resetSeconds} seconds`;
  }
  return `${limit} requests per ${name} is used up for another ${resetSeconds} seconds`;
}
