import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, type Server, type Socket, connect, createServer } from "node:net";
import { before, describe, test } from "node:test";
import { ConnectionDrainer } from "../../src/http/limit-connections.ts";
import type { HttpServer } from "../../src/http/http-server.ts";
import { openSharedServer, readRaw, send } from "./test-server.ts";

/**
 * A response that is sent before its request has come whole arrives whole, and what the client
 * sends then resets nothing.
 */

let server: HttpServer;

before(async () => {
  server = await openSharedServer();
});

const HEAD = "Host: trust.example\r\n";
const BODY = `${HEAD}Content-Length: 60000\r\n\r\n`;
const JSON_BODY = `Content-Type: application/json\r\n${HEAD}`;
const CHUNK = `2710\r\n${"x".repeat(10_000)}\r\n`;
const FILLING = "x".repeat(20_000);

/** What is sent first, what is sent twice once the response has come whole, and its status. */
type EarlyResponse = readonly [what: string, first: string, later: string, status: number];

/** The connection stays open: what Node.js has not read of a body it reads and drops. */
const KEPT_OPEN: readonly EarlyResponse[] = [
  ["a kept response", `GET /api/v2/scale HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 200],
  ["a response made on demand", `GET /api/v2/companies?limit=1 HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 200],
  ["a file", `GET /api/v2/intelligence/country-data.csv HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 200],
  ["a page", `GET /docs HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 200],
  ["OPTIONS", `OPTIONS /api/v2/scale HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 204],
  ["an unknown path", `GET /nowhere HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 404],
  ["POST to an unknown path", `POST /nowhere HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 404],
  ["a method that is not allowed", `DELETE /api/v2/scale HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 405],
  ["an unknown parameter", `GET /api/v2/companies?x=1 HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 400],
  ["a wrong media type", `POST /api/sign-up HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 415],
  [
    "a body stated too long",
    `POST /api/sign-up HTTP/1.1\r\n${JSON_BODY}Content-Length: 60000\r\n\r\n${FILLING}`,
    FILLING,
    413,
  ],
  [
    "a body found too long",
    `POST /api/sign-up HTTP/1.1\r\n${JSON_BODY}Transfer-Encoding: chunked\r\n\r\n${CHUNK}${CHUNK}`,
    CHUNK,
    413,
  ],
];

/**
 * There is no request to respond to, or no more can be read of it: the connection is drained and
 * closed.
 */
const DRAINED: readonly EarlyResponse[] = [
  ["an unknown method", `BREW /api/v2/scale HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 400],
  ["CONNECT", `CONNECT other.example:443 HTTP/1.1\r\n${HEAD}\r\n${FILLING}`, FILLING, 405],
  ["no HTTP", `nonsense\r\n${FILLING}`, FILLING, 400],
  ["a URL too long", `GET /api?x=${FILLING}`, `${FILLING} HTTP/1.1\r\n`, 414],
  ["headers too large", `GET /api HTTP/1.1\r\nHost: a\r\nX-Long: ${FILLING}`, FILLING, 431],
  [
    "a body with broken framing",
    `GET /api/v2/scale HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    FILLING,
    200,
  ],
  [
    "a body that is read and has broken framing",
    `POST /api/sign-up HTTP/1.1\r\n${JSON_BODY}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    FILLING,
    400,
  ],
];

describe("an early response arrives whole and resets nothing", () => {
  for (const [what, first, later, status] of [...KEPT_OPEN, ...DRAINED]) {
    test(what, async () => {
      const socket = connect({ host: "127.0.0.1", port: server.port, allowHalfOpen: true });
      socket.write(first);
      const text = await readResponse(socket);
      const received = readRaw(text);
      assert.equal(received.status, status, text.slice(0, 200));
      await sendAll(socket, later);
      await sendAll(socket, later);
      // A reset would be an error, here or above.
      const closed = once(socket, "close");
      socket.end();
      socket.resume();
      assert.deepEqual(await closed, [false]);
    });
  }
});

test("clients that ask for a tunnel and reset the connection end nothing but that", async () => {
  for (let tries = 0; tries < 100; tries += 1) {
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(`CONNECT other.example:443 HTTP/1.1\r\n${HEAD}\r\n${"x".repeat(tries * 300)}`);
    if (tries % 2 === 0) await once(socket, "data");
    socket.resetAndDestroy();
  }
  assert.equal((await send(server, "/healthz")).status, 200);
});

describe("a connection that is drained is closed at last", () => {
  const NEVER = 3_600_000;
  let bare: Server;
  let drainer: ConnectionDrainer;

  /** A client that never closes by itself, and the server's socket that is drained. */
  async function drain(): Promise<{ client: Socket; socket: Socket }> {
    const client = connect({ host: "127.0.0.1", port: (bare.address() as AddressInfo).port, allowHalfOpen: true });
    client.on("error", () => {});
    const [socket] = (await once(bare, "connection")) as [Socket];
    drainer.end(socket, "good-bye");
    const [last] = (await once(client, "data")) as [Buffer];
    assert.equal(last.toString(), "good-bye");
    return { client, socket };
  }

  async function open(milliseconds: number): Promise<void> {
    drainer = new ConnectionDrainer(milliseconds);
    bare = createServer({ allowHalfOpen: true });
    bare.listen(0, "127.0.0.1");
    await once(bare, "listening");
  }

  async function close(): Promise<void> {
    drainer.destroyAll();
    bare.close();
    await once(bare, "close");
  }

  test("when the client closes", async () => {
    await open(NEVER);
    const { client, socket } = await drain();
    client.end("thanks");
    await once(socket, "close");
    await close();
  });

  test("when its time is over", async () => {
    await open(20);
    const { client, socket } = await drain();
    await once(socket, "close");
    client.destroy();
    await close();
  });

  test("when all are closed", async () => {
    await open(NEVER);
    const { client, socket } = await drain();
    drainer.destroyAll();
    await once(socket, "close");
    client.destroy();
    await close();
  });
});

/** The first response on a connection, whole. */
async function readResponse(socket: Socket): Promise<string> {
  let text = "";
  socket.setEncoding("utf8");
  for await (const [chunk] of onData(socket)) {
    text += chunk;
    const { headers, body } = readRaw(text);
    if (text.includes("\r\n\r\n") && body.length >= Number(headers["content-length"] ?? 0)) return text;
  }
  return text;
}

/**
 * The chunks a connection gives; those of a `for await` over the socket itself would end with
 * destroying it.
 */
async function* onData(socket: Socket): AsyncGenerator<[string]> {
  for (;;) yield (await once(socket, "data")) as [string];
}

function sendAll(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(text, (error) => (error === null || error === undefined ? resolve() : reject(error)));
  });
}
