import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { after, describe, test } from "node:test";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { TestCli } from "../cli/run-cli.ts";
import { findFreePort } from "../fixtures/free-port.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { askOn, releaseOf, untilCurrent } from "./ask-on.ts";
import { askAnew, LAUNCHER, run, startRunningService } from "./running-service.ts";
import { serveHere } from "./serve-here.ts";
import { writeSmallDataset } from "./small-dataset.ts";

/** The whole program as its user starts it; all that a process can meet: `service.long.test.ts`. */

describe("the service behind its launcher", () => {
  test("publishes the demonstration data into an empty folder, says in one line where it is, and ends by SIGTERM", async () => {
    const { child, said, exit, url } = await startRunningService({ DATA_DIR: newTemporaryFolder() }, LAUNCHER);
    assert.match(said(), /Nothing is published yet/);
    assert.equal(
      said()
        .split("\n")
        .filter((line) => line.includes("http://")).length,
      1,
    );
    const { meta } = (await (await fetch(`${url}/api/v2/countries/preview`)).json()) as { meta: { notice: string } };
    assert.match(meta.notice, /fictional/);
    child.kill("SIGTERM");
    assert.deepEqual(await exit, [0, null]);
  });

  test("refuses a setting by name, with status 2", async () => {
    const { said, exit } = run(["serve"], { DATA_DIR: newTemporaryFolder(), PORT: "eighty" }, LAUNCHER);
    assert.deepEqual(await exit, [2, null]);
    assert.match(said(), /PORT=eighty: expected a whole number from 0 to 65535/);
  });
});

describe("the service", () => {
  const cli = new TestCli();
  after(() => cli.remove());

  test("follows a publication and a rollback while it answers, without dropping or mixing a request", async () => {
    const datasets = newTemporaryFolder();
    assert.equal((await cli.run("publish", writeSmallDataset(datasets, 1))).status, 0);
    // More requests than an anonymous caller has.
    const owner = ["--email", "test@example.org", "--use-case", "tests", "--tier", "enterprise"];
    const { out: apiKey } = await cli.run("key", "create", ...owner);
    const service = await serveHere(cli);
    const asking = askOn(service.url, apiKey);
    const store = new ReleaseStore(cli.dataFolder, () => cli.now);
    const first = store.currentId() ?? "";
    await asking.untilAllAnswerWith(first);
    assert.equal((await cli.run("publish", writeSmallDataset(datasets, 2))).status, 0);
    const second = store.currentId() ?? "";
    await asking.untilAllAnswerWith(second);
    assert.equal(await releaseOf(service.url, first), first, "an older release is still there by name");
    assert.equal((await cli.run("rollback", first)).status, 0);
    await untilCurrent(service.url, first);
    await asking.end([first, second]);
    assert.equal(await service.stop(), 0);
  });

  test("says in a sentence that its port is taken, or that HOST is no address of this machine", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    // Addresses for documentation (RFC 5737), and a name that never is one (RFC 6761).
    for (const [setting, expected] of [
      [{ PORT: String(port) }, `Port ${port} is taken by another program; `],
      [{ HOST: "192.0.2.1" }, "HOST=192.0.2.1 is not an address of this machine; "],
      [{ HOST: "no.such.invalid" }, "HOST=no.such.invalid is not an address of this machine; "],
      [{ METRICS_HOST: "192.0.2.1", METRICS_PORT: "0" }, "METRICS_HOST=192.0.2.1 is not an address of this machine; "],
    ] as const) {
      const { status, said } = await new TestCli(setting, cli.dataFolder).run("serve");
      assert.equal(status, 1);
      assert.ok(said.startsWith(expected) && !said.includes("\n"), said);
    }
    other.close();
  });

  const skip = process.platform === "linux" ? false : "127.0.0.2 is an address of this machine on Linux alone";
  test("shows its metrics on METRICS_HOST alone", { skip }, async () => {
    const port = String(await findFreePort());
    const settings = { METRICS_HOST: "127.0.0.2", METRICS_PORT: port };
    const service = await serveHere(new TestCli(settings, cli.dataFolder));
    assert.match((await askAnew(`http://127.0.0.2:${port}/metrics`)).body, /country_trust_release_info/u);
    await assert.rejects(askAnew(`http://127.0.0.1:${port}/metrics`), { code: "ECONNREFUSED" });
    assert.equal(await service.stop(), 0);
  });
});
