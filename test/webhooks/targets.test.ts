import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, test } from "node:test";
import type { ClaimedDelivery } from "../../src/access/webhooks.ts";
import { buildAttemptDelivery } from "../../src/webhooks/attempt-delivery.ts";
import { isPublicAddress } from "../../src/webhooks/targets.ts";
import { type Lookup, buildDnsLookup, buildTargets } from "../../src/webhooks/targets.ts";
import { openTrap } from "./receiver.ts";

const PUBLIC = "93.184.215.14";
const never = new AbortController().signal;

function claimedFor(url: string): ClaimedDelivery {
  return { webhookId: "wh_1", eventId: "evt_1", url, secrets: [new Uint8Array(32)], payload: "{}", attempt: 1 };
}

function build(lookup: Lookup, allowsPrivate = false) {
  const targets = buildTargets({ lookup, allowsPrivate });
  const attempt = buildAttemptDelivery({
    targets,
    now: () => new Date(),
    userAgent: "test",
    attemptMilliseconds: 3000,
  });
  return { targets, attempt };
}

describe("a public address", () => {
  const refused = [
    "0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1",
    "172.31.255.255 192.0.0.192 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.7",
    "224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 168.63.129.16",
    ":: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:93.184.215.14 64:ff9b::7f00:1 64:ff9b::5db8:d70e",
    "64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1:: 3fff::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0",
    "fec0::1 ff02::1 localhost 127.1 0x7f000001",
  ].flatMap((line) => line.split(" "));
  const allowed =
    "1.1.1.1 93.184.215.14 172.15.255.255 172.32.0.1 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1";
  const allowedIpv6 = "2606:4700:4700::1111 2a00:1450:4001::1 2001:4860:4860::8888 2003::1 2400:cb00::1";

  test("is none of the special ones", () => {
    assert.deepEqual(refused.filter(isPublicAddress), []);
  });

  test("is any other, up to the edges of the special ranges", () => {
    const all = [...allowed.split(" "), ...allowedIpv6.split(" ")];
    assert.deepEqual(
      all.filter((address) => !isPublicAddress(address)),
      [],
    );
  });
});

describe("what is on this machine or near it", () => {
  const hosts = [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "0",
    "0.0.0.0",
    "[::1]",
    "[::]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "１２７.0.0.1",
    "localhost",
    "localhost.",
    "LOCALHOST",
  ];

  test("can be reached, so that the other tests mean something", async () => {
    const trap = await openTrap();
    for (const host of ["127.0.0.1", "::1"]) await once(connect(trap.port, host), "close");
    assert.equal(trap.connections(), 2);
  });

  test("gets no connection, however it is spelled, and is not registered", async () => {
    const trap = await openTrap();
    const { targets, attempt } = build(buildDnsLookup());
    for (const host of hosts) {
      const url = `https://${host}:${trap.port}/`;
      const { outcome } = (await attempt(claimedFor(url), never)) ?? {};
      assert.equal(outcome, "no_public_address", host);
      assert.notEqual(await targets.findFault(`https://${host}/`), null, host);
    }
    assert.equal(trap.connections(), 0);
  });

  test("gets none by the addresses of clouds and networks", async () => {
    const { targets, attempt } = build(buildDnsLookup());
    for (const host of ["169.254.169.254", "[fd00:ec2::254]", "100.100.100.200", "192.168.0.1", "10.0.0.1"]) {
      assert.equal((await attempt(claimedFor(`https://${host}/`), never))?.outcome, "no_public_address");
      assert.match(String(await targets.findFault(`https://${host}/`)), /without an address on the public internet/u);
    }
  });

  test("gets none by a name that means it, alone or among others", async () => {
    const trap = await openTrap();
    for (const found of [["127.0.0.1"], ["::1"], ["::ffff:127.0.0.1"], [PUBLIC, "127.0.0.1"]]) {
      const { targets, attempt } = build(() => Promise.resolve(found));
      const url = `https://reader.example:${trap.port}/`;
      assert.equal((await attempt(claimedFor(url), never))?.outcome, "no_public_address");
      assert.match(
        String(await targets.findFault("https://reader.example/")),
        /without an address on the public internet/u,
      );
    }
    assert.equal(trap.connections(), 0);
  });

  test("gets none by a name that means it a moment after it was registered, or checked", async () => {
    const trap = await openTrap();
    let asked = 0;
    const { targets, attempt } = build(() => Promise.resolve([(asked += 1) === 1 ? PUBLIC : "127.0.0.1"]));
    assert.equal(await targets.findFault("https://reader.example/"), null);
    assert.equal(
      (await attempt(claimedFor(`https://reader.example:${trap.port}/`), never))?.outcome,
      "no_public_address",
    );
    // The system's own resolver knows `localhost`: it is not asked for an address a second time.
    const rebinding = build(() => Promise.resolve([PUBLIC]));
    const ended = await rebinding.attempt(claimedFor(`https://localhost:${trap.port}/`), never);
    assert.ok(ended?.outcome === "no_connection" || ended?.outcome === "timed_out");
    assert.equal(trap.connections(), 0);
  });
});

describe("a URL that may be registered", () => {
  const { targets } = build((hostname) => Promise.resolve(hostname.startsWith("nowhere") ? [] : [PUBLIC]));

  test("is an https URL of a public host", async () => {
    for (const url of ["https://reader.example/hook?token=1", "https://reader.example:8443/", `https://${PUBLIC}/`])
      assert.equal(await targets.findFault(url), null, url);
  });

  test("cannot be used to find out names of our network: unknown and nearby ones get one sentence", async () => {
    const faults = [[], ["10.0.0.1"]].map((found) =>
      build(() => Promise.resolve(found)).targets.findFault("https://db/"),
    );
    const [unknown, nearby] = await Promise.all(faults);
    assert.equal(unknown, nearby);
  });

  test("is no other, and why is said", async () => {
    const faults = {
      "": /not an absolute URL/u,
      "reader.example/hook": /not an absolute URL/u,
      "http://reader.example/": /does not begin with https/u,
      "ftp://reader.example/": /does not begin with https/u,
      "file:///etc/passwd": /does not begin with https/u,
      "https://user@reader.example/": /user name/u,
      "https://:secret@reader.example/": /user name/u,
      "https://reader.example/#part": /fragment/u,
      "https://reader.example:22/": /port other/u,
      "https://reader.example:80/": /port other/u,
      [`https://reader.example/${"a".repeat(2048)}`]: /at most 2048/u,
      [`https://reader.example/${"é".repeat(1000)}`]: /longer than 2048 characters when/u,
      "https://nowhere.example/": /without an address on the public internet/u,
    };
    for (const [url, fault] of Object.entries(faults)) assert.match(String(await targets.findFault(url)), fault, url);
  });
});
