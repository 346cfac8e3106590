import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { acceptedCodings, preferredType, readEtags } from "../../src/http/represent.ts";

describe("Accept-Encoding", () => {
  const CASES: readonly (readonly [header: string, codings: string])[] = [
    ["", "identity"],
    ["gzip, deflate, br, zstd", "br gzip zstd identity"],
    ["gzip", "gzip identity"],
    ["x-gzip", "gzip identity"],
    ["GZIP;Q=0.5", "gzip identity"],
    ["br;q=0.2, gzip;q=0.8", "gzip br identity"],
    ["br;q=0, gzip", "gzip identity"],
    ["*", "gzip identity"],
    ["*;q=0.5, br;q=0", "gzip identity"],
    ["*, zstd;q=0.5", "gzip identity zstd"],
    ["identity", "identity"],
    ["identity;q=1, gzip;q=0.5", "identity gzip"],
    ["gzip;q=0.5, identity;q=0.5", "gzip identity"],
    ["identity;q=0", "identity"],
    ["*;q=0", "identity"],
    ["gzip, identity;q=0", "gzip identity"],
    ["gzip;q=nonsense", "gzip identity"],
    ["deflate, zstd", "zstd identity"],
    ["deflate", "identity"],
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
      assert.equal(preferredType(header, [mediaType]), answer ? mediaType : undefined);
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
    test(`${header} ${answer ? "names" : "does not name"} "abc"`, () => {
      const etags = readEtags(header);
      assert.equal(etags === "*" || etags.some(({ tag }) => tag === '"abc"'), answer);
    });
  }
});

describe("Accept over several types", () => {
  const TYPES = ["text/html; charset=utf-8", "application/json"];
  for (const [header, preferred] of [
    [undefined, TYPES[0]],
    ["application/json", TYPES[1]],
    ["text/*;q=0.5, application/json", TYPES[1]],
    ["*/*", TYPES[0]],
    ["application/json;q=0.9, text/html;q=0.9", TYPES[0]],
    ["image/png", undefined],
  ] as const)
    test(`${header} prefers ${preferred}`, () => assert.equal(preferredType(header, TYPES), preferred));
});
