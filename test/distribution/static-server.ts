import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

/** A web server over the files of a folder, with ranges and tags. */
export interface StaticServer {
  readonly url: URL;
  /** Every request so far, newest last. */
  readonly requests: IncomingMessage[];
  close(): Promise<void>;
}

/** Answers a request itself and returns true, or leaves it to the server. */
export type Interfere = (request: IncomingMessage, response: ServerResponse) => boolean;

export async function openStaticServer(folder: string, interfere: Interfere = () => false): Promise<StaticServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    if (!interfere(request, response)) sendFile(folder, request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function sendFile(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const file = path.join(folder, new URL(request.url ?? "/", "http://host").pathname);
  if (!existsSync(file)) {
    response.writeHead(404).end("nothing here");
    return;
  }
  const content = readFileSync(file);
  const etag = `"${createHash("sha256").update(content).digest("hex").slice(0, 16)}"`;
  const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? "");
  const start = Number(range?.[1] ?? 0);
  if (request.headers["if-none-match"] === etag) response.writeHead(304, { ETag: etag }).end();
  else if (range === null) response.writeHead(200, { ETag: etag, "Content-Length": content.length }).end(content);
  else if (start >= content.length)
    response.writeHead(416, { "Content-Range": `bytes */${content.length}` }).end("not so much");
  else {
    const span = `bytes ${start}-${content.length - 1}/${content.length}`;
    response
      .writeHead(206, { "Content-Range": span, "Content-Length": content.length - start })
      .end(content.subarray(start));
  }
}
