import { setTimeout as wait } from "node:timers/promises";
import { POINTER_KEY, readAtMost } from "./blobs.ts";
import { exchange, type HttpReply, type HttpRequest, readDate } from "./http-exchange.ts";
import type { BlobName, BlobState, ClockReading, Content, OriginFault, WritableOrigin } from "./origin.ts";
import { OriginError } from "./origin.ts";
import { EMPTY_SHA256, type S3Credentials, signS3Request } from "./sign-s3-request.ts";

/** Maximum size of one upload; larger files would have to be uploaded in parts. */
const OBJECT_BYTES_MAX = 5 * 1024 ** 3;
const BLOB_HEADERS = {
  "cache-control": "public, max-age=31536000, immutable",
  "content-type": "application/octet-stream",
};
const POINTER_HEADERS = { "cache-control": "no-cache", "content-type": "application/json" };
const ATTEMPTS_MAX = 6;
/** The longest wait before the second attempt, and before any. */
const BACK_OFF_MILLISECONDS = 100;
const BACK_OFF_MILLISECONDS_MAX = 5000;

export interface S3OriginOptions extends S3Place {
  readonly credentials: S3Credentials;
  /** The `User-Agent` that the server sees. */
  readonly userAgent: string;
  readonly now: () => Date;
  readonly idleMilliseconds?: number;
  readonly backOffMilliseconds?: number;
}

/** A request to the bucket, before it is signed. */
interface S3Request {
  readonly method: HttpRequest["method"];
  /** Below the prefix. */
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Each attempt reads it again from the start. */
  readonly body?: Content;
}

/**
 * An origin in a bucket of S3, or of a compatible service. Every write is unconditional and may
 * come twice: a bucket cannot keep publishers apart, and a pointer that arrives late has a lower
 * sequence, which nodes refuse. Requests that get 5xx or 429, or lose their connection, are tried
 * again with growing waits.
 */
export class S3Origin implements WritableOrigin {
  readonly name: string;
  readonly #options: S3OriginOptions;

  constructor(options: S3OriginOptions) {
    this.name = `s3://${[options.bucket, options.prefix].filter((part) => part !== "").join("/")}`;
    this.#options = options;
  }

  async read(key: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array> | null> {
    return (await unlessMissing(this.#send({ method: "GET", key }, signal)))?.body ?? null;
  }

  async readClock(signal: AbortSignal): Promise<ClockReading | null> {
    return readDate(await this.#attempt({ method: "HEAD", key: POINTER_KEY }, signal));
  }

  /** Amazon and most others keep the SHA-256 of an upload. */
  async check(key: string, { sha256, bytes }: BlobName, signal: AbortSignal): Promise<BlobState | null> {
    const headers = { "x-amz-checksum-mode": "ENABLED" };
    const reply = await unlessMissing(this.#send({ method: "HEAD", key, headers }, signal));
    if (reply === null) return "missing";
    if ((reply.headers.get("content-length") ?? String(bytes)) !== String(bytes)) return "damaged";
    const checksum = reply.headers.get("x-amz-checksum-sha256");
    if (checksum === null) return null;
    return checksum === toBase64(sha256) ? "whole" : "damaged";
  }

  async write(key: string, body: Content, signal: AbortSignal): Promise<void> {
    if (body.bytes > OBJECT_BYTES_MAX)
      throw new OriginError(
        "refused",
        `${this.name}: a file of ${body.bytes} bytes is larger than the 5 GiB of an upload`,
      );
    const headers = {
      ...(key === POINTER_KEY ? POINTER_HEADERS : BLOB_HEADERS),
      "x-amz-checksum-sha256": toBase64(body.sha256),
    };
    const reply = await this.#send({ method: "PUT", key, headers, body }, signal);
    await readAtMost(reply.body, ERROR_BYTES_MAX);
  }

  async remove(key: string, signal: AbortSignal): Promise<void> {
    await unlessMissing(this.#send({ method: "DELETE", key }, signal));
  }

  async alone<Result>(_onWait: () => void, work: () => Promise<Result>): Promise<Result> {
    return work();
  }

  /** Sends a request, again where that may help, and returns a response below 300. */
  async #send(request: S3Request, signal: AbortSignal): Promise<HttpReply> {
    const { backOffMilliseconds = BACK_OFF_MILLISECONDS } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const reply = await this.#attempt(request, signal);
        if (reply.status < 300) return reply;
        throw await describeS3Error(reply, this.name);
      } catch (error) {
        const mayPass = error instanceof OriginError && error.reason === "unreachable";
        if (!mayPass || attempt === ATTEMPTS_MAX) throw error;
      }
      // Clients that failed together do not come back together.
      const longest = Math.min(backOffMilliseconds * 2 ** (attempt - 1), BACK_OFF_MILLISECONDS_MAX);
      await wait(Math.random() * longest, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }

  #attempt({ method, key, headers = {}, body }: S3Request, signal: AbortSignal): Promise<HttpReply> {
    const { region, credentials, userAgent, now, idleMilliseconds } = this.#options;
    const url = objectUrl(this.#options, key);
    const bodySha256 = body?.sha256 ?? EMPTY_SHA256;
    const signed = signS3Request({ method, url, region, bodySha256, headers }, credentials, now());
    const sent = { ...signed, "user-agent": userAgent, ...(body && { "content-length": String(body.bytes) }) };
    // A redirect would need another signature.
    const request = { name: this.name, url, method, headers: sent, redirect: "manual", idleMilliseconds } as const;
    return exchange({ ...request, signal, ...(body && { body: body.read() }) });
  }
}

/** Converts a hash to base64, as headers of S3 have it. */
function toBase64(sha256: string): string {
  return Buffer.from(sha256, "hex").toString("base64");
}

/** Returns the reply to a question; null if the object is missing. */
async function unlessMissing<Found>(question: Promise<Found>): Promise<Found | null> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof OriginError && error.reason === "missing") return null;
    throw error;
  }
}

/** The location of objects. */
interface S3Place {
  readonly bucket: string;
  /** Prefix of all keys, without the slash at its end; empty for none. */
  readonly prefix: string;
  readonly region: string;
  /** URL of a service that is not Amazon's; null for Amazon. */
  readonly endpoint: URL | null;
}

/**
 * The URL of an object, encoded as signatures want it. The bucket stands in the host at Amazon,
 * unless it has dots, for which no certificate of `*.s3.…` holds, and in the path of others.
 */
export function objectUrl({ bucket, prefix, region, endpoint }: S3Place, key: string): URL {
  const domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  const isInHost = endpoint === null && !bucket.includes(".");
  const url = new URL(endpoint ?? `https://${isInHost ? `${bucket}.` : ""}s3.${region}.${domain}`);
  const parts = [...(isInHost ? [] : [bucket]), ...prefix.split("/"), ...key.split("/")];
  const path = [...url.pathname.split("/"), ...parts.map(encodeFully)];
  url.pathname = `/${path.filter((part) => part !== "").join("/")}`;
  return url;
}

/** Encodes everything but unreserved characters (RFC 3986) as %XX. */
function encodeFully(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const ERROR_BYTES_MAX = 16 * 1024;

/** Codes in a body of 4xx that a later attempt may not get. */
const PASSING_CODES = ["RequestTimeout", "SlowDown", "OperationAborted"];

/** Explanations of some codes, for messages. */
const HINTS: Readonly<Record<string, string>> = {
  AccessDenied: "the key lacks a permission (of s3:GetObject and s3:ListBucket, and s3:PutObject to publish)",
  Forbidden: "the key lacks a permission (without s3:ListBucket, S3 says so of objects that do not exist)",
  ExpiredToken: "AWS_SESSION_TOKEN has expired",
  InvalidAccessKeyId: "AWS_ACCESS_KEY_ID is not known there",
  NoSuchBucket: "there is no such bucket",
  RequestTimeTooSkewed: "the clock of this machine is wrong",
  SignatureDoesNotMatch: "AWS_SECRET_ACCESS_KEY is not the right one",
};

/** Turns an unexpected response of S3 into an error. */
async function describeS3Error(reply: HttpReply, name: string): Promise<OriginError> {
  const { status, headers } = reply;
  const text = (await readAtMost(reply.body, ERROR_BYTES_MAX))?.toString() ?? "";
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? (status === 403 ? "Forbidden" : "");
  const region = headers.get("x-amz-bucket-region");
  const hint = status < 400 && region !== null ? `the bucket lies in AWS_REGION=${region}` : HINTS[code];
  const said = [`${name} answers ${status}`, ...(code === "" ? [] : [` ${code}`]), ...(hint ? [`: ${hint}`] : [])];
  return new OriginError(faultOf(status, code), said.join(""));
}

function faultOf(status: number, code: string): OriginFault {
  if (status === 404) return code === "NoSuchBucket" ? "refused" : "missing";
  if (status >= 500 || status === 429 || status === 408 || PASSING_CODES.includes(code)) return "unreachable";
  // The body that arrived does not match its signed hash: it was damaged on the way.
  return code === "XAmzContentSHA256Mismatch" || code === "BadDigest" ? "unreachable" : "refused";
}
