import assert from "node:assert/strict";
import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { after, describe, test } from "node:test";
import { pino } from "pino";
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
    assert.match(lines[0] ?? "", /has 2 connections open, as many as it may.*CONNECTIONS_PER_ADDRESS.*TRUSTED_PROXIES/);
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

  test("of four addresses at their cap leave places for this machine, and for nobody else", async () => {
    const { ask, refused } = await openServer({ connectionLimits: { total: 16, perAddress: 4 } });
    const opened = ["127.0.0.10", "127.0.0.11", "127.0.0.12", "127.0.0.13"].flatMap((each) => Array(4).fill(each));
    const statuses: (number | null)[] = [];
    for (const address of opened) statuses.push((await ask(String(address))).status);
    assert.deepEqual(statuses, [...Array<number>(12).fill(200), ...Array<null>(4).fill(null)]);
    assert.equal((await ask("127.0.0.30")).status, null);
    assert.equal(await refused("total"), "5");
    for (let number = 0; number < 4; number += 1) assert.equal((await ask("127.0.0.1")).status, 200);
    assert.equal((await ask("127.0.0.1")).status, null);
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
