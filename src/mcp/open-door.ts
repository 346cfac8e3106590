import { createMcpHandler } from "@modelcontextprotocol/server";
import type { AgentDoor, AgentSources } from "../ask/agents.ts";
import { chooseTools } from "../topics/tools.ts";
import { type AgentServerParts, openAgentServer } from "./open-server.ts";

/**
 * Opens what answers messages over HTTP, of every version of the protocol that the SDK speaks.
 * There are no sessions and no streams: a message is answered whole.
 */
export function openAgentDoor({ version, hasPictures, onError }: Omit<AgentServerParts, "sources">): AgentDoor {
  const sourcesOf = new WeakMap<Request, AgentSources>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const sources = requestInfo && sourcesOf.get(requestInfo);
      if (sources === undefined) throw new Error("the SDK serves another request than the one it was given");
      return openAgentServer({ sources, version, hasPictures, onError });
    },
    // Nobody can be told of changes: that would be a stream. What the SDK refuses is no error of
    // ours, so it is told nobody.
    { maxSubscriptions: 0, keepAliveMs: 0 },
  );
  return async ({ url, headers, body, signal }, sources) => {
    // A name that no tool has is refused before the message is read.
    chooseTools(sources.wishes.tools);
    const request = new Request(url, { method: "POST", headers, signal });
    sourcesOf.set(request, sources);
    const response = await handler.fetch(request, { parsedBody: body });
    return { status: response.status, mediaType: response.headers.get("content-type"), text: await response.text() };
  };
}
