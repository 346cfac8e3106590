import { POINTER_KEY, readAtMost } from "./blobs.ts";
import { exchange, type HttpReply, type HttpRequest, readDate } from "./http-exchange.ts";
import { type ClockReading, type Origin, OriginError } from "./origin.ts";

/**
 * An origin on an HTTP server, for nodes to read: the files of a folder origin, behind any static
 * server or CDN. User and password of the URL are sent as Basic credentials; `fetch` leaves them
 * out of redirects to other servers.
 */
export class HttpOrigin implements Origin {
  readonly name: string;
  readonly #folder: URL;
  readonly #common: Pick<HttpRequest, "name" | "headers" | "idleMilliseconds">;

  /**
   * `url` is that of the folder which holds `current.json`, `https://user:password@host/path/`;
   * the server sees `userAgent`.
   */
  constructor({ url, userAgent, idleMilliseconds }: { url: URL; userAgent: string; idleMilliseconds?: number }) {
    this.#folder = new URL(url.pathname.endsWith("/") ? url.pathname : `${url.pathname}/`, url.origin);
    this.name = this.#folder.href;
    const user = [url.username, url.password].map(decodeURIComponent).join(":");
    const headers = {
      "User-Agent": userAgent,
      // A compressed file would not have the bytes of its hash. Caches on the way ask the server.
      "Accept-Encoding": "identity",
      "Cache-Control": "no-cache",
      ...(user !== ":" && { Authorization: `Basic ${Buffer.from(user).toString("base64")}` }),
    };
    this.#common = { name: this.name, headers, idleMilliseconds };
  }

  async read(key: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array> | null> {
    return (await this.#ask("GET", key, signal))?.body ?? null;
  }

  async readClock(signal: AbortSignal): Promise<ClockReading | null> {
    const reply = await this.#ask("HEAD", POINTER_KEY, signal);
    return reply && readDate(reply);
  }

  /** Asks for a file; null where there is none. */
  async #ask(method: HttpRequest["method"], key: string, signal: AbortSignal): Promise<HttpReply | null> {
    const reply = await exchange({ ...this.#common, url: new URL(key, this.#folder), method, signal });
    const { status, headers, body } = reply;
    const isEncoded = (headers.get("content-encoding") ?? "identity") !== "identity";
    if (status === 200 && !isEncoded) return reply;
    // Lets go of a body that nobody wants.
    await readAtMost(body, 0);
    if (status === 200)
      throw new OriginError("refused", `${this.name} compresses ${key}: files have to be sent as they are`);
    if (status === 404 || status === 410) return null;
    const isPassing = status >= 500 || status === 408 || status === 429;
    const why = status === 401 ? ": it wants other credentials" : "";
    throw new OriginError(isPassing ? "unreachable" : "refused", `${this.name} answers ${status} for ${key}${why}`);
  }
}
