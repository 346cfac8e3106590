import { once } from "node:events";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import packageFacts from "../../package.json" with { type: "json" };
import type { AgentSources } from "../ask/agents.ts";
import { buildAsk } from "../ask/ask.ts";
import { findAskedRelease } from "../ask/choose-release.ts";
import { openAgentServer } from "../mcp/open-server.ts";
import { MESSAGE_BYTES_MAX } from "../mcp/limits.ts";
import { readMessage } from "../mcp/read-message.ts";
import { parseJson } from "../release/store/release-register.ts";
import { SHARE_PICTURES } from "../topics/picture/picture-share.ts";
import { type Command, expectAtMost } from "./command.ts";
import { openSources } from "./open-sources.ts";

export const mcp: Command = {
  summary: "Answer an agent from the data folder over standard input and output (MCP)",
  synopsis: "",
  help: `An MCP server without a network: a client starts it and speaks to it over its standard input and
output. It reads the releases in DATA_DIR and changes nothing. Links in its answers begin with BASE_URL.
AGENT_TOOLS names the tools it offers, without it all but fetch.
docs/guides/agents.md says how clients start it.`,
  options: {},
  async run(console, args) {
    expectAtMost(args, 0);
    using opened = openSources(console);
    const { releases, sourcesNow } = opened;
    const { baseUrl, settings } = sourcesNow().site;
    const sources: AgentSources = {
      baseUrl,
      wishes: { tools: settings.agentTools, isStructured: false },
      openRelease(release, signal) {
        const now = sourcesNow();
        const snapshot = findAskedRelease(releases, release, now.at);
        return { id: snapshot.manifest.id, ask: buildAsk({ ...now, snapshot, signal }) };
      },
      admit: () => Promise.resolve(),
    };
    const onError = (error: unknown): void => console.say(String(error));
    const hasPictures = SHARE_PICTURES.length > 0;
    const ended = Promise.race([console.stopRequested(), once(process.stdin, "close")]);
    const server = serveStdio(() => openAgentServer({ sources, version: packageFacts.version, onError, hasPictures }), {
      transport: new StdioServerTransport(Readable.from(readLines(process.stdin)), process.stdout, {
        maxBufferSize: MESSAGE_BYTES_MAX,
      }),
      maxSubscriptions: 0,
      onerror: onError,
    });
    try {
      await ended;
      return 0;
    } finally {
      await server.close();
    }
  },
};

/** Passes messages on as they are meant, a line each; the server refuses what is no JSON. */
async function* readLines(input: Readable): AsyncGenerator<Buffer> {
  for await (const line of createInterface({ input })) {
    const message = parseJson(line);
    yield Buffer.from(`${message === undefined ? line : JSON.stringify(readMessage(message))}\n`);
  }
}
