import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { withoutNginx } from "../distribution/nginx.ts";
import type { TestCli } from "../cli/run-cli.ts";
import { openDemonstration } from "../fixtures/published-demonstration.ts";
import { type Front, startCaddy, startComposeFront, startFront, withoutCaddy } from "./front.ts";
import { type RunningService, startRunningService } from "./running-service.ts";

/**
 * The proxies of deploy/ in front of two services. While one of them is frozen, stops or is dead,
 * every reader gets an answer. Without limits of their own, proxies wait for a minute or for ever.
 */

const READERS = 8;
/** Far more than the examples allow, and less than a proxy waits that was told nothing. */
const PATIENCE_MILLISECONDS = 45_000;

/**
 * A proxy that asks `/readyz` sends a stopping node nothing more. nginx does not ask: a `POST` that
 * waits in the queue of the system when the node stops listening gets 502, because nginx cannot
 * know whether it was taken.
 */
const FRONTS = [
  { name: "deploy/nginx/country-trust.conf", skip: withoutNginx, start: startFront, asksReadiness: false },
  { name: "deploy/nginx/compose.conf", skip: withoutNginx, start: startComposeFront, asksReadiness: false },
  { name: "deploy/caddy/Caddyfile", skip: withoutCaddy, start: startCaddy, asksReadiness: true },
];

let cli: TestCli;
before(async () => {
  cli = await openDemonstration();
});
after(() => cli.remove());

for (const { name, skip, start, asksReadiness } of FRONTS)
  describe(`readers behind ${name}`, { skip }, () => {
    let nodes: RunningService[];
    let front: Front;
    before(async () => {
      const environment = { DATA_DIR: cli.dataFolder, LOG_LEVEL: "silent", TRUSTED_PROXIES: "127.0.0.1" };
      nodes = [await startRunningService(environment), await startRunningService(environment)];
      front = await start(nodes.map(({ url }) => Number(new URL(url).port)));
    });
    after(async () => {
      await front?.close();
      for (const { child } of nodes) child.kill("SIGKILL");
    });

    const read = async (): Promise<number> => {
      const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS);
      const response = await fetch(`http://127.0.0.1:${front.port}/api`, { signal });
      await response.text();
      return response.status;
    };
    const post = async (): Promise<number> => {
      const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS);
      const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
      const url = `http://127.0.0.1:${front.port}/mcp`;
      const response = await fetch(url, { method: "POST", headers, body, signal });
      await response.text();
      return response.status;
    };
    const readTogether = async (asks = [read]): Promise<void> => {
      const statuses = await Promise.all(Array.from({ length: READERS }, () => asks.map((ask) => ask())).flat());
      assert.deepEqual(new Set(statuses), new Set([200]));
    };

    test("are answered while a node is frozen, and when it goes on", async () => {
      await readTogether();
      nodes[0]?.child.kill("SIGSTOP");
      await readTogether();
      nodes[0]?.child.kill("SIGCONT");
      await readTogether();
    });

    test("are answered while a node stops, and when it is gone", async () => {
      const [node] = nodes;
      node?.child.kill("SIGTERM");
      while (node?.child.exitCode === null) await readTogether(asksReadiness ? [read, post] : [read]);
      await readTogether();
    });

    test("are answered when a node is killed", async () => {
      const [, last] = nodes;
      const { url } = await startRunningService({
        DATA_DIR: cli.dataFolder,
        LOG_LEVEL: "silent",
        PORT: new URL(nodes[0]?.url ?? "").port,
      });
      assert.equal((await fetch(`${url}/readyz`)).status, 200);
      await readTogether();
      last?.child.kill("SIGKILL");
      await readTogether();
    });
  });
