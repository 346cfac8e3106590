import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import path from "node:path";
import { describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort } from "../fixtures/free-port.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { askAnew, run, startRunningService } from "./running-service.ts";

describe("a service for other people without a release", () => {
  for (const [name, environment] of [
    ["BASE_URL=https://trust.example.org", { BASE_URL: "https://trust.example.org" }],
    ["NODE_ENV=production", { NODE_ENV: "production" }],
  ] as const)
    test(`refuses to start in one sentence and publishes nothing: ${name}`, async () => {
      const dataFolder = newTemporaryFolder();
      const { said, exit } = run(["serve"], { DATA_DIR: dataFolder, ...environment });
      assert.deepEqual(await exit, [1, null]);
      assert.equal(
        said(),
        `country-trust serve: nothing is published in ${dataFolder}, and a service for other people (${name}) does not begin with the ` +
          "demonstration data: publish a dataset with `country-trust publish <folder>`, or the demonstration data with " +
          "`country-trust publish data/demo`\n",
      );
      assert.ok(!existsSync(path.join(dataFolder, "releases")));
    });

  test("starts with the demonstration data that were published on purpose", async () => {
    const environment = { DATA_DIR: newTemporaryFolder(), NODE_ENV: "production" };
    const published = run(["publish", "data/demo"], environment);
    assert.deepEqual(await published.exit, [0, null], published.said());
    const service = await startRunningService(environment);
    assert.equal((await askAnew(`${service.url}/readyz`)).status, 200);
    service.child.kill("SIGTERM");
    assert.deepEqual(await service.exit, [0, null]);
  });
});

describe("a trial", () => {
  test("never puts the demonstration data over releases none of which is current", async () => {
    const dataFolder = newTemporaryFolder();
    const environment = { DATA_DIR: dataFolder };
    await run(["publish", "data/demo"], environment).exit;
    renameSync(path.join(dataFolder, "current"), path.join(dataFolder, "current.old"));
    const { said, exit } = run(["serve"], environment);
    assert.deepEqual(await exit, [1, null]);
    assert.match(
      said(),
      /^country-trust serve: no release of \S+ is current: choose one with `country-trust rollback <release>` \(1 release: \d{4}-\d\d-\d\d-[0-9a-f]{12}\)\n$/u,
    );
  });

  test("serves the demonstration data under a private BASE_URL", async () => {
    const dataFolder = newTemporaryFolder();
    mkdirSync(dataFolder, { recursive: true });
    const service = await startRunningService({ DATA_DIR: dataFolder, BASE_URL: "http://192.168.1.20:8080" });
    assert.match(service.said(), /publishing the demonstration dataset/u);
    service.child.kill("SIGTERM");
    await service.exit;
  });
});

describe("a release of an older version", () => {
  /** Publishes the demonstration and makes its release one of an older format. */
  const publishOld = async (change: object): Promise<{ dataFolder: string; id: string }> => {
    const dataFolder = newTemporaryFolder();
    const published = run(["publish", "data/demo"], { DATA_DIR: dataFolder });
    assert.deepEqual(await published.exit, [0, null], published.said());
    const id = readFileSync(path.join(dataFolder, "current"), "utf8").trim();
    // Of another day and content, as the demonstration of an older version was.
    const old = "2026-01-02-000000000000";
    renameSync(path.join(dataFolder, "releases", id), path.join(dataFolder, "releases", old));
    writeFileSync(path.join(dataFolder, "current"), `${old}\n`);
    rmSync(path.join(dataFolder, "history.ndjson"));
    const file = path.join(dataFolder, "releases", old, "manifest.json");
    const { branding: _, dataset, ...manifest } = JSON.parse(readFileSync(file, "utf8")) as Record<string, object>;
    writeFileSync(file, JSON.stringify({ ...manifest, id: old, format: 9, dataset: { ...dataset, ...change } }));
    return { dataFolder, id: old };
  };

  test("is published again where it is the demonstration, and says so", async () => {
    const { dataFolder, id } = await publishOld({});
    const service = await startRunningService({ DATA_DIR: dataFolder, NODE_ENV: "production" });
    assert.match(
      service.said(),
      new RegExp(
        `^Release ${id} is the demonstration dataset as an older version published it \\(bundle format 9\\): publishing it again …\n`,
        "u",
      ),
    );
    const { items } = JSON.parse((await askAnew(`${service.url}/api/v2/releases`)).body) as { items: { id: string }[] };
    assert.equal(items.length, 1);
    assert.notEqual(items[0]?.id, id);
    assert.ok(existsSync(path.join(dataFolder, "releases", id)), "what was published stays");
    service.child.kill("SIGTERM");
    assert.deepEqual(await service.exit, [0, null]);
  });

  for (const change of [{ publisher: "A newsroom" }, { title: "Our bands" }, { notice: null }])
    test(`ends the service in one sentence where a publisher made it: ${JSON.stringify(change)}`, async () => {
      const { dataFolder, id } = await publishOld(change);
      const { said, exit } = run(["serve"], { DATA_DIR: dataFolder });
      assert.deepEqual(await exit, [1, null]);
      assert.match(
        said(),
        new RegExp(
          `^country-trust serve: release ${id} has bundle format 9, this program reads \\d+: publish its dataset again with this version\n$`,
          "u",
        ),
      );
    });
});

describe("the port of the metrics", () => {
  const dataFolder = newTemporaryFolder();
  const skip = process.platform === "linux" ? false : "127.0.0.2 is an address of this machine on Linux alone";

  for (const workers of ["1", "2"])
    test(`listens on METRICS_HOST alone, with WORKERS=${workers}`, { skip }, async () => {
      const port = String(await findFreePort());
      const settings = { DATA_DIR: dataFolder, WORKERS: workers, METRICS_HOST: "127.0.0.2", METRICS_PORT: port };
      const service = await startRunningService(settings);
      assert.match((await askAnew(`http://127.0.0.2:${port}/metrics`)).body, /country_trust_release_info/u);
      await assert.rejects(askAnew(`http://127.0.0.1:${port}/metrics`), { code: "ECONNREFUSED" });
      service.child.kill("SIGTERM");
      await service.exit;
    });

  test("names METRICS_HOST where that is no address of this machine", async () => {
    const { said, exit } = run(["serve"], { DATA_DIR: dataFolder, METRICS_HOST: "192.0.2.1", METRICS_PORT: "0" });
    assert.deepEqual(await exit, [1, null]);
    assert.match(said(), /^METRICS_HOST=192\.0\.2\.1 is not an address of this machine; .*\n$/u);
  });
});

describe("a service that is told to stop twice", () => {
  test("still finishes what is in flight", async () => {
    const dataFolder = newTemporaryFolder();
    const { child, url, exit } = await startRunningService({ DATA_DIR: dataFolder });
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(`${url}/api/v2/data/judgements.csv`, { agent: false }, resolve).on("error", reject).end();
    });
    // A download may be in the buffers of the system as a whole; this one waits for its body.
    const body = JSON.stringify({ rows: [{ name: "Thumakpanni" }] });
    const headers = { "Content-Type": "application/json", "Content-Length": body.length, Expect: "100-continue" };
    const asked = request(`${url}/api/v2/portfolios`, { method: "POST", agent: false, headers });
    const answered = once(asked, "response");
    asked.flushHeaders();
    await once(asked, "continue");
    for (let signals = 0; signals < 3; signals += 1) {
      child.kill("SIGTERM");
      // Long enough for a signal of its own.
      await wait(200);
    }
    let bytes = 0;
    for await (const chunk of response) bytes += (chunk as Buffer).length;
    assert.equal(bytes, Number(response.headers["content-length"]));
    asked.end(body);
    const [answer] = (await answered) as [IncomingMessage];
    assert.equal(answer.statusCode, 200);
    answer.resume();
    assert.deepEqual(await exit, [0, null]);
  });
});
