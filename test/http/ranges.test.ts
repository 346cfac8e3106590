import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { RELEASE, checkProblem, openTestServer, send } from "./test-server.ts";

/** Ranges of bytes (RFC 9110 §14) of files: some are held in memory, some are streamed. */

const folder = newTemporaryFolder();
let server: HttpServer;

before(async () => {
  const snapshot = buildMemorySnapshot(RELEASE);
  const files = new Map([
    ["companies.csv", writeFile("companies.csv", 40_000)],
    ["judgements.csv", writeFile("judgements.csv", 5_000_000)],
    ["companies.parquet", writeFile("companies.parquet", 100_000)],
  ]);
  const releases = buildMemoryReleases({
    ...snapshot,
    tableFile: (table, format) => files.get(`${table}.${format}`) ?? snapshot.tableFile(table, format),
  });
  server = await openTestServer({ releases });
});
after(() => server.close());

function writeFile(name: string, bytes: number) {
  const content = Buffer.from(Array.from({ length: bytes / 10 }, (_, line) => `${line}`.padStart(9, "0")).join("\n"));
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return { path: file, bytes: content.length, sha256: name.replaceAll(/\W/gu, "").padEnd(64, "0") };
}

const PUBLISHED = "Fri, 20 Nov 2026 10:00:00 GMT";

for (const address of ["/api/v2/data/companies.csv", "/api/v2/data/judgements.csv", "/api/v2/data/companies.parquet"]) {
  const isStreamed = address.includes("judgements");
  describe(`GET ${address}`, () => {
    const ask = (headers: Record<string, string>, method = "GET") => send(server, address, { method, headers });
    const whole = async (): Promise<Buffer> => (await ask({})).body;

    test("206 with the bytes that are asked for, and what part of how many they are", async () => {
      const body = await whole();
      const last = body.length - 1;
      for (const [range, start, end] of [
        ["bytes=0-0", 0, 0],
        ["bytes=0-2", 0, 2],
        ["bytes=1-3", 1, 3],
        ["bytes=2-9", 2, 9],
        ["bytes=100-1999", 100, 1999],
        [`bytes=${last}-`, last, last],
        ["bytes=20000-", 20_000, last],
        ["bytes=0-999999999", 0, last],
        ["bytes=-1", last, last],
        ["bytes=-500", last - 499, last],
        ["bytes=-999999999", 0, last],
        ["Bytes= 5-6 ", 5, 6],
      ] as const) {
        const received = await ask({ Range: range });
        assert.equal(received.status, 206, range);
        assert.equal(received.headers["content-range"], `bytes ${start}-${end}/${body.length}`);
        assert.equal(received.headers["content-length"], String(end - start + 1));
        assert.equal(received.headers["accept-ranges"], "bytes");
        assert.ok(received.body.equals(body.subarray(start, end + 1)), range);
      }
    });

    test("a part is of the file itself, whatever codings are accepted", async () => {
      const body = await whole();
      const plain = await ask({});
      const received = await ask({ Range: "bytes=10-19", "Accept-Encoding": "br, gzip, zstd" });
      assert.equal(received.status, 206);
      assert.equal(received.headers["content-encoding"], undefined);
      assert.equal(received.headers.etag, plain.headers.etag);
      assert.equal(received.headers["content-type"], plain.headers["content-type"]);
      for (const name of ["cache-control", "vary", "last-modified"])
        assert.equal(received.headers[name], plain.headers[name], name);
      assert.ok(received.body.equals(body.subarray(10, 20)));
    });

    test("416 for a range that begins after the end, or is empty", async () => {
      const body = await whole();
      for (const range of [`bytes=${body.length}-`, "bytes=999999999-", "bytes=-0", "bytes=999999999-9999999999"]) {
        const received = await ask({ Range: range });
        const { detail } = checkProblem(received, 416, "range_not_satisfiable");
        assert.equal(received.headers["content-range"], `bytes */${body.length}`);
        assert.ok(detail.includes(String(body.length)));
      }
    });

    test("200 with the whole file for several ranges, other units and what is no range", async () => {
      const body = await whole();
      // Every way for a file that is held; a streamed one takes long, and shares the rules.
      for (const range of [
        "bytes=0-1,4-5",
        "bytes=0-1, 999999999-",
        "bytes=5-4",
        "bytes=-",
        "bytes=a-b",
        "bytes=0",
        "lines=0-1",
        "bytes",
        "",
        "bytes=0-99999999999999999999",
      ].slice(0, isStreamed ? 2 : Infinity)) {
        const received = await ask({ Range: range });
        assert.equal(received.status, 200, range);
        assert.equal(received.headers["content-range"], undefined);
        assert.ok(received.body.equals(body), range);
      }
    });

    test("HEAD says that ranges are sent, and describes the whole file", async () => {
      const body = await whole();
      for (const headers of [{}, { Range: "bytes=0-1" }] as Record<string, string>[]) {
        const received = await ask(headers, "HEAD");
        assert.equal(received.status, 200);
        assert.equal(received.headers["accept-ranges"], "bytes");
        assert.equal(received.headers["content-length"], String(body.length));
      }
    });

    test("If-Range: a part of the very file, otherwise the whole", async () => {
      const { headers, body } = await ask({});
      const etag = String(headers.etag);
      assert.equal(headers["last-modified"], PUBLISHED);
      const conditions = [
        [etag, 206],
        [PUBLISHED, 206],
        ["Friday, 20-Nov-26 10:00:00 GMT", 206],
        [`W/${etag}`, 200],
        ['"other"', 200],
        [`${etag}, "other"`, 200],
        ["Thu, 19 Nov 2026 10:00:00 GMT", 200],
        ["Sat, 21 Nov 2026 10:00:00 GMT", 200],
        ["nonsense", 200],
        ["*", 200],
      ] as const;
      for (const [condition, status] of isStreamed ? conditions.slice(0, 4) : conditions) {
        const received = await ask({ Range: "bytes=0-9", "If-Range": condition });
        assert.equal(received.status, status, condition);
        assert.ok(received.body.equals(status === 206 ? body.subarray(0, 10) : body));
      }
      const beyond = await ask({ Range: "bytes=999999999-", "If-Range": '"other"' });
      assert.equal(beyond.status, 200, "a condition that fails comes before the range");
    });

    test("the other conditions come before the range", async () => {
      const etag = String((await ask({})).headers.etag);
      for (const range of ["bytes=0-9", "bytes=999999999-"]) {
        assert.equal((await ask({ Range: range, "If-None-Match": etag })).status, 304);
        checkProblem(await ask({ Range: range, "If-Match": '"other"' }), 412, "precondition_failed");
      }
      assert.equal((await ask({ Range: "bytes=0-9", "If-Match": etag })).status, 206);
    });
  });
}

test("200 for ranges of what is no file", async () => {
  for (const address of ["/api/v2/scale", "/api/v2/companies?limit=1", "/docs"]) {
    const received = await send(server, address, { headers: { Range: "bytes=0-1" } });
    assert.equal(received.status, 200);
    assert.equal(received.headers["accept-ranges"], undefined);
  }
});
