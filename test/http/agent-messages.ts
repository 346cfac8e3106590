import assert from "node:assert/strict";
import * as fc from "fast-check";
import { TOOLS } from "../../src/topics/tools.ts";
import type { Received } from "./test-server.ts";

export const LEGACY = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
export const REVISION = "2026-07-28";

/** What a message of the newest version carries besides its own parameters. */
export const ENVELOPE = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": REVISION,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  },
};

const keys = fc.constantFrom("jsonrpc", "id", "method", "params", "name", "arguments", "_meta", "error", "result");
const methods = fc.constantFrom(
  "tools/call",
  "tools/list",
  "initialize",
  "ping",
  "server/discover",
  "notifications/cancelled",
  "resources/read",
  "completion/complete",
);
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    fc.string(),
    fc.integer(),
    fc.constant(null),
    fc.constant("2.0"),
    methods,
    fc.constantFrom(...TOOLS.map(({ name }) => name)),
    tie("list"),
    tie("record"),
  ),
  list: fc.array(tie("any"), { maxLength: 3 }),
  record: fc.dictionary(fc.oneof(keys, fc.string()), tie("any"), { maxKeys: 5 }),
})).any;
const message = fc.oneof(
  value,
  fc.record(
    { jsonrpc: fc.constant("2.0"), id: value, method: fc.oneof(methods, fc.string()), params: value },
    { requiredKeys: ["jsonrpc"] },
  ),
  fc.record({ jsonrpc: fc.constant("2.0"), id: fc.integer(), method: methods, params: fc.constant(ENVELOPE) }),
);

/** What a client may send in the place of a message. */
const anyMessage: fc.Arbitrary<string> = fc.oneof(
  message.map((each) => JSON.stringify(each)),
  fc.string(),
);

/** Headers a client may send beside it. */
const anyHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>[]>(
  {},
  { "MCP-Protocol-Version": REVISION },
  { "MCP-Protocol-Version": REVISION, "Mcp-Method": "tools/call" },
  { "MCP-Protocol-Version": "x" },
  { Accept: "text/html" },
);

/** Sends so many of them: no answer is our mistake, and none tells anything of the program. */
export async function sendAnyMessages(
  count: number,
  post: (text: string, headers: Record<string, string>) => Promise<Received>,
): Promise<void> {
  const property = fc.asyncProperty(anyMessage, anyHeaders, async (sent, given) => {
    const { status, body } = await post(sent, { ...LEGACY, ...given });
    assert.ok(status < 500, `${status} for ${sent}`);
    assert.doesNotMatch(body.toString(), /node_modules|\.m?ts\b|\bat \w+ \(/u);
  });
  await fc.assert(property, { numRuns: count });
}
