import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { spawn } from "node:child_process";
import { TIER_LIMITS } from "../../src/access/quota.ts";
import { copyDemo, edit, removeCopies } from "../cli/demo-copy.ts";
import { askAnew, run, startRunningService } from "./running-service.ts";

/** The service in several threads, each test a real process. */

const folder = mkdtempSync(path.join(tmpdir(), "country-trust-threads-"));
const dataFolder = path.join(folder, "data");
after(() => {
  removeCopies();
  rmSync(folder, { recursive: true, force: true });
});
const THREADS = { DATA_DIR: dataFolder, WORKERS: "2" };

/** Answers by status, of requests that come together. */
async function askMany(url: string, times: number): Promise<Record<number, number>> {
  const statuses = await Promise.all(
    Array.from({ length: times }, async () => (await askAnew(`${url}/api/v2/scale`)).status),
  );
  return Object.fromEntries(statuses.map((status) => [status, statuses.filter((each) => each === status).length]));
}

/** Far longer than a busy machine takes for what is counted in one hour. */
const LAST_MILLISECONDS = 120_000;

/**
 * Waits for the next hour where this one is about to end, so that a test meets one window alone.
 */
async function earlyInTheHour(): Promise<void> {
  const left = 3_600_000 - (Date.now() % 3_600_000);
  if (left < LAST_MILLISECONDS) await wait(left + 10);
}

describe("a service in two threads", () => {
  test("has one count of quotas, one of figures, and ends by SIGTERM with all that was counted written down", async () => {
    const { child, url, said, exit } = await startRunningService({ ...THREADS, METRICS_PATH: "/metrics" });
    await earlyInTheHour();
    const limit = TIER_LIMITS.anonymous.perHour!;
    const counts = await askMany(url, limit + 60);
    assert.deepEqual(counts, { 200: limit, 429: 60 });
    const figures = (await askAnew(`${url}/metrics`)).body;
    const counted = [...figures.matchAll(/_count\{operation="get_scale",status="(\d)xx"\} (\d+)/g)];
    assert.deepEqual(
      counted.map(([, status, count]) => [status, Number(count)]),
      [
        ["2", limit],
        ["4", 60],
      ],
    );
    assert.equal(figures.match(/^country_trust_release_info\{[^}]*\} 1$/gmu)?.length, 1);
    const dashboard = JSON.parse((await askAnew(`${url}/api/dashboard`)).body) as { usage: { last_hour: number } };
    assert.equal(dashboard.usage.last_hour, limit);
    child.kill("SIGTERM");
    assert.deepEqual(await exit, [0, null], said());
  });

  test("knows after a kill what it had answered before, and the keys it gave out", async () => {
    await earlyInTheHour();
    const first = await startRunningService(THREADS);
    const given = await fetch(`${first.url}/api/sign-up`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: "reader@example.org", use_case: "A test." }),
    });
    assert.equal(given.status, 201);
    const { api_key: apiKey } = (await given.json()) as { api_key: string };
    const headers = { "X-SVC-API-Key": apiKey };
    const ask = (url: string) => askAnew(`${url}/api/v2/scale`, headers);
    const TIMES = 40;
    const answers = await Promise.all(Array.from({ length: TIMES }, () => ask(first.url)));
    first.child.kill("SIGKILL");
    assert.ok(answers.every(({ status }) => status === 200));
    await first.exit;
    const second = await startRunningService(THREADS);
    const again = await ask(second.url);
    assert.match(String(again.headers["ratelimit"]), new RegExp(`"hour";r=${1000 - TIMES - 1};`, "u"));
    const dashboard = JSON.parse((await askAnew(`${second.url}/api/dashboard`, headers)).body) as {
      usage: { total: number };
    };
    assert.equal(dashboard.usage.total, TIMES + 1);
    second.child.kill("SIGTERM");
    assert.deepEqual(await second.exit, [0, null]);
  });

  test("swaps to a new release in all threads", async () => {
    const { child, url, exit } = await startRunningService(THREADS);
    const dataset = copyDemo((copy) => edit(copy, "judgements.csv", (text) => text.replace(/\n[^\n]+\n$/u, "\n")));
    const publication = run(["publish", dataset], THREADS);
    assert.deepEqual(await publication.exit, [0, null], publication.said());
    const published = /\d{4}-\d\d-\d\d-[0-9a-f]{12}/.exec(publication.said())![0];
    // Every new connection may meet either thread; none has the old release in the end.
    for (let tries = 0, alike = 0; alike < 20; tries += 1) {
      assert.ok(tries < 400, "a thread goes on with the old release");
      const { body } = await askAnew(`${url}/readyz`);
      alike = body.includes(published) ? alike + 1 : 0;
      if (alike === 0) await wait(50);
    }
    child.kill("SIGTERM");
    assert.deepEqual(await exit, [0, null]);
  });

  test("is the only one on its port, and shares quotas with another one over its data folder", async () => {
    const shared = { ...THREADS, DATA_DIR: path.join(folder, "shared") };
    const one = await startRunningService(shared);
    const other = await startRunningService({ ...shared, WORKERS: "1" });
    await earlyInTheHour();
    const limit = TIER_LIMITS.anonymous.perHour!;
    const counts = await Promise.all([one, other].map(({ url }) => askMany(url, limit)));
    assert.equal(
      counts.reduce((sum, { 200: allowed = 0 }) => sum + allowed, 0),
      limit,
    );
    const { port } = new URL(one.url);
    const third = run(["serve"], { DATA_DIR: path.join(folder, "other"), WORKERS: "2", PORT: port });
    assert.deepEqual(await third.exit, [1, null]);
    assert.match(third.said(), new RegExp(`Port ${port} is taken by another program`, "u"));
    for (const { child, exit } of [one, other]) {
      child.kill("SIGTERM");
      assert.deepEqual(await exit, [0, null]);
    }
  });

  for (const [workers, said] of [
    ["2", "failed: a thread of the service ended\n"],
    ["1", "failed: the maintenance thread ended\n"],
  ] as const) {
    test(`has failed as a whole when a thread ends, WORKERS=${workers}`, async () => {
      const program = new URL("./loses-a-thread.ts", import.meta.url).pathname;
      const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program], {
        env: { ...process.env, ...THREADS, WORKERS: workers, HOST: "127.0.0.1", PORT: "0" },
        stdio: ["ignore", "pipe", "inherit"],
      });
      let heard = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => (heard += text));
      assert.deepEqual(await once(child, "exit"), [0, null]);
      assert.equal(heard, said);
    });
  }
});
