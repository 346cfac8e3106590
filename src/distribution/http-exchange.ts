import { codeOf } from "../release/store/durable-files.ts";
import { type ClockReading, OriginError } from "./origin.ts";

/** Maximum time in which nothing moves, because of the server or of the reader. */
const IDLE_MILLISECONDS = 30_000;

export interface HttpRequest {
  /** The name of the server in messages. */
  readonly name: string;
  readonly url: URL;
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: AsyncIterable<Uint8Array>;
  readonly redirect?: "follow" | "manual";
  readonly idleMilliseconds?: number | undefined;
  readonly signal: AbortSignal;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Headers;
  /** Can be read once. Throws as `exchange` rejects. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Sends one request. Rejects with an OriginError if no response comes, with the error of the body,
 * and with the reason of the signal once that is aborted.
 */
export async function exchange(asked: HttpRequest): Promise<HttpReply> {
  const { name, url, body, signal, idleMilliseconds = IDLE_MILLISECONDS, ...request } = asked;
  signal.throwIfAborted();
  const idle = new AbortController();
  const late = new Error(`nothing moved for ${idleMilliseconds / 1000} s`);
  const timer = setTimeout(() => idle.abort(late), idleMilliseconds).unref();
  let thrown: unknown = null;
  const translate = (error: unknown): unknown => {
    if (signal.aborted) return signal.reason;
    if (thrown !== null) return thrown;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const why = idle.signal.aborted ? late.message : (cause instanceof Error && cause.message) || codeOf(cause);
    return new OriginError("unreachable", `${name}: ${why}`, { cause: error });
  };
  const watch = async function* (pieces: AsyncIterable<Uint8Array>, onError: (error: unknown) => unknown) {
    try {
      for await (const piece of pieces) {
        timer.refresh();
        yield piece;
      }
    } catch (error) {
      throw onError(error);
    }
  };
  try {
    const sent = body && ReadableStream.from(watch(body, (error) => (thrown = error)));
    const response = await fetch(url, {
      ...request,
      signal: AbortSignal.any([signal, idle.signal]),
      ...(sent && { body: sent, duplex: "half" }),
    });
    const pieces = watch(response.body ?? new Blob([]).stream(), translate);
    return { status: response.status, headers: response.headers, body: pieces };
  } catch (error) {
    throw translate(error);
  }
}

/** Reads the time of a server: its `Date`, cut to seconds, and the `Age` that a cache adds. */
export function readDate({ headers }: HttpReply): ClockReading | null {
  const from = Date.parse(headers.get("date") ?? "") + 1000 * Number(headers.get("age") ?? 0);
  return Number.isNaN(from) ? null : { from: new Date(from), until: new Date(from + 1000) };
}
