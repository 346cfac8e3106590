import { createHash, createHmac } from "node:crypto";

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Token of temporary credentials; null for others. */
  readonly sessionToken: string | null;
}

export interface UnsignedRequest {
  readonly method: string;
  /** With all but unreserved characters of the path as %XX. */
  readonly url: URL;
  readonly region: string;
  /** The SHA-256 of the body, hexadecimal. */
  readonly bodySha256: string;
  /** Further headers to sign, with names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The SHA-256 of an empty body. */
export const EMPTY_SHA256 = createHash("sha256").digest("hex");

/**
 * The headers of a request to S3 with its signature, AWS Signature Version 4 (Amazon S3 API
 * Reference, "Authenticating Requests: Using the Authorization Header"). The body is signed by its
 * hash, so that a server refuses other bytes.
 */
export function signS3Request(
  { method, url, region, bodySha256, headers = {} }: UnsignedRequest,
  { accessKeyId, secretAccessKey, sessionToken }: S3Credentials,
  at: Date,
): Record<string, string> {
  const time = at.toISOString().replaceAll(/[:-]|\.\d+/g, "");
  const signed: Record<string, string> = {
    ...headers,
    host: url.host,
    "x-amz-content-sha256": bodySha256,
    "x-amz-date": time,
    ...(sessionToken !== null && { "x-amz-security-token": sessionToken }),
  };
  const names = Object.keys(signed).toSorted();
  const canonicalRequest = [
    method,
    url.pathname,
    url.search.slice(1).split("&").toSorted().join("&"),
    ...names.map((name) => `${name}:${signed[name]?.trim().replaceAll(/ +/g, " ")}`),
    "",
    names.join(";"),
    bodySha256,
  ].join("\n");
  const scope = [time.slice(0, 8), region, "s3", "aws4_request"];
  const hash = createHash("sha256").update(canonicalRequest).digest("hex");
  const text = ["AWS4-HMAC-SHA256", time, scope.join("/"), hash].join("\n");
  const key = scope.reduce<Buffer | string>((secret, part) => hmac(secret, part).digest(), `AWS4${secretAccessKey}`);
  return {
    ...signed,
    authorization:
      `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope.join("/")}, ` +
      `SignedHeaders=${names.join(";")}, Signature=${hmac(key, text).digest("hex")}`,
  };
}

function hmac(key: Buffer | string, text: string): ReturnType<typeof createHmac> {
  return createHmac("sha256", key).update(text);
}
