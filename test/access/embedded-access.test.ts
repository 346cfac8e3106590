import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { after, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { openEmbeddedAccess } from "../../src/access/embedded/open-embedded-access.ts";
import { accessFileIn, openEmbeddedStores } from "../../src/access/embedded/open-embedded-stores.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { accessContract } from "./access-contract.ts";

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
    const UNANSWERED_MAX = 32;
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
    const own = readdirSync(path.join(folder, "access", "journals")).map((name) => name.slice(0, 16));
    assert.deepEqual(new Set(own).size, 1, "what was left is cleared away");
    await access.close();
    assert.deepEqual(readdirSync(path.join(folder, "access", "journals")), []);
  });
});

describe("a file of accounts and usage that another process holds", () => {
  test("holds up sign-ups and nothing else; what was counted meanwhile is there afterwards", async () => {
    const dataFolder = newTemporaryFolder();
    const told: string[] = [];
    const access = await openEmbeddedAccess({ dataFolder, now, onTrouble: (sentence) => told.push(sentence) });
    const subject = access.findAddress("203.0.113.7");
    const held = new DatabaseSync(accessFileIn(dataFolder));
    held.exec("BEGIN IMMEDIATE");
    const refused = assert.rejects(access.signUp({ email: "reader@example.org", useCase: "A study." }), {
      name: "StoreUnavailable",
    });
    const until = async (holds: () => boolean): Promise<void> => {
      for (let tries = 0; !holds(); tries += 1) {
        assert.ok(tries < 1000, "it did not come about");
        await wait(20);
      }
    };
    for (let each = 0; each < 50; each += 1) {
      assert.ok((await access.take(subject)).allowed);
      access.count(subject, "previewCountries");
      access.commit();
    }
    await until(() => access.degraded().some(({ part }) => part === "usage"));
    await refused;
    held.exec("ROLLBACK");
    held.close();
    await until(() => access.degraded().length === 0);
    assert.equal((await access.usageOf(subject)).lastHour, 50);
    assert.deepEqual(told, [
      "What was counted cannot be written to the store; it is kept in the journal and tried again.",
      "What was counted is in the store again.",
    ]);
    await access.close();
  });
});

describe("a data folder", () => {
  test("has one service at a time, which a killed one does not hinder", async () => {
    const dataFolder = newTemporaryFolder();
    const first = await openEmbeddedAccess({ dataFolder, now });
    await assert.rejects(openEmbeddedAccess({ dataFolder, now }), {
      name: "AccessStoreError",
      message: /^Another service runs over the data folder .* would not share their quotas\. Stop that one/,
    });
    await first.close();
    await killAfter(dataFolder, 3);
    await (await openEmbeddedAccess({ dataFolder, now })).close();
  });
});
