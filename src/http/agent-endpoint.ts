import { setImmediate as nextTurn } from "node:timers/promises";
import { AGENT_PATH, type AgentDoor, type AgentSources, type AgentWishes } from "../ask/agents.ts";
import { buildAsk } from "../ask/ask.ts";
import { findAskedRelease } from "../ask/choose-release.ts";
import type { Ask } from "../ask/page.ts";
import { parseJson } from "../ask/read-body.ts";
import { Problem, quote } from "../problem.ts";
import { type Content, type EndpointRequest, JSON_TYPE } from "./endpoint.ts";
import { type AnswerContext, signalOf, sourcesOf } from "./operation-endpoint.ts";
import { readBodyText } from "./receive-body.ts";
import type { Route } from "./routes.ts";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Site } from "../ask/sources.ts";

/** Maximum size of a message: far more than any call needs. */
const MESSAGE_BYTES_MAX = 64 * 1024;

/** Maximum number of messages sent at once, as older versions of the protocol allow. */
const BATCH_MAX = 10;

/** Headers that the protocol reads; credentials are not among them. */
const READ_HEADERS = /^(?:accept|content-type|mcp-.*)$/u;

/**
 * Builds the route of agents. Messages have a window of their own; a call of a tool is debited as
 * the operation it asks, too.
 */
export function buildAgentRoute(door: AgentDoor, context: AnswerContext): Route {
  const answer = (request: EndpointRequest): Promise<Content> => answerAgent(door, context, request);
  return {
    path: AGENT_PATH,
    endpoints: { POST: { label: AGENT_PATH, admission: "messages", mediaTypes: [], isStored: false, answer } },
  };
}

async function answerAgent(
  door: AgentDoor,
  context: AnswerContext,
  { exchange, admitBody, admitForm, url }: EndpointRequest,
): Promise<Content> {
  const { baseUrl } = context.site;
  expectOwnOrigin(exchange.request, context.site);
  const { text } = await readBodyText(exchange, { bytesMax: MESSAGE_BYTES_MAX });
  const parsed = parseMessage(text);
  if (Array.isArray(parsed)) await admitBody(parsed.length);
  const sources: AgentSources = {
    baseUrl,
    wishes: readWishes(url, exchange.request, context.site),
    openRelease(release, signal) {
      const snapshot = findAskedRelease(context.releases, release, context.now());
      const askAtOnce = buildAsk({ ...sourcesOf(context, snapshot, null), signal });
      const ask: Ask = async (operation, parameters, body) => {
        // Other requests have their turn, and nothing is asked for somebody who has gone.
        await nextTurn();
        signal.throwIfAborted();
        return await askAtOnce(operation, parameters, body);
      };
      return { id: snapshot.manifest.id, ask };
    },
    async admit(operation, requests) {
      const { admitBody: admitOthers } = await admitForm(operation, null);
      await admitOthers(requests);
    },
  };
  const headers = Object.entries(exchange.request.headers).flatMap(([name, value]) =>
    typeof value === "string" && READ_HEADERS.test(name) ? [[name, value] as const] : [],
  );
  const message = {
    url: `${baseUrl}${AGENT_PATH}`,
    headers: Object.fromEntries(headers),
    body: parsed,
    signal: signalOf(exchange),
  };
  const reply = await door(message, sources);
  const mediaType = reply.mediaType ?? JSON_TYPE;
  return { kind: "unstored", status: reply.status, mediaType, headers: [], text: reply.text };
}

/** Reads the wishes of the host from the URL, else from headers, else from the settings. */
function readWishes(url: string, { headers }: IncomingMessage, { settings }: Site): AgentWishes {
  const query = new URL(url, "http://localhost").searchParams;
  const wish = (name: string, header: string): string | null => {
    const sent = query.get(name) ?? headers[header];
    return typeof sent === "string" && sent !== "" ? sent : null;
  };
  return {
    tools: wish("tools", "mcp-tools") ?? settings.agentTools,
    isStructured: wish("structured", "mcp-structured") === "true",
  };
}

/** Parses a message; throws `invalid_json`, and `invalid_request` for too many at once. */
function parseMessage(text: string): unknown {
  const message = parseJson(text, "The message");
  if (Array.isArray(message) && message.length > BATCH_MAX)
    throw new Problem("invalid_request", `The body has ${message.length} messages; send at most ${BATCH_MAX} at once.`);
  return message;
}

/**
 * Throws `foreign_origin` for a request that a page of another site may have had a browser send: by
 * its `Origin`, or by a `Host` that such a page made point at this machine (DNS rebinding).
 * Programs send no `Origin`. A browser has an address as its `Host` only if that stands in the URL.
 */
function expectOwnOrigin({ headers: { host = "", origin } }: IncomingMessage, { baseUrl }: Site): void {
  const own = new URL(baseUrl).hostname;
  const isOwn = (name: string | undefined): boolean => name !== undefined && (name === own || isThisMachine(name));
  const asked = URL.parse(`http://${host}`)?.hostname;
  if (!isOwn(asked) && (asked === undefined || isIP(withoutBrackets(asked)) === 0)) {
    const detail = `The Host header is ${quote(host)}; this endpoint answers as ${own}. Where that is right, set BASE_URL; where a proxy changed it, have it pass the header on.`;
    throw new Problem("foreign_origin", detail);
  }
  if (origin === undefined) return;
  const sender = URL.parse(origin)?.hostname;
  if (isOwn(sender) || (sender !== undefined && sender === asked)) return;
  throw new Problem(
    "foreign_origin",
    `The Origin header is ${quote(origin)}; pages of other sites cannot send messages here. The API at ${baseUrl}/api answers them.`,
  );
}

function isThisMachine(name: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(name);
}

function withoutBrackets(name: string): string {
  return name.replace(/^\[|\]$/gu, "");
}
