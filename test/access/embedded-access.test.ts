import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, test } from "node:test";
import { openEmbeddedAccess } from "../../src/access/embedded/open-embedded-access.ts";
import { accessFileIn, openEmbeddedStores } from "../../src/access/embedded/open-embedded-stores.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { accessContract } from "./access-contract.ts";
import { eventually } from "./cluster/eventually.ts";

accessContract({
  name: "embedded",
  open: async (now) => {
    const dataFolder = newTemporaryFolder();
    const options = { dataFolder, now, onTrouble: (sentence: string) => assert.fail(sentence) };
    let access = await openEmbeddedAccess(options);
    return {
      access,
      stores: await openEmbeddedStores(dataFolder),
      reopen: async () => {
        await access.close();
        access = await openEmbeddedAccess(options);
        return access;
      },
    };
  },
});

const now = () => new Date();
const PROCESS = new URL("./counts-until-killed.ts", import.meta.url).pathname;
const running = new Set<ChildProcess>();
after(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** What a process had answered when it was killed. */
interface Answered {
  readonly requests: number;
  readonly keys: readonly string[];
}

const KEYS_MIN = 2;

/** Runs a process that counts and signs up, and kills it after so many answers and two keys. */
async function killAfter(folder: string, answers: number): Promise<Answered> {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", PROCESS, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(child);
  const exit = once(child, "exit");
  let requests = 0;
  const keys: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    // The last line may be cut off by the kill.
    if (!line.endsWith(".")) continue;
    const text = line.slice(0, -1);
    if (text.startsWith("ctds_live_")) keys.push(text);
    else requests = Number(text);
    if (requests >= answers && keys.length >= KEYS_MIN) child.kill("SIGKILL");
  }
  assert.deepEqual(await exit, [null, "SIGKILL"]);
  running.delete(child);
  return { requests, keys };
}

describe("kill -9", () => {
  test("loses no request that was answered and no key that was given out, time after time", async () => {
    const folder = newTemporaryFolder();
    let answered = 0;
    const keys: string[] = [];
    // More than one batch may be under way, none of it answered.
    const UNANSWERED_MAX = 64;
    const KILLS = 6;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { requests, keys: given } = await killAfter(folder, 400 + kill * 977);
      answered += requests;
      keys.push(...given);
    }
    const access = await openEmbeddedAccess({ dataFolder: folder, now });
    const subject = access.findAddress("203.0.113.7");
    const { lastDay } = await access.usageOf(subject);
    assert.ok(lastDay >= answered && lastDay <= answered + KILLS * UNANSWERED_MAX, `${lastDay} of ${answered}`);
    const { windows } = await access.peek({ ...subject, limits: { perHour: null, perDay: 10_000_000 } });
    assert.equal(windows[0]!.limit - windows[0]!.remaining, lastDay);
    assert.ok(keys.length >= KILLS * KEYS_MIN, `${keys.length} keys`);
    const found = await Promise.all(keys.map(async (apiKey) => await access.findKey(apiKey)));
    assert.equal(found.filter((each) => each === null).length, 0, `of ${keys.length} keys`);
    await access.close();
  });
});

describe("a file of accounts and usage that another process holds", () => {
  test("holds up sign-ups and nothing else; what was counted meanwhile is there afterwards", async () => {
    const dataFolder = newTemporaryFolder();
    const told: string[] = [];
    const access = await openEmbeddedAccess({ dataFolder, now, onTrouble: (sentence) => told.push(sentence) });
    const subject = { ...access.findAddress("203.0.113.7"), limits: { perHour: 60, perDay: null } };
    for (let each = 0; each < 20; each += 1) await access.admit(subject, "previewCountries");
    const held = new DatabaseSync(accessFileIn(dataFolder));
    held.exec("BEGIN IMMEDIATE");
    await assert.rejects(access.signUp({ email: "reader@example.org", useCase: "A study." }), {
      name: "StoreUnavailable",
    });
    const states = [];
    for (let each = 0; each < 50; each += 1) states.push(await access.admit(subject, "previewCountries"));
    assert.equal(states.filter(({ allowed }) => allowed).length, 40, "the quota holds");
    assert.match(
      access.degraded()[0]?.detail ?? "",
      /access\.sqlite cannot be written: database is locked\. What is counted/u,
    );
    held.exec("ROLLBACK");
    held.close();
    await eventually("the file is written again", () => access.degraded().length === 0);
    assert.equal((await access.usageOf(subject)).lastHour, 60);
    assert.equal((await access.peek(subject)).windows[0]!.remaining, 0);
    assert.equal(told.length, 2);
    assert.match(told[1]!, /access\.sqlite can be written again; what was counted meanwhile is in it\.$/u);
    await access.close();
  });
});

describe("a data folder", () => {
  test("may have several services, which share its quotas exactly, and killed ones do not hinder them", async () => {
    const dataFolder = newTemporaryFolder();
    await killAfter(dataFolder, 3);
    const services = await Promise.all([1, 2, 3].map(() => openEmbeddedAccess({ dataFolder, now })));
    const subject = { ...services[0]!.findAddress("203.0.113.9"), limits: { perHour: null, perDay: 50 } };
    const states = await Promise.all(
      Array.from({ length: 300 }, (_, index) => services[index % 3]!.admit(subject, "previewCountries")),
    );
    assert.equal(states.filter(({ allowed }) => allowed).length, 50);
    for (const access of services) assert.equal((await access.usageOf(subject)).lastDay, 50);
    await Promise.all(services.map((access) => access.close()));
  });

  test("whose file is damaged or another program's is refused in one sentence", async () => {
    const damaged = newTemporaryFolder();
    mkdirSync(path.join(damaged, "access"));
    writeFileSync(accessFileIn(damaged), "This is no database. ".repeat(500));
    await assert.rejects(openEmbeddedAccess({ dataFolder: damaged, now }), {
      name: "AccessStoreError",
      message: /access\.sqlite is damaged or not a file of this program: move it away/u,
    });
    const foreign = newTemporaryFolder();
    mkdirSync(path.join(foreign, "access"));
    const database = new DatabaseSync(accessFileIn(foreign));
    database.exec("CREATE TABLE theirs (id INTEGER); PRAGMA user_version = 1");
    database.close();
    await assert.rejects(openEmbeddedAccess({ dataFolder: foreign, now }), { name: "AccessStoreError" });
  });
});
