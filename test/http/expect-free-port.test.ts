import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, test } from "node:test";
import { expectFreePort } from "../../src/http/listen.ts";

describe("a port that several threads are to share", () => {
  test("is refused while a server listens on it, even one that would share it", async () => {
    for (const exclusive of [true, false]) {
      const server = createServer().listen({ host: "127.0.0.1", port: 0, exclusive });
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      await assert.rejects(expectFreePort("127.0.0.1", port), { code: "EADDRINUSE", port });
      server.close();
      await once(server, "close");
      await expectFreePort("127.0.0.1", port);
    }
  });

  test("is let go of when it is free, and any will do where none is named", async () => {
    await expectFreePort("127.0.0.1", 0);
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    await expectFreePort("127.0.0.1", port);
    const next = createServer().listen(port, "127.0.0.1");
    await once(next, "listening");
    next.close();
  });

  test("of an address that is not this machine's is refused", async () => {
    await assert.rejects(expectFreePort("192.0.2.1", 65_000), { code: "EADDRNOTAVAIL" });
  });
});
