import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, test } from "node:test";
import { type Authorize, authorizeAnybody } from "../../src/http/authorize.ts";
import type { HttpServer } from "../../src/http/http-server.ts";
import { checkProblem, openTestServer, readRaw, send } from "./test-server.ts";

/** Calls back when the first request is authorized. */
function authorizeCalling(back: () => void): Authorize {
  let called = false;
  return (...request) => {
    if (!called) back();
    called = true;
    return authorizeAnybody(...request);
  };
}

async function openSocket(server: HttpServer) {
  const socket = connect(server.port, "127.0.0.1");
  socket.setEncoding("utf8");
  await once(socket, "connect");
  return socket;
}

describe("closing the server", () => {
  for (const address of ["/api/v2/scale", "/api/v2/companies?limit=3", "/api/openapi.json"]) {
    test(`finishes ${address} that is under way`, async () => {
      let closed: Promise<void> | undefined;
      const server: HttpServer = await openTestServer({
        authorize: authorizeCalling(() => void (closed = server.close())),
        stopGraceSeconds: 60,
      });
      const received = await send(server, address, {
        headers: { Connection: "keep-alive", "Accept-Encoding": "gzip" },
      });
      assert.equal(received.status, 200);
      assert.equal(received.headers["content-length"], String(received.body.length));
      await closed;
    });
  }

  test("behind a balancer, takes requests for a while that it says it is not ready", async () => {
    const server = await openTestServer({ drainSeconds: 0.5, stopGraceSeconds: 60 });
    const closed = server.close();
    checkProblem(await send(server, "/readyz"), 503, "unavailable");
    const { status, headers } = await send(server, "/api/v2/scale", { headers: { Connection: "keep-alive" } });
    assert.deepEqual([status, headers["connection"]], [200, "close"]);
    await closed;
    await assert.rejects(send(server, "/healthz"), /ECONNREFUSED/u);
  });

  test("hangs up on idle connections at once and takes no new ones", async () => {
    const server = await openTestServer({ stopGraceSeconds: 60 });
    const socket = await openSocket(server);
    socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(socket, "data");
    const hungUp = once(socket, "close");
    await server.close();
    await hungUp;
    await assert.rejects(send(server, "/healthz"), /ECONNREFUSED/u);
  });

  test("cuts what does not finish within the grace", async () => {
    const server = await openTestServer({ stopGraceSeconds: 0.1 });
    const socket = await openSocket(server);
    socket.on("error", () => {});
    socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(socket, "data");
    socket.write("GET /healthz HTT");
    const hungUp = once(socket, "close");
    await send(server, "/healthz");
    await server.close();
    await hungUp;
  });

  test("says it is not ready to whoever still gets through, and closes that connection", async () => {
    const server = await openTestServer({ stopGraceSeconds: 60 });
    const socket = await openSocket(server);
    socket.write("GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(socket, "data");
    socket.write("GET /readyz HTT");
    await send(server, "/healthz");
    const closed = server.close();
    socket.write("P/1.1\r\nHost: a\r\n\r\n");
    const [text] = (await once(socket, "data")) as [string];
    const received = readRaw(text);
    checkProblem(received, 503, "unavailable");
    assert.equal(received.headers["connection"], "close");
    await closed;
  });

  test("closes once, however often it is asked to", async () => {
    const server = await openTestServer();
    await Promise.all([server.close(), server.close()]);
    await server.close();
    await assert.rejects(send(server, "/healthz"), { code: "ECONNREFUSED" });
  });

  test("a port that is taken is an error, not a second server", async () => {
    const server = await openTestServer();
    await assert.rejects(openTestServer({ port: server.port }), { code: "EADDRINUSE" });
    await server.close();
  });
});
