import { randomUUID } from "node:crypto";
import { type Server, createServer } from "node:http";
import { Problem } from "../problem.ts";
import { JSON_TYPE } from "./endpoint.ts";
import { listen } from "./limit-connections.ts";
import { writeProblem } from "./http-problem.ts";
import { SHARED_HEADERS } from "./send-response.ts";
import { PROBLEM_TYPE, RETRY_SECONDS } from "./send-problem.ts";

export interface WaitingServerOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** See `HttpServerOptions`. */
  readonly baseUrl: string | null;
  /** A sentence for everybody why there is nothing to answer with yet. */
  readonly why: () => string;
}

/** A server that has nothing to answer with yet. */
export interface WaitingServer {
  readonly port: number;
  /** Another server can take its place; it is not closed then. */
  readonly server: Server;
  /** Lets go of the port, answers what has arrived, and cuts what is left after a second. */
  close(): Promise<void>;
}

const CLOSE_MILLISECONDS = 1000;

/**
 * Opens the server of a node that waits for its first release: every request gets 503 and why, but
 * `/healthz`, because nothing is wrong with the process. Rejects when host and port cannot be
 * listened on.
 */
export async function openWaitingServer(options: WaitingServerOptions): Promise<WaitingServer> {
  const { host, port, baseUrl, why } = options;
  let ownUrl = "";
  const server = createServer((request, response) => {
    const isHealth = request.url?.split("?", 1)[0] === "/healthz";
    const text = isHealth
      ? JSON.stringify({ status: "ok" })
      : writeProblem(new Problem("unavailable", why()), baseUrl ?? ownUrl, randomUUID());
    const retry = isHealth ? [] : ["Retry-After", String(RETRY_SECONDS)];
    const type = ["Content-Type", isHealth ? JSON_TYPE : PROBLEM_TYPE];
    // The next request may be one for the service itself.
    const own = [...type, "Cache-Control", "no-store", "Connection", "close", ...retry];
    response.writeHead(isHealth ? 200 : 503, [...SHARED_HEADERS, ...own]);
    response.end(text);
  });
  const listened = await listen(server, { host, port });
  ownUrl = `http://localhost:${listened.port}`;
  return {
    port: listened.port,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // A request may just be on its way.
        setTimeout(() => server.closeAllConnections(), CLOSE_MILLISECONDS).unref();
      }),
  };
}
