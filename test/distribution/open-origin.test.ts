import assert from "node:assert/strict";
import path from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { ensureBlob, readPointerText } from "../../src/distribution/blobs.ts";
import { type S3Access, isWritable, openOrigin } from "../../src/distribution/open-origin.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { collect, newBlob, putPointer, readRaw } from "./blobs.ts";
import { because } from "./origin-contract.ts";
import { openStaticServer } from "./static-server.ts";
import { openStrictS3 } from "./strict-s3.ts";

const { signal } = new AbortController();
const AGENT = "country-trust/test";
const ACCESS: S3Access = {
  awsAccessKeyId: "AKIDEXAMPLE",
  awsSecretAccessKey: "s3cret",
  awsSessionToken: null,
  awsRegion: "eu-central-2",
  awsEndpointUrl: null,
  now: () => new Date(),
};

const CREDENTIALS = ["user", "s3cret"].join(":");

describe("the origin at a URL", () => {
  const named = [
    [`https://${CREDENTIALS}@example.org/releases`, "https://example.org/releases/", false],
    ["http://example.org", "http://example.org/", false],
    ["s3://releases/country/trust/", "s3://releases/country/trust", true],
    ["s3://releases", "s3://releases", true],
    ["file:///srv/releases", "the folder /srv/releases", true],
  ] as const;
  for (const [url, name, canBeWritten] of named) {
    test(`${url} is called ${name}`, async () => {
      const origin = await openOrigin(url, AGENT, ACCESS);
      assert.equal(origin.name, name);
      assert.equal(isWritable(origin), canBeWritten);
    });
  }

  const unusable: readonly (readonly [string, RegExp, Partial<S3Access>?])[] = [
    ["postgres://127.0.0.1/none", /expected file:\/\/, https:\/\/ or s3:\/\//],
    ["https://example.org/releases?token=s3cret", /without parameters/],
    ["s3://key:s3cret@releases/x", /AWS_ACCESS_KEY_ID/],
    ["s3://releases/a%2F..%2Fb", /without dots/],
    ["s3://r/x", /expected s3:\/\/bucket\/prefix/],
    ["s3://releases?region=eu", /expected s3/],
    ["s3://releases", /needs AWS_ACCESS_KEY_ID/, { awsAccessKeyId: null }],
    ["s3://releases", /needs AWS_ACCESS_KEY_ID/, { awsSecretAccessKey: null }],
  ];
  for (const [url, message, change] of unusable) {
    test(`${url}${change ? ` with ${JSON.stringify(change)}` : ""} is refused`, async () => {
      await assert.rejects(openOrigin(url, AGENT, { ...ACCESS, ...change }), (error: Error) => {
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /s3cret/);
        return because("refused")(error);
      });
    });
  }

  test("a bucket is written to and read where AWS_ENDPOINT_URL says", async () => {
    const identity = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "s3cret", sessionToken: null };
    const server = await openStrictS3({ bucket: "releases", region: ACCESS.awsRegion, ...identity });
    const access = { ...ACCESS, awsEndpointUrl: `http://127.0.0.1:${server.port}` };
    const origin = await openOrigin("s3://releases/some%20where", AGENT, access);
    assert.ok(isWritable(origin));
    const blob = newBlob(1000);
    await ensureBlob(origin, blob, signal);
    assert.deepEqual([...server.objects.keys()], [`some where/sha256/${blob.sha256}`]);
    assert.deepEqual(await collect(readRaw(origin, blob.sha256, signal)), blob.content);
    await server.close();
  });

  test("what a folder holds is read behind a web server", async () => {
    const folder = newTemporaryFolder();
    const written = await openOrigin(pathToFileURL(folder).href, AGENT, ACCESS);
    assert.ok(isWritable(written));
    await putPointer(written, "{}", signal);
    const server = await openStaticServer(path.dirname(folder));
    const origin = await openOrigin(new URL(path.basename(folder), server.url).href, AGENT, ACCESS);
    assert.equal(await readPointerText(origin, signal), "{}");
    assert.equal(server.requests[0]?.headers["user-agent"], AGENT);
    await server.close();
  });
});
