import assert from "node:assert/strict";
import { type IncomingMessage } from "node:http";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { hadKeyInUrl, readCredential, removeKeyFromUrl } from "../../src/http/read-request.ts";

/** A request as Node.js hands it over: header lines as they came, and joined or dropped by name. */
function requestWith(url: string, ...lines: readonly (readonly [name: string, value: string])[]): IncomingMessage {
  const headers: Record<string, string> = {};
  for (const [name, value] of lines) {
    const key = name.toLowerCase();
    if (headers[key] === undefined) headers[key] = value;
    else if (key !== "authorization") headers[key] += `, ${value}`;
  }
  const request = { url, headers, rawHeaders: lines.flat() } as unknown as IncomingMessage;
  removeKeyFromUrl(request);
  return request;
}

const read = (...parameters: Parameters<typeof requestWith>) => readCredential(requestWith(...parameters));

describe("a key in the URL", () => {
  test("is taken out however its name is escaped, and nothing else is", () => {
    for (const [before, after] of [
      ["/a?key=k", "/a"],
      ["/a?key=k&b=1", "/a?b=1"],
      ["/a?b=1&key=k", "/a?b=1"],
      ["/a?b=1&key=k&c=%20", "/a?b=1&c=%20"],
      ["/a?%6bey=k", "/a"],
      ["/a?%6B%65%79=k", "/a"],
      ["/a?k%65y", "/a"],
      ["/a?monkey=1", "/a?monkey=1"],
      ["/a?KEY=1", "/a?KEY=1"],
      ["/a?%key=1", "/a?%key=1"],
      ["/a?x=key=1", "/a?x=key=1"],
      ["/key=k", "/key=k"],
      ["/a?", "/a?"],
    ] as const) {
      const request = requestWith(before);
      assert.equal(request.url, after, before);
      assert.equal(hadKeyInUrl(request), before !== after);
    }
  });

  test("is gone from any query, wherever and however often it stands", () => {
    const pair = fc.oneof(
      fc.constantFrom("key=SECRET", "%6bey=SECRET", "ke%79=SECRET", "%6b%65%79=SECRET"),
      fc.webQueryParameters().map((text) => text.replaceAll(/[&?]/gu, "")),
    );
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 6 }), (pairs) => {
        const request = requestWith(`/a?${pairs.join("&")}`);
        assert.ok(!request.url?.includes("SECRET"), request.url);
        const query = request.url?.slice(3) ?? "";
        assert.ok(!new URLSearchParams(query).has("key"));
        const rest = pairs.filter((text) => !new URLSearchParams(text).has("key"));
        if (rest.length !== pairs.length) assert.equal(query, rest.join("&"));
      }),
    );
  });
});

describe("the credential of a request", () => {
  test("is none where nothing is sent", () => assert.equal(read("/a?b=1", ["Accept", "*/*"]), null));

  test("is a key from one of three places, or the same from several", () => {
    const header = { kind: "key", key: "k", isInUrl: false };
    assert.deepEqual(read("/a", ["x-svc-api-key", "k"]), header);
    assert.deepEqual(read("/a", ["Authorization", "Bearer k"]), header);
    assert.deepEqual(read("/a", ["Authorization", "bearer  k"]), header);
    assert.deepEqual(read("/a?key=%6b"), { ...header, isInUrl: true });
    assert.deepEqual(read("/a?key=k", ["X-SVC-API-Key", "k"], ["Authorization", "Bearer k"]), {
      ...header,
      isInUrl: true,
    });
  });

  test("is foreign where Authorization is of another scheme", () => {
    for (const value of ["Basic YTpi", "k", "Bearerk", "Digest username=x"])
      assert.deepEqual(read("/a", ["Authorization", value]), { kind: "foreign" }, value);
  });

  test("conflicts where there are two, one place is used twice, or one is empty", () => {
    const conflicts: readonly Parameters<typeof requestWith>[] = [
      ["/a?key=k&key=k"],
      ["/a?key=k&%6bey=k"],
      ["/a?key="],
      ["/a?key"],
      ["/a", ["X-SVC-API-Key", ""]],
      ["/a", ["X-SVC-API-Key", "k"], ["X-SVC-API-Key", "k"]],
      ["/a", ["Authorization", ""]],
      ["/a", ["Authorization", "Bearer"]],
      ["/a", ["Authorization", "Bearer k"], ["Authorization", "Bearer l"]],
      ["/a", ["Authorization", "Bearer k"], ["X-SVC-API-Key", "l"]],
      ["/a", ["Authorization", "Basic YTpi"], ["X-SVC-API-Key", "k"]],
      ["/a?key=k", ["X-SVC-API-Key", "l"]],
    ];
    for (const sent of conflicts) {
      const found = read(...sent);
      assert.equal(found?.kind, "conflict", JSON.stringify(sent));
      if (found.kind === "conflict") assert.equal(found.problem.code, "conflicting_credentials");
    }
  });
});
