import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  BEAT_MILLISECONDS,
  expectFreeName,
  type KnownNode,
  NodeNameTaken,
} from "../../src/distribution/node-registry.ts";

const NODE: Omit<KnownNode, "seenAt"> = {
  node: "a",
  version: "1.0.0",
  bundleFormat: 1,
  oldestFormat: 1,
  holds: 1,
  serves: 1,
  release: null,
  trouble: null,
  servesSince: new Date(0),
};

/** Asks for a name where a node `a` was seen so many seconds ago, first and when asked again. */
async function ask(name: string, ...secondsAgo: readonly number[]): Promise<number[]> {
  const pauses: number[] = [];
  let seconds = 100;
  let asked = 0;
  const registry = {
    nodes: async () => {
      const now = new Date(seconds * 1000);
      return { now, nodes: [{ ...NODE, seenAt: new Date((seconds - secondsAgo[asked++]!) * 1000) }] };
    },
  };
  await expectFreeName(registry, name, async (milliseconds) => {
    pauses.push(milliseconds);
    seconds += milliseconds / 1000;
  });
  return pauses;
}

describe("the name of a node", () => {
  it("is refused where another one goes on reporting under it", async () => {
    await assert.rejects(ask("a", 1, 1), (error: Error) => {
      assert.ok(error instanceof NodeNameTaken);
      assert.match(error.message, /^A node named a is running elsewhere\. .*NODE_NAME/u);
      return true;
    });
  });

  it("is free after a kill: it is watched for longer than a beat, and nothing was reported", async () => {
    const [pause = 0] = await ask("a", 1, 1 + (1.5 * BEAT_MILLISECONDS) / 1000);
    assert.ok(pause > BEAT_MILLISECONDS);
  });

  it("is free at once where nobody, or nobody alive, has it", async () => {
    assert.deepEqual(await ask("b", 1), []);
    assert.deepEqual(await ask("a", 60), []);
  });

  it("is free where the registry does not answer", async () => {
    const registry = { nodes: () => Promise.reject(new Error("no answer")) };
    await expectFreeName(registry, "a", () => assert.fail("nothing to wait for"));
  });
});
