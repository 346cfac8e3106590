import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { abortable } from "./abortable.ts";
import { checkedContent } from "./checked-content.ts";
import { type HttpClient, type HttpReply, type HttpRequest, openHttpClient, readAtMost } from "./http-exchange.ts";
import { OriginError, type OriginFault, type WritableOrigin } from "./origin.ts";
import { contentFrom, rangeFrom } from "./partial-content.ts";
import { decodePointer, POINTER_BYTES_MAX } from "./pointer-text.ts";
import { EMPTY_SHA256, type S3Credentials, signS3Request } from "./sign-s3-request.ts";
import { DOMParser, type Element } from "@xmldom/xmldom";

/** What one request may store; more would have to be uploaded in parts. */
const OBJECT_BYTES_MAX = 5 * 1024 ** 3;
const PAGE_BYTES_MAX = 4 * 1024 * 1024;
const POINTER_KEY = "current.json";
const ATTEMPTS_MAX = 6;
/** The longest wait before the second attempt, and before any. */
const BACK_OFF_MILLISECONDS = 100;
const BACK_OFF_MILLISECONDS_MAX = 5000;

export interface S3OriginOptions extends S3Place {
  readonly credentials: S3Credentials;
  /** What the server sees of us. */
  readonly userAgent: string;
  readonly now: () => Date;
  readonly random: () => number;
  readonly idleMilliseconds?: number;
  readonly backOffMilliseconds?: number;
}

/**
 * Releases in a bucket of S3, or of what speaks its language. Every write is unconditional and may
 * come twice: a bucket cannot keep publishers apart, and a pointer that arrives late has a lower
 * sequence, which nodes refuse. What a server answers with 5xx or 429, and connections that break,
 * are tried again with growing waits.
 */
export function openS3Origin(options: S3OriginOptions): WritableOrigin {
  return new S3Origin(options);
}

/** A request to the bucket, before it is signed. */
interface S3Request {
  readonly method: HttpRequest["method"];
  /** Below the prefix; empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Each attempt reads it again from the start. */
  readonly body?: { readonly sha256: string; readonly bytes: number; readonly read: () => AsyncIterable<Uint8Array> };
}

class S3Origin implements WritableOrigin {
  readonly name: string;
  readonly #options: S3OriginOptions;
  readonly #client: HttpClient;

  constructor(options: S3OriginOptions) {
    this.name = `s3://${[options.bucket, options.prefix].filter((part) => part !== "").join("/")}`;
    this.#options = options;
    const { idleMilliseconds } = options;
    this.#client = openHttpClient({ name: this.name, ...(idleMilliseconds && { idleMilliseconds }) });
  }

  async readPointer(signal: AbortSignal): Promise<string | null> {
    const reply = await unlessMissing(this.#send({ method: "GET", key: POINTER_KEY }, signal));
    return reply === null ? null : decodePointer(await readAtMost(reply, POINTER_BYTES_MAX), this.name);
  }

  async *readBlob(sha256: string, start: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const reply = await this.#send({ method: "GET", key: `sha256/${sha256}`, headers: rangeFrom(start) }, signal);
    const content = contentFrom(reply, start);
    if (content === null) throw await describeS3Error(reply, this.name);
    yield* content;
  }

  forgetPointer(): void {}

  onPointerChange(): () => void {
    return () => {};
  }

  async hasBlob(sha256: string, signal: AbortSignal): Promise<boolean> {
    const reply = await unlessMissing(this.#send({ method: "HEAD", key: `sha256/${sha256}` }, signal));
    reply?.discard();
    return reply !== null;
  }

  async writeBlob(
    sha256: string,
    bytes: number,
    read: () => AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<void> {
    if (bytes > OBJECT_BYTES_MAX)
      throw new OriginError("refused", `${this.name}: a file of ${bytes} bytes is larger than the 5 GiB of an upload`);
    const headers = {
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "application/octet-stream",
    };
    const content = () => checkedContent(sha256, bytes, read(), signal);
    await this.#put(`sha256/${sha256}`, headers, { sha256, bytes, read: content }, signal);
  }

  async writePointer(text: string, signal: AbortSignal): Promise<void> {
    const bytes = Buffer.from(text);
    const headers = { "cache-control": "no-cache", "content-type": "application/json" };
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const read = async function* () {
      yield bytes;
    };
    await this.#put(POINTER_KEY, headers, { sha256, bytes: bytes.length, read }, signal);
  }

  async alone<Result>(_onWait: () => void, work: () => Promise<Result>): Promise<Result> {
    return work();
  }

  async removeUnused(inUse: ReadonlySet<string>, before: Date, signal: AbortSignal): Promise<number> {
    const unused: string[] = [];
    for await (const { key, changedAt } of this.#list("sha256/", signal)) {
      const sha256 = /^sha256\/([0-9a-f]{64})$/.exec(key)?.[1];
      if (sha256 !== undefined && !inUse.has(sha256) && changedAt < before) unused.push(key);
    }
    for (const key of unused) (await unlessMissing(this.#send({ method: "DELETE", key }, signal)))?.discard();
    return unused.length;
  }

  async close(): Promise<void> {
    this.#client.close();
  }

  async *#list(prefix: string, signal: AbortSignal): AsyncGenerator<{ key: string; changedAt: Date }> {
    const root = keyPrefix(this.#options);
    let token: string | null = null;
    do {
      const query = {
        "list-type": "2",
        prefix: `${root}${prefix}`,
        ...(token !== null && { "continuation-token": token }),
      };
      const reply = await this.#send({ method: "GET", key: "", query }, signal);
      const page = parseObjectPage(await readAtMost(reply, PAGE_BYTES_MAX), this.name);
      for (const { key, changedAt } of page.objects) yield { key: key.slice(root.length), changedAt };
      if (page.next === token) break;
      token = page.next;
    } while (token !== null);
  }

  async #put(
    key: string,
    headers: Readonly<Record<string, string>>,
    body: NonNullable<S3Request["body"]>,
    signal: AbortSignal,
  ): Promise<void> {
    const checksum = Buffer.from(body.sha256, "hex").toString("base64");
    const request = { method: "PUT", key, headers: { ...headers, "x-amz-checksum-sha256": checksum }, body } as const;
    (await this.#send(request, signal)).discard();
  }

  /** Sends a request, again where that may help, and returns a response below 300, or 416. */
  async #send(request: S3Request, signal: AbortSignal): Promise<HttpReply> {
    const { random, backOffMilliseconds = BACK_OFF_MILLISECONDS } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const reply = await this.#attempt(request, signal);
        if (reply.status < 300 || reply.status === 416) return reply;
        throw await describeS3Error(reply, this.name);
      } catch (error) {
        const mayPass = error instanceof OriginError && error.reason === "unreachable";
        if (!mayPass || attempt === ATTEMPTS_MAX) throw error;
      }
      // Clients that failed together do not come back together.
      const longest = Math.min(backOffMilliseconds * 2 ** (attempt - 1), BACK_OFF_MILLISECONDS_MAX);
      await abortable(wait(random() * longest), signal);
    }
  }

  #attempt({ method, key, query = {}, headers = {}, body }: S3Request, signal: AbortSignal): Promise<HttpReply> {
    const { region, credentials, userAgent, now } = this.#options;
    const url = objectUrl(this.#options, key, query);
    const bodySha256 = body?.sha256 ?? EMPTY_SHA256;
    const signed = signS3Request({ method, url, region, bodySha256, headers }, credentials, now());
    return this.#client.send({
      method,
      url,
      headers: { ...signed, "user-agent": userAgent, ...(body && { "content-length": body.bytes }) },
      ...(body && { body: body.read() }),
      signal,
    });
  }
}

/** What was asked for; null where it is missing. */
async function unlessMissing<Found>(question: Promise<Found>): Promise<Found | null> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof OriginError && error.reason === "missing") return null;
    throw error;
  }
}

/** Where objects lie. */
interface S3Place {
  readonly bucket: string;
  /** What all keys begin with, without the slash at its end; empty for none. */
  readonly prefix: string;
  readonly region: string;
  /** Of a service that is not Amazon's; null for Amazon. */
  readonly endpoint: URL | null;
  /** Whether the bucket stands in the host (`bucket.s3.example.org`) or in the path. */
  readonly isVirtualHost: boolean;
}

/** What the keys of a place begin with. */
function keyPrefix({ prefix }: S3Place): string {
  return prefix === "" ? "" : `${prefix}/`;
}

/** The URL of an object, or of the bucket where the key is empty, encoded as signatures want it. */
export function objectUrl(place: S3Place, key: string, query: Readonly<Record<string, string>> = {}): URL {
  const { bucket, region, endpoint, isVirtualHost } = place;
  const domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  const url = new URL(endpoint ?? `https://s3.${region}.${domain}`);
  if (isVirtualHost) url.host = `${bucket}.${url.host}`;
  const path = [
    ...url.pathname.split("/").filter((part) => part !== ""),
    ...(isVirtualHost ? [] : [bucket]),
    ...(key === "" ? [] : `${keyPrefix(place)}${key}`.split("/").map(encodeFully)),
  ];
  url.pathname = `/${path.join("/")}`;
  url.search = Object.entries(query)
    .map((pair) => pair.map(encodeFully).join("="))
    .join("&");
  return url;
}

/** Everything but unreserved characters (RFC 3986) as %XX. */
function encodeFully(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const ERROR_BYTES_MAX = 16 * 1024;

/** Codes in a body of 4xx that a later attempt may not get. */
const PASSING_CODES = ["RequestTimeout", "SlowDown", "OperationAborted"];

/** What to do about some codes. */
const HINTS: Readonly<Record<string, string>> = {
  AccessDenied: "the key lacks a permission (of s3:GetObject and s3:ListBucket, and s3:PutObject to publish)",
  Forbidden: "the key lacks a permission (without s3:ListBucket, S3 says so of objects that do not exist)",
  ExpiredToken: "AWS_SESSION_TOKEN has expired",
  InvalidAccessKeyId: "AWS_ACCESS_KEY_ID is not known there",
  NoSuchBucket: "there is no such bucket",
  RequestTimeTooSkewed: "the clock of this machine is wrong",
  SignatureDoesNotMatch: "AWS_SECRET_ACCESS_KEY is not the right one",
};

/** The error that stands for a response of S3 which is none of those that were hoped for. */
async function describeS3Error(reply: HttpReply, name: string): Promise<OriginError> {
  const { status, headers } = reply;
  const text = (await readAtMost(reply, ERROR_BYTES_MAX))?.toString() ?? "";
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? (status === 403 ? "Forbidden" : "");
  const region = headers["x-amz-bucket-region"];
  const hint = status < 400 && typeof region === "string" ? `the bucket lies in AWS_REGION=${region}` : HINTS[code];
  const said = [`${name} answers ${status}`, ...(code === "" ? [] : [` ${code}`]), ...(hint ? [`: ${hint}`] : [])];
  return new OriginError(faultOf(status, code), said.join(""));
}

function faultOf(status: number, code: string): OriginFault {
  if (status === 404) return code === "NoSuchBucket" ? "refused" : "missing";
  if (status >= 500 || status === 429 || status === 408 || PASSING_CODES.includes(code)) return "unreachable";
  // The bytes that came are not those of the hash that was signed: lost on the way.
  return code === "XAmzContentSHA256Mismatch" || code === "BadDigest" ? "unreachable" : "refused";
}

/** One page of the objects of a bucket. */
interface ObjectPage {
  readonly objects: readonly { readonly key: string; readonly changedAt: Date }[];
  /** What asks for the next page; null after the last. */
  readonly next: string | null;
}

/** Reads a response to ListObjectsV2; null is one that is too large. Throws an OriginError. */
export function parseObjectPage(bytes: Buffer | null, name: string): ObjectPage {
  try {
    const parser = new DOMParser({ onError: (_level, message) => fail(message) });
    const { documentElement } = parser.parseFromString(bytes?.toString() ?? "", "text/xml");
    if (documentElement?.localName !== "ListBucketResult") throw new Error("it is something else");
    const objects = [...documentElement.getElementsByTagName("Contents")].map((item) => {
      const changedAt = new Date(textOf(item, "LastModified"));
      if (Number.isNaN(changedAt.getTime())) throw new Error("an object has no time");
      return { key: textOf(item, "Key"), changedAt };
    });
    const isCut = textOf(documentElement, "IsTruncated") === "true";
    return { objects, next: isCut ? textOf(documentElement, "NextContinuationToken") : null };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new OriginError("damaged", `${name}: its list of objects cannot be read: ${why}`, { cause: error });
  }
}

function textOf(parent: Element, name: string): string {
  const text = parent.getElementsByTagName(name)[0]?.textContent;
  if (text === undefined || text === null || text === "") throw new Error(`${name} is missing`);
  return text;
}

function fail(message: string): never {
  throw new Error(message);
}
