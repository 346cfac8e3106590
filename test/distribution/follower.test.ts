import assert from "node:assert/strict";
import { renameSync, truncateSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import {
  type FollowedState,
  Follower,
  type FollowTrouble,
  isBehind,
  type Served,
  troublesOf,
} from "../../src/distribution/follower.ts";
import { followOnce } from "../../src/distribution/follow-origin.ts";
import { type ClockReading, OriginError } from "../../src/distribution/origin.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { eventually } from "../access/cluster/eventually.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { neverWaits, TestPublisher } from "./publisher.ts";

/** A node that follows a publisher, and what it said. */
function startFollower(publisher: TestPublisher, clock: ClockReading | null = null, isCut = () => false) {
  const dataFolder = newTemporaryFolder();
  const { origin, now } = publisher;
  const troubles: (FollowTrouble | null)[] = [];
  const states: FollowedState[] = [];
  const events: string[] = [];
  const follower = new Follower({
    follow: (signal, doubted, onPointer) => {
      const common = { dataFolder, trustedKeys: [], now, onWait: neverWaits };
      const readBlob: typeof origin.readBlob = (sha256, given) => {
        if (isCut()) throw new OriginError("unreachable", "the line is cut");
        return origin.readBlob(sha256, given);
      };
      const cut = { readPointer: origin.readPointer.bind(origin), readBlob };
      return followOnce({ ...common, origin: Object.assign(Object.create(origin), cut), signal, doubted, onPointer });
    },
    holds: 0,
    origin: { readClock: async () => clock },
    pollMilliseconds: 20,
    now,
    onState: (state) => states.push(state),
    onTrouble: (trouble) => troubles.push(trouble),
    onDoubted: (release) => events.push(`doubted ${release}`),
    onReplaced: (release) => events.push(`replaced ${release}`),
  });
  const store = new ReleaseStore(dataFolder, now);
  const look = async (): Promise<Served> => ({ refused: null, doubted: [] });
  return { follower, store, look, troubles, states, events };
}

describe("a follower", () => {
  test("holds nothing while nothing is published, and then what is, without being asked", async () => {
    const publisher = new TestPublisher();
    const { follower, store, troubles, look } = startFollower(publisher);
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
    assert.deepEqual(troubles, []);
    await follower.close();
  });

  test("tells of a lost origin once, serves what it has, and is back by itself", async () => {
    const publisher = new TestPublisher();
    const id = await publisher.publish(1);
    const { follower, store, troubles, look } = startFollower(publisher);
    await follower.firstAttempt;
    await follower.serve(look);
    const away = `${publisher.originFolder}-away`;
    renameSync(publisher.originFolder, away);
    await eventually("it noticed", () => troubles.length > 0);
    const found = follower.state.trouble;
    await eventually("it tried again", () => follower.state.trouble !== null);
    assert.equal(store.currentId(), id);
    assert.deepEqual([follower.state.holds, follower.state.serves], [1, 1]);
    renameSync(away, publisher.originFolder);
    await eventually("it is back", () => follower.state.trouble === null);
    assert.deepEqual(troubles, [found, null]);
    await follower.close();
  });

  test("has a doubted release compared once, and fetched again where it is damaged", async () => {
    const publisher = new TestPublisher();
    const id = await publisher.publish(1);
    const { follower, store, events, look } = startFollower(publisher);
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
    await eventually("it is whole", () => events.includes(`replaced ${id}`));
    assert.equal(store.manifest(id).id, id);
    follower.doubt(id);
    assert.deepEqual(events, [`doubted ${id}`, `replaced ${id}`, `doubted ${id}`]);
    const { readAt } = follower.state;
    publisher.time = new Date(publisher.time.getTime() + 1000);
    await eventually("it was compared", () => follower.state.readAt !== readAt);
    assert.equal(events.length, 3, "what is whole is not replaced");
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
    const { follower, store, look, troubles } = startFollower(publisher);
    await follower.firstAttempt;
    await follower.serve(look);
    assert.deepEqual([store.ids(), store.currentId(), follower.state.serves], [[current], current, 2]);
    assert.equal(follower.state.trouble?.kind, "incomplete");
    assert.ok(follower.state.trouble.sentence.includes(old));
    assert.deepEqual(troublesOf(follower.state, publisher.time), ["origin"]);
    renameSync(`${blob}-away`, blob);
    await eventually("it has all", () => follower.state.trouble === null);
    assert.deepEqual([store.ids(), troubles.length], [[old, current].toSorted(), 2]);
    await follower.close();
  });

  test("says that a release cannot be opened until it can", async () => {
    const publisher = new TestPublisher();
    await publisher.publish(1);
    const { follower, troubles } = startFollower(publisher);
    await follower.firstAttempt;
    let refused: string | null = null;
    await follower.serve(async () => ({ refused, doubted: [] }));
    refused = "release 2 has bundle format 13, this program reads 12";
    await publisher.publish(2);
    await eventually("it holds the release", () => follower.state.holds === 2);
    await eventually("it says why it does not serve it", () => follower.state.trouble?.kind === "unserved");
    assert.deepEqual([follower.state.serves < 2, troubles.at(-1)?.sentence], [true, refused]);
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
