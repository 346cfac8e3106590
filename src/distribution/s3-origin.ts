import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { abortable } from "./abortable.ts";
import { checkedContent } from "./checked-content.ts";
import { type HttpClient, type HttpReply, type HttpRequest, openHttpClient, readAtMost } from "./http-exchange.ts";
import { OriginError, type WritableOrigin } from "./origin.ts";
import { contentFrom, rangeFrom } from "./partial-content.ts";
import { POINTER_BYTES_MAX, decodePointer } from "./pointer-text.ts";
import { type S3Place, keyPrefix, objectUrl } from "./s3-address.ts";
import { describeS3Error } from "./s3-error.ts";
import { parseObjectPage } from "./s3-object-page.ts";
import { EMPTY_SHA256, type S3Credentials, signS3Request } from "./sign-s3-request.ts";

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
