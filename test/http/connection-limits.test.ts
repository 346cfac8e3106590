import assert from "node:assert/strict";
import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { after, describe, test } from "node:test";
import * as fc from "fast-check";
import { pino } from "pino";
import { ConnectionAllotment, type Place } from "../../src/http/connection-allotment.ts";
import type { HttpServerOptions } from "../../src/http/http-server.ts";
import { chooseConnectionLimits } from "../../src/http/limit-connections.ts";
import { openMetrics } from "../../src/http/metrics.ts";
import { RELEASE, openTestServer } from "./test-server.ts";

const skip = process.platform === "linux" ? false : "needs addresses of the loopback network other than 127.0.0.1";

describe("connections beyond the limits", { skip }, () => {
  const sockets: Socket[] = [];
  after(() => {
    for (const socket of sockets) socket.destroy();
  });

  async function openServer(options: Partial<HttpServerOptions>) {
    const lines: string[] = [];
    const metrics = await openMetrics(() => RELEASE);
    const clock = { at: new Date("2026-11-21T00:00:00Z") };
    const server = await openTestServer({
      logger: pino({ level: "warn" }, { write: (line: string) => void lines.push(line) }),
      metrics: { metrics, path: null },
      now: () => clock.at,
      ...options,
    });
    /** Connects and asks; the status is null where the connection was closed without a response. */
    const ask = async (localAddress: string, path = "/healthz"): Promise<{ socket: Socket; status: number | null }> => {
      const socket = connect({ port: server.port, host: "127.0.0.1", localAddress });
      sockets.push(socket);
      socket.on("error", () => {});
      socket.write(`GET ${path} HTTP/1.1\r\nHost: trust.example\r\n\r\n`);
      const answered = once(socket, "data").then(([chunk]) => Number(String(chunk).split(" ")[1]));
      const closed = once(socket, "close").then(() => null);
      return { socket, status: await Promise.race([answered, closed]) };
    };
    const close = async (socket: Socket): Promise<void> => {
      socket.end();
      await once(socket, "close");
      // The server learns of it in a turn of its own.
      await ask("127.0.0.9").then(({ socket: other }) => other.destroy());
    };
    const refused = async (cause: string): Promise<string | undefined> =>
      new RegExp(`country_trust_connections_refused_total\\{cause="${cause}"\\} (\\d+)`, "u").exec(
        await metrics.text(),
      )?.[1];
    return { ask, close, refused, lines, clock };
  }

  test("of one address are closed at once; others are answered, and so is it when one of its own is gone", async () => {
    const { ask, close, refused, lines, clock } = await openServer({ connectionLimits: { total: 0, perAddress: 2 } });
    const kept = await ask("127.0.0.1");
    assert.deepEqual([kept.status, (await ask("127.0.0.1")).status], [200, 200]);
    for (let tries = 0; tries < 3; tries += 1) assert.equal((await ask("127.0.0.1")).status, null);
    assert.equal((await ask("127.0.0.2")).status, 200);
    await close(kept.socket);
    assert.equal((await ask("127.0.0.1")).status, 200);
    assert.equal((await ask("127.0.0.1")).status, null);
    assert.equal(lines.length, 1, "one line for an episode");
    assert.match(
      lines[0] ?? "",
      /as many connections open as it may have now, 2 at most.*CONNECTIONS_PER_ADDRESS.*TRUSTED_PROXIES/,
    );
    assert.doesNotMatch(lines.join(""), /127\.0\.0/);
    clock.at = new Date(clock.at.getTime() + 61_000);
    assert.equal((await ask("127.0.0.1")).status, null);
    assert.equal(lines.length, 2);
    assert.deepEqual([await refused("address"), await refused("total")], ["5", "0"]);
  });

  test("in total are closed at once, whoever opens them", async () => {
    const { ask, refused, lines } = await openServer({ connectionLimits: { total: 3, perAddress: 0 } });
    for (let number = 1; number <= 3; number += 1) assert.equal((await ask(`127.0.0.${number}`)).status, 200);
    for (let number = 1; number <= 3; number += 1) assert.equal((await ask(`127.0.0.${number}`)).status, null);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /are open \(CONNECTIONS_MAX is 3\)/);
    assert.equal(await refused("total"), "3");
  });

  test("leave questions about health to everybody, once at a time, and all others to this machine", async () => {
    const { ask, refused } = await openServer({ connectionLimits: { total: 16, perAddress: 0 } });
    for (let number = 10; number < 24; number += 1) assert.equal((await ask(`127.0.0.${number}`)).status, 200);
    assert.deepEqual([(await ask("127.0.0.30")).status, await refused("total")], [200, "0"]);
    assert.equal((await ask("127.0.0.31", "/api/v2/scale")).status, null);
    assert.equal((await ask("127.0.0.1", "/api/v2/scale")).status, 200);
    assert.equal(await refused("total"), "1");
  });

  for (const trustedProxies of [{ ranges: ["127.0.0.1"] }, { hops: 1 }])
    test(`of a trusted proxy are not counted by address (${Object.keys(trustedProxies).join()})`, async () => {
      const { ask } = await openServer({ connectionLimits: { total: 0, perAddress: 1 }, trustedProxies });
      for (let number = 0; number < 5; number += 1) assert.equal((await ask("127.0.0.1")).status, 200);
    });

  test("beside a proxy that is trusted by its address, others are counted", async () => {
    const limits = { connectionLimits: { total: 0, perAddress: 1 }, trustedProxies: { ranges: ["127.0.0.1"] } };
    const { ask } = await openServer(limits);
    assert.deepEqual([(await ask("127.0.0.2")).status, (await ask("127.0.0.2")).status], [200, null]);
  });
});

describe("an allotment of connections", () => {
  const opener = (group: string) => ({ group, isProxy: false, isLocal: false });
  const takeAll = (allotment: ConnectionAllotment, group: string): number => {
    let count = 0;
    for (;;) {
      const place = allotment.take(opener(group));
      if (typeof place === "string" || place.kind !== "common") return count;
      count += 1;
    }
  };

  test("gives an address less the fewer are free, and leaves room for dozens that take all they get", () => {
    const allotment = new ConnectionAllotment({ total: 448, perAddress: 112 });
    const taken = Array.from({ length: 20 }, (_, number) => takeAll(allotment, `greedy ${number}`));
    assert.deepEqual(taken.slice(0, 4), [83, 66, 53, 43]);
    assert.ok(
      taken.every((count) => count > 0),
      String(taken),
    );
    assert.deepEqual(
      taken,
      taken.toSorted((a, b) => b - a),
    );
  });

  test("keeps connections for this machine, and one trial for each address, when all others are taken", () => {
    const allotment = new ConnectionAllotment({ total: 160, perAddress: 0 });
    assert.equal(takeAll(allotment, "a"), 140);
    const here = { ...opener("127.0.0.1"), isLocal: true };
    const kinds = (from: typeof here, tries: number): string[] =>
      Array.from({ length: tries }, () => allotment.take(from)).map((place) =>
        typeof place === "string" ? place : place.kind,
      );
    assert.deepEqual(kinds(opener("b"), 2), ["trial", "total"]);
    assert.deepEqual(kinds(here, 12), [...Array<string>(10).fill("local"), "trial", "total"]);
    // The trial of `a` began when it was refused.
    for (let number = 0; number < 7; number += 1) assert.deepEqual(kinds(opener(`c${number}`), 1), ["trial"]);
    assert.deepEqual(kinds(opener("d"), 1), ["total"]);
  });

  test("never exceeds the total, forgets who left, and gives a new address one as long as one is free", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 40 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.boolean()), { maxLength: 600 }),
        (total, perAddress, steps) => {
          const allotment = new ConnectionAllotment({ total, perAddress });
          const open: Place[] = [];
          for (const [who, leaves] of steps) {
            if (leaves) {
              const left = open.splice(who % Math.max(1, open.length), 1)[0];
              if (left !== undefined) allotment.giveBack(left);
              continue;
            }
            const place = allotment.take({ group: String(who), isProxy: who === 30, isLocal: who === 29 });
            const common = open.filter(({ kind }) => kind === "common");
            if (typeof place !== "string") open.push(place);
            const own = common.filter(({ group }) => group === String(who)).length;
            const isFree = common.length < total - 2 * Math.min(Math.floor(total / 16), 16);
            if (own === 0 && isFree) assert.equal(typeof place === "string" ? place : place.kind, "common");
            assert.ok(open.length <= total);
          }
          for (const place of open) allotment.giveBack(place);
          assert.equal(
            takeAll(allotment, "anybody"),
            takeAll(new ConnectionAllotment({ total, perAddress }), "anybody"),
          );
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe("the limits of connections", () => {
  test("are those that are set; 0 sets none", () => {
    assert.deepEqual(chooseConnectionLimits(50, 7), { total: 50, perAddress: 7 });
    assert.deepEqual(chooseConnectionLimits(0, 0), { total: 0, perAddress: 0 });
  });

  test("of an address leave room for three others", () => {
    assert.deepEqual(chooseConnectionLimits(40, null), { total: 40, perAddress: 10 });
    for (const total of [0, 5000]) assert.equal(chooseConnectionLimits(total, null).perAddress, 256);
  });

  test("in total follow what the system allows", () => {
    const { total, perAddress } = chooseConnectionLimits(null, null);
    assert.ok(total >= 16 && total <= 10_000 && perAddress <= 256, `${total} and ${perAddress}`);
  });
});
