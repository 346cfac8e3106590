import assert from "node:assert/strict";
import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { after } from "node:test";
import { pino } from "pino";
import { openAtlas } from "../../src/atlas/atlas.ts";
import { type HttpServer, type HttpServerOptions, openHttpServer } from "../../src/http/http-server.ts";
import { QUOTA_EXCEEDED } from "../../src/http/authorize.ts";
import type { ProblemDocument } from "../../src/http/http-problem.ts";
import type { ProblemCode } from "../../src/problem.ts";
import { buildSite } from "../../src/topics/site.ts";
import { type ApiDescription, buildConformance } from "./conformance.ts";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { readSettings } from "../../src/settings.ts";

export const RELEASE = "2026-11-20-aaaaaaaaaaaa";
export const BASE = "https://trust.example";

const atlas = openAtlas();

const opened = new Set<HttpServer>();

let isOver = false;

// A test that fails does not reach its own close, and an open server would keep the process.
after(async () => {
  isOver = true;
  await Promise.all([...opened].map((server) => server.close()));
});

const { documents, pages, problemPages } = buildSite({ securityContact: null });
const SITE = { documents, pages, problemPages };

/** Opens the real server on a free port over the small test dataset. */
export async function openTestServer(options: Partial<HttpServerOptions> = {}): Promise<HttpServer> {
  const server = await openHttpServer({
    releases: buildMemoryReleases(buildMemorySnapshot(RELEASE)),
    atlas,
    baseUrl: BASE,
    host: "127.0.0.1",
    port: 0,
    cacheBytesMax: 1_000_000,
    logger: pino({ level: "silent" }),
    now: () => new Date("2026-11-21T00:00:00Z"),
    stopGraceSeconds: 2,
    settings: readSettings({}),
    version: "0.0.0-test",
    ...SITE,
    ...options,
  });
  const tracked: HttpServer = {
    ...server,
    close() {
      opened.delete(tracked);
      return server.close();
    },
  };
  opened.add(tracked);
  // If `--test-name-pattern` names no test of a file, node:test does not wait for its `before`.
  if (isOver) await tracked.close();
  return tracked;
}

let shared: Promise<HttpServer> | undefined;

/** One server over the small test dataset for all tests of this process that leave it as it is. */
export function openSharedServer(): Promise<HttpServer> {
  return (shared ??= openTestServer());
}

/** An answer as it came over the wire, its body still packed. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in the order they came. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export interface SendOptions {
  readonly method?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Buffer;
  /** The server has operations of the test's own, of which the description knows nothing. */
  readonly hasOwnOperations?: boolean;
  /** The test authorizes by itself, of which the description knows nothing. */
  readonly authorizesItself?: boolean;
}

/**
 * Sends one request with exactly these headers besides Host, and holds the answer against the
 * OpenAPI document.
 */
export async function send(server: HttpServer, path: string, options: SendOptions = {}): Promise<Received> {
  const received = await exchange(server, path, options);
  if (options.authorizesItself === true || options.hasOwnOperations === true) return received;
  const check = await (conformance ??= openConformance());
  check({ method: options.method ?? "GET", target: path, ...received });
  return received;
}

let conformance: Promise<ReturnType<typeof buildConformance>> | undefined;

/**
 * The check against the document of the shared server: one under test may be broken, or counts its
 * requests.
 */
async function openConformance(): Promise<ReturnType<typeof buildConformance>> {
  const { body } = await exchange(await openSharedServer(), "/api/openapi.json", {});
  return buildConformance(JSON.parse(body.toString()) as ApiDescription);
}

function exchange(
  server: HttpServer,
  path: string,
  { method = "GET", headers = {}, body }: SendOptions,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port: server.port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const { statusCode = 0, headers: received, rawHeaders } = response;
        resolve({ status: statusCode, headers: received, rawHeaders, body: Buffer.concat(chunks) });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/**
 * Sends bytes as they are on a connection of their own and returns everything that comes back until
 * it is closed.
 */
export function sendRaw(server: HttpServer, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, "127.0.0.1");
    let received = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => (received += chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(received));
    socket.write(text);
  });
}

/** Splits what came back on a bare connection into its status, headers and body. */
export function readRaw(text: string): Received {
  const end = text.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = text.slice(0, end).split("\r\n");
  const rawHeaders = lines.flatMap((line) => [
    line.slice(0, line.indexOf(":")),
    line.slice(line.indexOf(":") + 1).trim(),
  ]);
  const headers: Record<string, string> = {};
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers[rawHeaders[index]!.toLowerCase()] = rawHeaders[index + 1]!;
  return { status: Number(statusLine.split(" ")[1]), headers, rawHeaders, body: Buffer.from(text.slice(end + 4)) };
}

/** Checks what every answer of any status carries. */
export function checkShared({ headers }: Received): void {
  assert.equal(headers["access-control-allow-origin"], "*");
  const exposed = headers["access-control-expose-headers"]?.split(", ") ?? [];
  for (const name of ["ETag", "Link", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-Id"])
    assert.ok(exposed.includes(name));
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["referrer-policy"], "no-referrer");
  assert.equal(headers["cross-origin-resource-policy"], "cross-origin");
  assert.equal(headers["timing-allow-origin"], "*");
  assert.equal(headers["content-security-policy"], "default-src 'none'; frame-ancestors 'none'");
  assert.match(String(headers["x-request-id"]), /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u);
}

/** Checks that an answer is a complete problem document and returns it. */
export function checkProblem(received: Received, status: number, code: ProblemCode): ProblemDocument {
  checkShared(received);
  assert.equal(received.status, status);
  assert.equal(received.headers["content-type"], "application/problem+json");
  assert.equal(received.headers["cache-control"], "no-store");
  assert.equal(received.headers["content-length"], String(received.body.length));
  const problem = JSON.parse(received.body.toString()) as ProblemDocument;
  assert.equal(problem.status, status);
  assert.equal(problem.code, code);
  const page = `${BASE}/problems/${code.replaceAll("_", "-")}`;
  assert.equal(problem.type, problem["violated-policies"] === undefined ? page : QUOTA_EXCEEDED);
  assert.equal(problem.instance, `urn:uuid:${String(received.headers["x-request-id"])}`);
  assert.ok(problem.title.length > 0 && problem.detail.length > 0);
  return problem;
}
