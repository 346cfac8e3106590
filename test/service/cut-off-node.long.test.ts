import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { eventually } from "../access/cluster/eventually.ts";
import { type OwnServer, startRedis, withoutOwnRedis } from "../access/cluster/own-servers.ts";
import { newDatabaseUrl, withoutPostgres } from "../access/cluster/servers.ts";
import { type Nginx, withoutNginx } from "../distribution/nginx.ts";
import { findFreePort } from "../fixtures/free-port.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { startFront } from "./front.ts";
import { areOn, ClusterNode, ClusterPublisher, newLine, newOrigin, originSettings } from "./node-cluster.ts";
import { askAnew } from "./running-service.ts";
import { writeSmallDataset } from "./small-dataset.ts";

/** Has the form of an id, and is none. */
const NO_RELEASE = "2020-01-01-000000000000";

const skip = withoutPostgres || withoutOwnRedis || withoutNginx;

describe("a node that is cut off from the origin while others get a release", { skip }, () => {
  let redis: OwnServer;
  let line: ReturnType<typeof newLine>;
  let front: Nginx;
  let near: ClusterNode;
  let cutOff: ClusterNode;
  let publisher: ClusterPublisher;
  before(async () => {
    redis = await startRedis();
    const origin = newOrigin();
    line = newLine(origin.folder);
    const stores = { DATABASE_URL: await newDatabaseUrl(), REDIS_URL: redis.url, STORE_WAIT_MS: "5000" };
    const shared = { ...stores, ...origin.settings, LOG_LEVEL: "silent" };
    near = new ClusterNode("near", await findFreePort(), newTemporaryFolder(), shared);
    const own = { ...shared, ...originSettings(line.folder) };
    cutOff = new ClusterNode("cut-off", await findFreePort(), newTemporaryFolder(), own);
    publisher = new ClusterPublisher({ ...shared, DATA_DIR: newTemporaryFolder() });
    front = await startFront([near.port, cutOff.port]);
  });
  after(async () => {
    await Promise.all([near.kill(), cutOff.kill(), front.close()]);
    await redis.close();
  });
  const ask = (node: Pick<ClusterNode, "port">, release: string) =>
    askAnew(`http://127.0.0.1:${node.port}/api/v2/companies?limit=1&release=${release}`);

  test("answers 503 for what it may have missed, so that a balancer asks the next one", async () => {
    for (const node of [near, cutOff]) node.start();
    await publisher.insist("publish", writeSmallDataset(newTemporaryFolder(), 1));
    const first = await publisher.published();
    await eventually("both answer", () => areOn([near, cutOff], first.release, first.sequence));
    assert.equal((await ask(cutOff, NO_RELEASE)).status, 404, "what it knows is fresh");

    line.cut();
    await eventually("it says so", async () => (await cutOff.shown())?.origin?.trouble === "unreachable");
    await publisher.insist("publish", writeSmallDataset(newTemporaryFolder(), 2));
    const second = await publisher.published();
    await eventually("the other one answers with it", () => areOn([near], second.release, second.sequence));
    const { status, headers, body } = await ask(cutOff, second.release);
    assert.deepEqual([status, headers["retry-after"], headers["cache-control"]], [503, "5", "no-store"]);
    const problem = JSON.parse(body) as { code: string; detail: string };
    assert.equal(problem.code, "unavailable");
    assert.match(problem.detail, /this node cannot learn of new releases at present/u);
    assert.equal((await ask(cutOff, first.release)).status, 200, "it goes on answering what it has");
    assert.equal((await ask(cutOff, "nonsense")).status, 404, "that is the name of no release");
    for (let request = 0; request < 6; request += 1)
      assert.equal((await ask(front, second.release)).status, 200, "the balancer found who has it");

    line.mend();
    await eventually("it is back", () => areOn([cutOff], second.release, second.sequence));
    assert.deepEqual([(await ask(cutOff, second.release)).status, (await ask(cutOff, NO_RELEASE)).status], [200, 404]);
  });
});
