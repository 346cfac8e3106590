import { readFile } from "node:fs/promises";
import { type ListResourcesResult, type ReadResourceResult, ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { AgentSources } from "../ask/agents.ts";
import { getScale } from "./release/get-scale.ts";
import { previewCountries } from "./ranking/rank-countries.ts";
import { callTool } from "../mcp/call-tool.ts";
import { getTool } from "./subject/tool-get.ts";

/** Documents that agents can read without a tool: the methodology, the scale and each country. */

const METHODOLOGY = "country-trust://methodology";
const SCALE = "country-trust://scale";
const COUNTRY = "country-trust://countries/";

const METHODOLOGY_FILE = new URL("../../docs/methodology.md", import.meta.url);

const JSON_TYPE = "application/json";

/** Lists the resources with addresses known beforehand: two documents, and one of each country. */
export async function listResources(sources: AgentSources, signal: AbortSignal): Promise<ListResourcesResult> {
  const { items } = await sources.openRelease(undefined, signal).ask(previewCountries);
  return {
    resources: [
      {
        uri: METHODOLOGY,
        name: "methodology",
        title: "Methodology",
        description: "How judgements become published bands, and what they do not say.",
        mimeType: "text/markdown",
      },
      {
        uri: SCALE,
        name: "scale",
        title: "The scale, the pillars and the method",
        description: "What the bands and pillars mean, in the publisher's words.",
        mimeType: JSON_TYPE,
      },
      ...items.map(({ slug, name }) => ({ uri: COUNTRY + slug, name: slug, title: name, mimeType: JSON_TYPE })),
    ],
  };
}

/** The form of the addresses of countries. */
export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: `${COUNTRY}{country}`,
    name: "country",
    title: "Figures of one country",
    description: "The answer of the tool get. `country` is a slug, an ISO 3166-1 code or a name.",
    mimeType: JSON_TYPE,
  },
];

/**
 * Reads a resource. Resources from the data are debited like a call of a tool. Rejects with a
 * `Problem`, or with the error of the protocol for an unknown address.
 */
export async function readResource(
  uri: string,
  sources: AgentSources,
  signal: AbortSignal,
): Promise<ReadResourceResult> {
  if (uri === METHODOLOGY) return textOf(uri, "text/markdown", await readFile(METHODOLOGY_FILE, "utf8"));
  if (uri === SCALE) {
    await sources.admit(getScale, 1);
    return textOf(uri, JSON_TYPE, JSON.stringify(await sources.openRelease(undefined, signal).ask(getScale)));
  }
  const country = uri.startsWith(COUNTRY) ? decode(uri.slice(COUNTRY.length)) : "";
  if (country === "") throw new ResourceNotFoundError(uri);
  const answer = await callTool(getTool, { ids: [`country:${country}`] }, { ...sources, hasPictures: false }, signal);
  return textOf(uri, JSON_TYPE, JSON.stringify(answer));
}

function textOf(uri: string, mimeType: string, text: string): ReadResourceResult {
  return { contents: [{ uri, mimeType, text }] };
}

/** Decodes a part of an address; returns an empty text for a malformed one. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
