import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { withoutNginx } from "../distribution/nginx.ts";
import { type Front, startCaddy, startFront, withoutCaddy } from "./front.ts";
import { askAnew } from "./running-service.ts";

const FRONTS = [
  { name: "deploy/nginx/country-trust.conf", skip: withoutNginx, start: startFront },
  { name: "deploy/caddy/Caddyfile", skip: withoutCaddy, start: startCaddy },
];

for (const { name, skip, start } of FRONTS)
  describe(`nodes behind ${name}`, { skip }, () => {
    const nodes: Server[] = [];
    let front: Front;
    before(async () => {
      // All refuse the same requests, as when PostgreSQL is lost and a key is unknown; one is late.
      for (let node = 0; node < 3; node += 1) {
        const server = createServer(({ url }, response) => {
          const isRefused = url === "/refused" || (url === "/new" && node === 2);
          response.writeHead(isRefused ? 503 : 200).end(url);
        });
        server.listen(0, "127.0.0.1");
        await once(server, "listening");
        nodes.push(server);
      }
      front = await start(nodes.map((node) => (node.address() as AddressInfo).port));
    });
    after(async () => {
      for (const node of nodes) {
        node.closeAllConnections();
        node.close();
      }
      await front.close();
    });
    const ask = (path: string) => askAnew(`http://127.0.0.1:${front.port}${path}`);

    test("a node that says 503 for a release that others have is passed over", async () => {
      for (let round = 0; round < 4; round += 1) {
        const replies = await Promise.all(Array.from({ length: 12 }, () => ask("/new")));
        assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
      }
    });

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
