import type { IncomingMessage } from "node:http";
import type { Access } from "../access/access.ts";
import type { Subject } from "../access/subject.ts";
import type { Site } from "../ask/sources.ts";
import { Problem } from "../problem.ts";
import type { Clients } from "./client-address.ts";
import { type Credential, readCredential } from "./credentials.ts";
import { HttpProblem } from "./http-problem.ts";

/** What callers are found by. */
export interface FindCallerParts {
  readonly access: Access;
  readonly clients: Clients;
  readonly site: Site;
}

/** Finds callers. */
interface FindCaller {
  /**
   * Whether a secret crossed the network in the clear on its way to a service that is meant to be
   * reached by TLS.
   */
  readonly isExposed: (request: IncomingMessage) => boolean;
  /**
   * The caller by the credential of a request or, where it has none or a bad one, by its client
   * address; `formKey`, a key that stood in a form, takes the place of the credential.
   */
  readonly findCaller: (
    request: IncomingMessage,
    formKey: string | null,
  ) => Promise<{ readonly caller: Subject; readonly refusal: Problem | null }>;
}

/** The challenges of a 401 (RFC 9110 §11.6.1, RFC 6750 §3), exactly as the contract has them. */
export const CHALLENGES = 'ApiKey realm="ctds", header="X-SVC-API-Key", Bearer realm="ctds", error="invalid_token"';

/** Builds what finds the caller of a request, by its credential or its client address. */
export function buildFindCaller({ access, clients, site }: FindCallerParts): FindCaller {
  const isExposed: FindCaller["isExposed"] = (request) =>
    site.baseUrl.startsWith("https:") && clients.spokePlainly(request);

  const findCaller: FindCaller["findCaller"] = async (request, formKey) => {
    const credential: Credential | null =
      formKey === null ? readCredential(request) : { kind: "key", key: formKey, isInUrl: false };
    const byAddress = (refusal: Problem | null) => ({
      caller: access.findAddress(clients.addressOf(request)),
      refusal,
    });
    if (credential === null) return byAddress(null);
    if (isExposed(request)) return byAddress(credentialExposed(site));
    if (credential.kind === "conflict") return byAddress(credential.problem);
    const key = credential.kind === "key" ? await access.findKey(credential.key) : null;
    return key === null ? byAddress(unknownKey()) : { caller: key, refusal: null };
  };
  return { isExposed, findCaller };
}

export function credentialExposed({ baseUrl }: Site): Problem {
  const detail = `A credential came over plain HTTP, where others can read it. Treat it as compromised, get another one, and call ${baseUrl}.`;
  return new Problem("insecure_transport", detail);
}

function unknownKey(): Problem {
  const detail =
    "The API key is malformed, revoked or was never given out. Leave it out to call anonymously, or get one by POST /api/sign-up.";
  return new HttpProblem("unknown_api_key", detail, ["WWW-Authenticate", CHALLENGES]);
}

export function keyNeeded(): Problem {
  const detail = "This endpoint is about the key of the caller, and the request has none. Send it in X-SVC-API-Key.";
  return new HttpProblem("unknown_api_key", detail, ["WWW-Authenticate", CHALLENGES]);
}
