import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { lookup } from "node:dns/promises";
import { existsSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import type { WritableOrigin } from "../../src/distribution/origin.ts";
import { objectUrl } from "../../src/distribution/s3-origin.ts";
import { type S3OriginOptions, openS3Origin } from "../../src/distribution/s3-origin.ts";
import { PROJECT_FOLDER } from "../../src/settings.ts";
import { eventually } from "../access/cluster/eventually.ts";
import { findFreePort } from "../fixtures/free-port.ts";
import { collect, newBlob } from "./blobs.ts";
import { because, originContract } from "./origin-contract.ts";
import { type StrictS3, openStrictS3 } from "./strict-s3.ts";

const { signal } = new AbortController();
const BUCKET = "releases";
const credentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "s3cret/Key+", sessionToken: "FwoG//to=ken" };
const closing: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closing) await close();
});

async function openServer(pageSize = 1000): Promise<StrictS3> {
  const server = await openStrictS3({ bucket: BUCKET, region: "eu-central-2", pageSize, ...credentials });
  closing.push(() => server.close());
  return server;
}

function open(port: number, options: Partial<S3OriginOptions> = {}): WritableOrigin {
  const origin = openS3Origin({
    bucket: BUCKET,
    prefix: "a b/c+d&é",
    region: "eu-central-2",
    endpoint: new URL(`http://127.0.0.1:${port}`),
    isVirtualHost: false,
    credentials,
    userAgent: "country-trust/test",
    now: () => new Date(),
    random: () => 0.5,
    idleMilliseconds: 5000,
    backOffMilliseconds: 1,
    ...options,
  });
  closing.unshift(() => origin.close());
  return origin;
}

const write = (origin: WritableOrigin, { sha256, bytes, read } = newBlob(200_000)): Promise<void> =>
  origin.writeBlob(sha256, bytes, read, signal);

originContract({
  name: "S3, a strict stand-in with small pages",
  async newPlace() {
    const { port } = await openServer(3);
    return { publish: () => open(port), read: () => open(port) };
  },
  tellsChanges: false,
  keepsPublishersApart: false,
});

const withoutSubdomains = await lookup(`${BUCKET}.localhost`).then(
  () => false as const,
  () => "no names below localhost here",
);
if (withoutSubdomains) test("S3 with the bucket in the host", { skip: withoutSubdomains }, () => {});
else
  originContract({
    name: "S3, with the bucket in the host and no prefix",
    async newPlace() {
      const { port } = await openServer();
      const endpoint = new URL(`http://localhost:${port}`);
      const openOrigin = () => open(port, { endpoint, isVirtualHost: true, prefix: "" });
      return { publish: openOrigin, read: openOrigin };
    },
    tellsChanges: false,
    keepsPublishersApart: false,
  });

const withoutFauxqs = existsSync(path.join(PROJECT_FOLDER, "node_modules/fauxqs")) ? false : "fauxqs is not installed";
if (withoutFauxqs) test("S3, as fauxqs understands it", { skip: withoutFauxqs }, () => {});
else
  originContract({
    name: "S3, as fauxqs understands it",
    async newPlace() {
      const port = await startFauxqs();
      await fetch(`http://127.0.0.1:${port}/${BUCKET}`, { method: "PUT" });
      return { publish: () => open(port), read: () => open(port) };
    },
    tellsChanges: false,
    keepsPublishersApart: false,
  });

describe("the URL of an object", () => {
  const place = { bucket: "b", prefix: "p", region: "eu-west-3", endpoint: null, isVirtualHost: true };
  const cases = [
    [{}, "https://b.s3.eu-west-3.amazonaws.com/p/current.json"],
    [{ prefix: "" }, "https://b.s3.eu-west-3.amazonaws.com/current.json"],
    [{ isVirtualHost: false }, "https://s3.eu-west-3.amazonaws.com/b/p/current.json"],
    [{ region: "cn-north-1" }, "https://b.s3.cn-north-1.amazonaws.com.cn/p/current.json"],
    [{ endpoint: new URL("http://minio:9000/s3/") }, "http://b.minio:9000/s3/p/current.json"],
    [{ endpoint: new URL("http://minio:9000/s3"), isVirtualHost: false }, "http://minio:9000/s3/b/p/current.json"],
    [{ prefix: "it's (ä)/x y" }, "https://b.s3.eu-west-3.amazonaws.com/it%27s%20%28%C3%A4%29/x%20y/current.json"],
  ] as const;
  for (const [options, expected] of cases)
    test(expected, () => assert.equal(objectUrl({ ...place, ...options }, "current.json").href, expected));
});

describe("a bucket that is hurt", () => {
  test("what passes is tried again, and every attempt sends everything", async () => {
    const server = await openServer();
    const origin = open(server.port);
    const blob = newBlob(200_000);
    server.faults = ["slow-down", "reset", "internal-error", null];
    await write(origin, blob);
    assert.equal(server.log.length, 4);
    server.faults = ["reset", "slow-down", null];
    assert.equal(await origin.hasBlob(blob.sha256, signal), true);
    server.faults = ["slow-down", "internal-error", null];
    await origin.writePointer("{}", signal);
    server.faults = ["reset", "slow-down", null];
    assert.equal(await origin.readPointer(signal), "{}");
    server.faults = ["slow-down", "reset", null];
    assert.ok((await collect(origin.readBlob(blob.sha256, 0, signal))).equals(blob.content));
    server.faults = ["slow-down", null, "reset", null];
    assert.equal(await origin.removeUnused(new Set(), new Date(Date.now() + 60_000), signal), 1);
  });

  test("what does not pass is unreachable, after a few attempts", async () => {
    const server = await openServer();
    const origin = open(server.port);
    server.faults = Array.from({ length: 100 }, () => "slow-down");
    await assert.rejects(write(origin), because("unreachable"));
    assert.equal(server.log.length, 6);
  });

  test("waits between attempts grow, and end with the signal", async () => {
    const server = await openServer();
    server.faults = Array.from({ length: 100 }, () => "slow-down");
    const origin = open(server.port, { backOffMilliseconds: 3_600_000, random: () => 1 });
    const controller = new AbortController();
    const reading = origin.readPointer(controller.signal);
    await eventually("it is asked once", () => server.log.length === 1);
    controller.abort(new Error("enough"));
    await assert.rejects(reading, { message: "enough" });
  });

  for (const fault of ["truncated", "stalled"] as const) {
    test(`a blob that is ${fault} is unreachable, and its rest can be read`, async () => {
      const server = await openServer();
      const origin = open(server.port, { idleMilliseconds: 300 });
      const blob = newBlob(200_000);
      await write(origin, blob);
      server.faults = [fault, null];
      const pieces: Uint8Array[] = [];
      const read = async (start: number): Promise<void> => {
        for await (const piece of origin.readBlob(blob.sha256, start, signal)) pieces.push(piece);
      };
      await assert.rejects(read(0), (error: Error) => {
        assert.match(error.message, /the connection broke off|nothing moved for 0\.3 s/);
        return because("unreachable")(error);
      });
      const begin = Buffer.concat(pieces).length;
      assert.ok(begin > 0 && begin < blob.bytes, `${begin} bytes`);
      await read(begin);
      assert.ok(Buffer.concat(pieces).equals(blob.content));
    });
  }

  for (const [fault, bytes] of [["short", 100_000] as const, ["flipped", 200_000] as const]) {
    test(`a blob that is ${fault} comes as the server sends it: its reader has to look`, async () => {
      const server = await openServer();
      const origin = open(server.port);
      const blob = newBlob(200_000);
      await write(origin, blob);
      server.faults = [fault];
      const read = await collect(origin.readBlob(blob.sha256, 0, signal));
      assert.equal(read.length, bytes);
      assert.ok(!read.equals(blob.content));
    });
  }

  test("a pointer of an attempt that nobody answered may arrive after the next one", async () => {
    const server = await openServer();
    const origin = open(server.port, { idleMilliseconds: 100 });
    server.faults = ["late", null];
    await origin.writePointer("sequence 7", signal);
    await origin.writePointer("sequence 8", signal);
    assert.equal(await origin.readPointer(signal), "sequence 8");
    // Whole it is all the same, and of a lower sequence: nodes refuse it.
    await eventually("it arrives", async () => (await origin.readPointer(signal)) === "sequence 7");
    await origin.writePointer("sequence 8", signal);
    assert.equal(await origin.readPointer(signal), "sequence 8");
  });

  const wrong: readonly (readonly [string, Partial<S3OriginOptions>, RegExp])[] = [
    [
      "another secret",
      { credentials: { ...credentials, secretAccessKey: "other" } },
      /403 SignatureDoesNotMatch.*AWS_SECRET/,
    ],
    ["another id", { credentials: { ...credentials, accessKeyId: "other" } }, /403 InvalidAccessKeyId/],
    ["no session token", { credentials: { ...credentials, sessionToken: null } }, /400 InvalidToken/],
    ["a wrong clock", { now: () => new Date(0) }, /403 RequestTimeTooSkewed: the clock of this machine is wrong/],
    ["another region", { region: "us-east-1" }, /400 AuthorizationHeaderMalformed/],
    ["another bucket", { bucket: "other" }, /404 NoSuchBucket: there is no such bucket/],
  ];
  for (const [what, options, message] of wrong) {
    test(`${what} is refused at once, in words without secrets`, async () => {
      const server = await openServer();
      const origin = open(server.port, options);
      for (const attempt of [write(origin), origin.readPointer(signal)]) {
        await assert.rejects(attempt, (error: Error) => {
          assert.match(error.message, message);
          assert.doesNotMatch(`${error.message} ${origin.name}`, /s3cret|FwoG|AKID/);
          return because("refused")(error);
        });
      }
      assert.equal(server.log.length, 2);
      assert.equal(server.objects.size, 0);
    });
  }

  test("nothing rests on conditions, and caches are told what may change", async () => {
    const server = await openServer();
    const origin = open(server.port, { prefix: "p" });
    const blob = newBlob(10);
    await write(origin, blob);
    await origin.writePointer("{}", signal);
    await origin.removeUnused(new Set(), new Date(0), signal);
    assert.deepEqual(server.conditions, []);
    const headers = [...server.objects].map(([key, object]) => [key, object.headers]);
    assert.deepEqual(headers, [
      [
        `p/sha256/${blob.sha256}`,
        { "Content-Type": "application/octet-stream", "Cache-Control": "public, max-age=31536000, immutable" },
      ],
      ["p/current.json", { "Content-Type": "application/json", "Cache-Control": "no-cache" }],
    ]);
  });

  test("objects that are no blobs are left alone", async () => {
    const server = await openServer();
    const origin = open(server.port, { prefix: "" });
    const object = { content: Buffer.from("x"), changedAt: new Date(0), headers: {} };
    for (const key of ["sha256/notes.txt", `other/sha256/${"0".repeat(64)}`]) server.objects.set(key, object);
    assert.equal(await origin.removeUnused(new Set(), new Date(), signal), 0);
    assert.equal(server.objects.size, 2);
  });
});

/** Starts fauxqs, an emulator that others wrote, on a port of its own. */
async function startFauxqs(): Promise<number> {
  const port = await findFreePort();
  const script = `import("fauxqs").then(({ startFauxqs }) => startFauxqs({ port: ${port}, host: "127.0.0.1", logger: false }))`;
  const child = spawn(process.execPath, ["-e", script], { cwd: PROJECT_FOLDER, stdio: "ignore" });
  const kill = (): boolean => child.kill("SIGKILL");
  process.once("exit", kill);
  closing.push(async () => void kill());
  await eventually("fauxqs answers", () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    ),
  );
  return port;
}
