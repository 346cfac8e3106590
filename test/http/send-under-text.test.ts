import assert from "node:assert/strict";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { type AddressInfo, type Socket, connect } from "node:net";
import { after, before, describe, test } from "node:test";
import type { Body } from "../../src/http/representation.ts";
import { sendUnderText } from "../../src/http/send-under-text.ts";
import { takeSheet } from "../../src/contract/byte-sheet.ts";

/** Bodies that tell which request they answer. */
function bodyOf(number: number): string {
  return `${number};`.repeat(14_000 / 8).slice(0, 8_000 + (number % 7) * 1000);
}

/** The same as text, as bytes and on a sheet in turn. */
function formOf(number: number): Body {
  const body = bodyOf(number);
  if (number % 3 === 0) return body;
  if (number % 3 === 1) return Buffer.from(body);
  const sheet = takeSheet();
  sheet.write(body);
  return sheet;
}

/** Is told of each answer, and whether the system has taken all of it. */
let told: (isTaken: boolean) => void = () => {};

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  const number = Number(request.url!.slice(1));
  const body = formOf(number);
  sendUnderText(response, 200, `Content-Length: ${body.length}\r\n`, body, () => "now");
  told(response.writableLength === 0);
});
before(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
after(() => {
  server.closeAllConnections();
  server.close();
});

function open(): Socket {
  return connect((server.address() as AddressInfo).port, "127.0.0.1");
}

function requestOf(number: number): string {
  return `GET /${number} HTTP/1.1\r\nHost: x\r\n\r\n`;
}

/** Reads so many answers and gives their bodies. */
async function readBodies(socket: Socket, count: number): Promise<string[]> {
  const bodies: string[] = [];
  let received = "";
  for await (const chunk of socket.setEncoding("latin1")) {
    received += chunk as string;
    for (;;) {
      const [, head = "", length = ""] = /^([^]*?Content-Length: (\d+)[^]*?\r\n\r\n)/u.exec(received) ?? [];
      const end = head.length + Number(length);
      if (head === "" || received.length < end) break;
      bodies.push(received.slice(head.length, end));
      received = received.slice(end);
    }
    if (bodies.length === count) return bodies;
  }
  return bodies;
}

describe("answers from memory that is used again", () => {
  test("arrive whole at who asks for many at once", async () => {
    const socket = open();
    const numbers = Array.from({ length: 40 }, (_, number) => number);
    socket.write(numbers.map(requestOf).join(""));
    assert.deepEqual(await readBodies(socket, numbers.length), numbers.map(bodyOf));
  });

  test("arrive whole at who is slow to take them, while others are answered", async () => {
    const slow = open();
    let asked = 0;
    // One after the other, none of them read, until the system takes no more.
    for (let isTaken = true; isTaken; asked += 1) {
      const answered = new Promise<boolean>((resolve) => (told = resolve));
      slow.write(requestOf(asked));
      isTaken = await answered;
    }
    const quick = open();
    quick.write(requestOf(asked));
    assert.deepEqual(await readBodies(quick, 1), [bodyOf(asked)]);
    assert.deepEqual(
      await readBodies(slow, asked),
      Array.from({ length: asked }, (_, number) => bodyOf(number)),
    );
  });
});
