import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FolderOrigin } from "../../src/distribution/folder-origin.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { type FileSystemStep, watchFileSystem } from "../fixtures/file-system-steps.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { copyOf, followAnew, makeFolderBehind, newOriginFolder, prebuild, readState } from "./interrupted-work.ts";
import { follow, publishBuilt } from "./one-change.ts";
import { TestPublisher } from "./publisher.ts";

/**
 * What stands in the folders before steps in which a follower or a publisher changes them, as a
 * process leaves it that is killed there: it is the state before or the one after, and the next
 * attempt finishes. With processes that are killed: `kill.long.test.ts`.
 */

/** What makes something visible, and now and then a step that moves a part of a release. */
const isTried = ({ number, text }: FileSystemStep): boolean =>
  /^rename .*\/(?:current\.json|history\.ndjson|origin\.json|records|current|releases\/[^/]+|removed-[^/]+)$/u.test(
    text,
  ) || number % 25 === 1;
/** After every so many of them the next attempt is made, too. */
const ATTEMPTED = 3;

describe("a process that follows or publishes and is interrupted", () => {
  test("a folder that follows has the state before, or the one after", async () => {
    const { publisher, folder: behind, before, after, hidden } = await makeFolderBehind();
    const { time, now, origin } = publisher;
    const dataFolder = copyOf(behind);
    const left: { text: string; folder: string }[] = [];
    await watchFileSystem(
      () => follow({ origin, dataFolder, time }),
      (step) => {
        if (isTried(step)) left.push({ text: step.text, folder: copyOf(dataFolder) });
      },
    );
    const seen = { before: 0, after: 0 };
    for (const [index, { text, folder }] of left.entries()) {
      const found = await readState(folder, now);
      const isAfter = JSON.stringify(found) === JSON.stringify(after);
      if (!isAfter) assert.deepEqual(found, before, text);
      seen[isAfter ? "after" : "before"] += 1;
      const store = new ReleaseStore(folder, now);
      assert.ok(!store.isPublic(hidden) || !store.has(hidden), `the draft is hidden: ${text}`);
      if (index % ATTEMPTED !== 0) continue;
      await follow({ origin, dataFolder: folder, time });
      assert.deepEqual(await readState(folder, now), after, text);
    }
    assert.ok(seen.before > 0 && seen.after > 0, JSON.stringify(seen));
  });

  for (const [name, seed] of [
    ["an origin has what was published before, or what is published now", 1],
    ["the first publication to an empty origin, too", null],
  ] as const)
    test(name, async () => {
      const publisher = new TestPublisher();
      const { time } = publisher;
      const first = seed === null ? null : await publisher.publish(seed);
      const { id, bundle } = await prebuild(2);
      const [originFolder, dataFolder] =
        first === null
          ? [newOriginFolder(), newTemporaryFolder()]
          : [copyOf(publisher.originFolder), copyOf(publisher.dataFolder)];
      const left: { text: string; origin: string; dataFolder: string }[] = [];
      await watchFileSystem(
        () => publishBuilt({ origin: new FolderOrigin(originFolder), dataFolder, time }, bundle),
        (step) => {
          if (isTried(step))
            left.push({ text: step.text, origin: copyOf(originFolder), dataFolder: copyOf(dataFolder) });
        },
      );
      left.push({ text: "the end", origin: originFolder, dataFolder });
      const seen = new Set<string | null>();
      for (const [index, { text, origin, dataFolder: folder }] of left.entries()) {
        const current = await followAnew(origin, publisher);
        assert.ok(current === first || current === id, `${text}: ${current}`);
        seen.add(current);
        if (index % ATTEMPTED !== 0) continue;
        await publishBuilt({ origin: new FolderOrigin(origin), dataFolder: folder, time }, bundle);
        assert.equal(await followAnew(origin, publisher), id, text);
      }
      assert.deepEqual(seen, new Set([first, id]));
    });
});
