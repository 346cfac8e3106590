import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, describe, test } from "node:test";
import { Type } from "../../src/ask/type.ts";
import { gzipSync } from "node:zlib";
import type { HttpServer } from "../../src/http/http-server.ts";
import { OPERATIONS } from "../../src/topics/operations.ts";
import { type Operation, defineOperation, describeParameters } from "../../src/ask/operation.ts";
import { Problem } from "../../src/problem.ts";
import { checkProblem, checkShared, openTestServer, readRaw, send, sendRaw } from "./test-server.ts";

/**
 * Operations that take a body, answer with another status or have to wait: through the real server,
 * on operations of the test's own.
 */

const BYTES_MAX = 2000;

const Order = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 20 }),
    count: Type.Integer({ minimum: 1 }),
    tags: Type.Optional(Type.Array(Type.String())),
  },
  { $id: "TestOrder", additionalProperties: false },
);

const Receipt = Type.Object({ name: Type.String(), count: Type.Integer() }, { $id: "TestReceipt" });

const common = {
  tag: "Reference",
  summary: "A test",
  description: "A test.",
  problems: ["gone"],
  dependsOn: "service",
} as const;

const placeOrder = defineOperation({
  ...common,
  id: "place_order",
  method: "POST",
  path: "/api/v2/orders",
  parameters: { path: Type.Object({}), query: describeParameters({ rush: Type.Boolean({ default: false }) }) },
  body: { schema: Order, bytesMax: BYTES_MAX, example: { name: "a", count: 1 } },
  form: { kind: "json", schema: Receipt },
  status: 201,
  answer: async (_sources, { rush }, { name, count }) => {
    await Promise.resolve();
    if (name === "gone") throw new Problem("gone", "It is gone.");
    if (name === "broken") throw new Error("broken");
    return { kind: "json", body: { name, count: rush ? count * 2 : count } };
  },
});

const waitForOrders = defineOperation({
  ...common,
  id: "wait_for_orders",
  method: "GET",
  path: "/api/v2/orders",
  parameters: { path: Type.Object({}), query: describeParameters({ name: Type.String() }) },
  form: { kind: "json", schema: Receipt },
  answer: async (_sources, { name }) => {
    await Promise.resolve();
    if (name === "gone") throw new Problem("gone", "It is gone.");
    return { kind: "json", body: { name, count: 0 } };
  },
});

const postOnly = { ...placeOrder, id: "post_only", path: "/api/v2/post-only" } as Operation;

const Note = Type.Object({ text: Type.String({ maxLength: 20 }) }, { $id: "TestNote", additionalProperties: false });

const writeNote = defineOperation({
  ...common,
  id: "write_note",
  method: "POST",
  path: "/api/v2/notes",
  parameters: { path: Type.Object({}), query: describeParameters({}) },
  body: { encoding: "form", schema: Note, bytesMax: BYTES_MAX, example: { text: "a b" } },
  form: { kind: "json", schema: Type.Object({ text: Type.String() }, { $id: "TestNoteAnswer" }) },
  answer: (_sources, _parameters, { text }) => ({ kind: "json", body: { text } }),
});

const ask = defineOperation({
  ...common,
  id: "ask_in_confidence",
  method: "GET",
  path: "/api/v2/confidence",
  parameters: { path: Type.Object({}), query: describeParameters({}) },
  form: { kind: "json", schema: Type.Object({}, { $id: "TestConfidence" }) },
  dependsOn: "release",
  isConfidential: true,
  answer: () => ({ kind: "json", body: {} }),
});

const JSON_TYPE = { "Content-Type": "application/json" };
const HEAD = "POST /api/v2/orders HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n";
const own = { hasOwnOperations: true } as const;

let server: HttpServer;

before(async () => {
  server = await openTestServer({
    operations: [...OPERATIONS, placeOrder, waitForOrders, postOnly, writeNote, ask],
  });
});
after(() => server.close());

const post = (body: string | Buffer, headers: Record<string, string> = JSON_TYPE, path = "/api/v2/orders") =>
  send(server, path, { ...own, method: "POST", headers, body });

describe("POST with a JSON body", () => {
  test("201, kept by nobody", async () => {
    const received = await post('{"name":"é","count":2}');
    checkShared(received);
    assert.equal(received.status, 201);
    assert.equal(received.headers["cache-control"], "no-store");
    assert.equal(received.headers.etag, undefined);
    assert.equal(received.headers["content-length"], String(received.body.length));
    assert.deepEqual(JSON.parse(received.body.toString()), { name: "é", count: 2 });
  });

  test("201 with the type written otherwise, a byte order mark, a parameter, or a body in chunks", async () => {
    const body = '{"name":"a","count":2}';
    for (const type of ["application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"'])
      assert.equal((await post(body, { "Content-Type": type })).status, 201, type);
    assert.equal((await post(`\ufeff${body}`)).status, 201);
    assert.equal((await post(body, { ...JSON_TYPE, "Transfer-Encoding": "chunked" })).status, 201);
    const rushed = await post(body, JSON_TYPE, "/api/v2/orders?rush=true");
    assert.deepEqual(JSON.parse(rushed.body.toString()), { name: "a", count: 4 });
  });

  test("400 names every fault of query and body at once, the members by pointer", async () => {
    const received = await post('{"name":"","count":"2","colour":1,"tags":[1]}', JSON_TYPE, "/api/v2/orders?rush=x");
    const { errors = [] } = checkProblem(received, 400, "invalid_request");
    const places = errors.map(({ parameter, pointer }) => parameter ?? String(pointer));
    assert.deepEqual(places.toSorted(), ["#/colour", "#/count", "#/name", "#/tags/0", "rush"]);
    const missing = checkProblem(await post("{}"), 400, "invalid_request");
    assert.deepEqual(
      missing.errors?.map(({ pointer }) => pointer),
      ["#/name", "#/count"],
    );
  });

  test("400 for what is no object, and nothing is converted", async () => {
    for (const body of ["null", "[]", "1", '"text"', '{"name":1,"count":1}', '{"name":"a","count":true}'])
      checkProblem(await post(body), 400, "invalid_request");
  });

  test("400 unknown_parameter where that is the only fault", async () => {
    checkProblem(await post('{"name":"a","count":1}', JSON_TYPE, "/api/v2/orders?x=1"), 400, "unknown_parameter");
  });

  test("400 invalid_json for an empty body, half a body, and bytes that are no UTF-8", async () => {
    for (const body of ["", "{", "{'name':1}", Buffer.from([0x22, 0xff, 0x22]), "\u0000"])
      checkProblem(await post(body), 400, "invalid_json");
  });

  test("400 invalid_json for neither a length nor an encoding of the body", async () => {
    const text = "POST /api/sign-up HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n";
    checkProblem(readRaw(await sendRaw(server, text)), 400, "invalid_json");
  });

  test("100 Continue once the head is found right, and then the body is read", async () => {
    const socket = connect(server.port, "127.0.0.1");
    socket.setEncoding("utf8");
    const body = '{"name":"a","count":2}';
    socket.write(`${HEAD}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n`);
    const [first] = (await once(socket, "data")) as [string];
    assert.match(first, /^HTTP\/1\.1 100 Continue\r\n\r\n$/u);
    let received = "";
    socket.on("data", (chunk: string) => (received += chunk));
    socket.write(body);
    await once(socket, "close");
    assert.equal(readRaw(received).status, 201);
  });

  test("a refusal comes instead of 100 Continue, and ends the connection", async () => {
    for (const [head, status, code] of [
      [`${HEAD}Content-Length: 60000\r\n`, 413, "payload_too_large"],
      [`${HEAD.replace("json", "xml")}Content-Length: 10\r\n`, 415, "unsupported_media_type"],
      [`${HEAD.replace("orders", "scale")}Content-Length: 10\r\n`, 405, "method_not_allowed"],
      [`${HEAD.replace("orders", "nowhere")}Content-Length: 10\r\n`, 404, "not_found"],
    ] as const) {
      const text = await sendRaw(server, `${head}\r\n`);
      assert.ok(!text.includes("100 Continue"), text.slice(0, 40));
      const received = readRaw(text);
      checkProblem(received, status, code);
      assert.equal(received.headers["connection"], "close");
    }
  });

  test("415 with Accept-Post for another type, another charset, a packed body, or no type", async () => {
    const packed = gzipSync('{"name":"a","count":1}');
    for (const headers of [
      { "Content-Type": "text/plain" },
      { "Content-Type": "nonsense" },
      { "Content-Type": "application/json; charset=latin1" },
      { ...JSON_TYPE, "Content-Encoding": "gzip" },
      {} as Record<string, string>,
    ]) {
      const received = await post(packed, headers);
      checkProblem(received, 415, "unsupported_media_type");
      assert.equal(received.headers["accept-post"], "application/json");
    }
  });

  test("413 for a body too long, stated or found", async () => {
    const long = JSON.stringify({ name: "a", count: 1, tags: ["x".repeat(BYTES_MAX)] });
    const stated = checkProblem(await post(long), 413, "payload_too_large");
    assert.match(stated.detail, /2000 bytes/u);
    checkProblem(await post(long, { ...JSON_TYPE, "Transfer-Encoding": "chunked" }), 413, "payload_too_large");
    const fits = JSON.stringify({ name: "a", count: 1, tags: ["x".repeat(BYTES_MAX - 34)] });
    assert.equal(Buffer.byteLength(fits), BYTES_MAX);
    assert.equal((await post(fits)).status, 201);
  });

  test("406, a problem of the operation and a mistake of ours are answered as everywhere", async () => {
    checkProblem(await post("{}", { ...JSON_TYPE, Accept: "image/png" }), 406, "not_acceptable");
    checkProblem(await post('{"name":"gone","count":1}'), 410, "gone");
    checkProblem(await post('{"name":"broken","count":1}'), 500, "internal_error");
  });
});

describe("POST with a form", () => {
  const FORM_TYPE = { "Content-Type": "application/x-www-form-urlencoded" };
  const postForm = (body: string | Buffer, headers: Record<string, string> = FORM_TYPE) =>
    post(body, headers, "/api/v2/notes");

  test("200 with the fields decoded, whatever the letters of the type", async () => {
    for (const type of ["", "; charset=UTF-8", ';charset="utf-8"']) {
      const { status, body } = await postForm("text=caf%C3%A9+%26+co", {
        "Content-Type": `${FORM_TYPE["Content-Type"]}${type}`,
      });
      assert.deepEqual([status, JSON.parse(body.toString())], [200, { text: "café & co" }], type);
    }
    assert.deepEqual(JSON.parse((await postForm("text=%zz")).body.toString()), { text: "%zz" });
  });

  test("400 for a missing, an unknown, a repeated and a wrong field", async () => {
    for (const [body, pointer] of [
      ["", "#/text"],
      ["text=a&colour=1", "#/colour"],
      ["text=a&__proto__=1", "#/__proto__"],
      [`text=${"a".repeat(21)}`, "#/text"],
    ] as const) {
      const { errors } = checkProblem(await postForm(body), 400, "invalid_request");
      assert.deepEqual(
        errors?.map((error) => error.pointer),
        [pointer],
        body,
      );
    }
    const { detail } = checkProblem(await postForm("text=a&text=b"), 400, "invalid_request");
    assert.match(detail, /more than once/u);
    checkProblem(await postForm(Buffer.from([0x74, 0xff])), 400, "invalid_json");
  });

  test("415 with Accept-Post for JSON, and 413 for too much", async () => {
    for (const type of [
      "application/json",
      "multipart/form-data; boundary=x",
      `${FORM_TYPE["Content-Type"]}; charset=latin1`,
    ]) {
      const received = await postForm("text=a", { "Content-Type": type });
      checkProblem(received, 415, "unsupported_media_type");
      assert.equal(received.headers["accept-post"], FORM_TYPE["Content-Type"]);
    }
    checkProblem(await postForm(`text=${"a".repeat(BYTES_MAX)}`), 413, "payload_too_large");
  });
});

describe("GET of what belongs to the caller", () => {
  test("200 that no cache keeps", async () => {
    const { status, headers } = await send(server, "/api/v2/confidence", own);
    assert.deepEqual([status, headers["cache-control"], headers.etag], [200, "no-store", undefined]);
  });
});

describe("the methods of an address", () => {
  test("several: 405 and OPTIONS list them all, each answers for itself", async () => {
    const refused = await send(server, "/api/v2/orders", { ...own, method: "DELETE" });
    checkProblem(refused, 405, "method_not_allowed");
    assert.equal(refused.headers.allow, "GET, HEAD, POST, OPTIONS");
    const options = await send(server, "/api/v2/orders", { ...own, method: "OPTIONS" });
    assert.equal(options.headers.allow, "GET, HEAD, POST, OPTIONS");
    assert.equal((await send(server, "/api/v2/orders?name=a", own)).status, 200);
  });

  test("POST alone: GET and HEAD are refused", async () => {
    for (const method of ["GET", "HEAD", "PUT"]) {
      const received = await send(server, "/api/v2/post-only", { ...own, method });
      assert.equal(received.status, 405);
      assert.equal(received.headers.allow, "POST, OPTIONS");
    }
    assert.equal((await post('{"name":"a","count":1}', JSON_TYPE, "/api/v2/post-only")).status, 201);
  });
});

describe("GET that has to wait", () => {
  test("200 with validators, 304, HEAD, and a problem thrown late", async () => {
    const { status, headers, body } = await send(server, "/api/v2/orders?name=a", own);
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(body.toString()), { name: "a", count: 0 });
    const again = { "If-None-Match": String(headers.etag) };
    assert.equal((await send(server, "/api/v2/orders?name=a", { ...own, headers: again })).status, 304);
    assert.equal((await send(server, "/api/v2/orders?name=a", { ...own, method: "HEAD" })).body.length, 0);
    checkProblem(await send(server, "/api/v2/orders?name=gone", own), 410, "gone");
    checkProblem(await send(server, "/api/v2/orders", own), 400, "invalid_request");
  });
});

describe("the descriptions", () => {
  test("OpenAPI has both methods of a path, the body with an example, and the success that is answered", async () => {
    const text = (await send(server, "/api/openapi.json", own)).body.toString();
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Record<string, unknown>>> };
    const { get, post: posted } = paths["/api/v2/orders"]!;
    assert.deepEqual(
      Object.keys(get!["responses"] as object)
        .toSorted()
        .slice(0, 2),
      ["200", "304"],
    );
    assert.deepEqual(posted!["requestBody"], {
      description: "JSON in UTF-8, at most 2000 bytes.",
      required: true,
      content: {
        "application/json": { schema: { $ref: "#/components/schemas/TestOrder" }, example: { name: "a", count: 1 } },
      },
    });
    const statuses = Object.keys(posted!["responses"] as object);
    assert.deepEqual(statuses, ["201", "default"]);
  });

  test("a form is described and sent as one", async () => {
    const text = (await send(server, "/api/openapi.json", own)).body.toString();
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { requestBody: unknown }>> };
    assert.deepEqual(paths["/api/v2/notes"]!["post"]!.requestBody, {
      description: "A form in UTF-8, at most 2000 bytes.",
      required: true,
      content: {
        "application/x-www-form-urlencoded": {
          schema: { $ref: "#/components/schemas/TestNote" },
          example: { text: "a b" },
        },
      },
    });
    const collection = (await send(server, "/api/postman-collection.json", own)).body.toString();
    const { item } = JSON.parse(collection) as { item: { item: { id: string; request: Record<string, unknown> }[] }[] };
    const { request } = item.flatMap((folder) => folder.item).find(({ id }) => id === "write_note")!;
    assert.deepEqual(request["body"], {
      mode: "urlencoded",
      urlencoded: [{ key: "text", value: "a b", type: "text" }],
    });
  });

  test("Postman sends the example", async () => {
    const text = (await send(server, "/api/postman-collection.json", own)).body.toString();
    const { item } = JSON.parse(text) as { item: { item: { id: string; request: Record<string, unknown> }[] }[] };
    const { request } = item.flatMap((folder) => folder.item).find(({ id }) => id === "place_order")!;
    assert.equal(request["method"], "POST");
    assert.deepEqual(JSON.parse((request["body"] as { raw: string }).raw), { name: "a", count: 1 });
  });
});
