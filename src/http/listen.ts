import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that listens already, and whose place another one takes; null for none. */
export type Predecessor = Server | null;

/** Where a server listens. */
interface ListenOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** See `HttpServerOptions`. */
  readonly sharesPort?: boolean;
  /** See `HttpServerOptions`. */
  readonly predecessor?: Predecessor;
}

/** Returns where it listens. Rejects when host and port cannot be listened on. */
export function listen(
  server: Server,
  { host, port, sharesPort = false, predecessor = null }: ListenOptions,
): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(predecessor ?? { host, port, reusePort: sharesPort }, () => {
      server.off("error", reject);
      resolve(server.address() as AddressInfo);
    });
  });
}
