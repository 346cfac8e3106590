import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, test } from "node:test";
import { openAccessDatabase } from "../../src/access/embedded/access-database.ts";
import { accessFileIn, openEmbeddedStores } from "../../src/access/embedded/open-embedded-stores.ts";
import { ACCESS_SCHEMA } from "../../src/access/embedded/schema.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { accountsContract } from "./accounts-contract.ts";
import { confirmationsContract } from "./confirmations-contract.ts";
import { countUsage } from "./count-usage.ts";
import { followsContract } from "./follows-contract.ts";
import { keptAnswersContract } from "./kept-answers-contract.ts";
import { newKey } from "./new-key.ts";
import { usageHistoryContract } from "./usage-history-contract.ts";
import { webhooksContract } from "./webhooks-contract.ts";

const CONTRACTS = [
  accountsContract,
  confirmationsContract,
  followsContract,
  keptAnswersContract,
  usageHistoryContract,
  webhooksContract,
];

for (const contract of CONTRACTS) {
  const folder = newTemporaryFolder();
  contract({ name: "embedded", open: () => openEmbeddedStores(folder), count: (counts) => countUsage(folder, counts) });
}

const OPENER = new URL("./opens-stores.ts", import.meta.url).pathname;

describe("the file of accounts and usage", () => {
  test("is made by one of several processes that start together", async () => {
    const folder = newTemporaryFolder();
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ["--disable-warning=ExperimentalWarning", OPENER, folder], { stdio: "inherit" }),
    );
    const ends = await Promise.all(children.map((child) => once(child, "exit")));
    assert.deepEqual(ends, [
      [0, null],
      [0, null],
      [0, null],
      [0, null],
    ]);
    const stores = await openEmbeddedStores(folder);
    assert.equal((await stores.accounts.list()).length, 4);
    await stores.close();
  });

  test("of the first version is brought up to date, and keys that shared a count get their own", async () => {
    const folder = newTemporaryFolder();
    const [first] = ACCESS_SCHEMA;
    (await openAccessDatabase(accessFileIn(folder), [first!])).close();
    const old = new DatabaseSync(accessFileIn(folder));
    const insert = old.prepare(`
      INSERT INTO api_key (id, hash, prefix, tier, counted_as, email, email_folded, use_case, created_at, revoked_at)
      VALUES (?1, CAST(?1 AS BLOB), 'ctds_live_' || ?1, 'free', ?2, 'a@example.org', 'a@example.org', 'x', 0, ?3)`);
    for (const row of [
      ["shared", "shared", null],
      ["sharing", "shared", null],
      ["replaced", "replaced", 1],
      ["replacing", "replaced", null],
    ] as const)
      insert.run(...row);
    old.close();
    const [stores, others] = await Promise.all([openEmbeddedStores(folder), openEmbeddedStores(folder)]);
    const keys = await stores.accounts.list();
    assert.deepEqual(
      keys.map(({ id, countedAs, emailConfirmation }) => [id, countedAs, emailConfirmation]),
      [
        ["shared", "shared", "not_required"],
        ["sharing", "sharing", "not_required"],
        ["replaced", "replaced", "not_required"],
        ["replacing", "replaced", "not_required"],
      ],
    );
    await stores.close();
    await others.close();
  });

  test("of another version is refused in one sentence, and left as it is", async () => {
    const folder = newTemporaryFolder();
    await (await openEmbeddedStores(folder)).close();
    const file = new DatabaseSync(accessFileIn(folder));
    file.exec("PRAGMA user_version = 99");
    file.close();
    await assert.rejects(openEmbeddedStores(folder), {
      name: "AccessStoreError",
      message: /access\.sqlite was written by a newer version .* version 99, .* knows \d+\): run that version/,
    });
  });

  test("holds no trace of what was erased", async () => {
    const folder = newTemporaryFolder();
    const stores = await openEmbeddedStores(folder);
    const { accounts, usage } = stores;
    const { apiKey, ...key } = newKey({ email: "erased-reader@example.org", useCase: "An erased study." });
    await accounts.create(key);
    const secret = Buffer.from(await usage.secretOf("2026-11-21"));
    const kept = ["erased-reader", "An erased study", Buffer.from(key.hash), secret];
    const bytes = () =>
      Buffer.concat(
        readdirSync(path.join(folder, "access")).map((name) => readFileSync(path.join(folder, "access", name))),
      );
    for (const there of kept) assert.ok(bytes().includes(there));
    assert.equal(bytes().includes(apiKey.slice(16)), false);
    await accounts.erase({ email: key.email });
    await usage.prune(new Date("2026-11-22T00:00:00Z"));
    for (const gone of kept) assert.equal(bytes().includes(gone), false);
    await stores.close();
  });
});
