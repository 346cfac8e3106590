import assert from "node:assert/strict";
import { before, test } from "node:test";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { buildAgentSources, openAgent, type TestAgent } from "./open-agent.ts";

const RELEASE = "2026-11-20-aaaaaaaaaaaa";
let agent: TestAgent;

before(async () => {
  agent = await openAgent(buildAgentSources(buildMemoryReleases(buildMemorySnapshot(RELEASE))));
});

test("an answer links to a picture where links are asked for", async () => {
  const { links } = await agent.call("get", { ids: ["france"], links: true });
  assert.match(links?.picture ?? "", /^https:\/\/trust\.example\/share\/countries\/france\.png\?release=/u);
});

test("the instructions name only tools that there are", async () => {
  const { tools } = await agent.client.listTools();
  const names = new Set(tools.map(({ name }) => name));
  const named = agent.client.getInstructions()?.match(/\b(?:check|describe|match|what)_[a-z]+/gu) ?? [];
  assert.ok(named.length > 1);
  assert.deepEqual(
    named.filter((name) => !names.has(name)),
    [],
  );
});
