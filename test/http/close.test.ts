import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, test } from "node:test";
import { type Gate, buildOpenGate } from "../../src/http/gate.ts";
import type { HttpDoor } from "../../src/http/open-http-door.ts";
import { checkProblem, openTestDoor, readRaw, send } from "./door.ts";

/** A gate that calls back when the first request passes. */
function gateCalling(back: () => void): Gate {
  const open = buildOpenGate();
  let called = false;
  return {
    ...open,
    admit(request, admission) {
      if (!called) back();
      called = true;
      return open.admit(request, admission);
    },
  };
}

async function openSocket(door: HttpDoor) {
  const socket = connect(door.port, "127.0.0.1");
  socket.setEncoding("utf8");
  await once(socket, "connect");
  return socket;
}

describe("closing the door", () => {
  for (const address of ["/api/v2/scale", "/api/v2/companies?limit=3", "/api/openapi.json"]) {
    test(`finishes ${address} that is under way`, async () => {
      let closed: Promise<void> | undefined;
      const door: HttpDoor = await openTestDoor({
        gate: gateCalling(() => void (closed = door.close())),
        stopGraceSeconds: 60,
      });
      await door.whenPrebuilt;
      const received = await send(door, address, { headers: { Connection: "keep-alive", "Accept-Encoding": "gzip" } });
      assert.equal(received.status, 200);
      assert.equal(received.headers["content-length"], String(received.body.length));
      await closed;
    });
  }

  test("hangs up on idle connections at once and takes no new ones", async () => {
    const door = await openTestDoor({ stopGraceSeconds: 60 });
    const socket = await openSocket(door);
    socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(socket, "data");
    const hungUp = once(socket, "close");
    await door.close();
    await hungUp;
    await assert.rejects(send(door, "/healthz"), /ECONNREFUSED/u);
  });

  test("cuts what does not finish within the grace", async () => {
    const door = await openTestDoor({ stopGraceSeconds: 0.1 });
    const socket = await openSocket(door);
    socket.on("error", () => {});
    socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(socket, "data");
    socket.write("GET /healthz HTT");
    const hungUp = once(socket, "close");
    await send(door, "/healthz");
    await door.close();
    await hungUp;
  });

  test("says it is not ready to whoever still gets through, and closes that connection", async () => {
    const door = await openTestDoor({ stopGraceSeconds: 60 });
    const socket = await openSocket(door);
    socket.write("GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(socket, "data");
    socket.write("GET /readyz HTT");
    await send(door, "/healthz");
    const closed = door.close();
    socket.write("P/1.1\r\nHost: a\r\n\r\n");
    const [text] = (await once(socket, "data")) as [string];
    const received = readRaw(text);
    checkProblem(received, 503, "unavailable");
    assert.equal(received.headers["connection"], "close");
    await closed;
  });

  test("closes once, however often it is asked to", async () => {
    const door = await openTestDoor();
    await Promise.all([door.close(), door.close()]);
    await door.close();
    await assert.rejects(send(door, "/healthz"), { code: "ECONNREFUSED" });
  });

  test("a port that is taken is an error, not a second door", async () => {
    const door = await openTestDoor();
    await assert.rejects(openTestDoor({ port: door.port }), { code: "EADDRINUSE" });
    await door.close();
  });
});
