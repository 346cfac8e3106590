import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The one answer a bare server gives, whatever it is asked. */
export interface BareAnswer {
  readonly status: number;
  /** Names and values in turn. */
  readonly head: string[];
  readonly body: Uint8Array;
}

/*
 * The program that a service is compared with: what `node:http` costs by itself. It reads nothing
 * of a request, and sends one prepared buffer under one prepared list of headers.
 */
let status = 503;
let head: string[] = [];
let body: Buffer | undefined;

const server = createServer({ keepAliveTimeout: 72_000 }, (_request, response) => {
  response.writeHead(status, head);
  response.end(body);
});
process.on("message", (answer: BareAnswer) => {
  ({ status, head } = answer);
  body = answer.body.length === 0 ? undefined : Buffer.from(answer.body);
  process.send?.("shown");
});
process.once("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
