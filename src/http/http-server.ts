import { setTimeout as wait } from "node:timers/promises";
import { type BuildOptions, buildHttpServer } from "./build-http-server.ts";
import { listen, type Predecessor, stopServer } from "./limit-connections.ts";

/** Settings of an HTTP server that listens. */
export interface HttpServerOptions extends BuildOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** The server whose new connections this one takes over; none is refused in between. */
  readonly predecessor?: Predecessor;
  /**
   * A stopping server still takes requests for this time, while `/readyz` says 503 and every
   * response ends its connection: a balancer then has no connection left to lose a request on.
   */
  readonly drainSeconds?: number;
  /** Maximum wait of a stop for responses under way. */
  readonly stopGraceSeconds: number;
}

/** The open HTTP server. */
export interface HttpServer {
  /** The address on which it listens: `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly port: number;
  /**
   * Takes no more connections, lets responses under way finish within the grace, then cuts what is
   * left.
   */
  close(): Promise<void>;
}

/** Opens the HTTP server; rejects when host and port cannot be listened on. */
export async function openHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const built = buildHttpServer(options);
  const { server, drainer, state, site } = built;
  const endSwaps = built.clearOnSwap();
  const { address, family, port } = await listen(server, options);
  // No request arrives in this turn of the event loop: none meets a URL without its origin.
  site.baseUrl = options.baseUrl ?? `http://localhost:${port}`;
  const close = async (): Promise<void> => {
    state.isClosing = true;
    endSwaps();
    if (options.drainSeconds !== undefined) await wait(options.drainSeconds * 1000);
    await stopServer(server, drainer, options.stopGraceSeconds);
  };
  let closed: Promise<void> | undefined;
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${port}`,
    port,
    close: () => (closed ??= close()),
  };
}
