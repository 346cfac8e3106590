import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { before, describe, test } from "node:test";
import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/client";
import type { Ask } from "../../src/ask/page.ts";
import { openAgentDoor } from "../../src/mcp/open-door.ts";
import { chooseTools } from "../../src/topics/tools.ts";
import { buildAgentSources } from "../mcp/open-agent.ts";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { ENVELOPE, LEGACY, REVISION, sendAnyMessages } from "./agent-messages.ts";
import { type AccessServer, openAccessServer, remainingOf } from "./access-server.ts";
import { BASE, checkProblem, type Received, type SendOptions } from "./test-server.ts";

/** The door of agents over HTTP: who may come in, what it costs, and what it refuses. */

const errors: unknown[] = [];
let own: AccessServer;

before(async () => {
  own = await openAccessServer({
    agents: openAgentDoor({ version: "0.0.0-test", hasPictures: true, onError: (error) => void errors.push(error) }),
  });
});

const PATH = "/mcp";

function post(address: string, body: unknown, headers: Record<string, string> = {}): Promise<Received> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return ask(address, { method: "POST", body: text, headers: { ...LEGACY, ...headers } });
}

function ask(address: string, options: SendOptions): Promise<Received> {
  return own.from(address, PATH, { ...options, hasOwnOperations: true });
}

/** A call of a tool in the newest version. */
function call(
  address: string,
  name: string,
  given: object = {},
  headers: Record<string, string> = {},
): Promise<Received> {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given, ...ENVELOPE } };
  const standard = { "MCP-Protocol-Version": REVISION, "Mcp-Method": "tools/call", "Mcp-Name": name };
  return post(address, message, { ...standard, ...headers });
}

/** The result that an answer carries. */
function resultOf({ body }: Received): CallToolResult {
  return (JSON.parse(body.toString()) as { result: CallToolResult }).result;
}

function refusalOf(received: Received): { code: string; detail: string; retry_after?: number } {
  const { isError, content } = resultOf(received);
  const [part] = content;
  assert.ok(isError === true && part?.type === "text");
  return JSON.parse(part.text) as { code: string; detail: string };
}

/** A call of every tool that is answered. */
const CALLS: Readonly<Record<string, Record<string, unknown>>> = {
  describe_dataset: {},
  list: { of: "countries" },
  get: { ids: ["France"] },
  search: { query: "aster" },
  compare: { countries: ["france", "DE"] },
  what_changed: {},
  check_claims: { statements: [{ subject: "france", is: "best" }] },
  match_list: { names: ["aster"] },
  fetch: { id: "country:france" },
};

describe("the client of the SDK", () => {
  for (const [revision, mode] of [
    ["2025-11-25", "legacy"],
    [REVISION, "auto"],
  ] as const) {
    test(`calls every tool in ${revision}`, async () => {
      const client = new Client({ name: "test", version: "0" }, { versionNegotiation: { mode } });
      const requestInit = { headers: { "X-Forwarded-For": "192.0.2.1" } };
      const url = new URL(`http://127.0.0.1:${own.server.port}${PATH}`);
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
      assert.equal(client.getNegotiatedProtocolVersion(), revision);
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        chooseTools(null).map(({ name }) => name),
      );
      for (const { name } of tools) {
        const { isError, content } = await client.callTool({ name, arguments: CALLS[name] ?? {} });
        assert.notEqual(isError, true, name);
        assert.equal(content[0]?.type, "text", name);
      }
      await client.close();
    });
  }

  for (const revision of ["2025-06-18", "2025-03-26", "2024-11-05"]) {
    test(`may be as old as ${revision}`, async () => {
      const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: "old", version: "0" } };
      const { status, body } = await post("192.0.2.2", { jsonrpc: "2.0", id: 1, method: "initialize", params });
      assert.equal(status, 200);
      assert.match(body.toString(), new RegExp(`"protocolVersion":"${revision}"`));
    });
  }
});

describe("a message as clients send it", () => {
  const message = (method: string, params: unknown) => ({ jsonrpc: "2.0", id: 1, method, params });

  test("is answered whatever types it accepts, one alone or none", async () => {
    for (const accept of ["*/*", "application/json", "text/event-stream", "application/*", "text/html", ""]) {
      const received = await post("192.0.2.90", message("tools/list", {}), { Accept: accept });
      assert.equal(received.status, 200, accept);
      const isEvents = accept === "text/event-stream";
      assert.equal(received.headers["content-type"], isEvents ? accept : "application/json", accept);
      const text = received.body.toString();
      const reply: unknown = JSON.parse(isEvents ? /^event: message\ndata: (.*)\n\n$/u.exec(text)![1]! : text);
      assert.equal((reply as { id: number }).id, 1);
    }
    const body = JSON.stringify(message("tools/list", {}));
    const { status } = await ask("192.0.2.90", {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json" },
    });
    assert.equal(status, 200);
  });

  test("may have null for what it leaves out", async () => {
    for (const params of [null, { cursor: null }, { _meta: null }, {}]) {
      const received = await post("192.0.2.91", message("tools/list", params));
      assert.equal((resultOf(received)["tools"] as unknown[]).length, chooseTools(null).length);
    }
    for (const given of [null, undefined, {}, { release: null }]) {
      const received = await post("192.0.2.91", message("tools/call", { name: "describe_dataset", arguments: given }));
      assert.notEqual(resultOf(received).isError ?? false, true);
    }
    const several = [
      { ...message("ping", null), id: 2 },
      message("tools/call", { name: "describe_dataset", arguments: null }),
    ];
    const { body } = await post("192.0.2.91", several);
    assert.equal(body.toString().match(/"result"/gu)?.length, 2);
    const pong: unknown = JSON.parse(
      (await post("192.0.2.91", { jsonrpc: "2.0", id: 7, method: "ping", params: null })).body.toString(),
    );
    assert.equal((pong as { id: number }).id, 7);
  });

  test("may have a list, and all arguments, as a text", async () => {
    const found = async (name: string, given: unknown): Promise<string[]> => {
      const received = await post("192.0.2.92", message("tools/call", { name, arguments: given }));
      const { content, isError } = resultOf(received);
      assert.notEqual(isError, true, JSON.stringify([given, content]));
      const [part] = content;
      assert.ok(part?.type === "text");
      const { items, countries = items } = JSON.parse(part.text) as Record<string, { id: string }[] | undefined>;
      return (countries ?? []).map(({ id }) => id).toSorted();
    };
    const both = ["country:france", "country:germany"];
    for (const country of [["fr", "de"], '["fr","de"]', ['["fr","de"]'], "fr, de", "country:france,country:germany"])
      assert.deepEqual(await found("list", { of: "countries", country }), both, JSON.stringify(country));
    for (const ids of ['["fr","de"]', "fr,de", ["fr,de"], ['["fr"]', "de"]])
      assert.deepEqual(await found("get", { ids, include: '["pillars"]' }), both, JSON.stringify(ids));
    assert.deepEqual(await found("compare", { countries: '["France","Germany"]', links: "True" }), both);
    assert.deepEqual(await found("list", '{"of":"countries","country":"fr"}'), ["country:france"]);
    assert.equal((await found("list", { of: "companies", limit: "2", links: 1 })).length, 2);
    assert.equal((await found("check_claims", { statements: ['{"subject":"fr","is":"best"}'] })).length, 1);
  });
});

describe("a call", () => {
  test("is one request of the quota, under its operation", async () => {
    const received = await call("192.0.2.10", "compare", { countries: ["fr", "de"] });
    assert.equal(remainingOf(received), 99);
    assert.equal(received.headers["cache-control"], "no-store");
    const caller = own.access.findAddress("192.0.2.10");
    assert.deepEqual(own.access.recentOperations(caller), ["compare_countries"]);
    assert.equal(remainingOf(await call("192.0.2.10", "get", { ids: ["atlantis"] })), 98);
    assert.equal(remainingOf(await own.from("192.0.2.10", "/api/v2/scale")), 97);
  });

  test("reaches only the tools that the URL or a header names, and 400 for names of none", async () => {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list", params: ENVELOPE };
    const standard = { ...LEGACY, "MCP-Protocol-Version": REVISION, "Mcp-Method": "tools/list" };
    const listed = async (query: string, headers: Record<string, string> = {}): Promise<string[]> => {
      const options = { method: "POST", body: JSON.stringify(message), headers: { ...standard, ...headers } };
      const { body } = await own.from("192.0.2.9", `${PATH}${query}`, { ...options, hasOwnOperations: true });
      const { result } = JSON.parse(body.toString()) as { result: { tools: { name: string }[] } };
      return result.tools.map(({ name }) => name);
    };
    assert.deepEqual(await listed("?tools=search,fetch"), ["search", "fetch"]);
    assert.deepEqual(await listed("", { "Mcp-Tools": "get" }), ["get"]);
    assert.deepEqual(await listed("?tools=list", { "Mcp-Tools": "get" }), ["list"]);
    const options = { method: "POST", body: JSON.stringify(message), headers: standard, hasOwnOperations: true };
    checkProblem(await own.from("192.0.2.9", `${PATH}?tools=drop`, options), 400, "invalid_request");
  });

  test("may have its key in the URL, for connectors that send no headers", async () => {
    const key = await own.giveKey();
    const params = { name: "list", arguments: { of: "countries" } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const options = { method: "POST", body, headers: LEGACY, hasOwnOperations: true };
    const received = await own.from("192.0.2.8", `${PATH}?key=${key}`, options);
    assert.equal(received.status, 200);
    assert.ok(remainingOf(received) > 100, String(remainingOf(received)));
  });

  test("is no request of the quota where it only lists or greets, but a message", async () => {
    for (const method of ["tools/list", "server/discover"]) {
      const message = { jsonrpc: "2.0", id: 1, method, params: ENVELOPE };
      const { status, headers } = await post("192.0.2.11", message, {
        "MCP-Protocol-Version": REVISION,
        "Mcp-Method": method,
      });
      assert.equal(status, 200);
      assert.match(String(headers["ratelimit-policy"]), /^"hour";q=3000;w=3600$/u);
    }
    const pings = Array.from({ length: 8 }, (_, id) => ({ jsonrpc: "2.0", id, method: "ping" }));
    assert.equal(remainingOf(await post("192.0.2.11", pings)), 3000 - 2 - 8);
    assert.equal(remainingOf(await call("192.0.2.11", "list", { of: "countries" })), 99);
  });

  test("that asks for several subjects and parts counts as many requests as it asks", async () => {
    const address = "192.0.2.120";
    assert.equal(remainingOf(await call(address, "get", { ids: ["fr"] })), 99);
    assert.equal(remainingOf(await call(address, "get", { ids: ["fr", "de"], include: ["pillars", "history"] })), 93);
    await own.access.consume(own.access.findAddress(address), "getScale", 90);
    const refused = await call(address, "get", { ids: ["fr", "de"], include: ["pillars", "history"] });
    assert.equal(refusalOf(refused).code, "rate_limited");
  });

  test("is answered from the quota of a key", async () => {
    const key = await own.giveKey();
    const received = await call("192.0.2.12", "list", { of: "countries" }, { "X-SVC-API-Key": key });
    assert.equal(remainingOf(received), 999);
    assert.equal(
      remainingOf(await call("192.0.2.12", "list", { of: "countries" }, { Authorization: `Bearer ${key}` })),
      998,
    );
  });

  test("with a bad key says so, and never falls back to anonymous", async () => {
    const received = await call("192.0.2.13", "list", { of: "countries" }, { "X-SVC-API-Key": "ctds_live_no" });
    assert.equal(received.status, 200);
    assert.equal(refusalOf(received).code, "unknown_api_key");
    // Guessing is counted for the address.
    assert.equal(remainingOf(received), 99);
  });

  test("beyond the quota is refused in words, with the time to wait", async () => {
    for (let left = 100; left > 0; left -= 1) await own.from("192.0.2.14", "/api/v2/scale");
    const refused = await call("192.0.2.14", "get", { ids: ["fr"] });
    assert.equal(refused.status, 200);
    const { code, detail, retry_after } = refusalOf(refused);
    assert.equal(code, "rate_limited");
    assert.match(detail, /100 requests per hour is used up for another 2400 seconds/u);
    assert.equal(retry_after, 2400);
    assert.match(String(refused.headers["ratelimit"]), /"hour";r=0;t=2400/u);
  });

  for (const { who, headers } of [
    { who: "an address", headers: async () => Promise.resolve({}) },
    { who: "a key", headers: async () => ({ "X-SVC-API-Key": await own.giveKey() }) },
    { who: "a bad key", headers: async () => Promise.resolve({ "X-SVC-API-Key": "ctds_live_no" }) },
  ])
    test(`beyond the window of messages is refused with 429, whoever sends them: ${who}`, async () => {
      const address = `192.0.2.${150 + who.length}`;
      const sent = await headers();
      const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
      const caller = "X-SVC-API-Key" in sent ? await own.access.findKey(String(sent["X-SVC-API-Key"])) : null;
      await own.access.consumeOwn("messages", caller ?? own.access.findAddress(address), 2998);
      assert.equal(remainingOf(await post(address, ping, sent)), 1);
      checkProblem(await post(address, [ping, ping, ping], sent), 429, "rate_limited");
      const refused = await post(address, ping, sent);
      checkProblem(refused, 429, "rate_limited");
      assert.match(String(refused.headers["ratelimit"]), /^"hour";r=0;t=\d+$/u);
      assert.ok(Number(refused.headers["retry-after"]) > 0);
      assert.equal((await own.from(address, "/api/v2/scale")).status, 200, "the API has a window of its own");
    });

  test("of several in one body is debited for each", async () => {
    const calls = [1, 2, 3].map((id) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "list", arguments: { of: "countries" } },
    }));
    const { status, body } = await post("192.0.2.15", calls);
    assert.equal(status, 200);
    assert.equal(body.toString().match(/"content"/gu)?.length, 3);
    assert.equal(remainingOf(await call("192.0.2.15", "list", { of: "countries" })), 96);
  });

  test("asks nothing more when nobody waits for it", async () => {
    const door = openAgentDoor({ version: "0", hasPictures: true, onError: (error) => void errors.push(error) });
    const admitted: string[] = [];
    const sources = buildAgentSources(buildMemoryReleases(buildMemorySnapshot("2026-11-20-aaaaaaaaaaaa")), admitted);
    const controller = new AbortController();
    let asked = 0;
    const params = { name: "describe_dataset", arguments: {}, ...ENVELOPE };
    const message = {
      url: `https://trust.example${PATH}`,
      headers: {
        "content-type": "application/json",
        "mcp-protocol-version": REVISION,
        "mcp-method": "tools/call",
        "mcp-name": "describe_dataset",
      },
      body: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
      signal: controller.signal,
    };
    const reply = await door(message, {
      ...sources,
      openRelease(release, signal) {
        const { id, ask: askNow } = sources.openRelease(release, signal);
        const askOnce: Ask = (operation, parameters) => {
          asked += 1;
          controller.abort();
          signal.throwIfAborted();
          return askNow(operation, parameters);
        };
        return { id, ask: askOnce };
      },
    });
    // It asks two operations where somebody waits.
    assert.equal(asked, 1);
    assert.notEqual(reply.status, 200);
  });
});

describe("a client that goes", () => {
  const REPLY = { status: 200, mediaType: "application/json", text: "{}" };
  const LINES = `POST ${PATH} HTTP/1.1\r\nHost: trust.example\r\nContent-Type: application/json\r\n`;

  test("while it is answered aborts what is asked for it", async () => {
    const asked = Promise.withResolvers<AbortSignal>();
    const { server } = await openAccessServer({
      async agents({ signal }) {
        asked.resolve(signal);
        if (!signal.aborted) await once(signal, "abort");
        return REPLY;
      },
    });
    const socket = connect(server.port, "127.0.0.1", () => socket.write(`${LINES}Content-Length: 2\r\n\r\n{}`));
    const signal = await asked.promise;
    socket.destroy();
    if (!signal.aborted) await once(signal, "abort");
  });

  test("before its message is complete is asked for nothing", async () => {
    let messages = 0;
    const opened = await openAccessServer({
      agents() {
        messages += 1;
        return Promise.resolve(REPLY);
      },
    });
    const socket = connect(opened.server.port, "127.0.0.1", () =>
      socket.write(`${LINES}Content-Length: 20\r\n\r\n{"jsonrpc":`),
    );
    await once(socket, "connect");
    socket.end();
    await once(socket.resume(), "close");
    assert.equal(messages, 0);
    assert.equal((await opened.from("192.0.2.70", "/api/v2/scale")).status, 200);
  });

  test("after its answer aborts nothing", async () => {
    const signals: AbortSignal[] = [];
    const opened = await openAccessServer({
      agents({ signal }) {
        signals.push(signal);
        return Promise.resolve(REPLY);
      },
    });
    const options = { method: "POST", body: "{}", headers: LEGACY, hasOwnOperations: true };
    assert.equal((await opened.from("192.0.2.71", PATH, options)).status, 200);
    // By the next answer the one before has ended.
    assert.equal((await opened.from("192.0.2.71", PATH, options)).status, 200);
    assert.equal(signals[0]?.aborted, false);
  });
});

describe("pages of other sites", () => {
  const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

  test("403 for their Origin", async () => {
    for (const Origin of ["https://evil.example", "null", "http://trust.example.evil.example", "no URL"])
      checkProblem(await post("192.0.2.20", LIST, { Origin }), 403, "foreign_origin");
  });

  test("403 for a name that they made point here", async () => {
    for (const Host of ["evil.example", "evil.example:8080", "trust.example.evil.example", "localhost.evil.example"])
      checkProblem(await post("192.0.2.20", LIST, { Host }), 403, "foreign_origin");
  });

  test("200 for our own, for this machine, and for programs", async () => {
    const cases: Record<string, string>[] = [
      { Host: "trust.example", Origin: "https://trust.example" },
      { Host: "trust.example" },
      { Host: "localhost:6274", Origin: "http://localhost:6274" },
      { Host: "127.0.0.1:8080", Origin: "http://localhost:5173" },
      { Host: "[::1]:8080" },
      { Host: "192.168.1.7:8080", Origin: "http://192.168.1.7:8080" },
    ];
    for (const headers of cases)
      assert.equal((await post("192.0.2.20", LIST, headers)).status, 200, JSON.stringify(headers));
  });

  test("403 for an address that is another than the one that was asked", async () => {
    const headers = { Host: "192.168.1.7:8080", Origin: "http://192.168.1.9" };
    checkProblem(await post("192.0.2.20", LIST, headers), 403, "foreign_origin");
  });
});

describe("a message", () => {
  test("405 for GET and DELETE: there are no streams and no sessions", async () => {
    for (const method of ["GET", "DELETE", "PUT"]) {
      const received = await ask("192.0.2.30", { method });
      checkProblem(received, 405, "method_not_allowed");
      assert.equal(received.headers.allow, "POST, OPTIONS");
    }
  });

  test("a preflight allows the headers of the protocol", async () => {
    const { status, headers } = await ask("192.0.2.30", { method: "OPTIONS" });
    assert.equal(status, 204);
    assert.match(String(headers["access-control-allow-headers"]), /Mcp-Method, Mcp-Name, MCP-Protocol-Version/u);
  });

  test("413, 415 and 400 for what is too long, of another type, or no JSON", async () => {
    checkProblem(await post("192.0.2.30", " ".repeat(70_000)), 413, "payload_too_large");
    checkProblem(await post("192.0.2.30", "{}", { "Content-Type": "text/plain" }), 415, "unsupported_media_type");
    checkProblem(await post("192.0.2.30", "{"), 400, "invalid_json");
    checkProblem(await post("192.0.2.30", "["), 400, "invalid_json");
  });

  test("400 for one that is nested too deep, brackets in texts not counted", async () => {
    checkProblem(await post("192.0.2.30", "[".repeat(33) + "]".repeat(33)), 400, "invalid_request");
    checkProblem(await post("192.0.2.30", "[".repeat(60_000)), 400, "invalid_request");
    const params = { name: "search", arguments: { query: "[{".repeat(60) } };
    assert.equal((await post("192.0.2.30", { jsonrpc: "2.0", id: 1, method: "tools/call", params })).status, 200);
  });

  test("400 for more than ten at once", async () => {
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    checkProblem(
      await post(
        "192.0.2.30",
        Array.from({ length: 11 }, () => ping),
      ),
      400,
      "invalid_request",
    );
    assert.equal(
      (
        await post(
          "192.0.2.30",
          Array.from({ length: 10 }, (_, id) => ({ ...ping, id })),
        )
      ).status,
      200,
    );
  });

  test("that would open a stream is refused at once", async () => {
    const params = { ...ENVELOPE, notifications: {} };
    const message = { jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params };
    const { body } = await post("192.0.2.30", message, {
      "MCP-Protocol-Version": REVISION,
      "Mcp-Method": "subscriptions/listen",
    });
    assert.match(body.toString(), /"error"/u);
  });

  test("sessions that a client makes up mean nothing", async () => {
    const received = await call("192.0.2.31", "list", { of: "countries" }, { "Mcp-Session-Id": "made-up" });
    assert.equal(received.status, 200);
    assert.equal(received.headers["mcp-session-id"], undefined);
  });

  test("of any form leads to no fault of ours, and tells nothing of the program", async () => {
    await sendAnyMessages(200, (text, headers) => post("192.0.2.40", text, headers));
    assert.deepEqual(errors, []);
  });
});

test("404 where clients look for an authorization server, so that none starts OAuth", async () => {
  for (const path of [
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-protected-resource/mcp",
    "/.well-known/oauth-authorization-server",
  ])
    checkProblem(await own.from("192.0.2.50", path), 404, "not_found");
});

describe("what clients find before they connect", () => {
  const read = async (path: string): Promise<Record<string, unknown>> => {
    const { status, body } = await own.from("192.0.2.60", path);
    assert.equal(status, 200, path);
    return JSON.parse(body.toString()) as Record<string, unknown>;
  };

  test("the catalogue leads to the card, and the card to /mcp", async () => {
    const { entries } = (await read("/.well-known/ai-catalog.json")) as { entries: { type: string; url: string }[] };
    assert.equal(entries[0]?.url, `${BASE}/mcp/server-card`);
    const { name, version, description, remotes } = await read("/mcp/server-card");
    const { headers } = await own.from("192.0.2.60", "/mcp/server-card");
    assert.equal(headers["content-type"], entries[0]?.type);
    assert.match(String(name), /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/u);
    assert.equal(version, "0.0.0-test");
    assert.ok(String(description).length <= 100);
    assert.equal((remotes as { url: string }[])[0]?.url, `${BASE}${PATH}`);
    const { name: inRegistry } = await read("/mcp/server.json");
    assert.equal(inRegistry, name);
  });

  test("the card says what the server says of itself", async () => {
    const message = { jsonrpc: "2.0", id: 1, method: "server/discover", params: ENVELOPE };
    const standard = { "MCP-Protocol-Version": REVISION, "Mcp-Method": "server/discover" };
    const { body } = await post("192.0.2.61", message, standard);
    const { result } = JSON.parse(body.toString()) as { result: { supportedVersions: string[] } };
    const { name, remotes } = await read("/mcp/server-card");
    const client = new Client({ name: "test", version: "0" }, { versionNegotiation: { mode: "auto" } });
    await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${own.server.port}${PATH}`)));
    assert.deepEqual(client.getServerVersion(), {
      name,
      title: "Country Trust",
      version: "0.0.0-test",
      websiteUrl: BASE,
    });
    await client.close();
    const [remote] = remotes as { supportedProtocolVersions: string[] }[];
    const known = [...result.supportedVersions, ...SUPPORTED_PROTOCOL_VERSIONS];
    assert.ok(remote?.supportedProtocolVersions.every((version) => known.includes(version)));
  });
});
