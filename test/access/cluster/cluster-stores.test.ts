import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { openClusterStores } from "../../../src/access/cluster/open-cluster-stores.ts";
import type { ClusterStores } from "../../../src/access/cluster/open-cluster-stores.ts";
import { MIGRATIONS, migrate } from "../../../src/access/cluster/migrations.ts";
import { Postgres } from "../../../src/access/cluster/postgres.ts";
import { accountsContract } from "../accounts-contract.ts";
import { confirmationsContract } from "../confirmations-contract.ts";
import { followsContract } from "../follows-contract.ts";
import { keptAnswersContract } from "../kept-answers-contract.ts";
import { newKey } from "../new-key.ts";
import { usageHistoryContract } from "../usage-history-contract.ts";
import { webhooksContract } from "../webhooks-contract.ts";
import { inPostgres, newDatabaseUrl, withoutPostgres } from "./servers.ts";

const CONTRACTS = [
  accountsContract,
  confirmationsContract,
  followsContract,
  keptAnswersContract,
  usageHistoryContract,
  webhooksContract,
];

const open = (url: string): Promise<ClusterStores> => openClusterStores({ url, waitMilliseconds: 10_000 });

/** Opens the same new schema each time. */
function openerOfNew(): () => Promise<ClusterStores> {
  let url: Promise<string> | null = null;
  return async () => open(await (url ??= newDatabaseUrl()));
}

if (withoutPostgres) {
  test("accounts and usage in PostgreSQL", { skip: withoutPostgres }, () => {});
} else {
  for (const contract of CONTRACTS) {
    const openStores = openerOfNew();
    contract({
      name: "PostgreSQL",
      open: openStores,
      async count(counts) {
        const stores = await openStores();
        await stores.usage.addBatch(randomUUID(), counts);
        await stores.close();
      },
    });
  }
}

describe("batches of usage in PostgreSQL", { skip: withoutPostgres }, () => {
  const at = new Date("2026-11-21T09:31:00Z");
  const countOf = (subjectId: string, requests: number) => [
    { subjectId, operation: "getCountry", minute: at.getTime() / 60_000 - 1, requests },
  ];

  test("count once, however often and from wherever they are sent", async () => {
    const url = await newDatabaseUrl();
    const [node, other] = await Promise.all([open(url), open(url)]);
    await node.usage.addBatch("one", countOf("k_1", 10));
    await Promise.all([1, 2, 3].map(() => other.usage.addBatch("one", countOf("k_1", 10))));
    await Promise.all([node, other, node, other].map(({ usage }) => usage.addBatch("two", countOf("k_1", 3))));
    assert.equal((await node.usage.usageOf("k_1", at)).total, 13);
    await Promise.all([node.close(), other.close()]);
  });

  test("of several nodes are added at the same time", async () => {
    const url = await newDatabaseUrl();
    const nodes = await Promise.all([open(url), open(url)]);
    const batches = Array.from({ length: 40 }, (_, index) =>
      nodes[index % 2]!.usage.addBatch(`batch-${index}`, [...countOf("k_1", 1), ...countOf(`k_${index}x`, 1)]),
    );
    await Promise.all(batches);
    assert.equal((await nodes[0].usage.usageOf("k_1", at)).total, 40);
    await Promise.all(nodes.map((node) => node.close()));
  });
});

describe("the schema in PostgreSQL", { skip: withoutPostgres }, () => {
  test("is made once by several nodes that start together", async () => {
    const url = await newDatabaseUrl();
    const nodes = await Promise.all(Array.from({ length: 6 }, () => open(url)));
    const versions = await inPostgres("SELECT version FROM schema_versions ORDER BY version", url);
    assert.deepEqual(
      versions.map(({ version }) => version),
      MIGRATIONS.map((_, index) => index + 1),
    );
    const { apiKey: _, ...key } = newKey();
    await nodes[0]!.accounts.create(key);
    assert.equal((await nodes[5]!.accounts.find(key.id))?.id, key.id);
    await Promise.all(nodes.map((node) => node.close()));
  });

  test("takes further steps later, each once, and keeps what is there", async () => {
    const url = await newDatabaseUrl();
    const old = await open(url);
    const { apiKey: _, ...key } = newKey();
    await old.accounts.create(key);
    const newer = [...MIGRATIONS, "CREATE TABLE later (id integer); INSERT INTO later VALUES (1)"];
    const nodes = await Promise.all([open(url), open(url), open(url)]);
    await Promise.all(nodes.map(({ postgres }) => migrate(postgres, newer)));
    assert.deepEqual(await inPostgres("SELECT id FROM later", url), [{ id: 1 }]);
    // A node of the version before goes on working, and can be started again.
    const again = await open(url);
    for (const node of [old, again]) assert.equal((await node.accounts.find(key.id))?.id, key.id);
    await Promise.all([old, again, ...nodes].map((node) => node.close()));
  });

  test("of the first version is brought up to date, and keys that shared a count get their own", async () => {
    const url = await newDatabaseUrl();
    const postgres = new Postgres({ url, waitMilliseconds: 10_000 });
    await migrate(postgres, MIGRATIONS.slice(0, 1));
    await postgres.query(`
      INSERT INTO account_keys (id, hash, prefix, tier, counted_as, email, use_case, created_at, revoked_at)
      SELECT id, id::bytea, id, 'free', counted_as, 'a@example.org', 'x', now(), CASE WHEN id = 'replaced' THEN now() END
      FROM (VALUES ('shared', 'shared'), ('sharing', 'shared'), ('replaced', 'replaced'), ('replacing', 'replaced'))
        AS made (id, counted_as)`);
    await postgres.close();
    const node = await open(url);
    assert.deepEqual(
      (await node.accounts.list()).map(({ id, countedAs, emailConfirmation }) => [id, countedAs, emailConfirmation]),
      [
        ["shared", "shared", "not_required"],
        ["sharing", "sharing", "not_required"],
        ["replaced", "replaced", "not_required"],
        ["replacing", "replaced", "not_required"],
      ],
    );
    await node.close();
  });

  test("of a newer version that it cannot use is refused in one sentence, and left as it is", async () => {
    const url = await newDatabaseUrl();
    await (await open(url)).close();
    await inPostgres("INSERT INTO schema_versions (version, usable_from) VALUES (99, 98)", url);
    await assert.rejects(open(url), {
      name: "SchemaTooNew",
      message: new RegExp(`schema version 99, and this version .* only up to ${MIGRATIONS.length}: start the newer`),
    });
    assert.deepEqual(await inPostgres("SELECT max(version) AS version FROM schema_versions", url), [{ version: 99 }]);
  });

  test("is not left half-made by a step that fails", async () => {
    const url = await newDatabaseUrl();
    const node = await open(url);
    await assert.rejects(migrate(node.postgres, [...MIGRATIONS, "CREATE TABLE half (id integer)", "SELECT nonsense"]));
    assert.deepEqual(await inPostgres("SELECT to_regclass('half') AS half", url), [{ half: null }]);
    await node.close();
  });
});

describe("what is erased", { skip: withoutPostgres }, () => {
  test("stands in no table any more", async () => {
    const url = await newDatabaseUrl();
    const node = await open(url);
    const { apiKey: _, ...key } = newKey({ email: "Erased-Reader@example.org", useCase: "An erased study." });
    await node.accounts.create(key);
    const texts = async (): Promise<string> => {
      const tables = await inPostgres(
        "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()",
        url,
      );
      const rows = await Promise.all(
        tables.map((table) => inPostgres(`SELECT t::text AS row FROM ${String(table["table_name"])} AS t`, url)),
      );
      return JSON.stringify(rows);
    };
    const kept = ["Erased-Reader", "An erased study", Buffer.from(key.hash).toString("hex")];
    const before = await texts();
    for (const there of kept) assert.ok(before.includes(there), there);
    await node.accounts.erase({ email: key.email });
    const after = await texts();
    for (const gone of kept) assert.ok(!after.includes(gone), gone);
    await node.close();
  });
});
