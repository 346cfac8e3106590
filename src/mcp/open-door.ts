import { createMcpHandler } from "@modelcontextprotocol/server";
import type { AgentDoor, AgentSources } from "../ask/agents.ts";
import { chooseTools } from "../topics/tools.ts";
import { readMessage } from "./read-message.ts";
import { type AgentServerParts, openAgentServer } from "./open-server.ts";

/**
 * Opens a handler of messages over HTTP, of every version of the protocol that the SDK speaks.
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
    // Changes cannot be announced: that would need a stream. A message that the SDK refuses is no
    // error of ours, so it is not reported.
    { maxSubscriptions: 0, keepAliveMs: 0 },
  );
  return async ({ url, headers, body, signal }, sources) => {
    // A name that no tool has is refused before the message is read.
    chooseTools(sources.wishes.tools);
    const request = new Request(url, { method: "POST", headers: { ...headers, accept: BOTH_TYPES }, signal });
    sourcesOf.set(request, sources);
    const response = await handler.fetch(request, { parsedBody: readMessage(body) });
    const reply = { status: response.status, mediaType: response.headers.get("content-type") };
    const text = await response.text();
    if (response.status !== 200) return { ...reply, text };
    const messages = reply.mediaType === EVENTS ? (text.match(/(?<=^data: ).*$/gmu) ?? []) : [text];
    if (takesOnlyEvents(headers["accept"]))
      return {
        ...reply,
        mediaType: EVENTS,
        text: messages.map((each) => `event: message\ndata: ${each}\n\n`).join(""),
      };
    const isBatch = Array.isArray(body) && reply.mediaType === EVENTS;
    return { ...reply, mediaType: JSON_TYPE, text: isBatch ? `[${messages.join()}]` : messages.join("") };
  };
}

const JSON_TYPE = "application/json";
const EVENTS = "text/event-stream";

/** The SDK insists on this `Accept`, which some clients do not send. */
const BOTH_TYPES = `${JSON_TYPE}, ${EVENTS}`;

/** Returns true if a client accepts no JSON: all others get it. */
function takesOnlyEvents(accept = ""): boolean {
  return accept.includes(EVENTS) && !/application\/(?:json|\*)|\*\/\*/u.test(accept);
}
