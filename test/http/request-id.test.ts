import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newRequestId } from "../../src/http/request-id.ts";

describe("the id of a request", () => {
  test("is a UUID of version 4, and never comes twice", () => {
    const ids = new Set<string>();
    for (let each = 0; each < 200_000; each += 1) ids.add(newRequestId());
    assert.equal(ids.size, 200_000);
    for (const id of [...ids].slice(0, 1000))
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test("has its own share of randomness after all that could share one", () => {
    const first = newRequestId().slice(0, 30);
    // One more than there are ids with the same beginning.
    for (let each = 0; each < 2 ** 24; each += 1) newRequestId();
    assert.notEqual(newRequestId().slice(0, 30), first);
  });
});
