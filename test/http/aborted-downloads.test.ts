import assert from "node:assert/strict";
import { existsSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { type Socket, connect } from "node:net";
import { join } from "node:path";
import { Writable } from "node:stream";
import { describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { pino } from "pino";
import { Type } from "../../src/ask/type.ts";
import { defineOperation, describeParameters } from "../../src/ask/operation.ts";
import { eventually } from "../access/cluster/eventually.ts";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { RELEASE, openTestServer, send } from "./test-server.ts";

const DOWNLOADS = 150;
const AT_ONCE = 25;
const HANDLES = "/proc/self/fd";

/** When a client goes away; every way in turn. */
const WAYS: readonly ((socket: Socket) => Promise<void>)[] = [
  // Its request may not have been read yet.
  async (socket) => void socket.destroy(),
  async (socket) => void socket.resetAndDestroy(),
  async (socket) => {
    await wait(1);
    socket.resetAndDestroy();
  },
  async (socket) => {
    await wait(3);
    socket.destroy();
  },
  (socket) => closeAtData(socket, () => socket.destroy()),
  (socket) => closeAtData(socket, () => socket.resetAndDestroy()),
];

function closeAtData(socket: Socket, close: () => void): Promise<void> {
  return new Promise((resolve) =>
    socket.once("data", () => {
      close();
      resolve();
    }),
  );
}

/** Whether nobody waits for the endless file any more. */
let isGivenUp = false;

const endlessFile = defineOperation({
  id: "endless_file",
  method: "GET",
  path: "/api/v2/endless",
  tag: "Reference",
  summary: "A test",
  description: "A test.",
  parameters: { path: Type.Object({}), query: describeParameters({}) },
  form: { kind: "file", mediaType: "application/octet-stream", description: "A test." },
  problems: [],
  dependsOn: "release",
  answer: () => ({
    kind: "bytes",
    name: "endless",
    filename: "endless.xlsx",
    async *chunks() {
      try {
        for (;;) yield Buffer.alloc(256 * 1024);
      } finally {
        isGivenUp = true;
      }
    },
  }),
});

/** Asks for a file and goes away in the given way. */
async function abort(port: number, path: string, way: (socket: Socket) => Promise<void>): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await new Promise((resolve) => socket.once("connect", resolve));
  await new Promise((resolve) => socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`, resolve));
  await way(socket);
}

/** How many descriptors of this process are open on a file. */
function countHandles(file: string): number {
  return readdirSync(HANDLES).filter((handle) => {
    try {
      return readlinkSync(join(HANDLES, handle)) === file;
    } catch {
      // It was closed since the list was read.
      return false;
    }
  }).length;
}

describe("downloads that clients abort", () => {
  const skip = existsSync(HANDLES) ? false : `${HANDLES} does not exist on this system`;

  test("close their file, and the log has nothing above debug", { skip }, async () => {
    const file = join(newTemporaryFolder(), "judgements.csv");
    const bytes = 8 * 1024 * 1024;
    writeFileSync(file, Buffer.alloc(bytes, "C1,governance,very_low\r\n"));
    const snapshot = buildMemorySnapshot(RELEASE);
    const releases = buildMemoryReleases({
      ...snapshot,
      tableFile: () => ({ path: file, bytes, sha256: "a".repeat(64) }),
    });
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on("warning", onWarning);
    const server = await openTestServer({ releases, logger: pino({ level: "warn" }, stream) });
    for (let done = 0; done < DOWNLOADS; done += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, i) =>
          abort(server.port, "/api/v2/data/judgements.csv", WAYS[(done + i) % WAYS.length]!),
        ),
      );
    // A server that goes on reading for nobody, or forgets a file, never gets there.
    await eventually("every file is closed", () => countHandles(file) === 0);
    assert.deepEqual(lines, []);
    assert.equal((await send(server, "/healthz")).status, 200);
    await server.close();
    process.off("warning", onWarning);
    assert.deepEqual(warnings, []);
  });

  test("of a file that is being made are no error", async () => {
    const logged: string[] = [];
    const log = new Writable({
      write(chunk: Buffer, _encoding, done) {
        logged.push(chunk.toString());
        done();
      },
    });
    const server = await openTestServer({ operations: [endlessFile], logger: pino({ level: "warn" }, log) });
    await abort(server.port, endlessFile.path, (socket) => closeAtData(socket, () => socket.resetAndDestroy()));
    await eventually("the file is given up", () => isGivenUp);
    await server.close();
    assert.deepEqual(logged, []);
  });
});
