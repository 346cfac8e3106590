import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, type Server, type Socket, connect, createServer } from "node:net";
import { after, before, describe, test } from "node:test";
import { type Lingering, openLingering } from "../../src/http/lingering.ts";
import type { HttpDoor } from "../../src/http/open-http-door.ts";
import { openTestDoor, readRaw, send } from "./door.ts";

/** What is answered before its client has sent everything arrives whole, and what the client sends then resets nothing. */

let door: HttpDoor;

before(async () => {
  door = await openTestDoor();
});
after(() => door.close());

const HEAD = "Host: trust.example\r\nConnection: close\r\n";
const BODY = `${HEAD}Content-Length: 40000\r\n\r\n`;
const JSON_BODY = `Content-Type: application/json\r\n${HEAD}`;
const CHUNK = `2710\r\n${"x".repeat(10_000)}\r\n`;
const FILLING = "x".repeat(20_000);

/** What is sent first, what is sent once the answer has come whole, and the answer's status. */
const EARLY_ANSWERS: readonly (readonly [what: string, first: string, later: string, status: number])[] = [
  ["a kept answer", `GET /api/v2/scale HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 200],
  ["an answer made on demand", `GET /api/v2/companies?limit=1 HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 200],
  ["a file", `GET /api/v2/intelligence/country-data.csv HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 200],
  ["a page", `GET /docs HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 200],
  ["OPTIONS", `OPTIONS /api/v2/scale HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 204],
  ["nothing found", `GET /nowhere HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 404],
  ["POST where nothing is", `POST /nowhere HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 404],
  ["a method that is not taken", `DELETE /api/v2/scale HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 405],
  ["a method nobody knows", `BREW /api/v2/scale HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 405],
  ["CONNECT", `CONNECT other.example:443 HTTP/1.1\r\n${HEAD}\r\n${FILLING}`, FILLING, 405],
  ["a faulty parameter", `GET /api/v2/companies?x=1 HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 400],
  ["no Host", `GET /api HTTP/1.1\r\nContent-Length: 40000\r\n\r\n${FILLING}`, FILLING, 400],
  ["no HTTP", `nonsense\r\n${FILLING}`, FILLING, 400],
  ["a wrong media type", `POST /api/sign-up HTTP/1.1\r\n${BODY}${FILLING}`, FILLING, 415],
  [
    "a body stated too long",
    `POST /api/sign-up HTTP/1.1\r\n${JSON_BODY}Content-Length: 40000\r\n\r\n${FILLING}`,
    FILLING,
    413,
  ],
  [
    "a body found too long",
    `POST /api/sign-up HTTP/1.1\r\n${JSON_BODY}Transfer-Encoding: chunked\r\n\r\n${CHUNK}${CHUNK}`,
    `${CHUNK}0\r\n\r\n`,
    413,
  ],
  [
    "a body with broken framing",
    `GET /api/v2/scale HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    FILLING,
    200,
  ],
  ["an address too long", `GET /api?x=${FILLING}`, `${FILLING} HTTP/1.1\r\n`, 414],
  ["headers too large", `GET /api HTTP/1.1\r\nHost: a\r\nX-Long: ${FILLING}`, FILLING, 431],
  [
    "another request after the last one",
    `GET /api/v2/scale HTTP/1.1\r\n${HEAD}\r\n`,
    `GET /api/v2/sectors HTTP/1.1\r\n${HEAD}\r\n`,
    200,
  ],
];

describe("a client that is still sending gets the whole answer:", () => {
  for (const [what, first, later, status] of EARLY_ANSWERS) {
    test(what, async () => {
      const socket = connect({ host: "127.0.0.1", port: door.port, allowHalfOpen: true });
      socket.write(first);
      const text = await readToEnd(socket);
      const received = readRaw(text);
      assert.equal(received.status, status, text.slice(0, 200));
      if (status !== 204) assert.equal(received.headers["content-length"], String(received.body.length));
      assert.equal(received.headers["connection"], "close");
      await sendAll(socket, later);
      await sendAll(socket, later);
      // A reset would be an error, here or above.
      const closed = once(socket, "close");
      socket.end();
      assert.deepEqual(await closed, [false]);
    });
  }
});

test("clients that ask for a tunnel and reset the connection end nothing but that", async () => {
  for (let tries = 0; tries < 100; tries += 1) {
    const socket = connect(door.port, "127.0.0.1");
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(`CONNECT other.example:443 HTTP/1.1\r\n${HEAD}\r\n${"x".repeat(tries * 300)}`);
    if (tries % 2 === 0) await once(socket, "data");
    socket.resetAndDestroy();
  }
  assert.equal((await send(door, "/healthz")).status, 200);
});

describe("a connection that is waited for is closed at last", () => {
  const BYTES_MAX = 100_000;
  const NEVER = 3_600_000;
  let server: Server;
  let lingering: Lingering;

  /** A client that never closes by itself, and the server's socket that says good-bye to it. */
  async function sayGoodbye(): Promise<{ client: Socket; socket: Socket }> {
    const client = connect({ host: "127.0.0.1", port: (server.address() as AddressInfo).port, allowHalfOpen: true });
    client.on("error", () => {});
    const [socket] = (await once(server, "connection")) as [Socket];
    lingering.close(socket, "good-bye");
    assert.equal(await readToEnd(client), "good-bye");
    return { client, socket };
  }

  async function open(milliseconds: number, connectionsMax: number): Promise<void> {
    lingering = openLingering({ bytesMax: BYTES_MAX, milliseconds, connectionsMax });
    server = createServer({ allowHalfOpen: true });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  }

  async function close(): Promise<void> {
    lingering.cut();
    server.close();
    await once(server, "close");
  }

  test("when the client closes", async () => {
    await open(NEVER, 5);
    const { client, socket } = await sayGoodbye();
    client.end("thanks");
    await once(socket, "close");
    await close();
  });

  test("when the client has sent too much", async () => {
    await open(NEVER, 5);
    const { client, socket } = await sayGoodbye();
    await sendAll(client, "x".repeat(BYTES_MAX / 2));
    await once(socket, "data");
    assert.equal(socket.destroyed, false);
    client.write("x".repeat(BYTES_MAX));
    await once(socket, "close");
    client.destroy();
    await close();
  });

  test("when its time is over", async () => {
    await open(20, 5);
    const { client, socket } = await sayGoodbye();
    await once(socket, "close");
    client.destroy();
    await close();
  });

  test("when more are waited for than may be: the one that has waited longest", async () => {
    await open(NEVER, 2);
    const [first, second, third] = [await sayGoodbye(), await sayGoodbye(), await sayGoodbye()];
    assert.deepEqual(
      [first, second, third].map(({ socket }) => socket.destroyed),
      [true, false, false],
    );
    for (const { client } of [first, second, third]) client.destroy();
    await close();
  });

  test("when all are cut", async () => {
    await open(NEVER, 5);
    const { client, socket } = await sayGoodbye();
    lingering.cut();
    await once(socket, "close");
    client.destroy();
    await close();
  });
});

/** Everything a connection gives until its other side says that no more comes. */
async function readToEnd(socket: Socket): Promise<string> {
  let text = "";
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => (text += chunk));
  await once(socket, "end");
  return text;
}

function sendAll(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(text, (error) => (error === null || error === undefined ? resolve() : reject(error)));
  });
}
