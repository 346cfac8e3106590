import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { makeApiKey } from "../../src/access/api-key.ts";
import { type Service, openService } from "../../src/main.ts";
import { readSettings } from "../../src/settings.ts";
import { eventually } from "../access/cluster/eventually.ts";
import {
  type OwnServer,
  startPostgres,
  startRedis,
  withoutOwnPostgres,
  withoutOwnRedis,
} from "../access/cluster/own-servers.ts";
import { DEMO, PROJECT, TestCli } from "../cli/run-cli.ts";

const DATA = "/api/v2/countries/preview";

/** Far more than could wait for a store each. */
const MANY = 200;

interface Dashboard {
  readonly usage: { readonly total: number; readonly last_hour: number };
  readonly remaining: { readonly day: number };
}

describe("two services over the same stores", { skip: withoutOwnPostgres || withoutOwnRedis }, () => {
  let postgres: OwnServer;
  let redis: OwnServer;
  let cli: TestCli;
  const services: Service[] = [];
  const children = new Set<ChildProcess>();
  let environment: Record<string, string>;

  before(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    const databaseUrl = postgres.url.replace("postgres@", "postgres:sesame@");
    // Patient with a busy machine.
    environment = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      RELEASES_URL: "none",
      HOST: "127.0.0.1",
      PORT: "0",
      STORE_WAIT_MS: "1000",
    };
    cli = new TestCli(environment);
    const published = await cli.run("publish", DEMO);
    assert.equal(published.status, 0, published.said);
    const settings = { ...environment, DATA_DIR: cli.dataFolder, LOG_LEVEL: "silent", METRICS_PATH: "/metrics" };
    for (let node = 0; node < 2; node += 1) {
      services.push(await openService(readSettings(settings), () => new Date()));
    }
  });
  after(async () => {
    for (const child of children) process.kill(-child.pid!, "SIGKILL");
    await Promise.all(services.map((service) => service.close()));
    await Promise.all([postgres.close(), redis.close(), cli.remove()]);
  });

  const ask = (node: number, address: string, apiKey?: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${services[node]!.port}${address}`, {
      headers: apiKey === undefined ? {} : { "X-SVC-API-Key": apiKey },
    });
  const statusOf = async (node: number, apiKey?: string): Promise<number> => {
    const answer = await ask(node, DATA, apiKey);
    await answer.arrayBuffer();
    return answer.status;
  };
  let people = 0;
  const askSignUp = (node: number): Promise<Response> =>
    fetch(`http://127.0.0.1:${services[node]!.port}/api/sign-up`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: "https://reader.example" },
      body: JSON.stringify({ email: `reader${(people += 1)}@example.org`, use_case: "A study." }),
    });
  /** By the publisher: sign-ups of one address are few. */
  const giveKey = async (): Promise<string> => {
    const email = `given${(people += 1)}@example.org`;
    const created = await cli.run("key", "create", "--email", email, "--use-case", "A study.");
    assert.equal(created.status, 0, created.said);
    return created.out;
  };
  const dashboardOf = async (node: number, apiKey: string): Promise<Dashboard> => {
    const answer = await ask(node, "/api/dashboard", apiKey);
    assert.equal(answer.status, 200);
    return (await answer.json()) as Dashboard;
  };
  const degradedOf = async (node: number): Promise<string[]> => {
    const answer = await ask(node, "/readyz");
    assert.equal(answer.status, 200);
    return ((await answer.json()) as { degraded: string[] }).degraded;
  };
  const figureOf = async (node: number, part: string): Promise<string | undefined> =>
    new RegExp(`^country_trust_degraded\\{.*part="${part}".*\\} (\\d)`, "mu").exec(
      await (await ask(node, "/metrics")).text(),
    )?.[1];
  const allAreWell = (): Promise<void> =>
    eventually("nothing is degraded", async () => {
      const degraded = [...(await degradedOf(0)), ...(await degradedOf(1))];
      // Dashboards have a limit of their own, so they are asked last.
      if (degraded.length > 0) return false;
      const own = await Promise.all([ask(0, "/api/dashboard"), ask(1, "/api/dashboard")]);
      return own.every(({ status }) => status === 200);
    });

  test("a key given out by one works on the other, and both count in one quota and one usage", async () => {
    const issued = await askSignUp(0);
    assert.equal(issued.status, 201);
    const { api_key: apiKey } = (await issued.json()) as { api_key: string };
    for (let request = 0; request < 40; request += 1) assert.equal(await statusOf(request % 2, apiKey), 200);
    await eventually("both know of all requests", async () => {
      const totals = [await dashboardOf(0, apiKey), await dashboardOf(1, apiKey)].map(({ usage }) => usage.total);
      return totals.every((total) => total === 40);
    });
  });

  test("an address is the same one to both", async () => {
    const usageOf = async (node: number): Promise<number> => {
      return ((await (await ask(node, "/api/dashboard")).json()) as Dashboard).usage.last_hour;
    };
    const known = await usageOf(0);
    for (let request = 0; request < 10; request += 1) assert.equal(await statusOf(request % 2), 200);
    await eventually("both know of all requests", async () => {
      return (await usageOf(0)) === known + 10 && (await usageOf(1)) === known + 10;
    });
  });

  test("a quota is one for both, exactly", async () => {
    const apiKey = await giveKey();
    cli.input = apiKey;
    assert.equal((await cli.run("key", "limits", "-", "1000", "60")).status, 0);
    let allowed = 0;
    for (let request = 0; request < 150; request += 1) if ((await statusOf(request % 2, apiKey)) === 200) allowed += 1;
    assert.equal(allowed, 60);
  });

  test("a key that is revoked stops on both within a second or so", async () => {
    const apiKey = await giveKey();
    assert.deepEqual([await statusOf(0, apiKey), await statusOf(1, apiKey)], [200, 200]);
    cli.input = apiKey;
    assert.equal((await cli.run("key", "revoke", "-")).status, 0);
    await eventually("both refuse it", async () => {
      return (await statusOf(0, apiKey)) === 401 && (await statusOf(1, apiKey)) === 401;
    });
  });

  for (const [how, lose, comeBack] of [
    ["paused", () => redis.pause(), () => redis.resume()],
    ["killed", () => redis.kill(), () => redis.start()],
  ] as const) {
    test(`Redis ${how}: data are answered and judged, readiness and figures say so, and it passes`, async () => {
      await allAreWell();
      const apiKey = await giveKey();
      assert.deepEqual([await statusOf(0, apiKey), await statusOf(1, apiKey)], [200, 200]);
      await lose();
      for (let request = 0; request < MANY; request += 1) assert.equal(await statusOf(request % 2, apiKey), 200);
      assert.match(
        (await ask(0, DATA, apiKey)).headers.get("RateLimit") ?? "",
        /^"hour";r=\d+;t=\d+, "day";r=\d+;t=\d+$/,
      );
      assert.equal((await ask(1, DATA)).status, 200);
      for (const node of [0, 1]) {
        assert.deepEqual(await degradedOf(node), ["quotas"]);
        assert.equal(await figureOf(node, "quotas"), "1");
      }
      assert.equal((await ask(0, "/api/dashboard", apiKey)).status, 200);
      await comeBack();
      await allAreWell();
      assert.equal(await figureOf(0, "quotas"), "0");
      // Each node brings what it knows: at least what one of them allowed alone, at most all of it.
      const left = [await dashboardOf(0, apiKey), await dashboardOf(1, apiKey)].map(({ remaining }) => remaining.day);
      for (const each of left) assert.ok(each <= 10_000 - MANY / 2 && each >= 10_000 - MANY - 3, `${each} are left`);
    });
  }

  for (const [how, lose, comeBack] of [
    ["paused", () => postgres.pause(), () => postgres.resume()],
    ["killed", () => postgres.kill(), () => postgres.start()],
  ] as const) {
    test(`PostgreSQL ${how}: known keys and addresses are answered, sign-up is refused with 503, no count is lost`, async () => {
      await allAreWell();
      const apiKey = await giveKey();
      assert.deepEqual([await statusOf(0, apiKey), await statusOf(1, apiKey)], [200, 200]);
      await lose();
      for (let request = 0; request < MANY; request += 1) assert.equal(await statusOf(request % 2, apiKey), 200);
      assert.equal(await statusOf(0), 200);
      for (const refused of [
        await askSignUp(1),
        await ask(0, DATA, makeApiKey()),
        await ask(0, "/api/dashboard", apiKey),
      ]) {
        assert.equal(refused.status, 503);
        assert.equal(refused.headers.get("Content-Type"), "application/problem+json");
        assert.match(refused.headers.get("Retry-After") ?? "", /^\d+$/);
        assert.equal(refused.headers.get("Access-Control-Allow-Origin"), "*");
        assert.equal(((await refused.json()) as { code: string }).code, "unavailable");
      }
      await eventually("it is told", async () => (await degradedOf(0)).join() === "accounts,usage");
      assert.equal(await figureOf(0, "accounts"), "1");
      await comeBack();
      await allAreWell();
      await eventually("all requests are in the usage", async () => {
        return (await dashboardOf(1, apiKey)).usage.total === MANY + 2;
      });
      assert.equal(await statusOf(0, makeApiKey()), 401);
    });
  }

  for (const [how, signal] of [
    ["killed while PostgreSQL does not answer, loses no key", "SIGKILL"],
    ["stopped, loses no count", "SIGTERM"],
  ] as const) {
    test(`a node that is ${how}, and says no password`, async () => {
      await allAreWell();
      const dataFolder = mkdtempSync(path.join(tmpdir(), "country-trust-node-"));
      after(() => rmSync(dataFolder, { recursive: true, force: true }));
      assert.equal((await new TestCli(environment, dataFolder).run("publish", DEMO)).status, 0);
      const start = async (): Promise<{ child: ChildProcess; url: string; said: () => string }> => {
        const child = spawn(process.execPath, [path.join(PROJECT, "bin/country-trust.cjs"), "serve"], {
          env: { ...process.env, ...environment, DATA_DIR: dataFolder },
          stdio: ["ignore", "pipe", "pipe"],
          detached: true,
        });
        children.add(child);
        child.once("exit", () => children.delete(child));
        let said = "";
        for (const stream of [child.stdout, child.stderr]) {
          stream.setEncoding("utf8").on("data", (text: string) => (said += text));
        }
        await eventually("the service says where it is", () => / on (http:\S+)/.test(said));
        return { child, url: / on (http:\S+)/.exec(said)![1]!, said: () => said };
      };
      const end = async ({ child }: { child: ChildProcess }, by: "SIGKILL" | "SIGTERM"): Promise<void> => {
        const ended = once(child, "exit");
        // A launcher that is killed cannot pass it on.
        process.kill(by === "SIGKILL" ? -child.pid! : child.pid!, by);
        await ended;
        children.delete(child);
      };
      const apiKey = await giveKey();
      const first = await start();
      // Nothing is merged before the kill.
      await postgresKnows(first.url, apiKey);
      if (signal === "SIGKILL") postgres.pause();
      for (let request = 0; request < 50; request += 1) {
        const answer = await fetch(`${first.url}${DATA}`, { headers: { "X-SVC-API-Key": apiKey } });
        assert.equal(answer.status, 200);
      }
      if (signal === "SIGKILL")
        await eventually("it says what is the matter", () => first.said().includes("PostgreSQL"));
      assert.doesNotMatch(first.said(), /sesame/);
      await end(first, signal);
      postgres.resume();
      await allAreWell();
      const second = await start();
      assert.equal(await statusOf(0, apiKey), 200);
      // A killed node loses what it had not brought to PostgreSQL yet.
      const least = signal === "SIGKILL" ? 1 : 52;
      await eventually("what is not lost is counted", async () => {
        const { total } = (await dashboardOf(0, apiKey)).usage;
        return total >= least && total <= 52;
      });
      await end(second, "SIGTERM");
    });
  }

  /** One request, so that the key is known. */
  async function postgresKnows(url: string, apiKey: string): Promise<void> {
    const answer = await fetch(`${url}${DATA}`, { headers: { "X-SVC-API-Key": apiKey } });
    assert.equal(answer.status, 200);
    await wait(0);
  }

  test("the publisher's commands say in one sentence that PostgreSQL is not there", async () => {
    const lost = new TestCli({
      ...environment,
      DATABASE_URL: `postgres://${["postgres", "sesame"].join(":")}@127.0.0.1:1/postgres`,
    });
    const { status, said } = await lost.run("key", "list");
    assert.equal(status, 1);
    assert.match(
      said,
      /^country-trust key: PostgreSQL at postgres:\/\/127\.0\.0\.1:1\/postgres: connect ECONNREFUSED \S+$/,
    );
    await lost.remove();
  });
});
