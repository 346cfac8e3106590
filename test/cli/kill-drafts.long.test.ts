import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { EDITION, changed, writeEdition } from "../fixtures/edition.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { PROJECT, TestCli } from "./run-cli.ts";

/**
 * Commands that change what the register says, killed at random moments (SIGKILL): the state reads
 * whole, no draft is readable by its id, and the same command finishes its work the next time. What
 * each step leaves behind, without a process: `interrupted.test.ts`.
 */

const KILLS = 20;

describe("kill -9 of commands about drafts", () => {
  const dataFolder = newTemporaryFolder();
  const store = new ReleaseStore(dataFolder, () => new Date());

  function start(words: readonly string[]): ReturnType<typeof spawn> {
    const program = path.join(PROJECT, "bin", "country-trust.mjs");
    return spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program, ...words], {
      env: { ...process.env, DATA_DIR: dataFolder, INTAKE_THREADS: "1" },
      stdio: "ignore",
    });
  }

  async function run(...words: string[]): Promise<number | null> {
    const [status] = (await once(start(words), "exit")) as [number | null];
    return status;
  }

  /** In this process: what is not killed needs none of its own. */
  async function finish(...words: string[]): Promise<number> {
    const cli = new TestCli({}, dataFolder);
    cli.now = new Date();
    return (await cli.run(...words)).status;
  }

  async function kill(milliseconds: number, ...words: string[]): Promise<void> {
    const child = start(words);
    const ended = once(child, "exit");
    await Promise.race([ended, wait(milliseconds)]);
    child.kill("SIGKILL");
    await ended;
  }

  /** What everybody may read has been current; each release is whole and the pointer names one. */
  function expectWhole(): void {
    const states = store.states();
    const current = store.currentId();
    assert.ok(current !== null && store.isPublic(current, states));
    assert.equal(states.history.at(-1)?.release, current);
    for (const id of store.ids()) {
      store.manifest(id);
      const wasCurrent = states.history.some(({ release }) => release === id);
      assert.equal(store.isDraft(id, states), !wasCurrent, `${id} is a draft unless it was current`);
    }
  }

  test(`at ${KILLS} random moments leaves a state that reads whole`, async () => {
    assert.equal(await run("publish", writeEdition(EDITION)), 0);
    const startedAt = performance.now();
    const folder = writeEdition(changed(0));
    assert.equal(await run("publish", "--draft", folder), 0);
    const full = performance.now() - startedAt;
    let wasUnfinished = 0;
    for (let round = 0; round < KILLS; round += 1) {
      const edition = changed(round % EDITION.length).with(11, round % 3);
      const draft = writeEdition(edition, round % 2 === 0 ? "Water" : "Waters");
      // The last tenth of a publication is where it writes; the machine may be quicker than it was.
      await kill(full * (0.2 + (0.9 * ((round * 7919) % 100)) / 100), "publish", "--draft", draft);
      expectWhole();
      const before = new Set(store.ids());
      assert.equal(await finish("publish", "--draft", draft), 0, "the same command finishes it");
      expectWhole();
      const made = store.ids().find((id) => !before.has(id));
      if (made !== undefined) wasUnfinished += 1;
      const id = made ?? store.ids().find((each) => store.isDraft(each));
      assert.ok(id !== undefined);
      const end = round % 2 === 0 ? ["drafts", "discard", id] : ["drafts", "renew", id];
      await kill(full * (0.1 + (0.4 * ((round * 104_729) % 100)) / 100), ...end);
      expectWhole();
    }
    for (const line of readFileSync(path.join(dataFolder, "register.ndjson"), "utf8").trim().split("\n"))
      assert.doesNotThrow(() => JSON.parse(line), line);
    assert.ok(wasUnfinished > 0, "some kills came before the draft was there");
  });

  test("two processes on one folder write one after the other, and lose nothing", async () => {
    const id = store.currentId() ?? "";
    const before = store.events().length;
    const statuses = await Promise.all(Array.from({ length: 6 }, (_, index) => run("note", id, `At once ${index}`)));
    assert.deepEqual(new Set(statuses), new Set([0]));
    assert.equal(store.events().length, before + 6);
    const texts = store.stateOf(id)?.errata.map(({ text }) => text) ?? [];
    for (let index = 0; index < 6; index += 1) assert.ok(texts.includes(`At once ${index}`));
  });
});
