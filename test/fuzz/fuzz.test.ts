import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import * as fc from "fast-check";
import { PROJECT, type TestCli } from "../cli/run-cli.ts";
import { effort } from "../fixtures/effort.ts";
import { openDemonstration } from "../fixtures/published-demonstration.ts";
import { forkMeasured, liveMib } from "./live-memory.ts";
import { type FuzzRequest, malformedRequest } from "./malformed-requests.ts";
import { HTML_TYPE } from "../../src/site/frame.ts";
import { type RawAnswer, sendRaw } from "./raw-client.ts";

/**
 * Malformed requests against the real service, a process of its own. Another seed: FUZZ_SEED=7 npm
 * test -- test/fuzz/*.test.ts
 */

const REQUESTS = effort(6000, 100_000);
const AT_ONCE = 24;
const SEED = Number(process.env["FUZZ_SEED"] ?? 20_261_120);
const BATCH = 2000;
/**
 * By how much the lowest reading of the last fifth may exceed that of the third fifth, when caches
 * are full: 10 MiB are 262 bytes a request in the long run. They are not full after few requests.
 */
const GROWTH_MIB_MAX = effort(20, 10);

describe(`${REQUESTS} malformed requests (seed ${SEED})`, () => {
  let cli: TestCli;
  let service: ChildProcess;
  let log = "";
  let port = 0;

  before(async () => {
    cli = await openDemonstration();
    const environment = { ...process.env, DATA_DIR: cli.dataFolder, PORT: "0", HOST: "127.0.0.1", CACHE_MIB: "8" };
    service = forkMeasured(path.join(PROJECT, "bin/country-trust.mjs"), ["serve"], environment);
    for (const stream of [service.stdout!, service.stderr!])
      stream.setEncoding("utf8").on("data", (text: string) => (log += text));
    for (let tries = 0; tries < 400 && port === 0; tries += 1) {
      port = Number(/ on http:\/\/[^:]+:(\d+)/.exec(log)?.[1] ?? 0);
      await wait(25);
    }
    assert.ok(port > 0, log);
  });
  after(async () => {
    service.kill("SIGKILL");
    await cli.remove();
  });

  test("are refused or answered in the contract's form; nothing breaks, nothing grows", async (t) => {
    const live: number[] = [];
    const statuses = new Map<number, number>();
    for (let sent = 0; sent < REQUESTS; sent += BATCH) {
      const requests = fc.sample(malformedRequest, { numRuns: BATCH, seed: SEED + sent });
      await inParallel(requests, async (request) => {
        for (const status of await expectGoodManners(port, request))
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
      });
      assert.equal(service.exitCode, null, `the service ended:\n${log.slice(-2000)}`);
      live.push(await liveMib(service));
    }
    const fifth = live.length / 5;
    const lowest = (from: number): number =>
      Math.min(...live.slice(Math.floor(from * fifth), Math.ceil((from + 1) * fifth)));
    const growth = lowest(4) - lowest(2);
    t.diagnostic(`live memory after each ${BATCH}, MiB: ${live.map((mib) => mib.toFixed(1)).join(" ")}`);
    assert.ok(
      growth < GROWTH_MIB_MAX,
      `live memory grew by ${growth.toFixed(0)} MiB from the third fifth of the requests to the last`,
    );
    assert.doesNotMatch(log, /"level":(?:50|60)/, "no request is logged as our mistake");
    const healthy = await fetch(`http://127.0.0.1:${port}/api/v2/countries/preview`);
    assert.equal(healthy.status, 200);
    // A fuzzer that only ever meets one check tests only that check.
    for (const status of [200, 204, 308, 400, 404, 405, 406, 414, 431])
      assert.ok(statuses.has(status), `no request came to ${status}: ${JSON.stringify([...statuses])}`);
  });
});

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
