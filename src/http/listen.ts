import type { Server } from "node:http";

/** Where a server listens. */
interface ListenOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** See `HttpServerOptions`. */
  readonly sharesPort?: boolean;
}

/** Rejects when host and port cannot be listened on. */
export function listen(server: Server, { host, port, sharesPort = false }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, reusePort: sharesPort }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
