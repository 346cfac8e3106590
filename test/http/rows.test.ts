import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { describe, test } from "node:test";
import { Type } from "../../src/ask/type.ts";
import { defineOperation, type Operation } from "../../src/ask/operation.ts";
import { settled } from "../fixtures/settled.ts";
import { openTestServer, send } from "./test-server.ts";

const LINE = "a line that is made while it is sent\r\n";

/** An operation whose text has this many parts, and what became of them. */
function rowsOf(parts: number, failsAt = Infinity): { operation: Operation; made: () => number } {
  let made = 0;
  const operation = defineOperation({
    id: "list_lines",
    method: "GET",
    path: "/api/v2/lines.csv",
    tag: "Companies",
    summary: "Lines",
    description: "Lines.",
    parameters: { path: Type.Object({}), query: Type.Object({}) },
    form: { kind: "file", mediaType: "text/csv", description: "Lines." },
    problems: [],
    dependsOn: "release",
    answer: () => ({
      kind: "rows",
      name: "lines",
      filename: "lines.csv",
      *chunks() {
        for (let part = 0; part < parts; part += 1) {
          if (part === failsAt) throw new Error("a row is damaged");
          made = part + 1;
          yield LINE.repeat(1000);
        }
      },
    }),
  });
  return { operation, made: () => made };
}

const own = { hasOwnOperations: true } as const;
/** Too much to be held and then sent as a whole. */
const LONG = 200;
/** More than the system takes from the service for a client that reads nothing. */
const ENDLESS = 5000;

describe("a text that is made while it is sent", () => {
  test("arrives whole, with a tag by which it is not sent again", async () => {
    const { operation } = rowsOf(LONG);
    const server = await openTestServer({ operations: [operation] });
    const { status, headers, body } = await send(server, operation.path, own);
    assert.equal(status, 200);
    assert.ok(body.equals(Buffer.from(LINE.repeat(1000 * LONG))));
    assert.equal(headers["content-length"], undefined);
    assert.match(String(headers["content-disposition"]), /lines\.csv/u);
    const held = await send(server, operation.path, { ...own, headers: { "If-None-Match": String(headers.etag) } });
    assert.equal(held.status, 304);
    const head = await send(server, operation.path, { ...own, method: "HEAD" });
    assert.equal(head.headers.etag, headers.etag);
    assert.equal(head.body.length, 0);
    await server.close();
  });

  test("is made no faster than the client takes it, and no further than the client stays", async () => {
    const { operation, made } = rowsOf(ENDLESS);
    const server = await openTestServer({ operations: [operation] });
    const sent = request({ host: "127.0.0.1", port: server.port, path: operation.path, agent: false });
    sent.end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    response.pause();
    const before = await settled(made);
    assert.ok(before < ENDLESS, `${before} parts were made`);
    sent.destroy();
    assert.equal((await send(server, "/healthz", own)).status, 200);
    await server.close();
  });

  test("that is short is sent like any other, compressed", async () => {
    const { operation } = rowsOf(3);
    const server = await openTestServer({ operations: [operation] });
    const { headers } = await send(server, operation.path, { ...own, headers: { "Accept-Encoding": "gzip" } });
    assert.equal(headers["content-encoding"], "gzip");
    await server.close();
  });

  test("that cannot be made to its end ends the connection", async () => {
    const { operation } = rowsOf(LONG, 150);
    const server = await openTestServer({ operations: [operation] });
    await assert.rejects(send(server, operation.path, own));
    await server.close();
  });
});
