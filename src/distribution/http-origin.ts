import { exchange, type HttpReply, type HttpRequest, type HttpServer } from "./http-exchange.ts";
import { readAtMost, readDate, readPointerText } from "./http-exchange.ts";
import { type ClockReading, type Origin, OriginError } from "./origin.ts";

export interface HttpOriginOptions {
  /** `https://user:password@host/path/`, the folder that holds `current.json`. */
  readonly url: URL;
  /** The `User-Agent` that the server sees. */
  readonly userAgent: string;
  readonly idleMilliseconds?: number;
}

/**
 * An origin on an HTTP server, for nodes to read: the files of a folder origin, behind any static
 * server or CDN. User and password of the URL are sent as Basic credentials; `fetch` leaves them
 * out of redirects to other servers.
 */
export class HttpOrigin implements Origin {
  readonly name: string;
  readonly #folder: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #server: HttpServer;

  constructor({ url, userAgent, idleMilliseconds }: HttpOriginOptions) {
    this.#folder = new URL(url.pathname.endsWith("/") ? url.pathname : `${url.pathname}/`, url.origin);
    this.name = this.#folder.href;
    const user = [url.username, url.password].map(decodeURIComponent).join(":");
    this.#headers = {
      "User-Agent": userAgent,
      // A compressed file would not have the bytes of its hash. Caches on the way ask the server.
      "Accept-Encoding": "identity",
      "Cache-Control": "no-cache",
      ...(user !== ":" && { Authorization: `Basic ${Buffer.from(user).toString("base64")}` }),
    };
    this.#server = { name: this.name, ...(idleMilliseconds && { idleMilliseconds }) };
  }

  async readPointer(signal: AbortSignal): Promise<string | null> {
    const reply = await this.#ask("GET", "current.json", signal);
    return reply && (await readPointerText(reply, this.name));
  }

  async *readBlob(sha256: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const reply = await this.#ask("GET", `sha256/${sha256}`, signal);
    if (reply === null) throw new OriginError("missing", `${this.name} has no sha256/${sha256}`);
    yield* reply.body;
  }

  async readClock(signal: AbortSignal): Promise<ClockReading | null> {
    const reply = await this.#ask("HEAD", "current.json", signal);
    return reply && readDate(reply);
  }

  /** Asks for a file; null where there is none. */
  async #ask(method: HttpRequest["method"], path: string, signal: AbortSignal): Promise<HttpReply | null> {
    const request = { method, headers: this.#headers, signal };
    const reply = await exchange(this.#server, new URL(path, this.#folder), request);
    const { status, headers } = reply;
    const isEncoded = (headers.get("content-encoding") ?? "identity") !== "identity";
    if (status === 200 && !isEncoded) return reply;
    // Lets go of a body that nobody wants.
    await readAtMost(reply, 0);
    if (status === 200)
      throw new OriginError("refused", `${this.name} compresses ${path}: files have to be sent as they are`);
    if (status === 404 || status === 410) return null;
    const isPassing = status >= 500 || status === 408 || status === 429;
    const why = status === 401 ? ": it wants other credentials" : "";
    throw new OriginError(isPassing ? "unreachable" : "refused", `${this.name} answers ${status} for ${path}${why}`);
  }
}
