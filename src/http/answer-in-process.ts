import { type IncomingMessage, request } from "node:http";
import { type Duplex, duplexPair } from "node:stream";
import type { BuiltServer } from "./build-http-server.ts";

/** A response with its body still to be read. */
export interface InProcessResponse {
  readonly status: number;
  /** Names and values in turn, as they were sent. */
  readonly headers: readonly string[];
  readonly body: IncomingMessage;
}

/**
 * Asks a server that does not listen, over a stream within the process: its answer is the one that
 * a client of the service gets. `url` is a path with its query.
 */
export function answerInProcess(
  { server }: BuiltServer,
  url: string,
  { method = "GET", accept }: { readonly method?: "GET" | "HEAD"; readonly accept?: string } = {},
): Promise<InProcessResponse> {
  return new Promise((resolve, reject) => {
    const createConnection = (): Duplex => {
      const [ours, theirs] = duplexPair();
      server.emit("connection", theirs);
      return ours;
    };
    const headers = { host: "localhost", ...(accept === undefined ? {} : { accept }) };
    request({ path: url, method, headers, createConnection }, (body) =>
      resolve({ status: body.statusCode ?? 0, headers: body.rawHeaders, body }),
    )
      .once("error", reject)
      .end();
  });
}

/** The value of a header, by the name as the service writes it; null where there is none. */
export function headerOf({ headers }: Pick<InProcessResponse, "headers">, name: string): string | null {
  const at = headers.findIndex((each, index) => index % 2 === 0 && each === name);
  return at < 0 ? null : (headers[at + 1] ?? null);
}
