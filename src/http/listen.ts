import type { Server } from "node:http";
import { type AddressInfo, createServer } from "node:net";

/** A server that listens already, and whose place another one takes; null for none. */
export type Predecessor = Server | null;

/** The host and port of a server. */
interface ListenOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** See `HttpServerOptions`. */
  readonly predecessor?: Predecessor;
}

/** Listens, and returns the address. Rejects when host and port cannot be listened on. */
export function listen(server: Server, { host, port, predecessor = null }: ListenOptions): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(predecessor ?? { host, port }, () => {
      server.off("error", reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

/**
 * Rejects as a server does that cannot listen on a port, before several threads share it: of a port
 * that is shared the system would let another program have a part, and nobody would notice.
 */
export async function expectFreePort(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, exclusive: true }, resolve);
  });
  await new Promise((resolve) => {
    server.close(resolve);
  });
}
