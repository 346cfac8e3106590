import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestHttp,
} from "node:http";
import { Agent as SecureAgent, request as requestHttps } from "node:https";
import { urlToHttpOptions } from "node:url";
import { OriginError } from "./origin.ts";

/** How long a server may send nothing, or take nothing. */
const IDLE_MILLISECONDS = 30_000;
/** Less than any server keeps an idle connection, so that none is used that is being closed. */
const KEEP_ALIVE_MILLISECONDS = 2000;
const CONNECTIONS_MAX = 8;

export interface HttpRequest {
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE";
  /** What it says of a user is not sent. */
  readonly url: URL;
  readonly headers: OutgoingHttpHeaders;
  /** Without it there is no body. */
  readonly body?: AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  /** Can be read once. Throws as `send` rejects. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Lets go of a body that nobody reads to its end. */
  discard(): void;
}

export interface HttpClient {
  /**
   * Sends one request, and follows no redirect. Rejects with an OriginError where no response
   * comes, with what the body throws, and with the reason of the signal once that is aborted.
   */
  send(request: HttpRequest): Promise<HttpReply>;
  close(): void;
}

export interface HttpClientOptions {
  /** How messages call the server. */
  readonly name: string;
  readonly idleMilliseconds?: number;
}

/** Opens a client that keeps a few connections, each for a moment. */
export function openHttpClient({ name, idleMilliseconds = IDLE_MILLISECONDS }: HttpClientOptions): HttpClient {
  const settings = { keepAlive: true, timeout: KEEP_ALIVE_MILLISECONDS, maxSockets: CONNECTIONS_MAX };
  const agents = { plain: new Agent(settings), secure: new SecureAgent(settings) };
  const translate = (error: unknown, signal: AbortSignal): unknown => {
    if (signal.aborted) return signal.reason;
    if (!isOfNetwork(error)) return error;
    // Node.js says no more of a body that ends early.
    const reason = error.message === "aborted" ? "the connection broke off" : error.message || error.code;
    return new OriginError("unreachable", `${name}: ${reason}`, { cause: error });
  };
  return {
    async send({ method, url, headers, body, signal }) {
      signal.throwIfAborted();
      const { auth: _, ...address } = urlToHttpOptions(url);
      const isSecure = url.protocol === "https:";
      const request = (isSecure ? requestHttps : requestHttp)({
        ...address,
        method,
        headers,
        signal,
        agent: isSecure ? agents.secure : agents.plain,
      });
      const idle = watch(idleMilliseconds, (error) => request.destroy(error));
      const responded = new Promise<IncomingMessage>((resolve, reject) => {
        request.once("response", resolve).on("error", reject);
      });
      idle.start();
      const sent = sendBody(request, body, idle);
      try {
        // A server may answer before it has everything, and only what the body throws ends sending.
        const response = await Promise.race([responded, sent.then(() => responded)]);
        idle.stop();
        const status = response.statusCode ?? 0;
        if (status < 300) await sent;
        return {
          status,
          headers: response.headers,
          body: readBody(response, idleMilliseconds, (error) => translate(error, signal)),
          discard: () => response.destroy(),
        };
      } catch (error) {
        request.destroy();
        throw translate(error, signal);
      } finally {
        idle.stop();
      }
    },
    close() {
      agents.plain.destroy();
      agents.secure.destroy();
    },
  };
}

async function* readBody(
  response: IncomingMessage,
  idleMilliseconds: number,
  translate: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  const idle = watch(idleMilliseconds, (error) => response.destroy(error));
  try {
    const pieces: AsyncIterable<Buffer> = response;
    idle.start();
    for await (const piece of pieces) {
      // The time that the reader takes is its own.
      idle.stop();
      yield piece;
      idle.start();
    }
  } catch (error) {
    throw translate(error);
  } finally {
    idle.stop();
    response.destroy();
  }
}

/** The whole of a body, or null where it has more bytes. */
export async function readAtMost(reply: HttpReply, bytesMax: number): Promise<Buffer | null> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of reply.body) {
    bytes += piece.length;
    if (bytes > bytesMax) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Writes a body as fast as it is taken, and nothing more once the request is over. */
async function sendBody(request: ClientRequest, body: HttpRequest["body"], idle: Watch): Promise<void> {
  if (body !== undefined) {
    // The time that reading takes is not the server's.
    idle.stop();
    for await (const piece of body) {
      if (request.destroyed) return;
      idle.start();
      if (!request.write(piece)) await untilDrained(request);
      idle.stop();
    }
    idle.start();
  }
  request.end();
}

function untilDrained(request: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      request.off("drain", done).off("close", done);
      resolve();
    };
    request.on("drain", done).on("close", done);
  });
}

interface Watch {
  start(): void;
  stop(): void;
}

/** Calls `onLate` when nothing has happened for so long. */
function watch(milliseconds: number, onLate: (error: NetworkError) => void): Watch {
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(timer);
  const start = (): void => {
    stop();
    const message = `nothing moved for ${milliseconds / 1000} s`;
    timer = setTimeout(() => onLate(Object.assign(new Error(message), { code: "ETIMEDOUT" })), milliseconds);
  };
  return { start, stop };
}

interface NetworkError extends Error {
  readonly code: string;
}

/** What sockets, TLS and the parser of HTTP throw has a code; an OriginError has none. */
function isOfNetwork(error: unknown): error is NetworkError {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}
