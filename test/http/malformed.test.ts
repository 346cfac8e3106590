import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { checkProblem, checkShared, openTestServer, readRaw, send, sendRaw } from "./test-server.ts";

let server: HttpServer;

before(async () => {
  server = await openTestServer();
});
after(() => server.close());

const HOST = "Host: trust.example\r\n";

describe("requests that are not what HTTP asks for", () => {
  test("400 for a missing Host", async () => {
    for (const path of ["/api/v2/scale", "/api/v2/companies", "/nowhere"]) {
      checkProblem(readRaw(await sendRaw(server, `GET ${path} HTTP/1.1\r\n\r\n`)), 400, "invalid_request");
    }
  });

  test("200 without Host in HTTP/1.0", async () => {
    assert.equal(readRaw(await sendRaw(server, "GET /api/v2/scale HTTP/1.0\r\n\r\n")).status, 200);
  });

  test("400 for bytes that are no request", async () => {
    for (const text of [
      "nonsense\r\n\r\n",
      "GET  /api HTTP/1.1\r\n\r\n",
      `GET /api HTTP/9.9\r\n${HOST}\r\n`,
      "\u0016\u0003\u0001\r\n\r\n",
    ]) {
      checkProblem(readRaw(await sendRaw(server, text)), 400, "invalid_request");
    }
  });

  test("400 for two different lengths of a body", async () => {
    const text = `POST /api HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`;
    checkProblem(readRaw(await sendRaw(server, text)), 400, "invalid_request");
  });

  test("405 for a method nobody knows", async () => {
    const received = readRaw(await sendRaw(server, `BREW /api/v2/scale HTTP/1.1\r\n${HOST}\r\n`));
    checkProblem(received, 405, "method_not_allowed");
    assert.equal(received.headers["allow"], "GET, HEAD, OPTIONS");
  });

  test("405 for CONNECT", async () => {
    checkProblem(
      readRaw(await sendRaw(server, `CONNECT elsewhere.example:443 HTTP/1.1\r\n${HOST}\r\n`)),
      405,
      "method_not_allowed",
    );
  });

  test("431 for a header section too large", async () => {
    const text = `GET /api HTTP/1.1\r\n${HOST}X-Long: ${"x".repeat(20_000)}\r\n\r\n`;
    checkProblem(readRaw(await sendRaw(server, text)), 431, "headers_too_large");
  });

  test("414 for an address too long, for the parser's taste or for ours", async () => {
    checkProblem(await send(server, `/api/v2/companies?country=${"x".repeat(9000)}`), 414, "uri_too_long");
    const text = `GET /api?x=${"x".repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`;
    checkProblem(readRaw(await sendRaw(server, text)), 414, "uri_too_long");
    checkProblem(await send(server, `/api/v2/countries/${"x".repeat(2000)}`), 414, "uri_too_long");
  });

  test("400 for a path that cannot be decoded", async () => {
    for (const path of ["/api/v2/countries/%zz", "/api/v2/countries/%ff", "/%", "/api/v2/%c3%28"]) {
      checkProblem(await send(server, path), 400, "invalid_request");
    }
  });

  test("200 to an address in absolute form", async () => {
    const text = `GET http://trust.example/api/v2/scale HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
    assert.equal(readRaw(await sendRaw(server, text)).status, 200);
  });

  test("204 to OPTIONS *", async () => {
    const received = readRaw(await sendRaw(server, `OPTIONS * HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`));
    checkShared(received);
    assert.equal(received.status, 204);
  });

  test("200 with an expectation nobody knows", async () => {
    const text = `GET /api/v2/scale HTTP/1.1\r\n${HOST}Expect: miracles\r\nConnection: close\r\n\r\n`;
    assert.equal(readRaw(await sendRaw(server, text)).status, 200);
  });

  test("the request id is ours, whatever the client sends", async () => {
    const sent = { "X-Request-Id": "11111111-1111-4111-8111-111111111111", "Request-Id": "2" };
    const { headers } = await send(server, "/api/v2/companies?limit=1", { headers: sent });
    assert.notEqual(headers["x-request-id"], sent["X-Request-Id"]);
  });

  test("pipelined answers come in the order of their requests, the refusal of the last one too", async () => {
    const requests = ["/api/v2/scale", "/api/v2/companies?limit=1", "/api/v2/sectors", "/nowhere"];
    const text = requests.map((path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`).join("");
    const received = await sendRaw(server, `${text}GET /api/v2/scale HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
    const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3}) /gu)].map(([, status]) => status);
    assert.deepEqual(statuses, ["200", "200", "200", "404", "200"]);
    const broken = await sendRaw(server, `GET /api/v2/scale HTTP/1.1\r\n${HOST}\r\nnonsense\r\n\r\n`);
    assert.deepEqual(
      [...broken.matchAll(/HTTP\/1\.1 (\d{3}) /gu)].map(([, status]) => status),
      ["200", "400"],
    );
  });
});
