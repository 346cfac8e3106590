import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { type Socket, connect } from "node:net";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { eventually } from "../access/cluster/eventually.ts";
import type { TestCli } from "../cli/run-cli.ts";
import { openDemonstration } from "../fixtures/published-demonstration.ts";
import { type RunningService, startRunningService } from "./running-service.ts";

/** The limit that many systems give a process, and more connections than that. */
const FILES = 1024;
const CONNECTIONS = 1100;
const withLimit = ["sh", "-c", `ulimit -n ${FILES}; exec "$@"`, "sh"];

const skip =
  process.platform === "linux" ? false : "needs ulimit, and addresses of the loopback network other than 127.0.0.1";

interface Readiness {
  readonly refused_release: object | null;
  readonly degraded: readonly string[];
}

describe("a service that may open 1,024 files", { skip }, () => {
  let cli: TestCli;
  const sockets = new Set<Socket>();
  const agents = new Set<Agent>();
  before(async () => {
    cli = await openDemonstration();
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    for (const agent of agents) agent.destroy();
    await cli.remove();
  });

  const start = (environment: Readonly<Record<string, string>>): Promise<RunningService> =>
    startRunningService({ DATA_DIR: cli.dataFolder, LOG_LEVEL: "warn", ...environment }, undefined, withLimit);

  /** Opens connections that send nothing, and waits until those that are refused are closed. */
  const openIdle = async ({ url }: RunningService, addresses = ["127.0.0.1"]): Promise<void> => {
    const { port } = new URL(url);
    for (let count = 0; count < CONNECTIONS; count += 1) {
      const localAddress = addresses[count % addresses.length] ?? "";
      const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress });
      sockets.add(socket);
      socket.on("error", () => {});
      socket.once("close", () => sockets.delete(socket));
      if (count % 50 === 49) await once(socket, "connect").catch(() => {});
    }
    // Several polls of the release, and a round of what else is done once a second.
    await wait(1500);
  };
  const closeIdle = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  /** Asks on one kept connection from an address of the loopback network. */
  const openCaller = ({ url }: RunningService, localAddress: string) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agents.add(agent);
    return (path: string) =>
      new Promise<{ status: number; body: string }>((resolve, reject) => {
        const asked = request(`${url}${path}`, { agent, localAddress }, (response) => {
          let body = "";
          response.setEncoding("utf8").on("data", (text: string) => (body += text));
          response.once("end", () => resolve({ status: response.statusCode ?? 0, body }));
        });
        asked.once("error", reject);
        asked.end();
      });
  };
  const linesOf = ({ said }: RunningService, words: string): number =>
    said()
      .split("\n")
      .filter((line) => line.includes(words)).length;
  const stop = async ({ child, exit }: RunningService): Promise<void> => {
    child.kill("SIGTERM");
    assert.deepEqual(await exit, [0, null]);
  };

  test("survives more connections than that, and is well when they are gone", async () => {
    const service = await start({ CONNECTIONS_MAX: "0", CONNECTIONS_PER_ADDRESS: "0" });
    const ask = openCaller(service, "127.0.0.1");
    const readiness = async (): Promise<Readiness> => JSON.parse((await ask("/readyz")).body) as Readiness;
    assert.equal((await ask("/readyz")).status, 200);
    await openIdle(service);
    assert.equal((await ask("/api/v2/countries/preview")).status, 200);
    for (let asked = 0; asked < 3; asked += 1) {
      // A file needs a descriptor, which is free at one moment and not at the next.
      const { status, body } = await ask("/api/v2/data/companies.csv");
      assert.ok(status === 200 || (status === 503 && body.includes('"unavailable"')), `${status}`);
    }
    closeIdle();
    await eventually("all is well", async () => (await readiness()).degraded.length === 0);
    assert.equal((await ask("/api/v2/data/companies.csv")).status, 200);
    assert.equal((await openCaller(service, "127.0.0.2")("/healthz")).status, 200);
    assert.equal(linesOf(service, "a request failed"), 0, service.said());
    await stop(service);
  });

  const addressesFrom = (first: number, count: number): string[] =>
    Array.from({ length: count }, (_, number) => `127.0.1.${first + number}`);

  test("keeps places for this machine when four addresses open more connections than there are", async () => {
    const service = await start({});
    const four = addressesFrom(1, 4);
    await openIdle(service, four);
    assert.equal(sockets.size, 432);
    await assert.rejects(openCaller(service, "127.0.0.3")("/api/v2/scale"));
    const here = openCaller(service, "127.0.0.1");
    assert.equal((await here("/healthz")).status, 200);
    assert.equal((await here("/api/v2/data/companies.csv")).status, 200);
    assert.deepEqual((JSON.parse((await here("/readyz")).body) as Readiness).degraded, []);
    closeIdle();
    await eventually("an address is served again", () =>
      openCaller(
        service,
        four[0] ?? "",
      )("/api/v2/scale").then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
    await stop(service);
  });

  test("lets a trusted proxy open as many as there is room for", async () => {
    const service = await start({ TRUSTED_PROXIES: "127.0.0.1" });
    const ask = openCaller(service, "127.0.0.2");
    assert.equal((await ask("/readyz")).status, 200);
    await openIdle(service);
    // But for the caller.
    await eventually("all are taken", () => sockets.size === 447);
    assert.equal((await ask("/api/v2/data/companies.csv")).status, 200);
    assert.equal(linesOf(service, "CONNECTIONS_MAX"), 1, service.said());
    closeIdle();
    await stop(service);
  });
});
