import { createServer } from "node:net";

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
