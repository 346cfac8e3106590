import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseObjectPage } from "../../src/distribution/s3-origin.ts";
import { because } from "./origin-contract.ts";

const page = (inner: string): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</ListBucketResult>`,
  );
const OBJECT = "<Contents><Key>a&amp;b/c</Key><LastModified>2026-11-22T10:00:00.000Z</LastModified></Contents>";

describe("a page of the objects of a bucket", () => {
  test("is read, whatever else it says", () => {
    const more =
      "<KeyCount>1</KeyCount><IsTruncated>true</IsTruncated><NextContinuationToken>a+/=</NextContinuationToken>";
    assert.deepEqual(parseObjectPage(page(`${OBJECT}${more}`), "s3://b"), {
      objects: [{ key: "a&b/c", changedAt: new Date("2026-11-22T10:00:00.000Z") }],
      next: "a+/=",
    });
    const none = { objects: [], next: null };
    assert.deepEqual(parseObjectPage(page("<IsTruncated>false</IsTruncated>"), "s3://b"), none);
  });

  const damaged: readonly (readonly [string, Buffer | null])[] = [
    ["is too large", null],
    ["is empty", Buffer.alloc(0)],
    ["is a page of HTML", Buffer.from("<html><body>Welcome</body></html>")],
    ["ends early", page(OBJECT).subarray(0, -30)],
    ["does not say whether it is the last", page(OBJECT)],
    ["names no next one", page("<IsTruncated>true</IsTruncated>")],
    ["has an object without a key", page(OBJECT.replace(/<Key>.*<\/Key>/, ""))],
    ["has an object of no time", page(OBJECT.replace("2026-11-22", "yesterday"))],
  ];
  for (const [what, bytes] of damaged)
    test(`that ${what} is damaged`, () => assert.throws(() => parseObjectPage(bytes, "s3://b"), because("damaged")));
});
