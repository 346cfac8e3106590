import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { StoreUnavailable } from "../../src/access/accounts.ts";
import { type NodeReport, isAlive } from "../../src/distribution/node-registry.ts";
import { openPostgresRegistry } from "../../src/distribution/postgres-registry.ts";
import { openProxy } from "../access/cluster/proxy.ts";
import { inPostgres, newDatabaseUrl, withoutPostgres } from "../access/cluster/servers.ts";
import { eventually } from "../access/cluster/eventually.ts";

const REPORT: NodeReport = {
  node: "one.example:8080",
  version: "2.0.0",
  bundleFormat: 12,
  oldestFormat: 12,
  holds: 0,
  serves: 0,
  release: null,
  trouble: null,
};

describe("the registry of nodes in PostgreSQL", { skip: withoutPostgres }, () => {
  const open = async () => {
    const url = await newDatabaseUrl();
    return { url, registry: openPostgresRegistry(url) };
  };

  test("knows nobody at first, and says what time it is", async () => {
    const { registry } = await open();
    const { now, nodes } = await registry.nodes();
    assert.deepEqual(nodes, []);
    assert.ok(now.getTime() > Date.parse("2026-01-01"));
    await registry.close();
  });

  test("knows what each node said last, by name", async () => {
    const { registry, url } = await open();
    const other = openPostgresRegistry(url);
    await registry.report({ ...REPORT, node: "two", holds: 7, serves: 6, release: "2026-11-20-0123456789ab" });
    await other.report({ ...REPORT, node: "one" });
    await other.report({ ...REPORT, node: "one", holds: 2 ** 40, trouble: "the origin cannot be reached" });
    const { now, nodes } = await registry.nodes();
    assert.deepEqual(
      nodes.map(({ servesSince: _, seenAt: __, ...report }) => report),
      [
        { ...REPORT, node: "one", holds: 2 ** 40, trouble: "the origin cannot be reached" },
        { ...REPORT, node: "two", holds: 7, serves: 6, release: "2026-11-20-0123456789ab" },
      ],
    );
    assert.ok(nodes.every((node) => isAlive(node, now)));
    await Promise.all([registry.close(), other.close()]);
  });

  test("knows since when a node serves what it serves", async () => {
    const { registry } = await open();
    const sinceOf = async (change: Partial<NodeReport>): Promise<number> => {
      await wait(5);
      await registry.report({ ...REPORT, ...change });
      return (await registry.nodes()).nodes[0]!.servesSince.getTime();
    };
    const first = await sinceOf({});
    assert.equal(await sinceOf({ holds: 3, trouble: "no space is left" }), first);
    const second = await sinceOf({ holds: 3, serves: 3, release: "2026-11-20-0123456789ab" });
    assert.ok(second > first);
    assert.equal(await sinceOf({ holds: 4, serves: 3, release: "2026-11-20-0123456789ab" }), second);
    // A draft became current by its embargo, with the same pointer.
    assert.ok((await sinceOf({ holds: 4, serves: 3, release: "2026-11-21-0123456789ab" })) > second);
    await registry.close();
  });

  test("forgets a node that stopped, and lists none that was silent for a day", async () => {
    const { registry, url } = await open();
    for (const node of ["a", "b", "c", "d"]) await registry.report({ ...REPORT, node });
    await registry.forget("a");
    await registry.forget("nobody");
    await inPostgres("UPDATE nodes SET seen_at = now() - interval '25 hours' WHERE node = 'b'", url);
    await inPostgres("UPDATE nodes SET seen_at = now() - interval '16 seconds' WHERE node = 'c'", url);
    const { now, nodes } = await registry.nodes();
    assert.deepEqual(
      nodes.map((node) => [node.node, isAlive(node, now)]),
      [
        ["c", false],
        ["d", true],
      ],
    );
    await registry.close();
  });

  test("says that it cannot be asked while its server is lost, and works again afterwards", async () => {
    const url = new URL(await newDatabaseUrl());
    const proxy = await openProxy(Number(url.port));
    url.port = String(proxy.port);
    const registry = openPostgresRegistry(url.href);
    proxy.cut();
    await assert.rejects(registry.report(REPORT), StoreUnavailable);
    proxy.mend();
    await eventually("the registry answers", async () =>
      registry.report(REPORT).then(
        () => true,
        () => false,
      ),
    );
    assert.equal((await registry.nodes()).nodes.length, 1);
    await registry.close();
    await proxy.close();
  });
});
