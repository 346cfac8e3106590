import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { eventually } from "../access/cluster/eventually.ts";
import { TestCli } from "../cli/run-cli.ts";
import { findFreePort } from "../fixtures/free-port.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { askAnew, startRunningService } from "./running-service.ts";
import { HERE } from "./serve-here.ts";
import { writeSmallDataset } from "./small-dataset.ts";

/** A service in two threads, in short; quotas, kills and lost threads: `threads.long.test.ts`. */

/** Connections of their own meet either thread. */
const REQUESTS = 30;

const skip = process.platform === "linux" ? false : "127.0.0.2 is an address of this machine on Linux alone";

describe("a service in two threads", { skip }, () => {
  const cli = new TestCli(HERE);
  after(() => cli.remove());

  test("is one to its callers: its figures, its port, its release and its end", async () => {
    const datasets = newTemporaryFolder();
    assert.equal((await cli.run("publish", writeSmallDataset(datasets, 1))).status, 0);
    const store = new ReleaseStore(cli.dataFolder, () => cli.now);
    const metricsPort = String(await findFreePort());
    const { child, url, exit, said } = await startRunningService({
      DATA_DIR: cli.dataFolder,
      WORKERS: "2",
      METRICS_HOST: "127.0.0.2",
      METRICS_PORT: metricsPort,
    });
    const asked = Array.from({ length: REQUESTS }, () => askAnew(`${url}/api/v2/scale`));
    assert.ok((await Promise.all(asked)).every(({ status }) => status === 200));
    const figures = (await askAnew(`http://127.0.0.2:${metricsPort}/metrics`)).body;
    assert.match(figures, new RegExp(`_count\\{operation="get_scale",status="2xx"\\} ${REQUESTS}$`, "mu"));
    assert.equal(figures.match(/^country_trust_release_info\{[^}]*\} 1$/gmu)?.length, 1);
    await assert.rejects(askAnew(`http://127.0.0.1:${metricsPort}/metrics`), { code: "ECONNREFUSED" });

    const { port } = new URL(url);
    const second = await new TestCli({ ...HERE, PORT: port, WORKERS: "2" }, cli.dataFolder).run("serve");
    assert.equal(second.status, 1);
    assert.match(second.said, new RegExp(`^Port ${port} is taken by another program`, "u"));

    assert.equal((await cli.run("publish", writeSmallDataset(datasets, 2))).status, 0);
    const release = store.currentId() ?? "";
    await eventually("every connection meets the new release", async () => {
      const answers = await Promise.all(Array.from({ length: REQUESTS }, () => askAnew(`${url}/readyz`)));
      return answers.every(({ body }) => body.includes(release));
    });
    child.kill("SIGTERM");
    assert.deepEqual(await exit, [0, null], said());
  });
});
