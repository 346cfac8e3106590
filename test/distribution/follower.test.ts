import assert from "node:assert/strict";
import { renameSync, truncateSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import type { FollowTrouble } from "../../src/distribution/follow-trouble.ts";
import { type FollowedState, Follower, type Served } from "../../src/distribution/follower.ts";
import { followOnce } from "../../src/distribution/follow-origin.ts";
import type { NodeRegistry } from "../../src/distribution/node-registry.ts";
import { openPostgresRegistry } from "../../src/distribution/postgres-registry.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { eventually } from "../access/cluster/eventually.ts";
import { newDatabaseUrl, withoutPostgres } from "../access/cluster/servers.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { neverWaits, TestPublisher } from "./publisher.ts";

const NODE = { node: "one", version: "2.0.0", bundleFormat: 12, oldestFormat: 12 };

/** A node that follows a publisher, and what it said. */
function startFollower(publisher: TestPublisher, registry: NodeRegistry | null = null) {
  const dataFolder = newTemporaryFolder();
  const { origin, now } = publisher;
  const troubles: (FollowTrouble | null)[] = [];
  const states: FollowedState[] = [];
  const events: string[] = [];
  const follower = new Follower({
    follow: (signal, doubted) =>
      followOnce({ origin, dataFolder, trustedKeys: [], nearby: [], now, onWait: neverWaits, signal, doubted }),
    holds: 0,
    origin,
    registry,
    node: NODE,
    pollMilliseconds: 20,
    now,
    onState: (state) => states.push(state),
    onTrouble: (trouble) => troubles.push(trouble),
    onDoubted: (release) => events.push(`doubted ${release}`),
    onReplaced: (release) => events.push(`replaced ${release}`),
  });
  const store = new ReleaseStore(dataFolder, now);
  const look = async (): Promise<Served> => ({ release: store.currentId() ?? "", refused: null, doubted: [] });
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
      readAt: publisher.time,
      trouble: null,
      expires: null,
      warnsFrom: null,
    });
    const id = await publisher.publish(1);
    await eventually("it holds the release", () => follower.state.holds === 1);
    assert.deepEqual([store.currentId(), follower.state.serves], [id, 0]);
    await follower.serve(look);
    assert.equal(follower.state.serves, 1);
    const next = await publisher.publish(2);
    await eventually("it serves the next one", () => follower.state.serves === 3);
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

  test("says that a release cannot be opened until it can", async () => {
    const publisher = new TestPublisher();
    await publisher.publish(1);
    const { follower, troubles, store } = startFollower(publisher);
    await follower.firstAttempt;
    let refused: string | null = null;
    await follower.serve(async () => ({ release: store.currentId() ?? "", refused, doubted: [] }));
    refused = "release 2 has bundle format 13, this program reads 12";
    await publisher.publish(2);
    await eventually("it holds the release", () => follower.state.holds === 3);
    await eventually("it says why it does not serve it", () => follower.state.trouble?.kind === "unserved");
    assert.deepEqual([follower.state.serves < 3, troubles.at(-1)?.sentence], [true, refused]);
    refused = null;
    await publisher.publish(3);
    await eventually("it serves again", () => follower.state.serves === 5);
    assert.equal(follower.state.trouble, null);
    await follower.close();
  });
});

describe("a follower with a registry", { skip: withoutPostgres }, () => {
  test("reports what it holds and serves, and is forgotten when it stops", async () => {
    const url = await newDatabaseUrl();
    const known = openPostgresRegistry(url);
    const publisher = new TestPublisher();
    const { follower, look } = startFollower(publisher, openPostgresRegistry(url));
    const reported = async () => (await known.nodes()).nodes[0];
    await eventually("it reports", async () => (await reported()) !== undefined);
    const id = await publisher.publish(1);
    await eventually("it reports what it holds", async () => (await reported())?.holds === 1);
    assert.deepEqual([(await reported())?.release, (await reported())?.serves], [null, 0]);
    await follower.serve(look);
    // A report of before may just be under way.
    await eventually("it reports what it serves", async () => (await reported())?.serves === 1);
    const { seenAt: _, servesSince: __, ...report } = (await reported())!;
    assert.deepEqual(report, { ...NODE, holds: 1, serves: 1, release: id, trouble: null });
    await follower.close();
    assert.deepEqual((await known.nodes()).nodes, []);
    await known.close();
  });
});
