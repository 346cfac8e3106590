import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { queryOf } from "../../src/http/operation-routes.ts";

describe("the query of an address", () => {
  test("is taken apart as the platform does it", () => {
    const piece = fc.constantFrom("&", "=", "a", "country", "-name", "1,2", "%20", "%C3%A9", "+", "é", "?", "~", ";");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const query = pieces.join("");
        assert.deepEqual(queryOf(`/api/v2/companies?${query}`), [...new URLSearchParams(query)]);
      }),
      { numRuns: 2000 },
    );
  });
});
