import { type IncomingHttpHeaders, createServer } from "node:http";
import { type AddressInfo, type Socket, createServer as createSocketServer } from "node:net";
import { after } from "node:test";

/** What a receiver was sent. */
export interface ReceivedEvent {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly port: number;
  readonly url: string;
  readonly events: readonly ReceivedEvent[];
  /** The status and headers of the next responses. */
  answer: { status: number; headers?: Record<string, string>; body?: string };
  /** How long a response takes. */
  delayMilliseconds: number;
}

/** Opens a server that takes webhooks on loopback, closed after the tests of the file. */
export async function openReceiver(): Promise<Receiver> {
  const events: ReceivedEvent[] = [];
  const receiver = { port: 0, url: "", events, answer: { status: 204 } as Receiver["answer"], delayMilliseconds: 0 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      events.push({ url: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString() });
      const { status, headers, body } = receiver.answer;
      setTimeout(() => response.writeHead(status, headers).end(body), receiver.delayMilliseconds).unref();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.port = (server.address() as AddressInfo).port;
  receiver.url = `http://127.0.0.1:${receiver.port}/hook?token=s3cret`;
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}

/** Opens a bare listener on loopback, IPv4 and IPv6, that counts connections. */
export async function openTrap(): Promise<{ readonly port: number; readonly connections: () => number }> {
  const sockets: Socket[] = [];
  const server = createSocketServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen({ port: 0, host: "::", ipv6Only: false }, resolve));
  after(() => server.close());
  return { port: (server.address() as AddressInfo).port, connections: () => sockets.length };
}
