import { fileURLToPath } from "node:url";
import { FolderOrigin } from "./folder-origin.ts";
import { HttpOrigin } from "./http-origin.ts";
import { type Origin, OriginError, type WritableOrigin } from "./origin.ts";

/** The settings of S3 apart from the URL, by their names. */
export interface S3Access {
  readonly awsAccessKeyId: string | null;
  readonly awsSecretAccessKey: string | null;
  readonly awsSessionToken: string | null;
  readonly awsRegion: string;
  /** The URL of a service that is not Amazon's. */
  readonly awsEndpointUrl: string | null;
  readonly now: () => Date;
}

/** Bucket names of Amazon, and older ones. */
const BUCKET = /^[A-Za-z0-9][\w.-]{1,61}[A-Za-z0-9]$/;

/**
 * Opens the origin of the releases at a URL:
 *
 * - `file:///…`: a folder, which any web server may publish.
 * - `https://…` or `http://…`: such a folder behind a web server, to be read; user and password in
 *   the URL are sent as Basic credentials.
 * - `s3://bucket/prefix`: a bucket.
 *
 * `userAgent` is sent to servers. No request is made yet. Throws an OriginError where the URL
 * cannot be used.
 */
export async function openOrigin(url: string, userAgent: string, s3: S3Access): Promise<Origin> {
  const parsed = new URL(url);
  switch (parsed.protocol) {
    case "file:":
      return new FolderOrigin(fileURLToPath(parsed));
    case "http:":
    case "https:": {
      if (parsed.search !== "" || parsed.hash !== "")
        throw unusable(`${parsed.origin}${parsed.pathname}: expected a folder, without parameters`);
      return new HttpOrigin({ url: parsed, userAgent });
    }
    case "s3:": {
      const { S3Origin } = await import("./s3-origin.ts");
      return new S3Origin({ ...readS3Url(parsed, s3), userAgent });
    }
    default:
      throw unusable(`${parsed.protocol}//: expected file://, https:// or s3://`);
  }
}

/** Returns true if releases can be published in an origin. */
export function isWritable(origin: Origin): origin is WritableOrigin {
  return "write" in origin;
}

function readS3Url(url: URL, access: S3Access) {
  const { hostname: bucket } = url;
  const name = `s3://${bucket}${url.pathname}`;
  if (url.username !== "" || url.password !== "" || url.port !== "")
    throw unusable(`${name}: the key belongs into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, not into the URL`);
  if (!BUCKET.test(bucket) || url.search !== "") throw unusable(`${name}: expected s3://bucket/prefix`);
  const parts = decodeURIComponent(url.pathname)
    .split("/")
    .filter((part) => part !== "");
  if (parts.includes(".") || parts.includes("..")) throw unusable(`${name}: expected a prefix without dots`);
  const { awsAccessKeyId: accessKeyId, awsSecretAccessKey: secretAccessKey, awsSessionToken: sessionToken } = access;
  if (accessKeyId === null || secretAccessKey === null)
    throw unusable(`${name} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`);
  const endpoint = access.awsEndpointUrl === null ? null : new URL(access.awsEndpointUrl);
  return {
    bucket,
    prefix: parts.join("/"),
    region: access.awsRegion,
    endpoint,
    credentials: { accessKeyId, secretAccessKey, sessionToken },
    now: access.now,
  };
}

function unusable(message: string): OriginError {
  return new OriginError("refused", message);
}
