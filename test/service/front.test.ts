import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { type Nginx, withoutNginx } from "../distribution/nginx.ts";
import { startFront } from "./front.ts";
import { askAnew } from "./running-service.ts";

describe("nginx in front of nodes, as deploy/nginx configures it", { skip: withoutNginx }, () => {
  const nodes: Server[] = [];
  let front: Nginx;
  before(async () => {
    // Nodes that all refuse the same requests, as when PostgreSQL is lost and a key is unknown.
    for (let node = 0; node < 3; node += 1) {
      const server = createServer(({ url }, response) => response.writeHead(url === "/refused" ? 503 : 200).end(url));
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      nodes.push(server);
    }
    front = await startFront(nodes.map((node) => (node.address() as AddressInfo).port));
  });
  after(async () => {
    for (const node of nodes) {
      node.closeAllConnections();
      node.close();
    }
    await front.close();
  });
  const ask = (path: string) => askAnew(`http://127.0.0.1:${front.port}${path}`);

  test("requests that every node refuses take no node from the others", async () => {
    for (let round = 0; round < 6; round += 1) {
      const refused = await ask("/refused");
      assert.deepEqual([refused.status, refused.body], [503, "/refused"], "the answer is that of a node");
      assert.equal((await ask("/well")).status, 200);
    }
  });

  test("a node that is gone is passed over", async () => {
    nodes[0]?.closeAllConnections();
    nodes[0]?.close();
    for (let request = 0; request < 6; request += 1) assert.equal((await ask("/well")).status, 200);
  });
});
