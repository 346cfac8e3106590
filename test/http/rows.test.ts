import assert from "node:assert/strict";
import { request } from "node:http";
import { describe, test } from "node:test";
import { Type } from "typebox";
import { defineOperation, type Operation } from "../../src/contract/operation.ts";
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
    isRarelyAsked: true,
    answer: () => ({
      kind: "rows",
      name: "lines",
      filename: "lines.csv",
      *chunks() {
        made = 0;
        for (; made < parts; made += 1) {
          if (made === failsAt) throw new Error("a row is damaged");
          yield LINE.repeat(1000);
        }
      },
    }),
  });
  return { operation, made: () => made };
}

const own = { hasOwnOperations: true } as const;
const PARTS = 1000;

describe("a text that is made while it is sent", () => {
  test("arrives whole, with a tag by which it is not sent again", async () => {
    const { operation } = rowsOf(PARTS);
    const server = await openTestServer({ operations: [operation] });
    const { status, headers, body } = await send(server, operation.path, own);
    assert.equal(status, 200);
    assert.ok(body.equals(Buffer.from(LINE.repeat(1000 * PARTS))));
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
    const { operation, made } = rowsOf(PARTS);
    const server = await openTestServer({ operations: [operation] });
    await new Promise<void>((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port: server.port, path: operation.path, agent: false }, (response) => {
        response.once("data", () => response.pause());
        setTimeout(() => {
          sent.destroy();
          resolve();
        }, 500);
      });
      sent.on("error", reject);
      sent.end();
    });
    assert.ok(made() < PARTS, "the client took one part, and not all were made");
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
    const { operation } = rowsOf(PARTS, 500);
    const server = await openTestServer({ operations: [operation] });
    await assert.rejects(send(server, operation.path, own));
    await server.close();
  });
});
