import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { FolderOrigin } from "../src/distribution/folder-origin.ts";
import { openHttpOrigin } from "../src/distribution/http-origin.ts";
import type { Origin, WritableOrigin } from "../src/distribution/origin.ts";
import { openPostgresOrigin } from "../src/distribution/postgres-origin.ts";
import { startNginx } from "../test/distribution/nginx.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * How fast is a file written to an origin and read from it, hashes included, and how much memory
 * does that take? Uses a schema `bench_origins` of a PostgreSQL, and nginx; both have to be there.
 *
 * npm run bench -- origins [--mebibytes 200] [--database postgres://…]
 */

const { values } = parseArgs({
  options: {
    mebibytes: { type: "string", default: "200" },
    database: { type: "string", default: "postgres://postgres@127.0.0.1:5432/test" },
  },
});
const PIECE = randomBytes(1024 * 1024);
const BYTES = Number(values.mebibytes) * PIECE.length;
const { signal } = new AbortController();

/** No two pieces are the same, and none is kept. */
async function* content(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < BYTES; at += PIECE.length) {
    const piece = Buffer.from(PIECE);
    piece.writeDoubleLE(at);
    yield piece;
  }
}

async function hashAll(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of pieces) hash.update(piece);
  return hash.digest("hex");
}

/** MiB a second, and the memory of this process at its most above that of before. */
async function measure(work: () => Promise<unknown>): Promise<string[]> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1000;
  clearInterval(timer);
  return [(BYTES / PIECE.length / seconds).toFixed(0), ((most - before) / PIECE.length).toFixed(0)];
}

const sha256 = await hashAll(content());
const write = (origin: WritableOrigin) => measure(() => origin.writeBlob(sha256, BYTES, content, signal));
const read = (origin: Origin) =>
  measure(async () => {
    if ((await hashAll(origin.readBlob(sha256, 0, signal))) !== sha256) throw new Error("other bytes came");
  });

const machine = describeMachine();
const folder = mkdtempSync(path.join(tmpdir(), "bench-origins-"));
const nginx = await startNginx("root /; location / { }");
const url = new URL(values.database);
url.searchParams.set("options", "-c search_path=bench_origins");
const { Client } = await import("pg");
const admin = new Client({ connectionString: values.database });
await admin.connect();
await admin.query("CREATE SCHEMA bench_origins");
const postgres = openPostgresOrigin({ url: url.href });
const onDisk = new FolderOrigin(folder);
const overHttp = openHttpOrigin({ url: new URL(`http://127.0.0.1:${nginx.port}${folder}`), userAgent: "bench" });
try {
  // The first call makes the tables.
  await postgres.readPointer(signal);
  const rows = [
    ["PostgreSQL", ...(await write(postgres)), ...(await read(postgres))],
    ["folder", ...(await write(onDisk)), ...(await read(onDisk))],
    ["HTTP from nginx", "", "", ...(await read(overHttp))],
  ];
  console.log(`${machine}\nA file of ${values.mebibytes} MiB.\n`);
  console.log(layOutTable(["origin", "written MiB/s", "memory MiB", "read MiB/s", "memory MiB"], rows));
} finally {
  await Promise.all([postgres, onDisk, overHttp].map((origin) => origin.close()));
  await admin.query("DROP SCHEMA bench_origins CASCADE");
  await admin.end();
  await nginx.close();
  rmSync(folder, { recursive: true });
}
