import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { EMPTY_SHA256, type UnsignedRequest, signS3Request } from "../../src/distribution/sign-s3-request.ts";

const BUCKET = "https://examplebucket.s3.amazonaws.com";
const common = { region: "us-east-1", bodySha256: EMPTY_SHA256, method: "GET" };

/**
 * The examples of the Amazon S3 API Reference, "Authenticating Requests: Using the Authorization
 * Header", and the signatures that it gives for them.
 */
const EXAMPLES: readonly (UnsignedRequest & { readonly what: string; readonly signature: string })[] = [
  {
    ...common,
    what: "GET of an object",
    url: new URL(`${BUCKET}/test.txt`),
    headers: { range: "bytes=0-9" },
    signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  },
  {
    ...common,
    what: "PUT of an object",
    method: "PUT",
    url: new URL(`${BUCKET}/test%24file.text`),
    headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
    bodySha256: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
    signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  },
  {
    ...common,
    what: "GET of the lifecycle of a bucket",
    url: new URL(`${BUCKET}/?lifecycle=`),
    signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
  },
  {
    ...common,
    what: "GET of a list of objects",
    url: new URL(`${BUCKET}/?prefix=J&max-keys=2`),
    signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  },
];

const credentials = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  sessionToken: null,
};
const at = new Date("2013-05-24T00:00:00.000Z");

describe("the signature of a request to S3", () => {
  for (const { what, signature, ...request } of EXAMPLES) {
    test(`is that of Amazon's example: ${what}`, () => {
      const { authorization } = signS3Request(request, credentials, at);
      assert.equal(/Signature=(\w+)$/.exec(authorization ?? "")?.[1], signature);
    });
  }

  test("covers a session token", () => {
    const request = { ...common, url: new URL(BUCKET) };
    const headers = signS3Request(request, { ...credentials, sessionToken: "FwoGZ" }, at);
    assert.equal(headers["x-amz-security-token"], "FwoGZ");
    assert.match(
      headers["authorization"] ?? "",
      /SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token/,
    );
  });
});
