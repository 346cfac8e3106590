import type { IncomingMessage } from "node:http";
import type { Access } from "../access/access.ts";
import type { QuotaState } from "../access/quota.ts";
import type { AddressSubject, KeySubject, Subject } from "../access/subject.ts";
import type { Site } from "../contract/sources.ts";
import { Problem } from "../problem.ts";
import type { Clients } from "./client-address.ts";
import { type Credential, hadKeyInAddress, readCredential } from "./credentials.ts";
import type { Admission, Admitted, Gate, Verdict } from "./gate.ts";
import { type BulkPaths, overQuota, overSignUps } from "./over-quota.ts";
import { quotaHead } from "./quota-head.ts";

/** What the gate stands on. */
export interface AccessGateParts {
  readonly access: Access;
  readonly clients: Clients;
  readonly site: Site;
  readonly bulkPaths: BulkPaths;
}

/** The challenges of a 401 (RFC 9110 §11.6.1, RFC 6750 §3), exactly as the contract has them. */
export const CHALLENGES = 'ApiKey realm="ctds", header="X-SVC-API-Key", Bearer realm="ctds", error="invalid_token"';

/** Where keys are explained. */
const AUTHENTICATION_GUIDE = "/docs/authentication";

/**
 * Builds the gate over who is known and what they used.
 *
 * Where a credential is at fault the request is the address's: it is judged by its quota and counted there, so that guessing keys is
 * bounded. Nothing falls back to anonymous.
 */
export function buildAccessGate({ access, clients, site, bulkPaths }: AccessGateParts): Gate {
  const addressOf = (request: IncomingMessage): AddressSubject => access.findAddress(clients.addressOf(request));

  /** Whether a secret crossed the network in the clear on its way to a service that is meant to be reached by TLS. */
  const isExposed = (request: IncomingMessage): boolean =>
    site.baseUrl.startsWith("https:") && clients.spokePlainly(request);

  const refuseOver = (subject: Subject, state: QuotaState, why: Problem | null = null): Verdict => {
    const recent = access.recentOperations(subject);
    return {
      allowed: false,
      head: quotaHead(state),
      counted: null,
      ...overQuota(subject.tier, state, recent, bulkPaths, site.baseUrl, why),
    };
  };

  /** Refuses a request for its credential, at the cost of its address. */
  const refuse = (request: IncomingMessage, problem: Problem, refusalHead: readonly string[] = []) => {
    const address = addressOf(request);
    return after(access.take(address), (state): Verdict => {
      if (!state.allowed) return refuseOver(address, state, problem);
      return { allowed: false, problem, refusalHead, head: quotaHead(state), counted: address };
    });
  };

  const refuseKey = (request: IncomingMessage) => {
    const detail =
      "The API key is malformed, revoked or was never given out. Leave it away to call anonymously, or get one by POST /api/sign-up.";
    return refuse(request, new Problem("unknown_api_key", detail), ["WWW-Authenticate", CHALLENGES]);
  };

  const admitKey = (subject: KeySubject, isTaken: boolean, isInAddress: boolean) => {
    const ownHead = isInAddress ? helpLink(site) : [];
    if (!isTaken) return { allowed: true, caller: subject, isPrivate: true, head: ownHead, counted: null } as const;
    return after(access.take(subject), (state): Verdict => {
      if (!state.allowed) return refuseOver(subject, state);
      const head = isInAddress ? [...quotaHead(state), ...ownHead] : quotaHead(state);
      return { allowed: true, caller: subject, isPrivate: true, head, counted: subject };
    });
  };

  const admitCredential = (request: IncomingMessage, credential: Credential, isTaken: boolean) => {
    if (isExposed(request)) {
      return refuse(request, credentialExposed(site));
    }
    if (credential.kind === "conflict") return refuse(request, credential.problem);
    if (credential.kind === "foreign") return refuseKey(request);
    const { key, isInAddress } = credential;
    return after(access.findKey(key), (subject) =>
      subject === null ? refuseKey(request) : admitKey(subject, isTaken, isInAddress),
    );
  };

  const admitAddress = (request: IncomingMessage, isTaken: boolean): Verdict | Promise<Verdict> => {
    const address = addressOf(request);
    if (!isTaken) return { allowed: true, caller: address, isPrivate: true, head: [], counted: null };
    return after(access.take(address), (state): Verdict => {
      if (!state.allowed) return refuseOver(address, state);
      return { allowed: true, caller: address, isPrivate: false, head: quotaHead(state), counted: address };
    });
  };

  const admitSignUp = (request: IncomingMessage): Verdict | Promise<Verdict> => {
    if (isExposed(request)) {
      const detail = `The answer would carry a key over plain HTTP, where others can read it. Call ${site.baseUrl}.`;
      return { allowed: false, problem: new Problem("insecure_transport", detail), refusalHead: [], ...NOTHING };
    }
    const address = addressOf(request);
    return after(access.takeSignUp(address), (state): Verdict => {
      const head = quotaHead(state);
      if (!state.allowed) return { allowed: false, head, counted: null, ...overSignUps(state) };
      return { allowed: true, caller: address, isPrivate: true, head, counted: null };
    });
  };

  /** What costs nothing needs no key; one that is sent all the same is not looked at, and not let through in the clear. */
  const admitFreely = (request: IncomingMessage): Verdict => {
    if (readCredential(request) === null) return FREE;
    if (isExposed(request)) {
      return { allowed: false, problem: credentialExposed(site), refusalHead: [], ...NOTHING };
    }
    return hadKeyInAddress(request) ? { ...FREE, isPrivate: true, head: helpLink(site) } : FREE;
  };

  return {
    admit(request: IncomingMessage, admission: Admission) {
      if (admission === "free") return admitFreely(request);
      if (admission === "sign_up") return admitSignUp(request);
      const isTaken = admission === "counted";
      const credential = readCredential(request);
      return credential === null ? admitAddress(request, isTaken) : admitCredential(request, credential, isTaken);
    },
    count: (subject, operation) => access.count(subject, operation),
    commit: () => access.commit(),
  };
}

const NOTHING = { head: [], counted: null } as const;

const FREE: Admitted = { allowed: true, caller: null, isPrivate: false, ...NOTHING };

function credentialExposed({ baseUrl }: Site): Problem {
  const detail = `A credential came over plain HTTP, where others can read it. Take it for known, get another one, and call ${baseUrl}.`;
  return new Problem("insecure_transport", detail);
}

/** Leads who sends a key in the address to a better way. */
function helpLink({ baseUrl }: Site): readonly string[] {
  return ["Link", `<${baseUrl}${AUTHENTICATION_GUIDE}>; rel="help"; type="text/html"`];
}

/** Goes on with a value, at once where it is there. */
function after<Value, Next>(
  value: Value | Promise<Value>,
  goOn: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}
