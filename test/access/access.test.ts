import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { describe, test } from "node:test";
import { type AccessOptions, openAccess } from "../../src/access/open-access.ts";
import { accessFileIn, openStores } from "../../src/access/store/open-stores.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { accessContract } from "./access-contract.ts";
import { eventually } from "./cluster/eventually.ts";
import { newDatabaseUrl, newKeyPrefix, REDIS_URL, withoutPostgres, withoutRedis } from "./cluster/servers.ts";

const WAIT_MILLISECONDS = 20_000;

async function openCase(options: Pick<AccessOptions, "shared" | "now" | "keyPrefix">) {
  const dataFolder = newTemporaryFolder();
  const all = {
    ...options,
    dataFolder,
    waitMilliseconds: WAIT_MILLISECONDS,
    onTrouble: (sentence: string) => assert.fail(sentence),
  };
  let access = await openAccess(all);
  return {
    access,
    stores: await openStores({
      dataFolder,
      databaseUrl: options.shared?.databaseUrl ?? null,
      waitMilliseconds: WAIT_MILLISECONDS,
    }),
    async reopen() {
      await access.close();
      access = await openAccess(all);
      return access;
    },
  };
}

accessContract({ name: "one machine", open: (now) => openCase({ shared: null, now }) });

const without = withoutPostgres || withoutRedis;
if (without) test("access of one of many nodes", { skip: without }, () => {});
else
  accessContract({
    name: "many nodes",
    open: async (now) =>
      openCase({
        shared: { databaseUrl: await newDatabaseUrl(), redisUrl: REDIS_URL },
        now,
        keyPrefix: newKeyPrefix(),
      }),
  });

const now = () => new Date();
const open = (dataFolder: string, onTrouble?: AccessOptions["onTrouble"]) =>
  openAccess({ dataFolder, shared: null, waitMilliseconds: 250, now, onTrouble });
const PROCESS = new URL("./counts-until-killed.ts", import.meta.url).pathname;

describe("kill -9", () => {
  test("loses at most a second of counts, and no key that was given out", async () => {
    const folder = newTemporaryFolder();
    const counted: { readonly at: number; readonly requests: number }[] = [];
    const keys: string[] = [];
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", PROCESS, folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exit = once(child, "exit");
    for await (const line of createInterface({ input: child.stdout })) {
      // The last line may be cut off by the kill.
      if (!line.endsWith(".")) continue;
      const text = line.slice(0, -1);
      if (text.startsWith("ctds_live_")) keys.push(text);
      else counted.push(JSON.parse(text));
      if (keys.length >= 3 && counted.length > 0 && counted.at(-1)!.at - counted[0]!.at > 3000) child.kill("SIGKILL");
    }
    assert.deepEqual(await exit, [null, "SIGKILL"]);
    const access = await open(folder);
    const { lastDay } = await access.usageOf(access.findAddress("203.0.113.7"));
    // A write takes its time on a busy machine, so twice the second is allowed here.
    const [last] = [counted.at(-1)!];
    const safe = counted.findLast(({ at }) => at <= last.at - 2000)!;
    assert.ok(lastDay >= safe.requests, `${lastDay} of ${last.requests}, ${safe.requests} of them two seconds old`);
    const { windows } = await access.peek({
      ...access.findAddress("203.0.113.7"),
      limits: { perHour: null, perDay: 10_000_000 },
    });
    assert.equal(windows[0]!.limit - windows[0]!.remaining, lastDay);
    const found = await Promise.all(keys.map(async (apiKey) => await access.findKey(apiKey)));
    assert.ok(found.every((key) => key !== null));
    await access.close();
  });
});

describe("a file of accounts and usage that another process holds", () => {
  test("holds up sign-ups and nothing else; what was counted meanwhile is there afterwards", async () => {
    const dataFolder = newTemporaryFolder();
    const told: string[] = [];
    const access = await open(dataFolder, (sentence) => told.push(sentence));
    const subject = { ...access.findAddress("203.0.113.7"), limits: { perHour: 60, perDay: null } };
    for (let each = 0; each < 20; each += 1) await access.consume(subject, "previewCountries");
    const held = new DatabaseSync(accessFileIn(dataFolder));
    held.exec("BEGIN IMMEDIATE");
    await assert.rejects(access.signUp({ email: "reader@example.org", useCase: "A study." }), {
      name: "StoreUnavailable",
    });
    const states = [];
    for (let each = 0; each < 50; each += 1) states.push(await access.consume(subject, "previewCountries"));
    assert.equal(states.filter(({ allowed }) => allowed).length, 40, "the quota holds");
    await eventually("it is said", () => access.degraded().some(({ part }) => part === "usage"));
    assert.match(
      access.degraded().find(({ part }) => part === "usage")!.detail,
      /Another process holds .*access\.sqlite/u,
    );
    held.exec("ROLLBACK");
    held.close();
    await eventually("the file is written again", () => access.degraded().length === 0);
    assert.equal((await access.usageOf(subject)).lastHour, 60);
    assert.equal((await access.peek(subject)).windows[0]!.remaining, 0);
    assert.ok(told.includes("The store of usage answers again."), told.join(" "));
    await access.close();
  });
});

test("counts that were written are not written again where it cannot be said who else serves", async () => {
  const dataFolder = newTemporaryFolder();
  const access = await open(dataFolder);
  const subject = access.findAddress("203.0.113.7");
  const other = new DatabaseSync(accessFileIn(dataFolder));
  other.exec("PRAGMA busy_timeout = 5000; ALTER TABLE server RENAME TO server_of_before");
  await access.consume(subject, "previewCountries", 5);
  for (let each = 0; each < 2; each += 1) await assert.rejects(access.usageOf(subject), /no such table/);
  other.exec("ALTER TABLE server_of_before RENAME TO server");
  other.close();
  assert.equal((await access.usageOf(subject)).lastHour, 5);
  await access.close();
});

describe("a second process over one data folder", () => {
  test("is reported by both, and counts on where the first one ends", async () => {
    const dataFolder = newTemporaryFolder();
    const first = await open(dataFolder);
    const subject = { ...first.findAddress("203.0.113.9"), limits: { perHour: null, perDay: 50 } };
    await first.consume(subject, "previewCountries", 30);
    await first.usageOf(subject);
    const second = await open(dataFolder);
    // The first one drains: it still answers what it had accepted.
    await first.consume(subject, "previewCountries", 5);
    assert.equal((await second.consume(subject, "previewCountries", 21)).allowed, false);
    assert.equal((await second.consume(subject, "previewCountries", 20)).allowed, true);
    for (const access of [first, second])
      await eventually("it is said", () => access.degraded().some(({ part }) => part === "quotas"));
    assert.match(second.degraded()[0]!.detail, /another process serves from this data folder/);
    await first.close();
    await eventually("it is alone again", () => second.degraded().length === 0);
    await second.close();
    const third = await open(dataFolder);
    assert.equal((await third.peek(subject)).windows[0]!.remaining, 0, "what both counted was added");
    assert.equal((await third.usageOf(subject)).lastDay, 55);
    await third.close();
  });
});
