import assert from "node:assert/strict";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import path from "node:path";
import { Writable } from "node:stream";
import { beforeEach, describe, test } from "node:test";
import { pino } from "pino";
import type { Snapshot } from "../../src/release/snapshot.ts";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { settled } from "../fixtures/settled.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { checkProblem, openTestServer, RELEASE, send } from "./test-server.ts";

const folder = newTemporaryFolder();

const ADDRESS = "/api/v2/data/judgements.csv";

type File = NonNullable<ReturnType<Snapshot["tableFile"]>>;

/** What the servers of a test logged. */
const logged: string[] = [];
const log = new Writable({
  write(chunk: Buffer, _encoding, done) {
    logged.push(chunk.toString());
    done();
  },
});

/** A server whose judgements are this file. */
function openOver(file: File): ReturnType<typeof openTestServer> {
  const snapshot = buildMemorySnapshot(RELEASE);
  const releases = buildMemoryReleases({
    ...snapshot,
    tableFile: (table, format) => (table === "judgements" ? file : snapshot.tableFile(table, format)),
  });
  return openTestServer({ releases, logger: pino({ level: "warn" }, log) });
}

function writeLines(name: string, bytes: number): { path: string; content: Buffer } {
  const content = Buffer.alloc(bytes, "C1,governance,very_low\r\n");
  writeFileSync(path.join(folder, name), content);
  return { path: path.join(folder, name), content };
}

/** What arrives before the connection ends, and whether it ended as announced. */
function receive(port: number, address: string): Promise<{ status: number; body: Buffer; isWhole: boolean }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path: address, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", () => {});
      response.on("close", () =>
        resolve({ status: response.statusCode!, body: Buffer.concat(chunks), isWhole: response.complete }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });
}

describe("a large file", () => {
  beforeEach(() => logged.splice(0));

  test("that ends too early ends the connection, without a word of its own", async () => {
    const { path: file, content } = writeLines("short.csv", 5 * 1024 * 1024);
    const server = await openOver({ path: file, bytes: content.length + 1000, sha256: "c".repeat(64) });
    const { status, body, isWhole } = await receive(server.port, ADDRESS);
    assert.equal(status, 200);
    assert.equal(isWhole, false);
    assert.ok(content.subarray(0, body.length).equals(body), "nothing but the file arrives");
    await server.close();
    assert.match(logged.join(""), /the file ends 1000 bytes early.*"msg":"a file was cut off"\}\n$/u);
  });

  test("that cannot be read on ends the connection, without a word of its own", async () => {
    const unreadable = path.join(folder, "a-folder");
    mkdirSync(unreadable);
    const server = await openOver({ path: unreadable, bytes: 5 * 1024 * 1024, sha256: "d".repeat(64) });
    const received = await receive(server.port, ADDRESS).catch((error: NodeJS.ErrnoException) => error.code);
    if (typeof received === "object") assert.deepEqual([received.isWhole, received.body.length], [false, 0]);
    else assert.equal(received, "ECONNRESET");
    assert.equal((await send(server, "/healthz")).status, 200);
    await server.close();
    assert.match(logged.join(""), /EISDIR.*"msg":"a file was cut off"\}\n$/u);
  });

  test("that is gone is a refusal, since nothing was sent yet", async () => {
    const server = await openOver({
      path: path.join(folder, "gone.csv"),
      bytes: 5 * 1024 * 1024,
      sha256: "e".repeat(64),
    });
    checkProblem(await send(server, ADDRESS), 500, "internal_error");
    await server.close();
  });

  test("is read no faster than its reader takes it", async () => {
    const { path: file, content } = writeLines("slow.csv", 48 * 1024 * 1024);
    const server = await openOver({ path: file, bytes: content.length, sha256: "f".repeat(64) });
    const sent = request({ host: "127.0.0.1", port: server.port, path: ADDRESS, agent: false });
    sent.on("error", () => {});
    sent.end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    response.pause();
    await settled(() => response.socket.bytesRead);
    // A server that read on regardless has the whole file by now and does not miss what is cut off.
    truncateSync(file, 1024);
    let bytes = 0;
    response.on("error", () => {});
    response.on("data", (chunk: Buffer) => (bytes += chunk.length));
    response.resume();
    await new Promise((resolve) => response.once("close", resolve));
    assert.equal(response.complete, false);
    assert.ok(bytes < content.length);
    await server.close();
  });
});
