import { type BuildOptions, buildHttpServer } from "./build-http-server.ts";
import { stopServer } from "./connection-drainer.ts";
import { listen, type Predecessor } from "./listen.ts";
import type { WarmCache } from "./warm-cache.ts";

/** What the HTTP server is opened with. */
export interface HttpServerOptions extends BuildOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /**
   * Whether other threads of this process listen on the same port; the system deals connections out
   * among them.
   */
  readonly sharesPort?: boolean;
  /** New connections are this one's from now on; none is refused in between. */
  readonly predecessor?: Predecessor;
  /** How long a stop waits for responses under way. */
  readonly stopGraceSeconds: number;
}

/** The open HTTP server. */
export interface HttpServer {
  /** Where it listens: `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly port: number;
  /**
   * Settles when the responses of the present release are made and compressed; nobody has to wait
   * for it.
   */
  readonly whenWarm: Promise<void>;
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
  const { address, family, port } = await listen(server, options);
  // No request arrives in this turn of the event loop: none meets a URL without its origin.
  site.baseUrl = options.baseUrl ?? `http://localhost:${port}`;
  let cache: WarmCache;
  try {
    cache = built.warm();
  } catch (error) {
    await stopServer(server, drainer, 0);
    throw error;
  }
  const close = async (): Promise<void> => {
    state.isClosing = true;
    cache.stop();
    await stopServer(server, drainer, options.stopGraceSeconds);
  };
  let closed: Promise<void> | undefined;
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${port}`,
    port,
    get whenWarm() {
      return cache.whenWarm;
    },
    close: () => (closed ??= close()),
  };
}
