import assert from "node:assert/strict";
import { Agent, request as openRequest } from "node:http";
import { after, before, describe, test } from "node:test";
import * as fc from "fast-check";
import { OPERATIONS } from "../../src/operations/all.ts";
import { effort } from "../fixtures/effort.ts";
import { type ApiDescription, type Exchanged, buildConformance } from "../http/conformance.ts";
import { type DemoService, type Json, openDemoService } from "../tools/demo-service.ts";
import {
  type Described,
  type DescribedApi,
  type DescribedRequest,
  operationsOf,
  successOf,
} from "./described-operations.ts";
import { methodsAndTypes, validRequest } from "./described-requests.ts";
import { anyBody, oneWrongParameter, wrongBodies, wrongCredentials, wrongParameters } from "./wrong-requests.ts";

/**
 * Requests derived from the OpenAPI document, for every operation: what it describes as valid, and
 * every way to be wrong. Each answer must have a status, headers and a body that the document
 * describes, and no request is our mistake. Another seed: FUZZ_SEED=7 npm test --
 * test/fuzz/described.test.ts
 */

const SEED = Number(process.env["FUZZ_SEED"] ?? 20_261_122);
const VALID_PER_OPERATION = effort(8, 60);
/** Of the ways to be wrong; all of them in the long run. */
const WRONG_PER_OPERATION = effort(12, Infinity);
const RANDOM = { numRuns: VALID_PER_OPERATION, seed: SEED };
const AT_ONCE = 8;

/**
 * Operations that succeed only with a server of the caller: of their answers it is certain that the
 * document describes them, not that they are successes.
 */
const NEED_PREPARATION = new Set(
  OPERATIONS.flatMap(({ id, needsPreparation }) => (needsPreparation === true ? [id] : [])),
);

/** The list on which the document is changed. */
const RANKING = "/api/v2/intelligence/country-rankings";

let service: DemoService;
let served: DescribedApi & ApiDescription;
let operations: readonly Described[];
let check: ReturnType<typeof buildConformance>;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

before(async () => {
  // Every request comes from an address of its own, so that quotas refuse nothing.
  service = await openDemoService(undefined, { TRUSTED_PROXIES: "1" });
  const document: unknown = await service.document("/api/openapi.json");
  served = document as typeof served;
  operations = operationsOf(served);
  check = buildConformance(served);
});
after(async () => {
  agent.destroy();
  await service.close();
});

let clients = 0;
const nextAddress = (): string => `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients++ & 255}`;

function send({ method, target, headers, body }: Omit<DescribedRequest, "operation" | "statuses">): Promise<Exchanged> {
  const url = new URL(service.url);
  const options = {
    agent,
    host: url.hostname,
    port: url.port,
    path: target,
    method,
    headers: {
      "X-Forwarded-For": nextAddress(),
      ...(body === null ? {} : { "Content-Length": Buffer.byteLength(body) }),
      ...headers,
    },
  };
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
}

/** A key that no other request has: some operations end it. */
async function newKey(): Promise<string> {
  const body = JSON.stringify({ email: `reader-${clients}@example.org`, use_case: "tests" });
  const headers = { "Content-Type": "application/json" };
  const { body: issued } = await send({ method: "POST", target: "/api/sign-up", headers, body });
  return (JSON.parse(issued.toString()) as { api_key: string }).api_key;
}

/** Sends a request, and returns what is wrong with its answer; null where nothing is. */
async function faultOf({ operation, statuses, ...given }: DescribedRequest): Promise<string | null> {
  const needsKey = operation.security.length > 0 && operation.security.every((way) => Object.keys(way).length > 0);
  const bringsKey = "Authorization" in given.headers || /[?&]key=/u.test(given.target);
  const headers = needsKey && !bringsKey ? { "X-SVC-API-Key": await newKey(), ...given.headers } : given.headers;
  const request = { ...given, headers };
  try {
    const answer = await send(request);
    assert.ok(answer.status < 500, `status ${answer.status}`);
    const isCertain = !NEED_PREPARATION.has(operation.operationId) || !statuses.includes(successOf(operation));
    if (statuses.length > 0 && isCertain)
      assert.ok(statuses.includes(answer.status), `status ${answer.status}, not ${statuses.join()}`);
    if (answer.status === 405) assert.ok(answer.headers.allow?.includes(operation.method), "Allow");
    check(answer);
    return null;
  } catch (error) {
    const { method, target, body } = given;
    const shown = `${method} ${target.slice(0, 300)} ${JSON.stringify(given.headers)} ${body?.slice(0, 200) ?? ""}`;
    return `${operation.operationId}: ${shown}\n  ${String(error).slice(0, 600)}`;
  }
}

/** What is wrong with the answers to some requests; no more once there is plenty. */
async function faultsOf(requests: readonly DescribedRequest[]): Promise<readonly string[]> {
  const faults: string[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < requests.length && faults.length < 40) {
        const fault = await faultOf(requests[next++]!);
        if (fault !== null) faults.push(fault);
      }
    }),
  );
  return faults;
}

async function expectNoFaults(requests: readonly DescribedRequest[], atLeast: number): Promise<void> {
  assert.ok(requests.length >= atLeast, `${requests.length} requests`);
  const faults = await faultsOf(requests);
  assert.equal(faults.length, 0, faults.join("\n"));
}

/** Some of many, other ones for each seed. */
function some(requests: readonly DescribedRequest[]): readonly DescribedRequest[] {
  if (requests.length <= WRONG_PER_OPERATION) return requests;
  const chosen = fc.shuffledSubarray([...requests], { minLength: WRONG_PER_OPERATION, maxLength: WRONG_PER_OPERATION });
  return fc.sample(chosen, { numRuns: 1, seed: SEED })[0]!;
}

describe(`every operation as the document describes it (seed ${SEED})`, () => {
  test("what is valid is answered with what is described", async () => {
    const requests = operations.flatMap((operation) => fc.sample(validRequest(operation), RANDOM));
    await expectNoFaults(requests, 60 * VALID_PER_OPERATION);
  });

  test("a parameter that is missing, repeated, unknown or does not fit is refused", async () => {
    const alone = operations.flatMap((operation) => some(wrongParameters(operation)));
    await expectNoFaults(alone, 500);
    const amongOthers = operations.flatMap((operation) => fc.sample(oneWrongParameter(operation), RANDOM));
    await expectNoFaults(amongOthers, 60 * VALID_PER_OPERATION);
  });

  test("a body that is missing, malformed, too large or does not fit is refused", async () => {
    const taking = operations.filter(({ bodySchema }) => bodySchema !== null);
    const wrong = taking.flatMap((operation) => some(wrongBodies(operation)));
    await expectNoFaults(wrong, 3 * 12);
    const random = { ...RANDOM, numRuns: 10 * VALID_PER_OPERATION };
    const any = taking.flatMap((operation) => fc.sample(anyBody(operation), random));
    await expectNoFaults(any, 3 * 10 * VALID_PER_OPERATION);
  });

  test("methods and media types are taken and refused as described", async () => {
    await expectNoFaults(
      operations.flatMap((operation) => some(methodsAndTypes(operation))),
      60 * 12,
    );
  });

  test("keys that are none, or more than one, are refused where a key is looked at", async () => {
    await expectNoFaults(
      operations.flatMap((operation) => wrongCredentials(operation)),
      60 * 8,
    );
  });

  test("a document that promises something else is found out", async () => {
    const get = (copy: Json): Json => copy["paths"]![RANKING]!["get"]!;
    const schemaOf = (copy: Json, wanted: string): Record<string, unknown> => {
      const parameters = get(copy)["parameters"] as unknown as readonly {
        name: string;
        schema: Record<string, unknown>;
      }[];
      return parameters.find(({ name }) => name === wanted)!.schema;
    };
    const changes: readonly ((copy: Json) => void)[] = [
      (copy) => (schemaOf(copy, "limit")["maximum"] = 5000),
      (copy) => (schemaOf(copy, "limit")["minimum"] = 3),
      (copy) => (schemaOf(copy, "sort")["enum"] = ["colour"]),
      (copy) => delete get(copy)["responses"]!["400"],
      (copy) => delete get(copy)["responses"]!["200"]!["headers"]!["ETag"],
      (copy) => Object.assign(copy["components"]!["schemas"]!["RankingEntry"]!, { required: ["colour"] }),
    ];
    for (const change of changes) {
      const copy = structuredClone(served);
      change(copy as unknown as Json);
      const own = operationsOf(copy).filter(({ path }) => path === RANKING);
      check = buildConformance(copy);
      const requests = own.flatMap((operation) => [
        ...fc.sample(validRequest(operation), { numRuns: 60, seed: SEED }),
        ...wrongParameters(operation),
      ]);
      assert.notEqual((await faultsOf(requests)).length, 0, String(change));
    }
    check = buildConformance(served);
  });
});
