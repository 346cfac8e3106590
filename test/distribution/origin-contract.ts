import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { type Origin, OriginError, type WritableOrigin } from "../../src/distribution/origin.ts";
import { eventually } from "../access/cluster/eventually.ts";
import { checkBlob, ensureBlob, readPointerText, readText, removeBlob } from "../../src/distribution/blobs.ts";
import { type Blob, collect, newBlob, putPointer, readRaw } from "./blobs.ts";

/** One place that holds releases, and how it is opened: by publishers, and by nodes. */
export interface OriginPlace {
  readonly publish: () => WritableOrigin;
  readonly read: () => Origin;
}

export interface OriginCase {
  readonly name: string;
  /** Makes a new, empty place. */
  readonly newPlace: () => Promise<OriginPlace>;
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
export function originContract({ name, newPlace, keepsPublishersApart }: OriginCase): void {
  describe(`origin: ${name}`, () => {
    const { signal } = new AbortController();
    let place: OriginPlace;
    let publisher: WritableOrigin;
    let node: Origin;
    before(async () => {
      place = await newPlace();
      publisher = place.publish();
      node = place.read();
    });
    let seed = 1;
    const unwritten = (bytes = 5000): Blob => newBlob(bytes, (seed += 1));
    const write = async (blob: Blob): Promise<Blob> => {
      await publisher.write(`sha256/${blob.sha256}`, blob, signal);
      return blob;
    };
    const read = (sha256: string): Promise<Buffer> => collect(readRaw(node, sha256, signal));
    const isMissing = async ({ sha256, bytes }: Blob): Promise<void> => {
      assert.equal(await checkBlob(publisher, { sha256, bytes }, signal), "missing");
      await assert.rejects(readText(node, { sha256, bytes }, signal), because("missing"));
    };

    test("an empty place has no pointer and no blob", async () => {
      assert.equal(await readPointerText(node, signal), null);
      assert.equal(await readPointerText(publisher, signal), null);
      await isMissing(unwritten());
    });

    test("a pointer is read as it was written, again after each change", async () => {
      for (const text of ['{"pointer":"ä 𐍈\\n","signature":null}', "x".repeat(30_000), "y", "y", "z"]) {
        await putPointer(publisher, text, signal);
        assert.equal(await readPointerText(node, signal), text);
        assert.equal(await readPointerText(node, signal), text);
      }
    });

    test("who reads a pointer while it is replaced gets the old one or the new one", async () => {
      const over = new AbortController();
      const texts = ["a".repeat(20_000), "b".repeat(10_000)];
      await putPointer(publisher, "a".repeat(20_000), signal);
      const readAll = async (): Promise<void> => {
        while (!over.signal.aborted) assert.ok(texts.includes((await readPointerText(node, signal)) ?? ""));
      };
      const reading = Promise.all([readAll(), readAll()]);
      for (let round = 0; round < 10; round += 1) await putPointer(publisher, texts[round % 2] ?? "", signal);
      over.abort();
      await reading;
    });

    for (const bytes of SIZES) {
      test(`a blob of ${bytes} bytes is read as it was written`, async () => {
        const { sha256, content } = await write(unwritten(bytes));
        for (const origin of [publisher, node])
          assert.equal(await checkBlob(origin, { sha256, bytes }, signal), "whole");
        assert.equal(await checkBlob(node, { sha256, bytes: bytes + 1 }, signal), "damaged");
        assert.ok((await read(sha256)).equals(content));
      });
    }

    test("a blob may be written again, also by several publishers at once", async () => {
      const blob = await write(await write(unwritten(2 * MIB)));
      const others = [1, 2, 3].map(() => place.publish());
      await Promise.all(others.map((other) => other.write(`sha256/${blob.sha256}`, blob, signal)));
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
        const written = ensureBlob(publisher, { ...blob, read: gives }, signal);
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
      const written = ensureBlob(publisher, { ...blob, read: fails }, signal);
      await assert.rejects(written, { message: "the disk is gone" });
      await isMissing(blob);
      await write(blob);
      assert.ok((await read(blob.sha256)).equals(blob.content));
    });

    test("what is asked after its signal was aborted rejects with the reason", async () => {
      const blob = await write(unwritten());
      const late = AbortSignal.abort(new Error("enough"));
      const enough = { message: "enough" };
      await assert.rejects(readPointerText(node, late), enough);
      await assert.rejects(collect(readRaw(node, blob.sha256, late)), enough);
      await assert.rejects(checkBlob(publisher, blob, late), enough);
      await assert.rejects(putPointer(publisher, "late", late), enough);
      await assert.rejects(removeBlob(publisher, blob, late), enough);
      const other = unwritten();
      await assert.rejects(publisher.write(`sha256/${other.sha256}`, other, late), enough);
      await isMissing(other);
    });

    test("a blob that is being read or written ends with its signal", async () => {
      const blob = await write(unwritten(4 * MIB));
      const controller = new AbortController();
      const reading = readRaw(node, blob.sha256, controller.signal)[Symbol.asyncIterator]();
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
      await assert.rejects(ensureBlob(publisher, { ...other, read: aborts }, writing.signal), {
        message: "enough",
      });
      await isMissing(other);
    });

    test("a reader may leave early, often", async () => {
      const blob = await write(unwritten(3 * MIB));
      for (let round = 0; round < 20; round += 1) for await (const _ of readRaw(node, blob.sha256, signal)) break;
      assert.ok((await read(blob.sha256)).equals(blob.content));
    });

    test("a blob is removed, and no other; one that is gone may be removed again", async () => {
      const [kept, unused] = [await write(unwritten()), await write(unwritten())];
      await putPointer(publisher, "stays", signal);
      for (let round = 0; round < 2; round += 1) await removeBlob(publisher, unused, signal);
      await isMissing(unused);
      assert.ok((await read(kept.sha256)).equals(kept.content));
      assert.equal(await readPointerText(node, signal), "stays");
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
        const second = place.publish();
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

    test("an origin tells the time by its clock", async () => {
      await putPointer(publisher, "{}", signal);
      const asked = Date.now();
      const told = await node.readClock(signal);
      assert.ok(told !== null && told.until.getTime() >= asked && told.from.getTime() <= Date.now());
    });
  });
}
