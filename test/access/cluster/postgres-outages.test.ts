import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openClusterStores } from "../../../src/access/cluster/open-cluster-stores.ts";
import type { ClusterStores } from "../../../src/access/cluster/open-cluster-stores.ts";
import { Postgres } from "../../../src/access/cluster/postgres.ts";
import { newKey } from "../new-key.ts";
import { eventually } from "./eventually.ts";
import { startPostgres, withoutOwnPostgres } from "./own-servers.ts";
import type { OwnServer } from "./own-servers.ts";
import { openProxy } from "./proxy.ts";
import { inPostgres } from "./servers.ts";

/** Patient with a busy machine. */
const WAIT_MILLISECONDS = 1000;
const UNAVAILABLE = { name: "StoreUnavailable" };

/** Without a memory of the last failure so many questions would take minutes. */
const MANY = 1000;

describe("accounts and usage while PostgreSQL is lost", { skip: withoutOwnPostgres }, () => {
  let server: OwnServer;
  const opened: ClusterStores[] = [];
  before(async () => {
    server = await startPostgres();
  });
  after(async () => {
    await Promise.all(opened.map((stores) => stores.close()));
    await server.close();
  });
  const open = async (url = server.url): Promise<ClusterStores> => {
    const stores = await openClusterStores({ url, waitMilliseconds: WAIT_MILLISECONDS });
    opened.push(stores);
    return stores;
  };
  const isWell = ({ postgres }: ClusterStores) =>
    eventually("PostgreSQL is asked again", () => postgres.degraded === null);
  const refusesMany = async ({ accounts, usage }: ClusterStores): Promise<void> => {
    const { apiKey: _, ...key } = newKey();
    await assert.rejects(accounts.findByHash(key.hash), UNAVAILABLE);
    for (let question = 0; question < MANY; question += 1) {
      await assert.rejects(accounts.findByHash(key.hash), UNAVAILABLE);
      await assert.rejects(accounts.create(key), UNAVAILABLE);
    }
    await assert.rejects(usage.usageOf("k_1", new Date()), UNAVAILABLE);
    await assert.rejects(usage.addBatch("one", []), UNAVAILABLE);
  };
  const worksAgain = async (stores: ClusterStores): Promise<void> => {
    await isWell(stores);
    const { apiKey: _, ...key } = newKey({ email: "again@example.org" });
    await stores.accounts.create(key);
    assert.equal((await stores.accounts.findByHash(key.hash))?.id, key.id);
  };

  for (const [how, lose, comeBack] of [
    ["paused", () => server.pause(), () => server.resume()],
    ["killed", () => server.kill(), () => server.start()],
  ] as const) {
    test(`${how}: questions are refused, soon without being asked, until it answers again`, async () => {
      const stores = await open();
      const { apiKey: _, ...kept } = newKey();
      await stores.accounts.create(kept);
      await lose();
      await refusesMany(stores);
      assert.match(
        stores.postgres.degraded ?? "",
        /PostgreSQL at postgres:\/\/127\.0\.0\.1:\d+\/postgres does not answer/,
      );
      await comeBack();
      await worksAgain(stores);
      assert.equal((await stores.accounts.findByHash(kept.hash))?.id, kept.id);
      const connections = await inPostgres(
        "SELECT count(*)::int AS open FROM pg_stat_activity WHERE application_name = 'country-trust'",
        server.url,
      );
      assert.ok(Number(connections[0]!["open"]) <= 8 * opened.length, "connections do not pile up");
    });
  }

  test("the line cut or gone silent: refused, and asked again on a new connection", async (t) => {
    const line = await openProxy(server.port);
    t.after(() => line.close());
    const url = new URL(server.url);
    url.port = String(line.port);
    const stores = await open(url.href);
    for (const lose of [() => line.cut(), () => line.silence()]) {
      lose();
      await refusesMany(stores);
      line.mend();
      await worksAgain(stores);
    }
  });

  test("a sign-up that was refused is there not at all or whole; one that was confirmed survives a crash", async () => {
    const stores = await open();
    const kept: string[] = [];
    const signUps = Array.from({ length: 200 }, async (_, index) => {
      const { apiKey: __, ...key } = newKey({ email: `crash${index}@example.org` });
      await stores.accounts.create(key).then(
        ({ id }) => kept.push(id),
        () => {},
      );
      if (index === 100) await server.kill();
    });
    await Promise.all(signUps);
    await server.start();
    await isWell(stores);
    const ids = new Set((await stores.accounts.list()).map(({ id }) => id));
    assert.ok(kept.every((id) => ids.has(id)));
  });

  test("a statement that takes too long is given up by the server, too, and others go on", async () => {
    const postgres = new Postgres({ url: server.url, waitMilliseconds: WAIT_MILLISECONDS });
    await assert.rejects(postgres.query("SELECT pg_sleep(60)"), UNAVAILABLE);
    await eventually("others are answered", () =>
      postgres.query("SELECT 1").then(
        () => true,
        () => false,
      ),
    );
    await eventually("nothing runs on", async () => {
      const [row] = await inPostgres(
        "SELECT count(*)::int AS running FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(60)' AND pid <> pg_backend_pid()",
        server.url,
      );
      return row!["running"] === 0;
    });
    await postgres.close();
  });

  test("mistakes of ours are not taken for outages", async () => {
    const postgres = new Postgres({ url: server.url, waitMilliseconds: WAIT_MILLISECONDS });
    await assert.rejects(postgres.query("SELECT nonsense"), { code: "42703" });
    await assert.rejects(
      postgres.transact(() => Promise.reject(new RangeError("ours"))),
      { name: "RangeError" },
    );
    assert.equal(postgres.degraded, null);
    await postgres.close();
  });

  test("no user and no password stand in what is said", async () => {
    const url = `postgres://${["reader", "sesame"].join(":")}@127.0.0.1:1/postgres?password=sesame`;
    await assert.rejects(open(url), (error: Error) => {
      const said = `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
      assert.match(said, /PostgreSQL at postgres:\/\/127\.0\.0\.1:1\/postgres: .*ECONNREFUSED/);
      assert.doesNotMatch(said, /sesame|reader/);
      return error.name === "StoreUnavailable";
    });
  });
});
