import assert from "node:assert/strict";
import { renameSync, truncateSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import {
  type FollowedState,
  Follower,
  isBehind,
  type ServeResult,
  troublesOf,
} from "../../src/distribution/follower.ts";
import { type ClockReading, OriginError } from "../../src/distribution/origin.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { eventually } from "../access/cluster/eventually.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { TestPublisher } from "./publisher.ts";

const DOUBTED = "files of a release may be damaged; they are compared with the origin";
const FETCHED = "a release was damaged and was fetched again";

/** A node that follows a publisher, and what it said. */
function startFollower(publisher: TestPublisher, clock: ClockReading | null = null, isCut = () => false) {
  const dataFolder = newTemporaryFolder();
  const { origin, now } = publisher;
  const warnings: string[] = [];
  const states: FollowedState[] = [];
  const read: typeof origin.read = (key, given) => {
    if (isCut() && key.startsWith("sha256/")) throw new OriginError("unreachable", "the line is cut");
    return origin.read(key, given);
  };
  const follower = new Follower({
    origin: { name: origin.name, read, readClock: async () => clock },
    dataFolder,
    trustedKeys: [],
    now,
    pollMilliseconds: 20,
    onState: (state) => states.push(state),
    warn: (_, sentence) => warnings.push(sentence),
  });
  const store = new ReleaseStore(dataFolder, now);
  const look = async (): Promise<ServeResult> => ({ refused: null, doubted: [] });
  return { follower, store, look, warnings, states };
}

describe("a follower", () => {
  test("holds nothing while nothing is published, and then what is, without being asked", async () => {
    const publisher = new TestPublisher();
    const { follower, store, warnings, look } = startFollower(publisher);
    await follower.firstAttempt;
    assert.deepEqual(follower.state, {
      holds: 0,
      serves: 0,
      pointer: null,
      readAt: publisher.time,
      trouble: null,
      isClockOff: false,
    });
    const id = await publisher.publish(1);
    await eventually("it holds the release", () => follower.state.holds === 1);
    assert.deepEqual([store.currentId(), follower.state.serves], [id, 0]);
    await follower.serve(look);
    assert.equal(follower.state.serves, 1);
    const next = await publisher.publish(2);
    await eventually("it serves the next one", () => follower.state.serves === 2);
    assert.equal(store.currentId(), next);
    assert.deepEqual(warnings, []);
    await follower.close();
  });

  test("tells of a lost origin once, serves what it has, and is back by itself", async () => {
    const publisher = new TestPublisher();
    const id = await publisher.publish(1);
    const { follower, store, warnings, look } = startFollower(publisher);
    await follower.firstAttempt;
    await follower.serve(look);
    const away = `${publisher.originFolder}-away`;
    renameSync(publisher.originFolder, away);
    await eventually("it noticed", () => warnings.length > 0);
    const found = follower.state.trouble?.sentence;
    await eventually("it tried again", () => follower.state.trouble !== null);
    assert.equal(store.currentId(), id);
    assert.deepEqual([follower.state.holds, follower.state.serves], [1, 1]);
    renameSync(away, publisher.originFolder);
    await eventually("it is back", () => follower.state.trouble === null);
    assert.deepEqual(warnings, [`this node cannot follow its origin: ${found}`, "this node is up to date again"]);
    await follower.close();
  });

  test("has a doubted release compared once, and fetched again where it is damaged", async () => {
    const publisher = new TestPublisher();
    const id = await publisher.publish(1);
    const { follower, store, warnings, look } = startFollower(publisher);
    await follower.firstAttempt;
    await follower.serve(look);
    const file = path.join(store.folderOf(id), "release.sqlite");
    truncateSync(file, 4096);
    let doubted: readonly string[] = [id];
    await follower.serve(async () => {
      const due = doubted;
      doubted = [];
      return { ...(await look()), doubted: due };
    });
    await eventually("it is whole", () => warnings.includes(FETCHED));
    assert.equal(store.manifest(id).id, id);
    follower.doubt(id);
    assert.deepEqual(warnings, [DOUBTED, FETCHED, DOUBTED]);
    const { readAt } = follower.state;
    publisher.time = new Date(publisher.time.getTime() + 1000);
    await eventually("it was compared", () => follower.state.readAt !== readAt);
    assert.equal(warnings.length, 3, "what is whole is not replaced");
    await follower.close();
  });

  test("says that the origin has lost an old release until it has it again", async () => {
    const publisher = new TestPublisher();
    const old = await publisher.publish(1);
    const current = await publisher.publish(2);
    const published = new ReleaseStore(path.join(publisher.dataFolder, "publishing"), publisher.now);
    const { sha256 } = published.manifest(old).files[0]!;
    const blob = path.join(publisher.originFolder, "sha256", sha256);
    renameSync(blob, `${blob}-away`);
    const { follower, store, look, warnings } = startFollower(publisher);
    await follower.firstAttempt;
    await follower.serve(look);
    assert.deepEqual([store.ids(), store.currentId(), follower.state.serves], [[current], current, 2]);
    assert.equal(follower.state.trouble?.kind, "incomplete");
    assert.ok(follower.state.trouble.sentence.includes(old));
    assert.deepEqual(troublesOf(follower.state, publisher.time), ["origin"]);
    renameSync(`${blob}-away`, blob);
    await eventually("it has all", () => follower.state.trouble === null);
    assert.deepEqual([store.ids(), warnings.length], [[old, current].toSorted(), 2]);
    await follower.close();
  });

  test("says that a release cannot be opened until it can", async () => {
    const publisher = new TestPublisher();
    await publisher.publish(1);
    const { follower, warnings } = startFollower(publisher);
    await follower.firstAttempt;
    let refused: string | null = null;
    await follower.serve(async () => ({ refused, doubted: [] }));
    refused = "release 2 has bundle format 13, this program reads 12";
    await publisher.publish(2);
    await eventually("it holds the release", () => follower.state.holds === 2);
    await eventually("it says why it does not serve it", () => follower.state.trouble?.kind === "unserved");
    assert.deepEqual(
      [follower.state.serves < 2, warnings.at(-1)],
      [true, `this node cannot follow its origin: ${refused}`],
    );
    refused = null;
    await publisher.publish(3);
    await eventually("it serves again", () => follower.state.serves === 3);
    assert.equal(follower.state.trouble, null);
    await follower.close();
  });
});

describe("a follower of a release that answers from an agreed time", () => {
  const later = (publisher: TestPublisher, seconds: number): void =>
    void (publisher.time = new Date(publisher.time.getTime() + seconds * 1000));

  test("has it before, and serves it from that time on", async () => {
    const publisher = new TestPublisher({ delaySeconds: 5 });
    const first = await publisher.publish(1);
    const { follower, store, look } = startFollower(publisher);
    await follower.firstAttempt;
    await follower.serve(look);
    const second = await publisher.publish(2);
    await eventually("it holds it", () => follower.state.holds === 2);
    assert.deepEqual([store.currentId(), follower.state.serves], [first, 1]);
    assert.ok(store.has(second) && store.isPublic(second), "it answers by its id");
    assert.deepEqual(troublesOf(follower.state, publisher.time), []);
    later(publisher, 4.9);
    assert.equal(store.currentId(), first);
    later(publisher, 0.1);
    assert.equal(store.currentId(), second);
    await eventually("it serves it", () => follower.state.serves === 2);
    await follower.close();
  });

  test("says that it is late, and does not deny what it has not got yet", async () => {
    const publisher = new TestPublisher({ delaySeconds: 5 });
    const first = await publisher.publish(1);
    let isCut = false;
    const { follower, store, look } = startFollower(publisher, null, () => isCut);
    await follower.firstAttempt;
    await follower.serve(look);
    const poll = 1000;
    assert.equal(isBehind(follower.state, publisher.time, poll), false);
    isCut = true;
    await publisher.publish(2);
    await eventually("it knows of it", () => follower.state.pointer?.sequence === 2);
    assert.ok(isBehind(follower.state, publisher.time, poll));
    await eventually("it cannot fetch it", () => follower.state.trouble !== null);
    assert.deepEqual(troublesOf(follower.state, publisher.time), ["origin"]);
    later(publisher, 5);
    assert.deepEqual(troublesOf(follower.state, publisher.time), ["origin", "release"]);
    assert.deepEqual([store.currentId(), follower.state.serves], [first, 1]);
    isCut = false;
    await eventually("it caught up", () => follower.state.serves === 2);
    assert.deepEqual(troublesOf(follower.state, publisher.time), []);
    await follower.close();
  });

  for (const [name, seconds, parts] of [
    ["a second fast", -2, []],
    ["ten seconds fast", -11, ["clock"]],
    ["ten seconds slow", 10, ["clock"]],
    ["right", 0, []],
  ] as const)
    test(`says of a clock that is ${name}: ${parts.join() || "nothing"}`, async () => {
      const publisher = new TestPublisher();
      const from = new Date(publisher.time.getTime() + seconds * 1000);
      const { follower } = startFollower(publisher, { from, until: new Date(from.getTime() + 1000) });
      await follower.firstAttempt;
      assert.deepEqual(troublesOf(follower.state, publisher.time), parts);
      await follower.close();
    });
});
