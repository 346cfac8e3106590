import type { OutgoingHttpHeaders } from "node:http";
import { type HttpClient, type HttpReply, openHttpClient, readAtMost } from "./http-exchange.ts";
import { type Origin, OriginError } from "./origin.ts";
import { contentFrom, rangeFrom } from "./partial-content.ts";
import { POINTER_BYTES_MAX, decodePointer } from "./pointer-text.ts";

const REDIRECTS_MAX = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

export interface HttpOriginOptions {
  /** `https://user:password@host/path/`, the folder that holds `current.json`. */
  readonly url: URL;
  /** What the server sees of us. */
  readonly userAgent: string;
  readonly idleMilliseconds?: number;
}

/**
 * Releases on an HTTP server, which nodes can read: what a folder origin holds, behind any static
 * server or CDN. User and password of the URL are sent as Basic credentials, to its host alone.
 */
export function openHttpOrigin(options: HttpOriginOptions): Origin {
  return new HttpOrigin(options);
}

/** A pointer that was read, and the tag by which the server knows it. */
interface KnownPointer {
  readonly etag: string;
  readonly text: string;
}

class HttpOrigin implements Origin {
  readonly name: string;
  readonly #folder: URL;
  readonly #headers: OutgoingHttpHeaders;
  readonly #credentials: string | null;
  readonly #client: HttpClient;
  #known: KnownPointer | null = null;

  constructor({ url, userAgent, idleMilliseconds }: HttpOriginOptions) {
    this.#folder = new URL(url.pathname.endsWith("/") ? url.pathname : `${url.pathname}/`, url.origin);
    this.name = this.#folder.href;
    // Compressed, a file would not be the bytes that its hash is of.
    this.#headers = { "User-Agent": userAgent, "Accept-Encoding": "identity" };
    const [user, password] = [url.username, url.password].map(decodeURIComponent);
    this.#credentials =
      url.username === "" && url.password === ""
        ? null
        : `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
    this.#client = openHttpClient({ name: this.name, ...(idleMilliseconds && { idleMilliseconds }) });
  }

  async readPointer(signal: AbortSignal): Promise<string | null> {
    const known = this.#known;
    const reply = await this.#get("current.json", signal, {
      // Caches on the way ask the server, too.
      "Cache-Control": "no-cache",
      ...(known !== null && { "If-None-Match": known.etag }),
    });
    if (reply === null) return null;
    if (reply.status === 304 && known !== null) {
      reply.discard();
      return known.text;
    }
    if (reply.status !== 200) throw this.#unexpected(reply, "current.json");
    const text = decodePointer(await readAtMost(reply, POINTER_BYTES_MAX), this.name);
    this.#known = isDecidedBy(reply) ? { etag: reply.headers.etag ?? "", text } : null;
    return text;
  }

  forgetPointer(): void {
    this.#known = null;
  }

  async *readBlob(sha256: string, start: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const path = `sha256/${sha256}`;
    const reply = await this.#get(path, signal, rangeFrom(start));
    if (reply === null) throw new OriginError("missing", `${this.name} has no ${path}`);
    const content = contentFrom(reply, start);
    if (content === null) throw this.#unexpected(reply, path);
    yield* content;
  }

  onPointerChange(): () => void {
    return () => {};
  }

  async close(): Promise<void> {
    this.#client.close();
  }

  /** Asks for a file, also where redirects lead; null where there is none. */
  async #get(path: string, signal: AbortSignal, headers: OutgoingHttpHeaders): Promise<HttpReply | null> {
    let url = new URL(path, this.#folder);
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      const isOwn = url.origin === this.#folder.origin;
      const reply = await this.#client.send({
        method: "GET",
        url,
        headers: {
          ...this.#headers,
          ...headers,
          ...(isOwn && this.#credentials !== null && { Authorization: this.#credentials }),
        },
        signal,
      });
      if (!REDIRECTS.includes(reply.status)) return this.#expectFile(reply, path);
      reply.discard();
      url = this.#redirected(url, reply.headers.location);
    }
    throw new OriginError("refused", `${this.name} redirects ${path} more than ${REDIRECTS_MAX} times`);
  }

  #redirected(from: URL, location: string | undefined): URL {
    const to = URL.parse(location ?? "", from.href);
    if (to === null || !/^https?:$/.test(to.protocol) || (from.protocol === "https:" && to.protocol === "http:"))
      throw new OriginError("refused", `${this.name} redirects to what cannot be followed`);
    return to;
  }

  #expectFile(reply: HttpReply, path: string): HttpReply | null {
    const { status, headers } = reply;
    const isEncoded = headers["content-encoding"] !== undefined && headers["content-encoding"] !== "identity";
    if (status < 400 && isEncoded) {
      reply.discard();
      throw new OriginError("refused", `${this.name} compresses ${path}: files have to be sent as they are`);
    }
    if (status !== 404 && status !== 410) return reply;
    reply.discard();
    return null;
  }

  #unexpected(reply: HttpReply, path: string): OriginError {
    reply.discard();
    const isPassing = reply.status >= 500 || reply.status === 408 || reply.status === 429;
    const why = reply.status === 401 ? ": it wants other credentials" : "";
    const message = `${this.name} answers ${reply.status} for ${path}${why}`;
    return new OriginError(isPassing ? "unreachable" : "refused", message);
  }
}

/**
 * Whether a tag stands for these bytes alone. nginx and others make it of the size and the second
 * of the change: of a file that changed within the second of the response, a later state may have
 * the same tag.
 */
function isDecidedBy({ headers }: HttpReply): boolean {
  const { etag, date = "" } = headers;
  const changed = headers["last-modified"];
  return etag !== undefined && (changed === undefined || Date.parse(date) - Date.parse(changed) >= 2000);
}
