import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { copyDemo, edit, openGate, removeCopies } from "../cli/demo-copy.ts";
import { LAUNCHER, run, startRunningService } from "./running-service.ts";

/**
 * The whole program as its user starts it: launcher, service, command line, each a process of its
 * own. The first start over an empty folder: `service.test.ts`.
 */

const dataFolder = mkdtempSync(path.join(tmpdir(), "country-trust-service-"));
after(() => {
  removeCopies();
  rmSync(dataFolder, { recursive: true, force: true });
});

const start = (words: readonly string[], environment: Readonly<Record<string, string>>) =>
  run(words, { DATA_DIR: dataFolder, ...environment }, LAUNCHER);

const serve = (environment: Readonly<Record<string, string>> = {}) =>
  startRunningService({ DATA_DIR: dataFolder, ...environment }, LAUNCHER);

async function releaseOf(url: string): Promise<string> {
  const answer = (await (await fetch(`${url}/api/v2/countries/preview`)).json()) as {
    meta: { release: string; notice: string };
  };
  assert.match(answer.meta.notice, /fictional/);
  return answer.meta.release;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await holds()) return;
    await wait(25);
  }
  assert.fail("it did not come about within 10 seconds");
}

describe("the service", () => {
  test("follows a publication and a rollback while it answers, without dropping or mixing a request", async () => {
    const { child, exit, url } = await serve();
    // More requests than an anonymous caller has.
    const owner = ["--email", "test@example.org", "--use-case", "tests", "--tier", "enterprise", "--json"];
    const created = start(["key", "create", ...owner], {});
    await created.exit;
    const apiKey = /"api_key": "([^"]+)"/.exec(created.said())![1]!;
    const first = await releaseOf(url);
    const bodies = new Map<string, Set<string>>();
    const stop = new AbortController();
    const ask = async (address: string): Promise<void> => {
      while (!stop.signal.aborted) {
        const answer = await fetch(`${url}${address}`, { headers: { "X-SVC-API-Key": apiKey } });
        assert.equal(answer.status, 200);
        const body = await answer.text();
        const release = address.endsWith(".csv")
          ? /,(\d{4}-\d\d-\d\d-[0-9a-f]{12}),/.exec(body)![1]!
          : (JSON.parse(body) as { meta: { release: string } }).meta.release;
        const key = `${release} ${address}`;
        bodies.set(key, (bodies.get(key) ?? new Set()).add(body));
      }
    };
    const addresses = [
      "/api/v2/countries/preview",
      "/api/v2/countries/namibia",
      "/api/v2/companies?country=NA&limit=5",
      "/api/v2/intelligence/country-data.csv",
    ];
    const asking = Promise.all([...addresses, ...addresses].map(ask));
    const folder = copyDemo((copy) => {
      openGate(copy);
      edit(copy, "judgements.csv", (text) => text.replaceAll(",very_low,", ",very_high,"));
    });
    const published = start(["publish", folder, "--json"], {});
    assert.deepEqual(await published.exit, [0, null], published.said());
    const second = /"id": "([^"]+)"/.exec(published.said())![1]!;
    await until(async () => (await releaseOf(url)) === second);
    const answeredBySecond = (): boolean => addresses.every((address) => bodies.has(`${second} ${address}`));
    await until(async () => Promise.resolve(answeredBySecond()));
    const old = await fetch(`${url}/api/v2/countries/preview?release=${first}`);
    assert.equal(
      ((await old.json()) as { meta: { release: string } }).meta.release,
      first,
      "an older release is still there by name",
    );
    await start(["rollback", first], {}).exit;
    await until(async () => (await releaseOf(url)) === first);
    stop.abort();
    await asking;
    assert.deepEqual(
      [...bodies.keys()].toSorted(),
      [first, second].flatMap((release) => addresses.map((address) => `${release} ${address}`)).toSorted(),
    );
    for (const [key, seen] of bodies) assert.equal(seen.size, 1, `${key} always has the same body`);
    child.kill("SIGTERM");
    await exit;
  });

  test("ends when its launcher is killed, and lets go of the port", async () => {
    const { child, exit, url } = await serve();
    child.kill("SIGKILL");
    await exit;
    for (let tries = 0; tries < 200; tries += 1) {
      if (!(await fetch(`${url}/healthz`).catch(() => null))) return;
      await wait(50);
    }
    assert.fail("the service outlived its launcher");
  });

  test("starts again on the same port at once", async () => {
    const first = await serve();
    const { port } = new URL(first.url);
    first.child.kill("SIGTERM");
    await first.exit;
    const second = await serve({ PORT: port });
    assert.equal(new URL(second.url).port, port);
    second.child.kill("SIGTERM");
    await second.exit;
  });
});
