import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { openAtlas } from "../../src/atlas/atlas.ts";
import type { AgentSources } from "../../src/ask/agents.ts";
import { buildAsk } from "../../src/ask/ask.ts";
import { findAskedRelease } from "../../src/ask/choose-release.ts";
import type { ToolAnswer } from "../../src/mcp/answer.ts";
import { openAgentServer } from "../../src/mcp/open-server.ts";
import type { Releases } from "../../src/release/snapshot.ts";
import { readSettings } from "../../src/settings.ts";

export const BASE = "https://trust.example";

const NOW = new Date("2026-11-21T00:00:00Z");

const atlas = openAtlas();

/** What tools are answered from over some releases; `admitted` collects what was debited. */
export function buildAgentSources(releases: Releases, admitted: string[] = []): AgentSources {
  return {
    baseUrl: BASE,
    openRelease(release, signal) {
      const snapshot = findAskedRelease(releases, release, NOW);
      const ask = buildAsk({
        snapshot,
        releases,
        atlas,
        caller: null,
        access: null,
        at: NOW,
        site: { baseUrl: BASE, settings: readSettings({}) },
        signal,
        nextTurn: () => Promise.resolve(),
      });
      return { id: snapshot.manifest.id, ask };
    },
    admit: async (operation) => void admitted.push(operation.id),
  };
}

/** A refusal of a tool. */
interface Refusal {
  readonly code: string;
  readonly detail: string;
  readonly release: string | null;
  readonly errors?: object[];
}

/** An agent that speaks to a server in this process, by the client of the SDK. */
export interface TestAgent {
  readonly client: Client;
  /** The answer of a tool; throws where it refuses. */
  call(name: string, given?: Record<string, unknown>): Promise<ToolAnswer>;
  /** The refusal of a tool; throws where it answers. */
  refusal(name: string, given?: Record<string, unknown>): Promise<Refusal>;
  /** What no agent can correct. */
  readonly errors: readonly unknown[];
}

export async function openAgent(sources: AgentSources): Promise<TestAgent> {
  const errors: unknown[] = [];
  const server = openAgentServer({ sources, version: "0.0.0-test", onError: (error) => errors.push(error) });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "0" });
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  return {
    client,
    errors,
    async call(name, given = {}) {
      const result = await client.callTool({ name, arguments: given });
      if (result.isError === true) throw new Error(JSON.stringify(result.content));
      // The client holds it against the schema of the tool.
      return result.structuredContent as ToolAnswer;
    },
    async refusal(name, given = {}) {
      const { isError, content } = await client.callTool({ name, arguments: given });
      const [part] = content;
      if (isError !== true || part?.type !== "text") throw new Error(`${name} answers`);
      return JSON.parse(part.text) as Refusal;
    },
  };
}
