import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openSmallService, SEED } from "./fuzzed-service.ts";
import { expectManyStatuses, sendMalformed } from "./good-manners.ts";

const REQUESTS = 2000;

describe(`${REQUESTS} malformed requests (seed ${SEED})`, () => {
  test("are refused or answered in the contract's form, and the service goes on", async () => {
    const { url } = await openSmallService();
    const statuses = await sendMalformed(Number(new URL(url).port), REQUESTS, SEED);
    expectManyStatuses(statuses);
    assert.equal((await fetch(`${url}/api/v2/countries/preview`)).status, 200);
  });
});
