import assert from "node:assert/strict";
import { Agent, request as openRequest } from "node:http";
import { OPERATIONS } from "../../src/topics/operations.ts";
import { type ApiDescription, type Exchanged, buildConformance } from "../http/conformance.ts";
import { type DescribedRequest, type DescribedApi, successOf } from "./described-operations.ts";
import type { FuzzedService } from "./fuzzed-service.ts";

/** Requests that are under way at once. */
const AT_ONCE = 8;
/** Beyond so many faults the answers are looked at no further. */
const FAULTS_MAX = 40;

/**
 * Operations that succeed only with a server of the caller: of their answers it is certain that the
 * document describes them, not that they are successes.
 */
const NEED_PREPARATION = new Set(
  OPERATIONS.flatMap(({ id, needsPreparation }) => (needsPreparation === true ? [id] : [])),
);

/** What a request consists of on the wire. */
type Sent = Omit<DescribedRequest, "operation" | "statuses">;

/** The document of a service, and what asks the service for answers to hold against one. */
export interface DescribedService {
  readonly document: DescribedApi & ApiDescription;
  /**
   * What is wrong with the answers to some requests, by its own document or the one given; no more
   * once there is plenty.
   */
  faultsOf(requests: readonly DescribedRequest[], document?: ApiDescription): Promise<readonly string[]>;
}

export async function readDescription({ url }: FuzzedService): Promise<DescribedService> {
  const described = await fetch(`${url}/api/openapi.json`);
  const document = (await described.json()) as DescribedService["document"];
  const checkOwn = buildConformance(document);
  const { hostname: host, port } = new URL(url);
  let clients = 0;
  const nextAddress = (): string => `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients++ & 255}`;

  const send = (agent: Agent, { method, target, headers, body }: Sent): Promise<Exchanged> => {
    const own = {
      "X-Forwarded-For": nextAddress(),
      ...(body === null ? {} : { "Content-Length": Buffer.byteLength(body) }),
    };
    const options = { agent, host, port, path: target, method, headers: { ...own, ...headers } };
    return new Promise((resolve, reject) => {
      const sent = openRequest(options, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const { statusCode: status = 0, headers: received } = response;
          resolve({ method, target, status, headers: received, body: Buffer.concat(chunks) });
        });
      });
      sent.on("error", reject);
      sent.end(body ?? undefined);
    });
  };

  /** A key that no other request has: some operations end it. */
  const newKey = async (agent: Agent): Promise<string> => {
    const body = JSON.stringify({ email: `reader-${clients}@example.org`, use_case: "tests" });
    const headers = { "Content-Type": "application/json" };
    const { body: issued } = await send(agent, { method: "POST", target: "/api/sign-up", headers, body });
    return (JSON.parse(issued.toString()) as { api_key: string }).api_key;
  };

  const faultOf = async (
    agent: Agent,
    { operation, statuses, ...given }: DescribedRequest,
    check: typeof checkOwn,
  ): Promise<string | null> => {
    const needsKey = operation.security.length > 0 && operation.security.every((way) => Object.keys(way).length > 0);
    const bringsKey = "Authorization" in given.headers || /[?&]key=/u.test(given.target);
    const key = needsKey && !bringsKey ? { "X-SVC-API-Key": await newKey(agent) } : {};
    try {
      const answer = await send(agent, { ...given, headers: { ...key, ...given.headers } });
      assert.ok(answer.status < 500, `status ${answer.status}`);
      const isCertain = !NEED_PREPARATION.has(operation.operationId) || !statuses.includes(successOf(operation));
      if (statuses.length > 0 && isCertain)
        assert.ok(statuses.includes(answer.status), `status ${answer.status}, not ${statuses.join()}`);
      if (answer.status === 405) assert.ok(answer.headers.allow?.includes(operation.method), "Allow");
      check(answer);
      return null;
    } catch (error) {
      const { method, target, headers, body } = given;
      const shown = `${method} ${target.slice(0, 300)} ${JSON.stringify(headers)} ${body?.slice(0, 200) ?? ""}`;
      return `${operation.operationId}: ${shown}\n  ${String(error).slice(0, 600)}`;
    }
  };

  return {
    document,
    async faultsOf(requests, other) {
      const check = other === undefined ? checkOwn : buildConformance(other);
      const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
      const faults: string[] = [];
      let next = 0;
      const work = async (): Promise<void> => {
        while (next < requests.length && faults.length < FAULTS_MAX) {
          const fault = await faultOf(agent, requests[next++]!, check);
          if (fault !== null) faults.push(fault);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      agent.destroy();
      return faults;
    },
  };
}
