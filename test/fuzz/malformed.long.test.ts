import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { TestCli } from "../cli/run-cli.ts";
import { openDemonstration } from "../fixtures/published-demonstration.ts";
import { type RunningService, startRunningService } from "../service/running-service.ts";
import { SEED } from "./fuzzed-service.ts";
import { expectManyStatuses, sendMalformed } from "./good-manners.ts";

const REQUESTS = 30_000;
const BATCH = 2000;

describe(`${REQUESTS} malformed requests to a process of its own (seed ${SEED})`, () => {
  let cli: TestCli;
  let service: RunningService;
  before(async () => {
    cli = await openDemonstration();
    service = await startRunningService({ DATA_DIR: cli.dataFolder, CACHE_MIB: "8" });
  });
  after(() => cli.remove());

  test("are refused or answered in the contract's form, and none is our mistake", async () => {
    const port = Number(new URL(service.url).port);
    const all = new Map<number, number>();
    for (let sent = 0; sent < REQUESTS; sent += BATCH) {
      const statuses = await sendMalformed(port, BATCH, SEED + sent);
      for (const [status, count] of statuses) all.set(status, (all.get(status) ?? 0) + count);
      assert.equal(service.child.exitCode, null, `the service ended:\n${service.said().slice(-2000)}`);
    }
    expectManyStatuses(all);
    assert.doesNotMatch(service.said(), /"level":(?:50|60)/u, "no request is logged as our mistake");
    assert.equal((await fetch(`${service.url}/api/v2/countries/preview`)).status, 200);
  });
});
