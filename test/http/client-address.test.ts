import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { type TrustedProxies, buildClients } from "../../src/http/read-request.ts";

/** What of a request the reading looks at. */
function requestFrom(remoteAddress: string | undefined, headers: Record<string, string> = {}): IncomingMessage {
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

const silent = (): void => {};
const forwarded = (list: string) => ({ "x-forwarded-for": list });

function addressOf(trusted: TrustedProxies, nearest: string, list?: string): string {
  return buildClients(trusted, silent).addressOf(requestFrom(nearest, list === undefined ? {} : forwarded(list)));
}

describe("the address of a client", () => {
  test("is that of the socket, whatever headers say, while no proxy is trusted", () => {
    assert.equal(addressOf(null, "203.0.113.9"), "203.0.113.9");
    assert.equal(addressOf(null, "203.0.113.9", "198.51.100.1"), "203.0.113.9");
    assert.equal(addressOf({ hops: 0 }, "203.0.113.9", "198.51.100.1"), "203.0.113.9");
  });

  test("is so many entries from the right with a number of hops", () => {
    assert.equal(addressOf({ hops: 1 }, "10.0.0.1", "198.51.100.1"), "198.51.100.1");
    assert.equal(addressOf({ hops: 1 }, "10.0.0.1", "1.1.1.1, 2.2.2.2,198.51.100.1"), "198.51.100.1");
    assert.equal(addressOf({ hops: 2 }, "10.0.0.1", "1.1.1.1, 198.51.100.1, 10.0.0.2"), "198.51.100.1");
    assert.equal(addressOf({ hops: 3 }, "10.0.0.1", "198.51.100.1"), "198.51.100.1", "there is no more to read");
    assert.equal(addressOf({ hops: 1 }, "10.0.0.1"), "10.0.0.1");
  });

  test("is the first that is not in a trusted range, from the right", () => {
    const trusted = { ranges: ["10.0.0.0/8", "2001:db8::/32", "192.0.2.7", "::1"] };
    assert.equal(addressOf(trusted, "10.1.2.3", "198.51.100.1, 10.9.9.9"), "198.51.100.1");
    assert.equal(addressOf(trusted, "::ffff:10.1.2.3", "198.51.100.1, 192.0.2.7"), "198.51.100.1");
    assert.equal(addressOf(trusted, "::1", "2001:db8::5, 2001:db9::5"), "2001:db9::5");
    assert.equal(addressOf(trusted, "192.0.2.8", "198.51.100.1"), "192.0.2.8", "the nearest is a stranger");
    assert.equal(addressOf(trusted, "10.0.0.1", "10.0.0.3, 10.0.0.2"), "10.0.0.3", "all are ours: the furthest");
  });

  test("comes without port, brackets and zone, and not from what is no address", () => {
    for (const [entry, expected] of [
      ["198.51.100.1:4711", "198.51.100.1"],
      ["[2001:db9::5]:4711", "2001:db9::5"],
      ["[2001:db9::5]", "2001:db9::5"],
      ["2001:db9::5", "2001:db9::5"],
      ["fe80::1%eth0", "fe80::1"],
      ["::ffff:198.51.100.1", "::ffff:198.51.100.1"],
      ["unknown", "10.0.0.1"],
      ["_hidden", "10.0.0.1"],
      ["", "10.0.0.1"],
      ["198.51.100.1, ", "10.0.0.1"],
      ["198.51.100.999", "10.0.0.1"],
      ["'; DROP TABLE", "10.0.0.1"],
    ] as const)
      assert.equal(addressOf({ hops: 1 }, "10.0.0.1", entry), expected, entry);
  });

  test("gains nothing by what the client writes in front", () => {
    const address = fc.oneof(fc.ipV4(), fc.ipV6());
    fc.assert(
      fc.property(fc.array(fc.oneof(address, fc.string()), { maxLength: 5 }), address, (forged, client) => {
        const list = [...forged.map((entry) => entry.replaceAll(",", "")), client, "10.0.0.2"].join(", ");
        assert.equal(addressOf({ hops: 2 }, "10.0.0.1", list), client);
        fc.pre(!client.startsWith("10.") && !/^::ffff:(?:10\.|a)/iu.test(client));
        assert.equal(addressOf({ ranges: ["10.0.0.0/8"] }, "10.0.0.1", list), client);
      }),
    );
  });

  test("is nobody's where the socket is gone", () => {
    assert.equal(buildClients(null, silent).addressOf(requestFrom(undefined)), "0.0.0.0");
  });

  test("one warning when a proxy speaks and none is trusted; none otherwise", () => {
    let told = 0;
    const untrusting = buildClients(null, () => void told++);
    untrusting.addressOf(requestFrom("10.0.0.1"));
    assert.equal(told, 0);
    untrusting.addressOf(requestFrom("10.0.0.1", forwarded("198.51.100.1")));
    untrusting.addressOf(requestFrom("10.0.0.1", { forwarded: "for=198.51.100.1" }));
    assert.equal(told, 1);
    buildClients({ hops: 1 }, () => void told++).addressOf(requestFrom("10.0.0.1", forwarded("198.51.100.1")));
    assert.equal(told, 1);
  });
});

describe("plain HTTP", () => {
  const spoke = (trusted: TrustedProxies, headers: Record<string, string>): boolean =>
    buildClients(trusted, silent).spokePlainly(requestFrom("10.0.0.1", headers));

  test("is what a trusted proxy says it was", () => {
    const trusted = { hops: 1 };
    assert.equal(spoke(trusted, { "x-forwarded-proto": "http" }), true);
    assert.equal(spoke(trusted, { "x-forwarded-proto": "HTTP, https" }), true);
    assert.equal(spoke(trusted, { forwarded: 'for=198.51.100.1;proto="http"' }), true);
    assert.equal(spoke(trusted, { forwarded: "proto=http;for=198.51.100.1, proto=https" }), true);
    for (const headers of [
      {},
      { "x-forwarded-proto": "https" },
      { "x-forwarded-proto": "https, http" },
      { forwarded: "proto=https" },
      { forwarded: "for=proto=http" },
    ])
      assert.equal(spoke(trusted, headers), false, JSON.stringify(headers));
  });

  test("is nobody's word otherwise", () => {
    assert.equal(spoke(null, { "x-forwarded-proto": "http" }), false);
    assert.equal(spoke({ ranges: ["192.0.2.0/24"] }, { "x-forwarded-proto": "http" }), false);
  });
});
