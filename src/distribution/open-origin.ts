import { fileURLToPath } from "node:url";
import { FolderOrigin } from "./folder-origin.ts";
import { type Origin, OriginError, type WritableOrigin } from "./origin.ts";

/** What S3 needs apart from the URL, named as the settings are. */
export interface S3Access {
  readonly awsAccessKeyId: string | null;
  readonly awsSecretAccessKey: string | null;
  readonly awsSessionToken: string | null;
  readonly awsRegion: string;
  /** Of a service that is not Amazon's. */
  readonly awsEndpointUrl: string | null;
  readonly now: () => Date;
}

/** Bucket names of Amazon, and older ones. */
const BUCKET = /^[A-Za-z0-9][\w.-]{1,61}[A-Za-z0-9]$/;

/**
 * Opens the origin of the releases at a URL:
 *
 * - `postgres://…`: a database.
 * - `file:///…`: a folder, which any web server may publish.
 * - `https://…` or `http://…`: such a folder behind a web server, to be read; user and password in
 *   the URL are sent as Basic credentials.
 * - `s3://bucket/prefix`: a bucket. It stands in the host for Amazon and in the path for others,
 *   unless the URL ends in `?addressing=path` or `?addressing=virtual-host`.
 *
 * Only the driver of the one that is used is loaded. `userAgent` is what servers see of us. Nothing
 * is asked yet. Throws an OriginError where the URL cannot be used. To be closed.
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
      const { openHttpOrigin } = await import("./http-origin.ts");
      return openHttpOrigin({ url: parsed, userAgent });
    }
    case "s3:": {
      const { openS3Origin } = await import("./s3-origin.ts");
      return openS3Origin({ ...readS3Url(parsed, s3), userAgent, random: Math.random });
    }
    default: {
      const { openPostgresOrigin } = await import("./postgres-origin.ts");
      return openPostgresOrigin({ url });
    }
  }
}

/** Whether releases can be published there. */
export function isWritable(origin: Origin): origin is WritableOrigin {
  return "writePointer" in origin;
}

function readS3Url(url: URL, access: S3Access) {
  const { hostname: bucket } = url;
  const name = `s3://${bucket}${url.pathname}`;
  if (url.username !== "" || url.password !== "" || url.port !== "")
    throw unusable(`${name}: the key belongs into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, not into the URL`);
  if (!BUCKET.test(bucket)) throw unusable(`${name}: expected s3://bucket/prefix`);
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
    isVirtualHost: isVirtualHost(url, bucket, endpoint),
    credentials: { accessKeyId, secretAccessKey, sessionToken },
    now: access.now,
  };
}

/** A certificate for `*.s3.…` does not hold for a bucket with dots; other services may lack one. */
function isVirtualHost(url: URL, bucket: string, endpoint: URL | null): boolean {
  const { addressing, ...others } = Object.fromEntries(url.searchParams);
  if (Object.keys(others).length > 0 || !["path", "virtual-host", undefined].includes(addressing))
    throw unusable(`s3://${bucket}: expected no parameter but addressing=path or addressing=virtual-host`);
  return addressing === undefined ? endpoint === null && !bucket.includes(".") : addressing === "virtual-host";
}

function unusable(message: string): OriginError {
  return new OriginError("refused", message);
}
