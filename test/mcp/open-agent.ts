import { Client, type ClientCapabilities, InMemoryTransport } from "@modelcontextprotocol/client";
import { openAtlas } from "../../src/atlas/atlas.ts";
import type { AgentSources } from "../../src/ask/agents.ts";
import { buildAsk } from "../../src/ask/ask.ts";
import { findAskedRelease } from "../../src/ask/choose-release.ts";
import type { ToolAnswer } from "../../src/mcp/answer.ts";
import { openAgentServer } from "../../src/mcp/open-server.ts";
import type { Releases } from "../../src/release/snapshot.ts";
import { TOOLS } from "../../src/topics/tools.ts";
import { readSettings } from "../../src/settings.ts";

export const BASE = "https://trust.example";

/** Those that are hidden, too. */
const ALL_TOOLS = TOOLS.map(({ name }) => name).join(",");

const NOW = new Date("2026-11-21T00:00:00Z");

const atlas = openAtlas();

/** What tools are answered from over some releases; `admitted` collects what was debited. */
export function buildAgentSources(releases: Releases, admitted: string[] = []): AgentSources {
  return {
    baseUrl: BASE,
    wishes: { tools: ALL_TOOLS, isStructured: false },
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

/** An answer of a tool, with the members that are left out where they are empty. */
export interface TestAnswer extends ToolAnswer {
  readonly must_say: readonly string[];
  readonly must_not: readonly string[];
  /** The first of `items`, or nothing: what `get` answers about one subject. */
  readonly first: Readonly<Record<string, unknown>>;
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
  call(name: string, given?: Record<string, unknown>): Promise<TestAnswer>;
  /** The refusal of a tool; throws where it answers. */
  refusal(name: string, given?: Record<string, unknown>): Promise<Refusal>;
  /** What no agent can correct. */
  readonly errors: readonly unknown[];
}

export async function openAgent(sources: AgentSources, capabilities: ClientCapabilities = {}): Promise<TestAgent> {
  const errors: unknown[] = [];
  const server = openAgentServer({
    sources,
    hasPictures: true,
    version: "0.0.0-test",
    onError: (error) => errors.push(error),
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "0" }, { capabilities });
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  return {
    client,
    errors,
    async call(name, given = {}) {
      const result = await client.callTool({ name, arguments: given });
      const [part] = result.content;
      if (result.isError === true || part?.type !== "text") throw new Error(JSON.stringify(result.content));
      const answer = JSON.parse(part.text) as ToolAnswer;
      const [first = {}] = (answer["items"] ?? []) as Readonly<Record<string, unknown>>[];
      return { must_say: [], must_not: [], ...answer, first };
    },
    async refusal(name, given = {}) {
      const { isError, content } = await client.callTool({ name, arguments: given });
      const [part] = content;
      if (isError !== true || part?.type !== "text") throw new Error(`${name} answers`);
      return JSON.parse(part.text) as Refusal;
    },
  };
}
