import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { type Origin, OriginError, type WritableOrigin } from "../../src/distribution/origin.ts";
import { eventually } from "../access/cluster/eventually.ts";
import { type Blob, collect, newBlob } from "./blobs.ts";

/** One place that holds releases, and how it is opened: by publishers, and by nodes. */
export interface OriginPlace {
  readonly publish: () => WritableOrigin;
  readonly read: () => Origin;
}

export interface OriginCase {
  readonly name: string;
  /** Makes a new, empty place. */
  readonly newPlace: () => Promise<OriginPlace>;
  /** Whether nodes are told of a new pointer, and need not poll. */
  readonly tellsChanges: boolean;
  /** Whether a publisher knows of others in other processes. */
  readonly keepsPublishersApart: boolean;
}

const MIB = 1024 * 1024;
const SIZES = [0, 1, 1000, MIB - 1, MIB, MIB + 1, 3 * MIB + 517];

/** An OriginError with this reason. */
export const because =
  (reason: string) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof OriginError, `not an OriginError: ${String(error)}`);
    assert.equal(error.reason, reason, error.message);
    return true;
  };

/** What all origins do. */
export function originContract({ name, newPlace, tellsChanges, keepsPublishersApart }: OriginCase): void {
  describe(`origin: ${name}`, () => {
    const { signal } = new AbortController();
    const opened: Origin[] = [];
    let place: OriginPlace;
    let publisher: WritableOrigin;
    let node: Origin;
    const open = <Opened extends Origin>(opens: () => Opened): Opened => {
      const origin = opens();
      opened.push(origin);
      return origin;
    };
    before(async () => {
      place = await newPlace();
      publisher = open(place.publish);
      node = open(place.read);
    });
    after(() => Promise.all(opened.map((each) => each.close())));
    let seed = 1;
    const unwritten = (bytes = 5000): Blob => newBlob(bytes, (seed += 1));
    const write = async (blob: Blob): Promise<Blob> => {
      await publisher.writeBlob(blob.sha256, blob.bytes, blob.read, signal);
      return blob;
    };
    const read = (sha256: string, start = 0): Promise<Buffer> => collect(node.readBlob(sha256, start, signal));
    const isMissing = async ({ sha256 }: Blob): Promise<void> => {
      assert.equal(await publisher.hasBlob(sha256, signal), false);
      await assert.rejects(read(sha256), because("missing"));
    };

    test("an empty place has no pointer and no blob", async () => {
      assert.equal(await node.readPointer(signal), null);
      assert.equal(await publisher.readPointer(signal), null);
      await isMissing(unwritten());
    });

    test("a pointer is read as it was written, again after each change", async () => {
      for (const text of ['{"pointer":"ä 𐍈\\n","signature":null}', "x".repeat(30_000), "y", "y", "z"]) {
        await publisher.writePointer(text, signal);
        assert.equal(await node.readPointer(signal), text);
        assert.equal(await node.readPointer(signal), text);
      }
    });

    test("who reads a pointer while it is replaced gets the old one or the new one", async () => {
      const over = new AbortController();
      const texts = ["a".repeat(20_000), "b".repeat(10_000)];
      await publisher.writePointer("a".repeat(20_000), signal);
      const readAll = async (): Promise<void> => {
        while (!over.signal.aborted) assert.ok(texts.includes((await node.readPointer(signal)) ?? ""));
      };
      const reading = Promise.all([readAll(), readAll()]);
      for (let round = 0; round < 10; round += 1) await publisher.writePointer(texts[round % 2] ?? "", signal);
      over.abort();
      await reading;
    });

    for (const bytes of SIZES) {
      test(`a blob of ${bytes} bytes is read as it was written, from any byte on`, async () => {
        const { sha256, content } = await write(unwritten(bytes));
        assert.equal(await publisher.hasBlob(sha256, signal), true);
        for (const start of new Set([0, 1, bytes >> 1, MIB - 1, MIB, MIB + 1, bytes - 1, bytes])) {
          if (start < 0 || start > bytes) continue;
          assert.ok((await read(sha256, start)).equals(content.subarray(start)), `from byte ${start} on`);
        }
      });
    }

    test("a blob may be written again, also by several publishers at once", async () => {
      const blob = await write(await write(unwritten(2 * MIB)));
      const others = [1, 2, 3].map(() => open(place.publish));
      await Promise.all(others.map((other) => other.writeBlob(blob.sha256, blob.bytes, blob.read, signal)));
      assert.ok((await read(blob.sha256)).equals(blob.content));
    });

    test("content that is not what its name says is refused, and nothing of it stays", async () => {
      const blob = unwritten(MIB + 5);
      const flipped = Buffer.from(blob.content);
      flipped[MIB] = (flipped[MIB] ?? 0) ^ 1;
      const wrong = [flipped, blob.content.subarray(0, -1), Buffer.concat([blob.content, Buffer.alloc(1)])];
      for (const content of wrong) {
        const gives = async function* () {
          yield content;
        };
        const written = publisher.writeBlob(blob.sha256, blob.bytes, gives, signal);
        await assert.rejects(written, because("damaged"), `${content.length} bytes`);
        await isMissing(blob);
      }
      await write(blob);
    });

    test("a source that fails half way leaves nothing behind, and may be tried again", async () => {
      const blob = unwritten(2 * MIB);
      const fails = async function* () {
        yield blob.content.subarray(0, MIB + 7);
        throw new Error("the disk is gone");
      };
      const written = publisher.writeBlob(blob.sha256, blob.bytes, fails, signal);
      await assert.rejects(written, { message: "the disk is gone" });
      await isMissing(blob);
      await write(blob);
      assert.ok((await read(blob.sha256)).equals(blob.content));
    });

    test("what is asked after its signal was aborted rejects with the reason", async () => {
      const blob = await write(unwritten());
      const late = AbortSignal.abort(new Error("enough"));
      const enough = { message: "enough" };
      await assert.rejects(node.readPointer(late), enough);
      await assert.rejects(collect(node.readBlob(blob.sha256, 0, late)), enough);
      await assert.rejects(publisher.hasBlob(blob.sha256, late), enough);
      await assert.rejects(publisher.writePointer("late", late), enough);
      await assert.rejects(publisher.removeUnused(new Set(), new Date(), late), enough);
      const other = unwritten();
      await assert.rejects(publisher.writeBlob(other.sha256, other.bytes, other.read, late), enough);
      await isMissing(other);
    });

    test("a blob that is being read or written ends with its signal", async () => {
      const blob = await write(unwritten(4 * MIB));
      const controller = new AbortController();
      const reading = node.readBlob(blob.sha256, 0, controller.signal)[Symbol.asyncIterator]();
      assert.equal((await reading.next()).done, false);
      controller.abort(new Error("enough"));
      const readOn = async (): Promise<void> => {
        while ((await reading.next()).done !== true);
      };
      await assert.rejects(readOn(), { message: "enough" });

      const other = unwritten(3 * MIB);
      const writing = new AbortController();
      const aborts = async function* () {
        yield other.content.subarray(0, 2 * MIB);
        writing.abort(new Error("enough"));
        yield other.content.subarray(2 * MIB);
      };
      await assert.rejects(publisher.writeBlob(other.sha256, other.bytes, aborts, writing.signal), {
        message: "enough",
      });
      await isMissing(other);
    });

    test("a reader may leave early, often", async () => {
      const blob = await write(unwritten(3 * MIB));
      for (let round = 0; round < 20; round += 1) for await (const _ of node.readBlob(blob.sha256, 0, signal)) break;
      assert.ok((await read(blob.sha256)).equals(blob.content));
    });

    test("blobs that are not in use are removed, unless they are new", async () => {
      const [kept, unused, alsoUnused] = [await write(unwritten()), await write(unwritten()), await write(unwritten())];
      await publisher.writePointer("stays", signal);
      assert.equal(await publisher.removeUnused(new Set(), new Date(Date.now() - 60_000), signal), 0);
      const soon = new Date(Date.now() + 60_000);
      const removed = await publisher.removeUnused(new Set([kept.sha256]), soon, signal);
      assert.ok(removed >= 2, `${removed} removed`);
      await isMissing(unused);
      await isMissing(alsoUnused);
      assert.ok((await read(kept.sha256)).equals(kept.content));
      assert.equal(await node.readPointer(signal), "stays");
      assert.equal(await publisher.removeUnused(new Set([kept.sha256]), soon, signal), 0);
    });

    test("work that runs alone returns its result or throws its error", async () => {
      const never = (): void => assert.fail("nobody else is at work");
      assert.equal(await publisher.alone(never, async () => "done"), "done");
      const fails = publisher.alone(never, () => Promise.reject(new Error("no space")));
      await assert.rejects(fails, { message: "no space" });
      assert.equal(await publisher.alone(never, async () => "again"), "again");
    });

    if (keepsPublishersApart) {
      test("of two publishers, one waits and says so", async () => {
        const second = open(place.publish);
        const events: string[] = [];
        let finish = (): void => {};
        const first = publisher.alone(
          () => {},
          async () => {
            events.push("first begins");
            await new Promise<void>((resolve) => {
              finish = resolve;
            });
            events.push("first ends");
          },
        );
        await eventually("the first one works", () => events.length === 1);
        const other = second.alone(
          () => events.push("second waits"),
          async () => events.push("second works"),
        );
        await eventually("the second one waits", () => events.includes("second waits"));
        finish();
        await Promise.all([first, other]);
        assert.deepEqual(events, ["first begins", "second waits", "first ends", "second works"]);
      });
    }

    if (tellsChanges) {
      test("nodes are told of each pointer, until they no longer want to be", async () => {
        let [here, there] = [0, 0];
        const endHere = node.onPointerChange(() => (here += 1));
        const endThere = open(place.read).onPointerChange(() => (there += 1));
        await eventually("both are told", async () => {
          await publisher.writePointer(String(Math.random()), signal);
          await wait(50);
          return here > 0 && there > 0;
        });
        endHere();
        const [hereBefore, thereBefore] = [here, there];
        await publisher.writePointer("the last", signal);
        await eventually("the other one is told", () => there > thereBefore);
        assert.equal(here, hereBefore);
        endThere();
      });
    } else {
      test("who wants to be told of a new pointer can stop wanting it", () => node.onPointerChange(() => {})());
    }

    test("an origin may be closed twice", async () => {
      const other = open(place.publish);
      await other.readPointer(signal);
      await other.close();
    });
  });
}
