import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import path from "node:path";
import { describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { openDemonstration } from "../fixtures/published-demonstration.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { makeOldRelease } from "./old-release.ts";
import { askAnew, startRunningService } from "./running-service.ts";

describe("a trial", () => {
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
  test("is published again where it is the demonstration, and says so", async () => {
    const { dataFolder } = await openDemonstration();
    const id = makeOldRelease(dataFolder, {});
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
});

describe("a service that is told to stop twice", () => {
  test("still finishes what is in flight", async () => {
    const { dataFolder } = await openDemonstration();
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
