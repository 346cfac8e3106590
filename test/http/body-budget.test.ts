import assert from "node:assert/strict";
import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { describe, test } from "node:test";
import { BodyBudget } from "../../src/http/body-budget.ts";
import { Problem } from "../../src/problem.ts";
import { eventually } from "../access/cluster/eventually.ts";
import { checkProblem, openTestServer, send } from "./test-server.ts";

const KIB = 1024;
const PATH = "/api/v2/portfolios";
const CSV = { "Content-Type": "text/csv" };

const isUnavailable = (error: unknown): boolean => error instanceof Problem && error.code === "unavailable";

describe("the budget of bodies", () => {
  test("takes until it is full, and again after a release", () => {
    const budget = new BodyBudget(400 * KIB);
    const [first, second] = [budget.reserve(), budget.reserve()];
    first.take(200 * KIB);
    second.take(100 * KIB);
    assert.throws(() => second.take(1), isUnavailable);
    first.release();
    first.release();
    second.take(200 * KIB);
    assert.throws(() => first.expectRoom(65 * KIB), isUnavailable);
  });

  test("keeps a quarter for small bodies, which grow no larger there", () => {
    const budget = new BodyBudget(400 * KIB);
    budget.reserve().take(300 * KIB);
    const small = budget.reserve();
    small.take(64 * KIB);
    assert.throws(() => small.take(1), isUnavailable);
    assert.throws(() => budget.reserve().take(64 * KIB), isUnavailable);
    budget.reserve().take(36 * KIB);
  });

  test("a body has more time the longer it is", () => {
    assert.deepEqual(
      [0, 64 * KIB, 4096 * KIB].map((bytes) => new BodyBudget().secondsFor(bytes)),
      [15, 16, 79],
    );
  });
});

/** Sends the head of a request and a part of its body. */
async function stall(port: number, length: number, sent: number, path = PATH, type = "text/csv"): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const head = ["Host: a", "Accept: */*", `Content-Type: ${type}`, `Content-Length: ${length}`];
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`);
  socket.write(Buffer.alloc(sent, "a"));
  return socket;
}

describe("bodies that do not arrive", () => {
  test("503 with Retry-After while others hold what there is; small ones are answered", async () => {
    const server = await openTestServer({ bodies: new BodyBudget(400 * KIB) });
    const stalled = await stall(server.port, 290 * KIB, 289 * KIB);
    const large = `name\n${"x".repeat(100 * KIB)}\n`;
    const sendLarge = async () => await send(server, PATH, { method: "POST", headers: CSV, body: large });
    // The row is too long for a list, which is known once the body was read.
    await eventually("the stalled body has come", async () => (await sendLarge()).status === 503);
    const refused = await sendLarge();
    checkProblem(refused, 503, "unavailable");
    assert.equal(refused.headers["retry-after"], "5");
    const chunked = { ...CSV, "Transfer-Encoding": "chunked" };
    checkProblem(await send(server, PATH, { method: "POST", headers: chunked, body: large }), 503, "unavailable");
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    assert.equal(
      (await send(server, "/portfolio", { method: "POST", headers: form, body: `list=${large}` })).status,
      503,
    );
    assert.equal((await send(server, PATH, { method: "POST", headers: CSV, body: "name\nEins\n" })).status, 200);
    stalled.destroy();
    await eventually("what it held is free", async () => (await sendLarge()).status === 400);
    await server.close();
  });

  test("408 in time, and the connection is closed", async () => {
    const server = await openTestServer({ bodies: new BodyBudget(400 * KIB, 0.05) });
    for (const [path, type] of [
      [PATH, "text/csv"],
      ["/api/v2/claims/check", "application/json"],
      ["/portfolio", "application/x-www-form-urlencoded"],
    ] as const) {
      const socket = await stall(server.port, 1000, 999, path, type);
      let answer = "";
      socket.setEncoding("utf8").on("data", (text: string) => (answer += text));
      await once(socket, "close");
      assert.match(answer, /^HTTP\/1\.1 408 [\s\S]*\r\nConnection: close\r\n[\s\S]*"code":"request_timeout"/u, path);
    }
    await server.close();
  });
});
