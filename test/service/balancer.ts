import { once } from "node:events";
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Balancer {
  readonly url: string;
  close(): Promise<void>;
}

/** How long a node may take before the next one is asked. */
const PATIENCE_MILLISECONDS = 10_000;

/**
 * A balancer of GET requests as deploy/nginx configures one: nodes in turn, and the next one where
 * a node is not there, breaks off, or answers 502 or 503.
 */
export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const answer = async (asked: IncomingMessage, response: ServerResponse): Promise<void> => {
    turn += 1;
    const inTurn = ports.map((_, index) => ports[(turn + index) % ports.length]!);
    let last: Reply | null = null;
    for (const port of inTurn) {
      last = (await ask(agent, port, asked.url ?? "/", asked.headers)) ?? last;
      if (last !== null && last.status !== 502 && last.status !== 503) break;
    }
    const { status, headers, body } = last ?? { status: 502, headers: {}, body: Buffer.from("no node answers") };
    const { "content-type": type = "text/plain", "content-encoding": coding = "identity" } = headers;
    response.writeHead(status, { "content-type": type, "content-encoding": coding }).end(body);
  };
  const server = createServer((asked, response) => void answer(asked, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The whole reply of a node; null where there is none. */
function ask(agent: Agent, port: number, path: string, headers: IncomingHttpHeaders): Promise<Reply | null> {
  return new Promise((resolve) => {
    const fail = (): void => resolve(null);
    const sent = request({ host: "127.0.0.1", port, path, agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", fail);
      response.on("end", () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    sent.setTimeout(PATIENCE_MILLISECONDS, () => sent.destroy());
    sent.on("error", fail);
    sent.end();
  });
}
