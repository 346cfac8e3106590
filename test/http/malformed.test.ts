import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { checkProblem, checkShared, openSharedServer, readRaw, send, sendRaw } from "./test-server.ts";

let server: HttpServer;

before(async () => {
  server = await openSharedServer();
});

const HOST = "Host: trust.example\r\n";
const CHUNKED = `POST /api/sign-up HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;

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
    for (const text of ["nonsense\r\n\r\n", "GET  /api HTTP/1.1\r\n\r\n", "\u0016\u0003\u0001\r\n\r\n"]) {
      checkProblem(readRaw(await sendRaw(server, text)), 400, "invalid_request");
    }
  });

  test("400 for whatever the parser refuses, without its codes", async () => {
    for (const text of [
      "nonsense\r\n\r\n",
      `GET nowhere HTTP/1.1\r\n${HOST}\r\n`,
      `GET /api/v2/scale HTTP/3.0\r\n${HOST}\r\n`,
      `GET /a\u0001 HTTP/1.1\r\n${HOST}\r\n`,
      `GET /api HTTP/1.1\n${HOST}\r\n`,
      `GET /api HTTP/1.1\r\nHost: a\rX: b\r\n\r\n`,
      `GET /api HTTP/1.1\r\n${HOST}X : b\r\n\r\n`,
      `GET /api HTTP/1.1\r\n${HOST}X: a\u0001b\r\n\r\n`,
      `GET /api HTTP/1.1\r\n${HOST}Content-Length: x\r\n\r\n`,
      `GET /api HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
      `POST /api HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`,
      `${CHUNKED}zz\r\n`,
      `${CHUNKED}5;${"a".repeat(20_000)}\r\n`,
    ] as const) {
      const { detail } = checkProblem(readRaw(await sendRaw(server, text)), 400, "invalid_request");
      assert.match(detail, /not well-formed HTTP/u, JSON.stringify(text.slice(0, 100)));
      assert.doesNotMatch(detail, /HPE|llhttp/iu);
    }
  });

  test("505 for other versions than HTTP/1.1 and HTTP/1.0", async () => {
    for (const [line, version] of [
      ["GET /api/v2/scale HTTP/2.0", "HTTP/2.0"],
      ["GET /api/v2/scale HTTP/0.9", "HTTP/0.9"],
      ["POST /api/sign-up HTTP/2.0", "HTTP/2.0"],
    ] as const) {
      const received = readRaw(await sendRaw(server, `${line}\r\n${HOST}\r\n`));
      const { detail } = checkProblem(received, 505, "version_not_supported");
      assert.ok(detail.includes(version) && detail.includes("HTTP/1.1"), detail);
      assert.equal(received.headers["connection"], "close");
    }
    const preface = readRaw(await sendRaw(server, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
    checkProblem(preface, 505, "version_not_supported");
  });

  test("501 for a transfer coding besides chunked, 400 where the last one is another", async () => {
    for (const [coding, status, code] of [
      ["gzip, chunked", 501, "not_implemented"],
      ["GZIP ,chunked", 501, "not_implemented"],
      ["gzip", 400, "invalid_request"],
      ["chunked, gzip", 400, "invalid_request"],
    ] as const) {
      for (const line of ["POST /api/sign-up HTTP/1.1", "GET /api/v2/scale HTTP/1.1"]) {
        const text = `${line}\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`;
        checkProblem(readRaw(await sendRaw(server, text)), status, code);
      }
    }
  });

  test("400 for two different lengths of a body", async () => {
    const text = `POST /api HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`;
    checkProblem(readRaw(await sendRaw(server, text)), 400, "invalid_request");
  });

  test("405 for a method that nothing takes, 400 for one that HTTP does not have", async () => {
    const received = readRaw(await sendRaw(server, `TRACE /api/v2/scale HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`));
    checkProblem(received, 405, "method_not_allowed");
    assert.equal(received.headers["allow"], "GET, HEAD, OPTIONS");
    const unknown = readRaw(await sendRaw(server, `BREW /api/v2/scale HTTP/1.1\r\n${HOST}\r\n`));
    checkProblem(unknown, 400, "invalid_request");
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

  test("417 for an expectation nobody knows, which HTTP/1.0 does not have", async () => {
    for (const expect of ["miracles", "100-continue, miracles", "200-ok"]) {
      const text = `GET /api/v2/scale HTTP/1.1\r\n${HOST}Expect: ${expect}\r\n\r\n`;
      const { detail } = checkProblem(readRaw(await sendRaw(server, text)), 417, "expectation_failed");
      assert.ok(detail.includes(expect));
    }
    const text = `GET /api/v2/scale HTTP/1.0\r\n${HOST}Expect: miracles\r\n\r\n`;
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
