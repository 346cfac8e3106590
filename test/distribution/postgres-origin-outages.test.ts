import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import type { WritableOrigin } from "../../src/distribution/origin.ts";
import { openPostgresOrigin } from "../../src/distribution/postgres-origin.ts";
import { eventually } from "../access/cluster/eventually.ts";
import { type OwnServer, startPostgres, withoutOwnPostgres } from "../access/cluster/own-servers.ts";
import { type Proxy, openProxy } from "../access/cluster/proxy.ts";
import { inPostgres } from "../access/cluster/servers.ts";
import { collect, newBlob } from "./blobs.ts";
import { because } from "./origin-contract.ts";

const { signal } = new AbortController();
const MIB = 1024 * 1024;
const WAIT_MILLISECONDS = 1000;

describe("releases in PostgreSQL that is lost", { skip: withoutOwnPostgres }, () => {
  let server: OwnServer;
  let proxy: Proxy;
  const opened: WritableOrigin[] = [];
  before(async () => {
    server = await startPostgres();
    proxy = await openProxy(server.port);
  });
  after(async () => {
    await Promise.all(opened.map((origin) => origin.close()));
    await proxy.close();
    await server.close();
  });
  const open = (url = server.url.replace(`:${server.port}`, `:${proxy.port}`)): WritableOrigin => {
    const origin = openPostgresOrigin({ url, waitMilliseconds: WAIT_MILLISECONDS });
    opened.push(origin);
    return origin;
  };
  const isWell = (origin: WritableOrigin): Promise<void> =>
    eventually("it answers again", () =>
      origin.readPointer(signal).then(
        () => true,
        () => false,
      ),
    );

  for (const [how, lose] of [
    ["cut", () => proxy.cut()],
    ["silent", () => proxy.silence()],
  ] as const) {
    test(`a blob whose connection is ${how} half way is unreachable, and its rest can be read later`, async () => {
      const origin = open();
      const blob = newBlob(4 * MIB);
      await origin.writeBlob(blob.sha256, blob.bytes, blob.read, signal);
      const pieces: Uint8Array[] = [];
      const read = async (start: number, onPiece = (): void => {}): Promise<void> => {
        for await (const piece of origin.readBlob(blob.sha256, start, signal)) {
          pieces.push(piece);
          onPiece();
        }
      };
      await assert.rejects(read(0, lose), because("unreachable"));
      assert.equal(Buffer.concat(pieces).length, MIB);
      proxy.mend();
      await isWell(origin);
      await read(MIB);
      assert.ok(Buffer.concat(pieces).equals(blob.content));
    });

    test(`a blob whose connection is ${how} while it is written is not there, and can be written later`, async () => {
      const origin = open();
      const blob = newBlob(4 * MIB, 7);
      const losing = async function* () {
        yield blob.content.subarray(0, 2 * MIB + 5);
        lose();
        yield blob.content.subarray(2 * MIB + 5);
      };
      await assert.rejects(origin.writeBlob(blob.sha256, blob.bytes, losing, signal), because("unreachable"));
      proxy.mend();
      await isWell(origin);
      await origin.removeUnused(new Set(), new Date(Date.now() + 60_000), signal);
      assert.deepEqual(await inPostgres("SELECT * FROM origin_blobs", server.url), [], "its rest is removed");
      assert.equal(await origin.hasBlob(blob.sha256, signal), false);
      await origin.writeBlob(blob.sha256, blob.bytes, blob.read, signal);
      assert.ok((await collect(origin.readBlob(blob.sha256, 0, signal))).equals(blob.content));
    });
  }

  test("a server that is paused is unreachable, and answers later", async () => {
    const origin = open(server.url);
    await origin.writePointer("before", signal);
    server.pause();
    await assert.rejects(origin.readPointer(signal), because("unreachable"));
    await assert.rejects(origin.writePointer("lost", signal), because("unreachable"));
    server.resume();
    await isWell(origin);
    assert.equal(await origin.readPointer(signal), "before");
  });

  test("who is told of pointers is told again after a cut, at once", async () => {
    const [near, far] = [open(), open(server.url)];
    let told = 0;
    const end = near.onPointerChange(() => (told += 1));
    await eventually("it is told", async () => {
      await far.writePointer(String(Math.random()), signal);
      return told > 0;
    });
    proxy.cut();
    await far.writePointer("while nobody heard", signal);
    const heard = told;
    proxy.mend();
    // The connection is open again, and something may have been missed.
    await eventually("it looks", () => told > heard);
    const since = told;
    await eventually("it is told again", async () => {
      await far.writePointer(String(Math.random()), signal);
      return told > since;
    });
    end();
  });

  test("work that is alone goes on without its connection, and the next publisher is let in", async () => {
    const [near, far] = [open(), open(server.url)];
    const result = await near.alone(assert.fail, async () => {
      proxy.cut();
      return "done";
    });
    proxy.mend();
    assert.equal(result, "done");
    assert.equal(
      await far.alone(
        () => {},
        async () => "next",
      ),
      "next",
    );
    proxy.cut();
    await assert.rejects(near.alone(assert.fail, assert.fail), because("unreachable"));
    proxy.mend();
  });

  test("another password or database is refused, in words without the password", async () => {
    await inPostgres("CREATE ROLE reader LOGIN PASSWORD 'right'", server.url);
    const [row] = await inPostgres("SHOW hba_file", server.url);
    const file = String(row?.["hba_file"]);
    writeFileSync(file, `host all reader 127.0.0.1/32 scram-sha-256\n${readFileSync(file, "utf8")}`);
    await inPostgres("SELECT pg_reload_conf()", server.url);
    const wrong = [
      [server.url.replace("postgres@", "reader:s3cret@"), /password authentication failed/],
      [`${server.url.replace("postgres@", "postgres:s3cret@")}x`, /does not exist/],
    ] as const;
    for (const [url, message] of wrong) {
      const origin = open(url);
      // The second time it is not asked.
      for (let attempt = 0; attempt < 2; attempt += 1)
        await assert.rejects(origin.readPointer(signal), (error: Error) => {
          assert.match(error.message, message);
          assert.doesNotMatch(`${error.message} ${origin.name}`, /s3cret/);
          return because("refused")(error);
        });
      await assert.rejects(open(url).alone(assert.fail, assert.fail), because("refused"));
    }
  });

  test("a role that may not write is refused", async () => {
    const url = server.url.replace("postgres@", "reader:right@");
    const writer = open(server.url);
    await writer.writePointer("readable", signal);
    await inPostgres("GRANT SELECT, INSERT, UPDATE ON schema_versions TO reader", server.url);
    await inPostgres("GRANT SELECT ON origin_pointer TO reader", server.url);
    const origin = open(url);
    await assert.rejects(origin.writePointer("not allowed", signal), because("refused"));
    await assert.rejects(origin.readPointer(signal), because("refused"));
  });

  test("a schema of a newer version is refused", async () => {
    const versions = await inPostgres("SELECT max(version) AS version FROM schema_versions", server.url);
    const newer = Number(versions[0]?.["version"]) + 1;
    await inPostgres(`INSERT INTO schema_versions (version) VALUES (${newer})`, server.url);
    await assert.rejects(open(server.url).readPointer(signal), because("refused"));
    await inPostgres(`DELETE FROM schema_versions WHERE version = ${newer}`, server.url);
  });

  test("rows that somebody deleted are damaged, and the blob can be written again", async () => {
    const origin = open(server.url);
    const blob = newBlob(3 * MIB, 9);
    await origin.writeBlob(blob.sha256, blob.bytes, blob.read, signal);
    await inPostgres("DELETE FROM origin_chunks WHERE position = 1", server.url);
    await assert.rejects(collect(origin.readBlob(blob.sha256, 0, signal)), because("damaged"));
    await origin.writeBlob(blob.sha256, blob.bytes, blob.read, signal);
    assert.ok((await collect(origin.readBlob(blob.sha256, 0, signal))).equals(blob.content));
  });
});
