import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { describe, test } from "node:test";
import { askModel } from "../../bench/faithful/ask-model.ts";
import type { FaithfulCase } from "../../bench/faithful/case.ts";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { buildAgentSources, openAgent } from "./open-agent.ts";

/** The runner that puts cases to a model, over an endpoint that plays one. */

const CASE: FaithfulCase = {
  id: "memory/tie/france",
  dataset: "memory",
  trap: "tie",
  question: "Is France first?",
  calls: [],
  statements: [
    { sentence: "France alone is first.", claim: { subject: "france", is: "best" }, mayBeWritten: false },
    {
      sentence: "France shares rank 1.",
      claim: { subject: "france", is: "shares_rank", value: "1" },
      mayBeWritten: true,
    },
  ],
};

interface Asked {
  readonly messages: readonly { role: string; content: string | null }[];
  readonly tools: readonly { function: { name: string } }[];
}

/** Runs the case with a model that replies so; `reply` gets what it was asked. */
async function run(reply: (asked: Asked) => { status?: number; message?: object }) {
  const server = createServer((request, response) => {
    const answer = (asked: unknown): void => {
      const { status = 200, message } = reply(asked as Asked);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ choices: [{ message }] }));
    };
    void json(request).then(answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
  const agent = await openAgent(buildAgentSources(buildMemoryReleases(buildMemorySnapshot("2026-11-20-aaaaaaaaaaaa"))));
  try {
    return await askModel({ baseUrl, name: "plays-one", key: null }, agent, CASE);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** The number of the sentence that may be written. */
function rightIn(messages: Asked["messages"]): string {
  return /^(\d)\. France shares rank 1\.$/mu.exec(messages[1]?.content ?? "")?.[1] ?? "";
}

const say = (content: string): { message: object } => ({ message: { role: "assistant", content } });

describe("a model that is asked a case", () => {
  test("gets the tools and their answers, and is faithful where it writes what holds and nothing else", async () => {
    const verdicts: string[] = [];
    const answer = await run(({ messages, tools }) => {
      assert.ok(tools.some(({ function: { name } }) => name === "check_claims"));
      const heard = messages.filter(({ role }) => role === "tool");
      verdicts.splice(
        0,
        2,
        ...heard.map(({ content }) => (JSON.parse(content!) as { items: { verdict: string }[] }).items[0]!.verdict),
      );
      const next = CASE.statements[heard.length];
      if (next === undefined) return say(`I checked.\n{"may_write": [${rightIn(messages)}]}`);
      const call = { name: "check_claims", arguments: JSON.stringify({ statements: [next.claim] }) };
      const toolCalls = [{ id: `c${heard.length}`, type: "function", function: call }];
      return { message: { role: "assistant", content: null, tool_calls: toolCalls } };
    });
    assert.deepEqual(verdicts, ["does_not_hold", "holds"]);
    assert.equal(answer.isFaithful, true);
    assert.equal(answer.calls, 2);
  });

  test("is not faithful where it writes more, or less, or nothing that can be read", async () => {
    assert.equal((await run(() => say('{"may_write": [1, 2]}'))).isFaithful, false);
    assert.equal((await run(() => say('{"may_write": []}'))).isFaithful, false);
    assert.deepEqual(await run(() => say("Both, I think.")), {
      isFaithful: false,
      written: null,
      calls: 0,
      faults: [],
    });
  });

  test("is not faithful where it writes what no figure bears out, whatever it names", async () => {
    const write = (text: string) => run(({ messages }) => say(`${text}\n{"may_write": [${rightIn(messages)}]}`));
    const average = "On average, France scores 3.2 of 5.";
    const { isFaithful, faults } = await write(`France shares rank 1. ${average}`);
    assert.deepEqual([isFaithful, faults], [false, [average]]);
    assert.equal((await write("France shares rank 1. There is no average of bands.")).isFaithful, true);
  });

  test("is told of arguments that are no JSON and of tools that there are not, and may go on", async () => {
    const answer = await run(({ messages }) => {
      const heard = messages.filter(({ role }) => role === "tool").map(({ content }) => content);
      if (heard.length > 0) {
        assert.match(String(heard[0]), /no JSON/u);
        assert.match(String(heard[1]), /no tool of this name/u);
        return say(`{"may_write": [${rightIn(messages)}]}`);
      }
      const calls = [
        { id: "a", type: "function", function: { name: "check_claims", arguments: "{" } },
        { id: "b", type: "function", function: { name: "delete_all", arguments: "{}" } },
      ];
      return { message: { role: "assistant", content: null, tool_calls: calls } };
    });
    assert.equal(answer.isFaithful, true);
  });

  test("fails where the endpoint does", async () => {
    await assert.rejects(
      run(() => ({ status: 500 })),
      /the model answers 500/u,
    );
  });
});
