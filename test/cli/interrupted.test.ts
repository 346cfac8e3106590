import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { findAltered } from "../../src/release/seal-folder.ts";
import { EDITION, changed, writeEdition } from "../fixtures/edition.ts";
import { watchFileSystem } from "../fixtures/file-system-steps.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { TestCli } from "./run-cli.ts";

/**
 * What stands in the data folder before each step in which a command changes it, as a process
 * leaves it that is killed there: the state reads whole, and the same command finishes its work the
 * next time. With processes that are killed: `kill.long.test.ts`, `kill-drafts.long.test.ts`.
 */

/** A copy of the data folder, and the step before which it was made. */
interface Left {
  readonly text: string;
  readonly cli: TestCli;
  readonly store: ReleaseStore;
}

function copyOf({ dataFolder, now }: TestCli): TestCli {
  const folder = path.join(newTemporaryFolder(), "data");
  cpSync(dataFolder, folder, { recursive: true });
  return Object.assign(new TestCli({}, folder), { now });
}

/** Runs a command over a copy of a data folder; returns what each step leaves behind. */
async function interrupt(base: TestCli, ...words: readonly string[]): Promise<Left[]> {
  const cli = copyOf(base);
  const left: Left[] = [];
  const take = (text: string): void => {
    const copy = copyOf(cli);
    left.push({
      text: text.replaceAll(cli.dataFolder, "~"),
      cli: copy,
      store: new ReleaseStore(copy.dataFolder, () => copy.now),
    });
  };
  let status: number | null = null;
  await watchFileSystem(
    async () => ({ status } = await cli.run(...words)),
    ({ text }) => take(text),
  );
  assert.equal(status, 0);
  take("the end");
  return left;
}

/** Every release is complete, and the pointer names one that everybody may read; returns it. */
async function expectWhole({ store, text }: Left): Promise<string> {
  const states = store.states();
  const current = store.currentId();
  assert.ok(current !== null && store.isPublic(current, states), text);
  assert.equal(states.history.at(-1)?.release, current, text);
  for (const id of store.ids())
    assert.equal(await findAltered(store.folderOf(id), store.manifest(id).files), null, text);
  return current;
}

/** What was never current is a draft, which is not readable by its id. */
function expectDrafts({ store, text }: Left): void {
  const states = store.states();
  for (const id of store.ids()) {
    const wasCurrent = states.history.some(({ release }) => release === id);
    assert.equal(store.isDraft(id, states), !wasCurrent, `${id}: ${text}`);
  }
}

/** The state whose next step is like this. */
function at(left: readonly Left[], step: RegExp): Left {
  const found = left.find(({ text }) => step.test(text));
  assert.ok(found !== undefined, `${step} in\n${left.map(({ text }) => text).join("\n")}`);
  return found;
}

describe("a command that is interrupted", () => {
  const base = new TestCli();
  before(async () => assert.equal((await base.run("publish", writeEdition(EDITION))).status, 0));
  after(() => base.remove());
  const firstOf = (cli: TestCli): string => new ReleaseStore(cli.dataFolder, () => cli.now).currentId() ?? "";

  test("publish leaves the release before or the new one, and finishes the next time", async () => {
    const folder = writeEdition(changed(0));
    const left = await interrupt(base, "publish", folder);
    const [first, currents] = [firstOf(base), new Set<string>()];
    for (const each of left) currents.add(await expectWhole(each));
    assert.equal(currents.size, 2);
    const [, second] = currents;
    assert.ok(currents.has(first) && second !== undefined);
    assert.equal(await expectWhole(left.at(-1)!), second);
    for (const step of [/^writeFile .*search\.idx/u, /^rename .*history\.ndjson$/u, /^rename .*\/current$/u]) {
      const { cli, store } = at(left, step);
      assert.equal(store.currentId(), first, String(step));
      const { status, said } = await cli.run("publish", folder);
      assert.equal(status, 0, said);
      assert.equal(store.currentId(), second);
      assert.deepEqual(store.ids(), left.at(-1)!.store.ids());
    }
  });

  test("publish --draft leaves no draft or a whole one, and finishes the next time", async () => {
    const folder = writeEdition(changed(1));
    const left = await interrupt(base, "publish", "--draft", folder);
    for (const each of left) {
      assert.equal(await expectWhole(each), firstOf(base));
      expectDrafts(each);
    }
    const ids = left.at(-1)!.store.ids();
    assert.equal(ids.length, 2);
    const { cli, store } = at(left, /register\.ndjson/u);
    assert.equal((await cli.run("publish", "--draft", folder)).status, 0);
    assert.deepEqual(store.ids(), ids);
  });

  test("discard, renew and release leave the draft or what becomes of it, and finish the next time", async () => {
    const drafted = copyOf(base);
    assert.equal((await drafted.run("publish", "--draft", writeEdition(changed(1)))).status, 0);
    const store = new ReleaseStore(drafted.dataFolder, () => drafted.now);
    const id = store.ids().find((each) => store.isDraft(each)) ?? "";
    for (const [words, isDone] of [
      [["drafts", "discard", id], (found: ReleaseStore) => !found.has(id)],
      [["drafts", "renew", id], (found: ReleaseStore) => found.isDraft(id)],
      [["release", id], (found: ReleaseStore) => found.currentId() === id],
    ] as const) {
      const left = await interrupt(drafted, ...words);
      assert.ok(left.length > 1, words.join(" "));
      for (const each of left) {
        await expectWhole(each);
        expectDrafts(each);
        // Done already, or not yet.
        const { status } = await each.cli.run(...words);
        assert.ok(status === 0 || isDone(each.store), each.text);
        assert.ok(isDone(each.store), each.text);
      }
    }
  });
});
