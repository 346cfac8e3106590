import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { TIER_LIMITS } from "../../src/access/quota.ts";
import { noteOperation, recentOperation } from "../../src/access/recent-operation.ts";
import type { AddressSubject } from "../../src/access/subject.ts";

const newSubject = (): AddressSubject => ({
  kind: "address",
  id: "a_1",
  tier: "anonymous",
  limits: TIER_LIMITS.anonymous,
});

describe("what a subject asks", () => {
  test("most of all, if it is more than half of the hour, is known", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<string[]>("getCountry", "getCompany", "getSector"), { minLength: 1 }),
        (asked) => {
          const subject = newSubject();
          noteOperation(subject, "previewCountries", 1);
          for (const operation of asked) noteOperation(subject, operation, 2);
          const most = asked.find((one) => asked.filter((other) => other === one).length > asked.length / 2);
          if (most !== undefined) assert.equal(recentOperation(subject, 2), most);
          else assert.ok(asked.includes(recentOperation(subject, 2)!));
        },
      ),
    );
  });

  test("is forgotten with the hour", () => {
    const subject = newSubject();
    assert.equal(recentOperation(subject, 7), null);
    noteOperation(subject, "getCountry", 7);
    assert.equal(recentOperation(subject, 8), null);
  });
});
