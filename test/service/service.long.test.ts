import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { eventually } from "../access/cluster/eventually.ts";
import { copyDemo, edit, openGate, removeCopies } from "../cli/demo-copy.ts";
import { askOn, releaseOf, untilCurrent } from "./ask-on.ts";
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

describe("the service", () => {
  test("follows a publication and a rollback while it answers, without dropping or mixing a request", async () => {
    const { child, exit, url } = await serve();
    // More requests than an anonymous caller has.
    const owner = ["--email", "test@example.org", "--use-case", "tests", "--tier", "enterprise", "--json"];
    const created = start(["key", "create", ...owner], {});
    await created.exit;
    const apiKey = /"api_key": "([^"]+)"/.exec(created.said())![1]!;
    const first = await releaseOf(url);
    const asking = askOn(url, apiKey);
    const folder = copyDemo((copy) => {
      openGate(copy);
      edit(copy, "judgements.csv", (text) => text.replaceAll(",very_low,", ",very_high,"));
    });
    const published = start(["publish", folder, "--json"], {});
    assert.deepEqual(await published.exit, [0, null], published.said());
    const second = /"id": "([^"]+)"/.exec(published.said())![1]!;
    await asking.untilAllAnswerWith(second);
    assert.equal(await releaseOf(url, first), first, "an older release is still there by name");
    await start(["rollback", first], {}).exit;
    await untilCurrent(url, first);
    await asking.end([first, second]);
    child.kill("SIGTERM");
    await exit;
  });

  test("ends when its launcher is killed, and lets go of the port", async () => {
    const { child, exit, url } = await serve();
    child.kill("SIGKILL");
    await exit;
    await eventually("the port is free", async () => !(await fetch(`${url}/healthz`).catch(() => null)));
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
