import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Readiness, waitForNodes } from "../../src/distribution/barrier.ts";
import type { NodeRegistry, NodeReport } from "../../src/distribution/node-registry.ts";
import { openPostgresRegistry } from "../../src/distribution/postgres-registry.ts";
import { openProxy } from "../access/cluster/proxy.ts";
import { inPostgres, newDatabaseUrl, withoutPostgres } from "../access/cluster/servers.ts";

const REPORT: NodeReport = {
  node: "a",
  version: "2.0.0",
  bundleFormat: 12,
  oldestFormat: 12,
  holds: 7,
  serves: 6,
  release: "2026-11-20-0123456789ab",
  trouble: null,
};

/** Waits for what the pointer 7 says, as long as a test can say what comes next. */
function waitFor(registry: NodeRegistry, options: { quorum?: number; waitMilliseconds?: number } = {}) {
  const heard: Readiness[] = [];
  const { quorum = null, waitMilliseconds = 30_000 } = options;
  const settings = { registry, sequence: 7, bundleFormat: 12, quorum, waitMilliseconds };
  const first = Promise.withResolvers<void>();
  const outcome = waitForNodes({
    ...settings,
    onWait(readiness) {
      heard.push(readiness);
      first.resolve();
    },
  });
  return { heard, outcome, isWaiting: first.promise };
}

describe("the wait for nodes before a release becomes current", { skip: withoutPostgres }, () => {
  const open = async () => {
    const url = await newDatabaseUrl();
    return { url, registry: openPostgresRegistry(url) };
  };

  test("is over at once where no node is alive, and where all hold it", async () => {
    const { registry, url } = await open();
    const nobody = await waitFor(registry).outcome;
    assert.deepEqual(nobody, { ready: [], lagging: [], failure: null, isEnough: true });
    for (const node of ["a", "b"]) await registry.report({ ...REPORT, node });
    await registry.report({ ...REPORT, node: "dead", holds: 3 });
    await inPostgres("UPDATE nodes SET seen_at = now() - interval '1 minute' WHERE node = 'dead'", url);
    const { outcome, heard } = waitFor(registry);
    assert.deepEqual(await outcome, { ready: ["a", "b"], lagging: [], failure: null, isEnough: true });
    assert.deepEqual(heard, []);
    await registry.close();
  });

  test("lasts until the last live node holds it, and says who lags and why", async () => {
    const { registry } = await open();
    await registry.report(REPORT);
    await registry.report({ ...REPORT, node: "b", holds: 6 });
    await registry.report({ ...REPORT, node: "c", holds: 5, trouble: "no space is left on the device" });
    const { outcome, heard, isWaiting } = waitFor(registry);
    await isWaiting;
    for (const node of ["b", "c"]) await registry.report({ ...REPORT, node });
    assert.equal((await outcome).isEnough, true);
    assert.deepEqual(heard[0], {
      ready: ["a"],
      lagging: [
        { node: "b", why: "is still fetching it" },
        { node: "c", why: "cannot fetch it: no space is left on the device" },
      ],
      failure: null,
    });
    await registry.close();
  });

  test("is over when a node that lags stops in good order, or dies", async () => {
    const { registry, url } = await open();
    await registry.report({ ...REPORT, holds: 6 });
    await registry.report({ ...REPORT, node: "b", holds: 6 });
    const { outcome, isWaiting } = waitFor(registry);
    await isWaiting;
    await registry.forget("a");
    await inPostgres("UPDATE nodes SET seen_at = now() - interval '16 seconds' WHERE node = 'b'", url);
    assert.deepEqual(await outcome, { ready: [], lagging: [], failure: null, isEnough: true });
    await registry.close();
  });

  test("is over with enough nodes where a number was given, and not with fewer", async () => {
    const { registry } = await open();
    for (const node of ["a", "b"]) await registry.report({ ...REPORT, node });
    await registry.report({ ...REPORT, node: "c", holds: 6 });
    assert.equal((await waitFor(registry, { quorum: 2 }).outcome).isEnough, true);
    const missed = await waitFor(registry, { quorum: 3, waitMilliseconds: 0 }).outcome;
    assert.deepEqual([missed.isEnough, missed.ready], [false, ["a", "b"]]);
    await registry.close();
  });

  test("ends with the deadline, for a node that cannot read the bundle format as well", async () => {
    const { registry } = await open();
    await registry.report({ ...REPORT, version: "1.9.0", bundleFormat: 11, oldestFormat: 11 });
    await registry.report({ ...REPORT, node: "b", version: "2.1.0", bundleFormat: 13 });
    await registry.report({ ...REPORT, node: "c", version: "2.2.0", bundleFormat: 14, oldestFormat: 13 });
    assert.deepEqual(await waitFor(registry, { waitMilliseconds: 0 }).outcome, {
      ready: ["b"],
      lagging: [
        { node: "a", why: "has version 1.9.0, which reads bundle format 11 and not 12" },
        { node: "c", why: "has version 2.2.0, which reads bundle format 13 to 14 and not 12" },
      ],
      failure: null,
      isEnough: false,
    });
    await registry.close();
  });

  test("lasts while the registry cannot be asked, which is never enough", async () => {
    const url = new URL(await newDatabaseUrl());
    const proxy = await openProxy(Number(url.port));
    url.port = String(proxy.port);
    const registry = openPostgresRegistry(url.href);
    await registry.report(REPORT);
    proxy.cut();
    const missed = await waitFor(registry, { quorum: 0, waitMilliseconds: 0 }).outcome;
    assert.deepEqual([missed.isEnough, missed.failure !== null], [false, true]);
    const { outcome, isWaiting, heard } = waitFor(registry);
    await isWaiting;
    proxy.mend();
    assert.equal((await outcome).isEnough, true);
    assert.match(heard[0]?.failure ?? "", /^PostgreSQL at postgres:/u);
    await registry.close();
    await proxy.close();
  });
});
