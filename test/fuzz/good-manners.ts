import assert from "node:assert/strict";
import * as fc from "fast-check";
import { HTML_TYPE } from "../../src/html/frame.ts";
import { type FuzzRequest, malformedRequest } from "./malformed-requests.ts";
import { type RawAnswer, sendRaw } from "./raw-client.ts";

const AT_ONCE = 24;

/**
 * Sends so many malformed requests to a service of this machine. Throws where an answer breaks a
 * promise of the contract; returns how often each status came.
 */
export async function sendMalformed(port: number, count: number, seed: number): Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>();
  const requests = fc.sample(malformedRequest, { numRuns: count, seed });
  await inParallel(requests, async (request) => {
    for (const status of await expectGoodManners(port, request)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  });
  return statuses;
}

/** A fuzzer that only ever meets one check tests only that check. */
export function expectManyStatuses(statuses: ReadonlyMap<number, number>): void {
  for (const status of [200, 204, 308, 400, 404, 405, 406, 414, 431])
    assert.ok(statuses.has(status), `no request came to ${status}: ${JSON.stringify([...statuses])}`);
}

/** Throws where an answer breaks a promise of the contract; returns the statuses. */
async function expectGoodManners(port: number, request: FuzzRequest): Promise<number[]> {
  const shown = (): string => JSON.stringify(Buffer.from(request.bytes).toString("latin1").slice(0, 600));
  const { answers, rest } = await sendRaw(port, request);
  if (request.isFramed)
    assert.equal(answers.length, 1, `an answer is due to ${shown()}; got ${JSON.stringify(rest.slice(0, 300))}`);
  for (const answer of answers) expectGoodAnswer(answer, request, shown);
  return answers.map(({ status }) => status);
}

/** A transfer coding and a version of HTTP that this service does not have (RFC 9110 §15.6). */
const UNSUPPORTED = [501, 505];

function expectGoodAnswer(answer: RawAnswer, request: FuzzRequest, shown: () => string): void {
  const { status, headers, body } = answer;
  const about = (what: string): string =>
    `${what}; ${status} ${JSON.stringify([...headers])} ${body.slice(0, 300)} to ${shown()}`;
  assert.ok((status >= 200 && status < 500) || UNSUPPORTED.includes(status), about("status"));
  assert.equal(headers.get("access-control-allow-origin"), "*", about("CORS"));
  assert.equal(headers.get("x-content-type-options"), "nosniff", about("nosniff"));
  assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/, about("request id"));
  if (status < 400) return;
  assert.equal(headers.get("cache-control"), "no-store", about("caching"));
  if (status === 405) assert.ok(headers.has("allow"), about("Allow"));
  if (headers.get("content-type") === HTML_TYPE) {
    // Where a client prefers pages, outside the API.
    // The form of /where says itself what is wrong with a place, and has no other form.
    const asked = /^\S+ \S*\/where\?|^accept:[^\n]*(?:text|\*)/imu;
    assert.match(Buffer.from(request.bytes).toString("latin1"), asked, about("not asked for"));
    assert.ok(headers.get("content-security-policy")?.startsWith("default-src 'none'"), about("policy"));
    if (!request.isHead) assert.match(body, /^<!doctype html>[\s\S]*<\/html>\n$/u, about("page"));
    return;
  }
  if (headers.get("content-type") === "image/svg+xml") {
    // An article shows a badge as an image, whatever its browser accepts.
    assert.match(Buffer.from(request.bytes).toString("latin1"), /^\S+ \S*\/badge\//u, about("no badge"));
    if (!request.isHead) assert.match(body, /^<svg [\s\S]*<\/svg>\n?$/u, about("badge"));
    return;
  }
  assert.equal(headers.get("content-type"), "application/problem+json", about("content type"));
  if (request.isHead) return;
  const problem = JSON.parse(body) as Record<string, unknown>;
  assert.equal(problem["status"], status, about("the problem's status"));
  for (const member of ["type", "title", "detail", "instance", "code"])
    assert.equal(typeof problem[member], "string", about(`member ${member}`));
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < items.length) await work(items[next++]!);
    }),
  );
}
