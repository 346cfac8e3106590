import assert from "node:assert/strict";
import { test } from "node:test";
import { openAgentDoor } from "../../src/mcp/open-door.ts";
import { openAccessServer } from "./access-server.ts";
import { sendAnyMessages } from "./agent-messages.ts";

test("10,000 messages of any form lead to no fault of ours, and tell nothing of the program", async () => {
  const errors: unknown[] = [];
  const own = await openAccessServer({
    agents: openAgentDoor({ version: "0.0.0-test", hasPictures: true, onError: (error) => void errors.push(error) }),
  });
  await sendAnyMessages(10_000, (body, headers) =>
    own.from("192.0.2.1", "/mcp", { method: "POST", body, headers, hasOwnOperations: true }),
  );
  assert.deepEqual(errors, []);
});
