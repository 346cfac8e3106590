import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { PROBLEM_CODES, problemPath } from "../../src/problem.ts";
import { BASE, RELEASE, checkProblem, checkShared, openSharedServer, readRaw, send, sendRaw } from "./test-server.ts";

/** What the standards ask for and a framework easily gets wrong. */

let server: HttpServer;

before(async () => {
  server = await openSharedServer();
});

const CLOSE = "Host: trust.example\r\nConnection: close\r\n";

function statusesIn(text: string): string[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /gu)].map(([, status]) => status!);
}

describe("Host (RFC 9112 §3.2)", () => {
  test("400 for two of them, the same one twice included", async () => {
    for (const path of ["/api/v2/scale", "/api/v2/companies?limit=1", "/nowhere"]) {
      for (const second of ["Host: b", "hOsT: a"]) {
        const received = readRaw(await sendRaw(server, `GET ${path} HTTP/1.1\r\nHost: a\r\n${second}\r\n\r\n`));
        assert.match(checkProblem(received, 400, "invalid_request").detail, /more than one Host/u);
        assert.equal(received.headers["connection"], "close");
      }
    }
  });

  test("400 for one that is no host", async () => {
    for (const host of ["a b", "http://a/", "a/b", "a?b", "user@a", '"a"']) {
      const received = readRaw(await sendRaw(server, `GET /api/v2/scale HTTP/1.1\r\nHost: ${host}\r\n\r\n`));
      checkProblem(received, 400, "invalid_request");
    }
  });

  test("200 for names, addresses, ports and none at all", async () => {
    for (const host of ["a", "trust.example:8080", "127.0.0.1", "[::1]:80", "xn--bcher-kva.example", ""]) {
      const text = `GET /api/v2/scale HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      assert.equal(readRaw(await sendRaw(server, text)).status, 200, host);
    }
  });
});

describe("methods", () => {
  test("405 with Allow before anything else is looked at, however the address is written", async () => {
    for (const path of ["/api/v2/scale", "/api/v2/s%63ale", "/api/v2/countries/%zz", "/api/v2/companies?country=%zz"]) {
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "TRACE", "QUERY"]) {
        const headers = { "Content-Type": "application/json", "X-SVC-API-Key": "nonsense", Accept: "image/png" };
        const received = await send(server, path, { method, headers });
        checkProblem(received, 405, "method_not_allowed");
        assert.equal(received.headers.allow, "GET, HEAD, OPTIONS");
      }
    }
  });

  test("405 to a body before it has come, however large it claims to be", async () => {
    const text = `POST /api/v2/companies HTTP/1.1\r\n${CLOSE}Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{`;
    checkProblem(readRaw(await sendRaw(server, text)), 405, "method_not_allowed");
  });

  test("HEAD to a refusal has the headers of GET, and no body", async () => {
    for (const path of [
      "/nowhere",
      "/api/v2/scale?colour=red",
      "/api/v2/countries/atlantis",
      "/api/v2/countries/%zz",
    ]) {
      const [got, head] = [await send(server, path), await send(server, path, { method: "HEAD" })];
      assert.equal(head.status, got.status);
      assert.equal(head.body.length, 0);
      for (const name of ["content-type", "cache-control", "content-length"])
        assert.equal(head.headers[name], got.headers[name], `${path} ${name}`);
    }
  });

  test("204 to OPTIONS and a preflight of a method that is not taken", async () => {
    const preflight = { Origin: "null", "Access-Control-Request-Method": "DELETE" };
    for (const path of ["/api/v2/scale", "/api/v2/countries/%zz"]) {
      const received = await send(server, path, { method: "OPTIONS", headers: preflight });
      checkShared(received);
      assert.equal(received.status, 204);
      assert.equal(received.headers["access-control-allow-methods"], "GET, HEAD, POST, DELETE, OPTIONS");
      assert.equal(received.headers["content-length"], undefined);
    }
  });
});

test("404 to OPTIONS of a path that nothing answers", async () => {
  for (const path of ["/nowhere", "/api/v2/nowhere", "/api/v2/scale/", "/api/v2/countries/"]) {
    const headers = { Origin: "null", "Access-Control-Request-Method": "GET" };
    checkProblem(await send(server, path, { method: "OPTIONS", headers }), 404, "not_found");
  }
});

test("a preflight allows every request header that is read", async () => {
  const { headers } = await send(server, "/api/v2/scale", { method: "OPTIONS" });
  const allowed = String(headers["access-control-allow-headers"]).toLowerCase().split(", ");
  for (const name of [
    "accept",
    "authorization",
    "content-type",
    "if-match",
    "if-modified-since",
    "if-none-match",
    "if-range",
    "if-unmodified-since",
    "range",
    "x-svc-api-key",
  ])
    assert.ok(allowed.includes(name), name);
});

test("Vary names Accept wherever Accept can bring 406", async () => {
  for (const path of ["/api/v2/scale", "/api/v2/companies?limit=1", "/api/v2/countries/fr", "/api", "/docs"]) {
    const received = await send(server, path, { headers: { Accept: "image/png" } });
    checkProblem(received, 406, "not_acceptable");
    assert.match(String(received.headers.vary), /\bAccept\b(?!-)/u);
    const answered = await send(server, path);
    assert.ok(answered.status < 400);
    assert.match(String(answered.headers.vary), /\bAccept\b(?!-)/u, path);
    const held = await send(server, path, { headers: { "If-None-Match": String(answered.headers.etag) } });
    assert.match(String(held.headers.vary), /\bAccept\b(?!-)/u, path);
  }
});

describe("bodies nobody asked for", () => {
  test("200 to GET with one, plain or in chunks, and the next request on the connection is read right", async () => {
    for (const path of ["/api/v2/scale", "/api/v2/companies?limit=1"]) {
      for (const body of [
        "Content-Length: 5\r\n\r\n{bad}",
        "Transfer-Encoding: chunked\r\n\r\n5\r\n{bad}\r\n0\r\n\r\n",
      ]) {
        const text = `GET ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${body}GET /nowhere HTTP/1.1\r\n${CLOSE}\r\n`;
        assert.deepEqual(statusesIn(await sendRaw(server, text)), ["200", "404"]);
      }
    }
  });

  test("a body that breaks off its framing gets no second answer", async () => {
    for (const path of ["/api/v2/scale", "/nowhere"]) {
      const text = `GET ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`;
      assert.equal(statusesIn(await sendRaw(server, text)).length, 1);
    }
  });
});

describe("parameters", () => {
  test("400 for a query that cannot be decoded, naming the parameter", async () => {
    for (const [query, name] of [
      ["country=%zz", "country"],
      ["country=%ff", "country"],
      ["country=%E0%A4", "country"],
      ["limit=1&%c3%28=a", "%c3%28"],
      ["country=100%", "country"],
    ] as const) {
      const { errors } = checkProblem(await send(server, `/api/v2/companies?${query}`), 400, "invalid_request");
      assert.deepEqual(
        errors?.map(({ parameter }) => parameter),
        [name],
      );
    }
    assert.equal((await send(server, "/api/v2/companies?country=Fr%61nce&limit=1")).status, 200);
  });

  test("400 for a release given twice, with the other faults", async () => {
    for (const query of [
      `release=${RELEASE}&release=${RELEASE}`,
      "release=a&release=b",
      `release=&release=${RELEASE}`,
    ]) {
      const { errors } = checkProblem(await send(server, `/api/v2/scale?${query}&x=1`), 400, "invalid_request");
      assert.deepEqual(
        errors
          ?.map(({ parameter }) => parameter)
          .toSorted()
          .slice(-2),
        ["release", "x"],
      );
    }
  });

  test("400 for names that are members of every object", async () => {
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"])
      checkProblem(await send(server, `/api/v2/scale?${name}=1`), 400, "unknown_parameter");
  });
});

test("the type of every problem leads to a page", async () => {
  for (const code of PROBLEM_CODES) {
    const received = await send(server, problemPath(code));
    assert.equal(received.status, 200, code);
    assert.match(String(received.headers["content-type"]), /^text\/html/u);
    assert.ok(received.body.toString().replaceAll("<wbr>", "").includes(code), code);
  }
});

test("every link of a deprecated answer leads somewhere", async () => {
  for (const address of [
    "/api/v1/countries/preview",
    "/api/v1/countries/france",
    "/api/v1/intelligence/country-data.csv",
  ]) {
    const links = [...String((await send(server, address)).headers.link).matchAll(/<([^>]+)>/gu)].map(
      ([, href]) => href!,
    );
    const own = links.filter((href) => href.startsWith(BASE));
    assert.ok(own.length >= 3);
    for (const href of own) assert.equal((await send(server, href.slice(BASE.length))).status, 200, href);
  }
});

test("an address is not found by another spelling of its separators", async () => {
  for (const path of [
    "//api",
    "/api//v2/scale",
    "/api%2Fv2/scale",
    "/API/v2/scale",
    "/api/v2/scale;a=1",
    "/api/./v2/scale",
  ])
    checkProblem(await send(server, path), 404, "not_found");
});
