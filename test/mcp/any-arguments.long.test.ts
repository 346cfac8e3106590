import { test } from "node:test";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { checkAnyArguments } from "./any-arguments.ts";
import { buildAgentSources, openAgent } from "./open-agent.ts";

test("arguments of any kind lead to an answer or a refusal that an agent can correct", async () => {
  const releases = buildMemoryReleases(buildMemorySnapshot("2026-11-20-aaaaaaaaaaaa"));
  await checkAnyArguments(await openAgent(buildAgentSources(releases)), 10_000);
});
