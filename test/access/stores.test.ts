import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Client } from "pg";
import type { AccessStores } from "../../src/access/store/open-stores.ts";
import { accessFileIn, openStores } from "../../src/access/store/open-stores.ts";
import { PostgresSql } from "../../src/access/store/postgres.ts";
import type { Sql } from "../../src/access/store/sql.ts";
import { SqliteSql } from "../../src/access/store/sqlite.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { accountsContract } from "./accounts-contract.ts";
import { openProxy } from "./cluster/proxy.ts";
import { inPostgres, newDatabaseUrl, withoutPostgres } from "./cluster/servers.ts";
import { confirmationsContract } from "./confirmations-contract.ts";
import { newKey } from "./new-key.ts";
import { usageContract } from "./usage-contract.ts";
import { webhooksContract } from "./webhooks-contract.ts";

const WAIT_MILLISECONDS = 10_000;

/** A place for stores, empty at first. */
interface Place {
  readonly open: () => Promise<AccessStores>;
  readonly openSql: (waitMilliseconds?: number) => Promise<Sql>;
  /** Runs a script, as another program would. */
  readonly execute: (script: string) => Promise<void>;
  /** All that is stored, as text. */
  readonly contents: () => Promise<string>;
}

async function newSqlitePlace(): Promise<Place> {
  const dataFolder = newTemporaryFolder();
  const file = accessFileIn(dataFolder);
  return {
    open: () => openStores({ dataFolder, databaseUrl: null, waitMilliseconds: WAIT_MILLISECONDS }),
    openSql: (waitMilliseconds = WAIT_MILLISECONDS) => SqliteSql.open(file, waitMilliseconds),
    async execute(script) {
      await mkdir(path.dirname(file), { recursive: true });
      const database = new DatabaseSync(file);
      database.exec(script);
      database.close();
    },
    contents: async () => {
      const folder = path.dirname(file);
      return readdirSync(folder)
        .map((name) => readFileSync(path.join(folder, name), "latin1"))
        .join("");
    },
  };
}

async function newPostgresPlace(): Promise<Place> {
  const databaseUrl = await newDatabaseUrl();
  return {
    open: () => openStores({ dataFolder: "", databaseUrl, waitMilliseconds: WAIT_MILLISECONDS }),
    openSql: async () => new PostgresSql(databaseUrl, WAIT_MILLISECONDS),
    async execute(script) {
      const client = new Client({ connectionString: databaseUrl });
      await client.connect();
      await client.query(script);
      await client.end();
    },
    async contents() {
      const tables = await inPostgres(
        "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()",
        databaseUrl,
      );
      const rows = [];
      for (const { table_name: table } of tables)
        rows.push(await inPostgres(`SELECT t::text AS row FROM ${String(table)} AS t`, databaseUrl));
      return JSON.stringify(rows);
    },
  };
}

const PLACES = [
  { name: "SQLite", newPlace: newSqlitePlace, skip: false, old: "sqlite-0.1.sql" },
  { name: "PostgreSQL", newPlace: newPostgresPlace, skip: withoutPostgres, old: "postgres-0.1.sql" },
] as const;

for (const { name, newPlace, skip, old } of PLACES) {
  if (skip) {
    test(`stores in ${name}`, { skip }, () => {});
    continue;
  }
  for (const contract of [accountsContract, confirmationsContract, usageContract, webhooksContract]) {
    let place: Promise<Place> | null = null;
    contract({ name, open: async () => (await (place ??= newPlace())).open() });
  }

  describe(`the tables in ${name}`, () => {
    test("are made once by several processes that start together", async () => {
      const place = await newPlace();
      const all = await Promise.all(Array.from({ length: 6 }, () => place.open()));
      const { apiKey: _, ...key } = newKey();
      await all[0]!.accounts.create(key);
      assert.equal((await all[5]!.accounts.find(key.id))?.id, key.id);
      await Promise.all(all.map((stores) => stores.close()));
    });

    test("of a newer version are refused in one sentence, and left as they are", async () => {
      const place = await newPlace();
      await (await place.open()).close();
      await place.execute("UPDATE store SET version = 99");
      await assert.rejects(place.open(), {
        name: "AccessStoreError",
        message: /was written by a newer version .* version 99, this program knows \d+\): run that version/,
      });
    });

    test("of the version before are carried over with their keys and webhooks, once", async () => {
      const place = await newPlace();
      await place.execute(readFileSync(new URL(`../fixtures/access/${old}`, import.meta.url), "utf8"));
      const [stores, others] = await Promise.all([place.open(), place.open()]);
      const endsAt = new Date("2026-12-01T00:00:00Z");
      const keys = await others.accounts.list();
      assert.deepEqual(
        keys.map((key) => [
          key.id,
          key.tier,
          key.limits,
          key.countedAs,
          key.email,
          key.emailConfirmation,
          key.revokedAt,
        ]),
        [
          ["keyNumber1xx", "free", null, "keyNumber1xx", "Ada@Example.org", "not_required", endsAt],
          [
            "keyNumber2xx",
            "enterprise",
            { perHour: 5, perDay: null },
            "keyNumber2xx",
            "İpek@example.org",
            "not_required",
            null,
          ],
          ["keyNumber3xx", "free", null, "keyNumber3xx", "Ada@Example.org", "pending", null],
          ["keyNumber4xx", "free", null, "keyNumber1xx", "Ada@Example.org", "not_required", null],
        ],
      );
      assert.deepEqual(keys[0]!.createdAt, new Date("2026-11-20T09:30:00.123Z"));
      assert.deepEqual(await stores.accounts.list({ email: "İPEK@example.org" }), [keys[1]]);
      const created = (hour: number) => new Date(`2026-11-20T${hour}:00:00Z`);
      const first = { id: "wh_first", url: "https://reader.example/hook", topics: ["release.published", "country:NA"] };
      assert.deepEqual(await stores.webhooks.list("k_keyNumber1xx"), [
        { ...first, createdAt: created(11), disabled: null },
      ]);
      const event = { id: "evt_1", topic: "country:NA", type: "news", payload: "{}" };
      assert.equal(await stores.webhookQueue.announce([event], { name: "news", at: created(13) }, created(13)), 1);
      const [delivery] = await others.webhookQueue.claim(5, created(13));
      assert.equal(delivery?.secrets.length, 2);
      assert.notDeepEqual(delivery.secrets[0], delivery.secrets[1]);
      await Promise.all([stores.close(), others.close()]);
    });

    test("hold no trace of what was erased", async () => {
      const place = await newPlace();
      const stores = await place.open();
      const { apiKey: _, ...key } = newKey({ email: "Erased-Reader@example.org", useCase: "An erased study." });
      await stores.accounts.create(key);
      const kept = ["Erased-Reader", "erased-reader", "An erased study"];
      for (const there of kept) assert.ok((await place.contents()).includes(there), there);
      await stores.accounts.erase({ email: key.email });
      for (const gone of kept) assert.ok(!(await place.contents()).includes(gone), gone);
      await stores.close();
    });
  });

  describe(`statements in ${name}`, () => {
    const opened = async () => {
      const place = await newPlace();
      const sql = await place.openSql();
      await sql.run("CREATE TABLE counter (name TEXT PRIMARY KEY, value BIGINT NOT NULL)");
      await sql.run("INSERT INTO counter VALUES ($1, $2)", "one", 0);
      return { place, sql };
    };
    const valueOf = async (sql: Sql) =>
      (await sql.all("SELECT value FROM counter WHERE name = $1", "one"))[0]?.["value"];

    test("of one transaction hold all or nothing, and nobody sees half of it", async () => {
      const { sql } = await opened();
      let seen: unknown;
      await assert.rejects(
        sql.transaction(async (inside) => {
          await inside.run("UPDATE counter SET value = 5 WHERE name = $1", "one");
          seen = (await inside.all("SELECT value FROM counter WHERE name = $1", "one"))[0]?.["value"];
          throw new RangeError("changed my mind");
        }),
        { name: "RangeError", message: "changed my mind" },
      );
      assert.equal(seen, 5);
      assert.equal(await valueOf(sql), 0);
      const waiting = sql.transaction(async (inside) => {
        await inside.run("UPDATE counter SET value = 7 WHERE name = $1", "one");
        await new Promise((resolve) => setImmediate(resolve));
      });
      await Promise.all([waiting, valueOf(sql).then((value) => assert.ok(value === 0 || value === 7))]);
      assert.equal(await valueOf(sql), 7);
      await sql.close();
    });

    test("of transactions that read before they write lose nothing, however many come together", async () => {
      const { place, sql } = await opened();
      const other = await place.openSql();
      await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          (index % 2 === 0 ? sql : other).transaction(async (inside) => {
            const [row] = await inside.all("SELECT value FROM counter WHERE name = $1", "one");
            await inside.run("UPDATE counter SET value = $2 WHERE name = $1", "one", Number(row?.["value"]) + 1);
          }),
        ),
      );
      assert.equal(await valueOf(other), 12);
      await Promise.all([sql.close(), other.close()]);
    });

    test("give numbers, bytes and nothing back as they came", async () => {
      const { sql } = await opened();
      const bytes = sql.dialect === "sqlite" ? "BLOB" : "BYTEA";
      await sql.run(`CREATE TABLE cell (number BIGINT, bytes ${bytes}, text TEXT)`);
      const big = 9_007_199_254_740_991;
      await sql.run(
        "INSERT INTO cell VALUES ($1, $2, $3), ($4, $5, $6)",
        big,
        new Uint8Array([0, 255]),
        "ä%_'",
        null,
        null,
        null,
      );
      assert.deepEqual(
        (await sql.all("SELECT * FROM cell ORDER BY number NULLS LAST")).map((row) => ({ ...row })),
        [
          { number: big, bytes: new Uint8Array([0, 255]), text: "ä%_'" },
          { number: null, bytes: null, text: null },
        ],
      );
      assert.equal((await sql.all("SELECT sum(number) AS sum FROM cell"))[0]?.["sum"], big);
      await assert.rejects(sql.all("SELECT nonsense"), (error: Error) => error.name !== "StoreUnavailable");
      await sql.close();
    });
  });
}

test("waits for a file that another process holds do not add up", async () => {
  const place = await newSqlitePlace();
  const sql = await place.openSql(100);
  await sql.run("CREATE TABLE word (text TEXT)");
  const holder = await place.openSql();
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let begun = (): void => {};
  const isHeld = new Promise<void>((resolve) => (begun = resolve));
  const holding = holder.transaction(async () => {
    begun();
    await held;
  });
  await isHeld;
  const writes = ["one", "two", "three"].map((text) => sql.run("INSERT INTO word VALUES ($1)", text));
  const outcomes = Promise.allSettled(writes);
  await assert.rejects(writes[0]!, { name: "StoreUnavailable" });
  await nextTurn();
  release();
  await holding;
  assert.deepEqual(
    (await outcomes).map(({ status }) => status),
    ["rejected", "rejected", "rejected"],
  );
  await sql.run("INSERT INTO word VALUES ($1)", "four");
  assert.equal((await sql.all("SELECT * FROM word")).length, 1);
  await Promise.all([sql.close(), holder.close()]);
});

describe("a line to PostgreSQL", { skip: withoutPostgres }, () => {
  test("that is lost in the middle of a transaction leaves nothing of it, and is opened again", async (t) => {
    const url = new URL(await newDatabaseUrl());
    const line = await openProxy(Number(url.port || 5432));
    t.after(() => line.close());
    url.port = String(line.port);
    const sql = new PostgresSql(url.href, WAIT_MILLISECONDS);
    await sql.run("CREATE TABLE word (text TEXT)");
    const write = (atCommit: () => void) =>
      sql.transaction(async (inside) => {
        await inside.run("INSERT INTO word VALUES ($1)", "lost");
        atCommit();
        await inside.all("SELECT * FROM word");
      });
    await assert.rejects(
      write(() => line.cut()),
      { name: "StoreUnavailable", message: /^PostgreSQL at postgres:\/\/127\.0\.0\.1:\d+\/\w+: / },
    );
    await assert.rejects(sql.all("SELECT * FROM word"), { name: "StoreUnavailable" });
    line.mend();
    assert.deepEqual(await sql.all("SELECT * FROM word"), []);
    await write(() => {});
    assert.equal((await sql.all("SELECT * FROM word")).length, 1);
    await sql.close();
  });
});

test("a file of another program, or of a version before the last, is refused in one sentence and left as it is", async () => {
  for (const version of [0, 3]) {
    const place = await newSqlitePlace();
    await place.execute(`CREATE TABLE theirs (id INTEGER); PRAGMA user_version = ${version}`);
    const message = new RegExp(`another program, or by another version of this one .* version ${version}\\)`, "u");
    await assert.rejects(place.open(), { name: "AccessStoreError", message });
    assert.match(await place.contents(), /CREATE TABLE theirs/);
  }
  const dataFolder = newTemporaryFolder();
  await mkdir(path.dirname(accessFileIn(dataFolder)));
  await writeFile(accessFileIn(dataFolder), "This is no database. ".repeat(500));
  await assert.rejects(openStores({ dataFolder, databaseUrl: null, waitMilliseconds: 1000 }), {
    name: "AccessStoreError",
    message: /access\.sqlite is damaged or not a file of this program: move it away/u,
  });
});
