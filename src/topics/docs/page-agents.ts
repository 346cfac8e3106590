import { AGENT_PATH, nameAgentServer } from "../../ask/agents.ts";
import type { PageFacts, SiteDocument } from "../../html/site-document.ts";

/**
 * The documents by which clients of agents find `/mcp` before they connect: the server card
 * (SEP-2127, a draft), the catalogue of the host (Agent-Card/ai-catalog), and `server.json`, which
 * a publisher sends to the registry of the protocol.
 */

const CARD_PATH = `${AGENT_PATH}/server-card`;
const CARD_TYPE = "application/mcp-server-card+json";

/** The versions of the protocol that are answered over HTTP, newest first. */
const AGENT_PROTOCOLS: readonly string[] = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/** At most 100 characters, as the schemas say. */
const DESCRIPTION = "How the companies of a country are judged: median bands, ranks with ties, and checked claims.";

/** Example questions that the tools answer, for catalogues that are searched by meaning. */
const QUERIES = [
  "How are the companies of South Korea rated, and which countries rank higher?",
  "May I print this sentence about two countries, and what could I say instead?",
  "Which companies in the energy sector of Japan are rated worst, and on what evidence?",
  "What changed since the last release?",
] as const;

export const AGENT_DOCUMENTS: readonly SiteDocument[] = [
  { path: CARD_PATH, mediaType: CARD_TYPE, linkedAs: "agents", text: describeCard },
  { path: "/.well-known/ai-catalog.json", mediaType: "application/ai-catalog+json", text: describeCatalog },
  { path: `${AGENT_PATH}/server.json`, mediaType: "application/json", text: describeForRegistry },
];

function describeCard(facts: PageFacts): string {
  const [remote] = remotesOf(facts);
  const schema = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";
  return describe(facts, schema, [{ ...remote, supportedProtocolVersions: AGENT_PROTOCOLS }]);
}

function describeForRegistry(facts: PageFacts): string {
  const schema = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
  return describe(facts, schema, remotesOf(facts));
}

function describe({ baseUrl, openapi }: PageFacts, schema: string, remotes: readonly object[]): string {
  return JSON.stringify({
    $schema: schema,
    name: nameAgentServer(baseUrl),
    title: "Country Trust",
    description: DESCRIPTION,
    version: versionIn(openapi),
    websiteUrl: `${baseUrl}/docs/agents`,
    remotes,
  });
}

/** A key is never needed; one that a caller has may be sent. */
function remotesOf({ baseUrl }: PageFacts) {
  return [
    {
      type: "streamable-http",
      url: `${baseUrl}${AGENT_PATH}`,
      headers: [
        {
          name: "X-SVC-API-Key",
          description: "An API key, which raises the quota. None is needed.",
          isRequired: false,
          isSecret: true,
        },
      ],
    },
  ];
}

function describeCatalog({ baseUrl }: PageFacts): string {
  const { hostname } = new URL(baseUrl);
  return JSON.stringify({
    specVersion: "1.0",
    host: { displayName: "Country Trust", documentationUrl: `${baseUrl}/docs/agents` },
    entries: [
      {
        identifier: `urn:air:${hostname}:country-trust`,
        displayName: "Country Trust",
        description: DESCRIPTION,
        representativeQueries: QUERIES,
        type: CARD_TYPE,
        url: `${baseUrl}${CARD_PATH}`,
      },
    ],
  });
}

/** The version of the software, as the OpenAPI document has it. */
function versionIn(openapi: object): string {
  const info: unknown = Reflect.get(openapi, "info");
  return info instanceof Object ? String(Reflect.get(info, "version")) : "";
}
