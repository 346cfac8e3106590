import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** How a request is hurt. What is not named works. */
export type Fault =
  /** 503 before the body was read. */
  | "slow-down"
  /** 500 after everything was stored. */
  | "internal-error"
  /** The connection breaks before a response, and nothing is stored. */
  | "reset"
  /** The body of the response ends half way, and the connection breaks. */
  | "truncated"
  /** The body of the response ends half way, as if that were all. */
  | "short"
  /** One bit of the body of the response is another one. */
  | "flipped"
  /** Nothing comes any more after half of the body of the response. */
  | "stalled"
  /** Stores what came after a while, and answers nobody. */
  | "late";

export interface StrictS3 {
  readonly port: number;
  /** Key and content. */
  readonly objects: Map<string, StoredObject>;
  /** Method and path of every request, with what became of it. */
  readonly log: string[];
  /** Headers that no request may have were sent. */
  readonly conditions: string[];
  /** Faults of the next requests, in order. */
  faults: (Fault | null)[];
  close(): Promise<void>;
}

interface StoredObject {
  readonly content: Buffer;
  readonly changedAt: Date;
  readonly headers: Record<string, string>;
}

export interface StrictS3Options {
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | null;
  /** Whether it tells the checksums of its objects; all do by default. */
  readonly tellsChecksums?: boolean;
}

const LATE_MILLISECONDS = 400;

class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/**
 * A stand-in for S3 that believes nothing: signatures, clocks, lengths, hashes and checksums have
 * to be right, as Amazon wants them. Keeps objects in memory.
 */
export async function openStrictS3(options: StrictS3Options): Promise<StrictS3> {
  const objects = new Map<string, StoredObject>();
  const log: string[] = [];
  const conditions: string[] = [];
  const server = createServer((request, response) => {
    const fault = s3.faults.shift() ?? null;
    const answer = async (): Promise<void> => {
      try {
        await respond({ request, response, options, objects, conditions, fault });
      } catch (error) {
        if (!(error instanceof S3Refusal)) throw error;
        response.writeHead(error.status, { "Content-Type": "application/xml", Connection: "close" });
        response.end(request.method === "HEAD" ? "" : `<?xml version="1.0"?><Error><Code>${error.code}</Code></Error>`);
      }
      log.push(`${request.method} ${request.url} ${fault ?? response.statusCode}`);
    };
    // A client that is gone is no matter.
    answer().catch(() => request.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const s3: StrictS3 = {
    port: (server.address() as AddressInfo).port,
    objects,
    log,
    conditions,
    faults: [],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return s3;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly options: StrictS3Options;
  readonly objects: Map<string, StoredObject>;
  readonly conditions: string[];
  readonly fault: Fault | null;
}

async function respond({ request, response, options, objects, conditions, fault }: Exchange): Promise<void> {
  checkSignature(request, options);
  for (const header of ["if-match", "if-none-match"])
    if (request.headers[header] !== undefined) conditions.push(header);
  if (fault === "slow-down") throw new S3Refusal(503, "SlowDown");
  if (fault === "reset") {
    request.destroy();
    return;
  }
  const key = keyOf(request, options.bucket);
  const found = objects.get(key);
  if (request.method === "PUT") {
    const stored = await receive(request);
    if (request.headers["if-none-match"] === "*" && found !== undefined) throw new S3Refusal(412, "PreconditionFailed");
    const changedAt = new Date(Math.floor(Date.now() / 1000) * 1000);
    if (fault === "late") {
      setTimeout(() => objects.set(key, { ...stored, changedAt }), LATE_MILLISECONDS);
      return;
    }
    objects.set(key, { ...stored, changedAt });
    if (fault === "internal-error") throw new S3Refusal(500, "InternalError");
    response.writeHead(200, { ETag: '"x"' }).end();
  } else if (request.method === "DELETE") {
    objects.delete(key);
    response.writeHead(204).end();
  } else if (found === undefined) throw new S3Refusal(404, "NoSuchKey");
  else send(found, request, response, fault, options.tellsChecksums ?? true);
}

function send(
  { content, headers }: StoredObject,
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault | null,
  tellsChecksums: boolean,
): void {
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "bytes=0-")?.[1] ?? Number.NaN);
  if (start > 0 && start >= content.length) throw new S3Refusal(416, "InvalidRange");
  const part = Buffer.from(content.subarray(start));
  if (fault === "flipped") part[part.length >> 1] = (part[part.length >> 1] ?? 0) ^ 4;
  const half = part.subarray(0, part.length >> 1);
  const isAsked = tellsChecksums && request.headers["x-amz-checksum-mode"] === "ENABLED";
  response.writeHead(request.headers.range === undefined ? 200 : 206, {
    ...headers,
    ...(isAsked && { "x-amz-checksum-sha256": createHash("sha256").update(content).digest("base64") }),
    "Content-Length": fault === "short" ? half.length : part.length,
    ...(request.headers.range !== undefined && {
      "Content-Range": `bytes ${start}-${content.length - 1}/${content.length}`,
    }),
  });
  if (request.method === "HEAD") response.end();
  else if (fault === "truncated") response.write(half, () => response.destroy());
  else if (fault === "stalled") response.write(half);
  else response.end(fault === "short" ? half : part);
}

/** The object that a request brings; throws where it is not what its headers say. */
async function receive(request: IncomingMessage): Promise<Omit<StoredObject, "changedAt">> {
  const length = request.headers["content-length"];
  if (length === undefined) throw new S3Refusal(411, "MissingContentLength");
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  const content = Buffer.concat(pieces);
  if (content.length !== Number(length)) throw new S3Refusal(400, "IncompleteBody");
  const hash = createHash("sha256").update(content).digest();
  if (request.headers["x-amz-content-sha256"] !== hash.toString("hex"))
    throw new S3Refusal(400, "XAmzContentSHA256Mismatch");
  if (request.headers["x-amz-checksum-sha256"] !== hash.toString("base64")) throw new S3Refusal(400, "BadDigest");
  const { "content-type": type = "", "cache-control": cache = "" } = request.headers;
  return { content, headers: { "Content-Type": type, "Cache-Control": cache } };
}

/** The key of a request, whose bucket is in its path. */
function keyOf(request: IncomingMessage, bucket: string): string {
  const { pathname } = new URL(request.url ?? "", "http://host");
  const [first, ...rest] = decodeURIComponent(pathname).slice(1).split("/");
  if (first !== bucket) throw new S3Refusal(404, "NoSuchBucket");
  return rest.join("/");
}

/** Throws unless a request is signed for this server and this moment, as it came. */
function checkSignature(request: IncomingMessage, options: StrictS3Options): void {
  const { headers } = request;
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/.exec(
      headers.authorization ?? "",
    );
  if (given === null) throw new S3Refusal(403, "AccessDenied");
  const [, id, day = "", region = "", signedNames = "", signature] = given;
  if (id !== options.accessKeyId) throw new S3Refusal(403, "InvalidAccessKeyId");
  if (region !== options.region) throw new S3Refusal(400, "AuthorizationHeaderMalformed");
  if ((headers["x-amz-security-token"] ?? null) !== options.sessionToken) throw new S3Refusal(400, "InvalidToken");
  const names = signedNames.split(";");
  // Whatever begins with x-amz-, and the host, has to be signed.
  const required = ["host", ...Object.keys(headers).filter((name) => name.startsWith("x-amz-"))];
  if (!required.every((name) => names.includes(name))) throw new S3Refusal(403, "AccessDenied");
  const date = String(headers["x-amz-date"]);
  const time = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
  if (Math.abs(Date.parse(time) - Date.now()) > 15 * 60_000 || !date.startsWith(day))
    throw new S3Refusal(403, "RequestTimeTooSkewed");
  const [path = "", search = ""] = (request.url ?? "").split("?");
  const canonical = `${request.method}\n${path}\n${search.split("&").toSorted().join("&")}\n${names
    .map((name) => `${name}:${String(headers[name])}\n`)
    .join("")}\n${signedNames}\n${String(headers["x-amz-content-sha256"])}`;
  const hash = createHash("sha256").update(canonical).digest("hex");
  const sign = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const ofDay = sign(Buffer.from(`AWS4${options.secretAccessKey}`), day);
  const ofService = sign(sign(sign(ofDay, region), "s3"), "aws4_request");
  const expected = sign(ofService, `AWS4-HMAC-SHA256\n${date}\n${day}/${region}/s3/aws4_request\n${hash}`);
  if (expected.toString("hex") !== signature) throw new S3Refusal(403, "SignatureDoesNotMatch");
}
