import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { acceptedCodings, accepts, matchesEtag } from "../../src/http/negotiation.ts";

describe("Accept-Encoding", () => {
  const CASES: readonly (readonly [header: string | undefined, codings: string])[] = [
    [undefined, "identity"],
    ["", "identity"],
    ["gzip, deflate, br, zstd", "br gzip identity"],
    ["gzip", "gzip identity"],
    ["x-gzip", "gzip identity"],
    ["GZIP;Q=0.5", "gzip identity"],
    ["br;q=0.2, gzip;q=0.8", "gzip br identity"],
    ["br;q=0, gzip", "gzip identity"],
    ["*", "br gzip identity"],
    ["*;q=0.5, br;q=0", "gzip identity"],
    ["identity", "identity"],
    ["identity;q=1, gzip;q=0.5", "identity gzip"],
    ["gzip;q=0.5, identity;q=0.5", "gzip identity"],
    ["identity;q=0", "identity"],
    ["*;q=0", "identity"],
    ["gzip, identity;q=0", "gzip identity"],
    ["gzip;q=nonsense", "gzip identity"],
    ["deflate, zstd", "identity"],
    [" , ,", "identity"],
  ];
  for (const [header, codings] of CASES) {
    test(`${JSON.stringify(header)} means ${codings}`, () => assert.equal(acceptedCodings(header).join(" "), codings));
  }

  test("thousands of different headers change nothing", () => {
    for (let index = 0; index < 3000; index++) {
      assert.deepEqual(
        acceptedCodings(`gzip;q=0.${index}, x${index}`),
        acceptedCodings(`gzip;q=0.${index}, x${index}`),
      );
    }
    assert.equal(acceptedCodings("br;q=0.2, gzip;q=0.8").join(" "), "gzip br identity");
  });
});

describe("Accept", () => {
  const CASES: readonly (readonly [header: string | undefined, mediaType: string, answer: boolean])[] = [
    [undefined, "application/json", true],
    ["", "application/json", true],
    ["*/*", "application/json", true],
    ["application/json", "application/json", true],
    ["application/json; charset=utf-8", "application/json", true],
    ["Application/JSON", "application/json", true],
    ["application/*", "application/json", true],
    ["text/html, application/xhtml+xml, */*;q=0.8", "application/json", true],
    ["text/html", "application/json", false],
    ["application/json;q=0", "application/json", false],
    ["application/json;q=0, */*", "application/json", false],
    ["application/*;q=0, */*", "application/json", false],
    ["application/problem+json", "application/json", false],
    ["text/csv", "text/csv; charset=utf-8; header=present", true],
    ["application/json", "text/csv; charset=utf-8; header=present", false],
  ];
  for (const [header, mediaType, answer] of CASES) {
    test(`${JSON.stringify(header)} ${answer ? "lets" : "does not let"} ${mediaType} through`, () => {
      assert.equal(accepts(header, mediaType), answer);
    });
  }
});

describe("If-None-Match", () => {
  const CASES: readonly (readonly [header: string, answer: boolean])[] = [
    ['"abc"', true],
    ['W/"abc"', true],
    ['"x", "abc"', true],
    ['"x",W/"abc" , "y"', true],
    ["*", true],
    [" * ", true],
    ['"abcd"', false],
    ['"x"', false],
    ["abc", false],
    ['"x"abc"', false],
    ["", false],
  ];
  for (const [header, answer] of CASES) {
    test(`${header} ${answer ? "names" : "does not name"} "abc"`, () =>
      assert.equal(matchesEtag(header, '"abc"'), answer));
  }
});
