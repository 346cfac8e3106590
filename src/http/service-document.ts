import type { Operation } from "../operations/operation.ts";
import type { Site } from "../operations/sources.ts";

/** What answers at `/api`: a short list of everything there is, for people and programs that start from nothing. */
export function describeService(operations: readonly Operation[], { baseUrl }: Site, version: string): object {
  return {
    title: "Country Trust",
    description:
      "Countries, sectors and judged companies, each with a median band and a distribution over an ordinal scale that every answer declares.",
    version,
    links: {
      self: `${baseUrl}/api`,
      openapi: `${baseUrl}/api/openapi.json`,
      problems: `${baseUrl}/problems`,
      health: `${baseUrl}/healthz`,
      readiness: `${baseUrl}/readyz`,
    },
    operations: operations.map(({ id, method, path, summary, parameters, deprecation }) => ({
      id,
      method,
      [path.includes("{") ? "href_template" : "href"]: `${baseUrl}${path}`,
      summary,
      parameters: Object.keys(parameters.query.properties),
      deprecated: deprecation !== undefined,
    })),
  };
}
