import type { Operation } from "./operation.ts";
import type { Ask } from "./page.ts";

/** Dependencies of answering a message of an agent. */
export interface AgentSources {
  /** Public origin without a slash at the end. */
  readonly baseUrl: string;
  /** Choices of the agent's host, in the URL or a header, or those of the settings. */
  readonly wishes: AgentWishes;
  /**
   * Finds one release to ask: the one that a text names by its id, as `previous` or by a date, or
   * the current one. `signal` is aborted when nobody waits for the answer any more. Throws what
   * `findRelease` does.
   */
  openRelease(release: string | undefined, signal: AbortSignal): AskedRelease;
  /**
   * Counts requests in the caller's quota under an operation, before it is asked. Rejects with the
   * refusal.
   */
  admit(operation: Operation, requests: number): Promise<void>;
}

/** Choices that hosts have. */
export interface AgentWishes {
  /** Names of tools, separated by commas; null for the usual ones. */
  readonly tools: string | null;
  /** Answers come as structured content, and as text in their summary alone. */
  readonly isStructured: boolean;
}

/** A release that agents ask. */
export interface AskedRelease {
  readonly id: string;
  readonly ask: Ask;
}

/** A message of an agent as it came over HTTP. */
export interface AgentMessage {
  /** The URL to which it was sent. */
  readonly url: string;
  /** Its headers without the credentials, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON. */
  readonly body: unknown;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** The response over HTTP. */
export interface AgentReply {
  readonly status: number;
  /** Null where there is nothing to send. */
  readonly mediaType: string | null;
  readonly text: string;
}

/** Answers messages of agents. Each is answered by itself: nothing is kept of the ones before. */
export type AgentDoor = (message: AgentMessage, sources: AgentSources) => Promise<AgentReply>;

/** Path of the endpoint to which agents send their messages. */
export const AGENT_PATH = "/mcp";

/**
 * Returns the name of the service among servers of agents: its host backwards and its product, as
 * in `com.example.trust/country-trust`.
 */
export function nameAgentServer(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  const labels = hostname.replaceAll(/[^a-z0-9.-]/gu, "-").split(".");
  return `${labels.toReversed().join(".")}/country-trust`;
}
