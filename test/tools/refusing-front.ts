import { once } from "node:events";
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  createServer,
} from "node:http";
import type { AddressInfo } from "node:net";

/**
 * What does not come from the service: a response; a connection that is reset before it answers,
 * or in the middle of a body (`cut`); one that says nothing (`silent`); `pass` is no refusal.
 */
type Refusal =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | "reset"
  | "cut"
  | "silent"
  | "pass";

/** What stands before a service and answers some requests itself, as a proxy does. */
interface Front {
  readonly url: string;
  /** Answers the next requests, one each; those after them reach the service. */
  refusals: Refusal[];
  /** What it was asked, in order: `GET /api/v2/scale`. */
  readonly asked: { readonly request: string; readonly headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

/** Opens one. Without a service, every request that is not refused is a 404. */
export async function openFront(service: string | null): Promise<Front> {
  const asked: Front["asked"] = [];
  const answer: RequestListener = (request, response) => {
    asked.push({ request: `${request.method} ${request.url}`, headers: request.headers });
    const refusal = front.refusals.shift() ?? (service === null ? { status: 404 } : "pass");
    if (refusal === "silent") return;
    if (refusal === "reset") {
      request.socket.resetAndDestroy();
      return;
    }
    if (refusal === "cut") {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "5000" }).write('{"meta":');
      setTimeout(() => request.socket.resetAndDestroy(), 20);
      return;
    }
    if (refusal !== "pass") {
      response.writeHead(refusal.status, refusal.headers).end(refusal.body);
      return;
    }
    const chunks: Uint8Array[] = [];
    request.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    request.on("end", () => void pass(request, Buffer.concat(chunks), response));
  };
  /** Passes a request on to the service, and its response back. */
  const pass = async ({ url, method = "GET", headers }: IncomingMessage, body: Buffer, response: ServerResponse) => {
    const sent = Object.entries(headers).filter(([name]) => /^(?:accept|authorization|content-type)$/u.test(name));
    const served = await fetch(`${service}${url}`, {
      method,
      headers: Object.fromEntries(sent) as Record<string, string>,
      redirect: "manual",
      ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
    });
    const kept = [...served.headers].filter(([name]) => /^(?:content-type|location|retry-after)$/u.test(name));
    response.writeHead(served.status, Object.fromEntries(kept)).end(Buffer.from(await served.arrayBuffer()));
  };
  const server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const front: Front = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refusals: [],
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return front;
}
