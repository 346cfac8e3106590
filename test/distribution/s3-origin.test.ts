import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import { checkBlob, readPointerText, removeBlob } from "../../src/distribution/blobs.ts";
import type { WritableOrigin } from "../../src/distribution/origin.ts";
import { objectUrl } from "../../src/distribution/s3-origin.ts";
import { type S3OriginOptions, S3Origin } from "../../src/distribution/s3-origin.ts";
import { PROJECT_FOLDER } from "../../src/settings.ts";
import { eventually } from "../access/cluster/eventually.ts";
import { findFreePort } from "../fixtures/free-port.ts";
import { collect, newBlob, putPointer, readRaw } from "./blobs.ts";
import { because, originContract } from "./origin-contract.ts";
import { type StrictS3, openStrictS3 } from "./strict-s3.ts";

const { signal } = new AbortController();
const BUCKET = "releases";
const credentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "s3cret/Key+", sessionToken: "FwoG//to=ken" };
const closing: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closing) await close();
});

async function openServer(): Promise<StrictS3> {
  const server = await openStrictS3({ bucket: BUCKET, region: "eu-central-2", ...credentials });
  closing.push(() => server.close());
  return server;
}

function open(port: number, options: Partial<S3OriginOptions> = {}): WritableOrigin {
  const origin = new S3Origin({
    bucket: BUCKET,
    prefix: "a b/c+d&é",
    region: "eu-central-2",
    endpoint: new URL(`http://127.0.0.1:${port}`),
    credentials,
    userAgent: "country-trust/test",
    now: () => new Date(),
    idleMilliseconds: 5000,
    backOffMilliseconds: 1,
    ...options,
  });
  return origin;
}

const write = (origin: WritableOrigin, blob = newBlob(200_000)): Promise<void> =>
  origin.write(`sha256/${blob.sha256}`, blob, signal);

originContract({
  name: "S3, a strict stand-in",
  async newPlace() {
    const { port } = await openServer();
    return { publish: () => open(port), read: () => open(port) };
  },
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
    keepsPublishersApart: false,
  });

describe("the URL of an object", () => {
  const place = { bucket: "b", prefix: "p", region: "eu-west-3", endpoint: null };
  const cases = [
    [{}, "https://b.s3.eu-west-3.amazonaws.com/p/current.json"],
    [{ prefix: "" }, "https://b.s3.eu-west-3.amazonaws.com/current.json"],
    [{ bucket: "b.c" }, "https://s3.eu-west-3.amazonaws.com/b.c/p/current.json"],
    [{ region: "cn-north-1" }, "https://b.s3.cn-north-1.amazonaws.com.cn/p/current.json"],
    [{ endpoint: new URL("http://minio:9000/s3/") }, "http://minio:9000/s3/b/p/current.json"],
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
    assert.equal(await checkBlob(origin, blob, signal), "whole");
    server.faults = ["slow-down", "internal-error", null];
    await putPointer(origin, "{}", signal);
    server.faults = ["reset", "slow-down", null];
    assert.equal(await readPointerText(origin, signal), "{}");
    server.faults = ["slow-down", "reset", null];
    assert.ok((await collect(readRaw(origin, blob.sha256, signal))).equals(blob.content));
    server.faults = ["slow-down", "reset", null];
    await removeBlob(origin, blob, signal);
    assert.equal(await checkBlob(origin, blob, signal), "missing");
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
    const origin = open(server.port, { backOffMilliseconds: 3_600_000 });
    const controller = new AbortController();
    const reading = readPointerText(origin, controller.signal);
    await eventually("it is asked once", () => server.log.length > 0);
    controller.abort(new Error("enough"));
    await assert.rejects(reading, { message: "enough" });
  });

  for (const fault of ["truncated", "stalled"] as const) {
    test(`a blob that is ${fault} is unreachable, and can be read again`, async () => {
      const server = await openServer();
      const origin = open(server.port, { idleMilliseconds: 300 });
      const blob = newBlob(200_000);
      await write(origin, blob);
      server.faults = [fault, null];
      await assert.rejects(collect(readRaw(origin, blob.sha256, signal)), because("unreachable"));
      assert.ok((await collect(readRaw(origin, blob.sha256, signal))).equals(blob.content));
    });
  }

  for (const [fault, bytes] of [["short", 100_000] as const, ["flipped", 200_000] as const]) {
    test(`a blob that is ${fault} comes as the server sends it: its reader has to look`, async () => {
      const server = await openServer();
      const origin = open(server.port);
      const blob = newBlob(200_000);
      await write(origin, blob);
      server.faults = [fault];
      const read = await collect(readRaw(origin, blob.sha256, signal));
      assert.equal(read.length, bytes);
      assert.ok(!read.equals(blob.content));
    });
  }

  test("a pointer of an attempt that nobody answered may arrive after the next one", async () => {
    const server = await openServer();
    const origin = open(server.port, { idleMilliseconds: 100 });
    server.faults = ["late", null];
    await putPointer(origin, "sequence 7", signal);
    await putPointer(origin, "sequence 8", signal);
    assert.equal(await readPointerText(origin, signal), "sequence 8");
    // Whole it is all the same, and of a lower sequence: nodes refuse it.
    await eventually("it arrives", async () => (await readPointerText(origin, signal)) === "sequence 7");
    await putPointer(origin, "sequence 8", signal);
    assert.equal(await readPointerText(origin, signal), "sequence 8");
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
      for (const attempt of [() => write(origin), () => readPointerText(origin, signal)]) {
        await assert.rejects(attempt(), (error: Error) => {
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
    await putPointer(origin, "{}", signal);
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
