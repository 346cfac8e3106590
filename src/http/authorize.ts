import type { IncomingMessage } from "node:http";
import type { Access } from "../access/access.ts";
import type { OwnWindow, QuotaState, WindowName } from "../access/quota.ts";
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
import { type BulkPaths, ownLimitExceeded, quotaExceeded } from "./quota-problems.ts";

/** What is known of a request once its caller and its quota are. */
export interface Authorization {
  /** Null where nobody asked. */
  readonly caller: Subject | null;
  /** The response is for this caller's own cache only. */
  readonly isPrivate: boolean;
  /** Headers of the response whatever becomes of the request. */
  readonly headers: readonly string[];
  /** Why the request is refused, or null. */
  readonly refusal: Problem | null;
  /**
   * Counts a request that is counted only once its body is known to be right, or the rest of one
   * that counts as several; its headers replace the others, and its refusal comes on top.
   */
  readonly admitBody?: (requests: number) => Promise<Pick<Authorization, "headers" | "refusal">>;
}

/**
 * Decides who calls and whether they may, before anything of the request but its headers is read.
 * The request is counted under `operation`, and durable, when the promise resolves. Rejects with
 * `StoreUnavailable` where it cannot tell who calls. `formKey` is a key that stood in a form, and
 * takes the place of the credentials of the head.
 */
export type Authorize = (
  request: IncomingMessage,
  admission: Admission,
  operation: string,
  formKey?: string | null,
) => Promise<Authorization>;

/** What callers are known and counted by. */
export interface AuthorizeParts extends FindCallerParts {
  readonly bulkPaths: BulkPaths;
  readonly now: () => Date;
}

/**
 * How often in an hour an address whose quota is used up is still told that its key is wrong. Then
 * the response names the quota.
 */
const BAD_CREDENTIALS_MAX = 100;

/** How many requests to sign up are read of an address in an hour, the malformed ones included. */
const SIGN_UPS_READ_MAX = 60;

/**
 * How many pages an address gets in an hour from one process. A person reads a hundred, and a
 * reader's whole office a thousand; a program that needs more than this should ask the API.
 */
const PAGES_MAX = 3000;

/**
 * How many forms an address posts in an hour to one process. An answer to a form is made for the
 * one who sent it, and may cost as much as a hundred pages.
 */
const FORMS_MAX = 120;

/** Where keys are explained. */
const AUTHENTICATION_GUIDE = "/docs/authentication";

/** Lets everybody through and counts nothing. */
export const authorizeAnybody: Authorize = () =>
  Promise.resolve({ caller: null, isPrivate: false, headers: [], refusal: null });

/**
 * Builds the authorization over accounts and quotas.
 *
 * A request with a bad credential is counted for its client address and judged by its quota, so
 * that guessing keys is bounded. Nothing falls back to anonymous.
 */
export function buildAuthorize({ access, clients, site, bulkPaths, now }: AuthorizeParts): Authorize {
  const badCredentials = new HourlyLimit(BAD_CREDENTIALS_MAX, now);
  const signUpsRead = new HourlyLimit(SIGN_UPS_READ_MAX, now);
  const limits = { page: new HourlyLimit(PAGES_MAX, now), form: new HourlyLimit(FORMS_MAX, now) };
  const { isExposed, findCaller } = buildFindCaller({ access, clients, site });

  /**
   * What costs nothing needs no key; one that is sent all the same is not looked up, and not let
   * through in the clear.
   */
  const authorizeFreely = (request: IncomingMessage): Authorization => {
    const isRefused = isExposed(request) && readCredential(request) !== null;
    const refusal = isRefused ? credentialExposed(site) : null;
    return { caller: null, isPrivate: hadKeyInUrl(request), headers: helpLink(request, site), refusal };
  };

  const authorizePage = (request: IncomingMessage, kind: "page" | "form"): Authorization => {
    const { id, tier } = access.findAddress(clients.addressOf(request));
    return limitAddress(authorizeFreely(request), (amount) => {
      const exceeded = limits[kind].admit(id, amount);
      return exceeded && ownLimitExceeded(kind, tier, exceeded);
    });
  };

  /** A request of a client address, whatever credential it has. */
  const authorizeAddress = async (request: IncomingMessage, window: OwnWindow): Promise<Authorization> => {
    if (!isExposed(request)) {
      const caller = access.findAddress(clients.addressOf(request));
      return window === "sign_up"
        ? authorizeSignUp(access, signUpsRead, caller)
        : await authorizeOwn(access, window, caller);
    }
    const detail = `The exchange would show a secret over plain HTTP, where others can read it. Call ${site.baseUrl}.`;
    return { caller: null, isPrivate: true, headers: [], refusal: new Problem("insecure_transport", detail) };
  };

  return async (request, admission, operation, formKey = null) => {
    if (admission === "free" || admission === "open") return authorizeFreely(request);
    if (admission === "page" || admission === "form") return authorizePage(request, admission);
    if (admission === "sign_up" || admission === "confirmation" || admission === "follow")
      return await authorizeAddress(request, admission);
    const { caller, refusal } = await findCaller(request, formKey);
    const help = refusal === null ? helpLink(request, site) : [];
    if (isAboutKey(admission) && refusal === null && caller.kind === "address")
      return { caller, isPrivate: true, headers: help, refusal: keyNeeded() };
    if (admission !== "counted" && refusal === null) return await authorizeOwn(access, admission, caller, help);
    const state = await access.admit(caller, operation);
    const headers = [...quotaHeaders(state), ...help];
    const isPrivate = caller.kind === "key";
    // What is wrong with the credential comes first, unless the address goes on and on.
    const isTold = refusal !== null && !state.allowed && badCredentials.admit(caller.id) === null;
    const exceed = (over: QuotaState): Problem =>
      quotaExceeded(caller.tier, over, access.recentOperations(caller), bulkPaths, site.baseUrl, refusal);
    if (!state.allowed) return { caller, isPrivate, headers, refusal: isTold ? refusal : exceed(state) };
    const admitBody = (requests: number) => admitRest(access, caller, operation, requests - 1, exceed);
    return { caller, isPrivate, headers, refusal, admitBody };
  };
}

/** Counts one for a client address, and the rest of a form that counts as several later. */
function limitAddress(free: Authorization, admit: (amount: number) => Problem | null): Authorization {
  const exceeded = admit(1);
  const admitBody = (requests: number) =>
    Promise.resolve({ headers: [], refusal: requests > 1 ? admit(requests - 1) : null });
  return { ...free, refusal: free.refusal ?? exceeded, admitBody };
}

/** The rest of a request that counts as several, of which one is counted already. */
async function admitRest(
  access: Access,
  caller: Subject,
  operation: string,
  rest: number,
  exceed: (state: QuotaState) => Problem,
): Promise<Pick<Authorization, "headers" | "refusal">> {
  if (rest === 0) return { headers: [], refusal: null };
  const state = await access.admit(caller, operation, rest);
  return { headers: quotaHeaders(state), refusal: state.allowed ? null : exceed(state) };
}

/** A request to what has windows of its own, from a caller who is known. */
async function authorizeOwn(
  access: Access,
  window: OwnWindow,
  caller: Subject,
  help: readonly string[] = [],
): Promise<Authorization> {
  const state = await access.admitOwn(window, caller);
  const refusal = state.allowed ? null : ownLimitExceeded(window, caller.tier, state);
  return { caller, isPrivate: true, headers: [...quotaHeaders(state), ...help], refusal };
}

/**
 * A malformed sign-up must not cost one of the few: it is counted once its body is known to be
 * right. Until then a wide limit bounds how many are read.
 */
function authorizeSignUp(access: Access, read: HourlyLimit, caller: Subject): Authorization {
  const flooded = read.admit(caller.id);
  if (flooded === null) {
    const admitBody = () => authorizeOwn(access, "sign_up", caller);
    return { caller, isPrivate: true, headers: [], refusal: null, admitBody };
  }
  const refusal = ownLimitExceeded("sign_up", caller.tier, flooded);
  return { caller, isPrivate: true, headers: quotaHeaders(flooded), refusal };
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
export function quotaHeaders({ windows }: Pick<QuotaState, "windows">): readonly string[] {
  if (windows.length === 0) return [];
  const policy = windows.map(({ name, limit }) => `"${name}";q=${limit};w=${WINDOW_SECONDS[name]}`);
  const left = windows.map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`);
  return ["RateLimit-Policy", policy.join(", "), "RateLimit", left.join(", ")];
}

/** Whether a request is about the key of its caller, so that there must be one. */
export function isAboutKey(admission: Admission): boolean {
  return admission === "account" || admission === "webhooks";
}

const HOUR_MILLISECONDS = 3_600_000;

/**
 * So many client addresses are counted at most; with more of them in an hour all begin again, so
 * that strangers cannot fill the memory.
 */
const ADDRESSES_MAX = 20_000;

/**
 * A limit per client address and clock hour, counted in the memory of this process alone: too cheap
 * to be worn out by what it refuses.
 */
class HourlyLimit {
  readonly #max: number;
  readonly #now: () => Date;
  readonly #counts = new Map<string, number>();
  #hour = 0;

  constructor(max: number, now: () => Date) {
    this.#max = max;
    this.#now = now;
  }

  /**
   * Counts some for an address, all of them or none. Returns null, or how the limit stands where
   * less is left.
   */
  admit(id: string, amount = 1): QuotaState | null {
    const now = this.#now().getTime();
    const hour = Math.floor(now / HOUR_MILLISECONDS);
    if (hour !== this.#hour || this.#counts.size >= ADDRESSES_MAX) this.#counts.clear();
    this.#hour = hour;
    const before = this.#counts.get(id) ?? 0;
    if (before + amount <= this.#max) {
      this.#counts.set(id, before + amount);
      return null;
    }
    const resetSeconds = Math.ceil(((hour + 1) * HOUR_MILLISECONDS - now) / 1000);
    const window = { name: "hour", limit: this.#max, remaining: this.#max - before, resetSeconds } as const;
    return { allowed: false, windows: [window], violated: ["hour"] };
  }
}
