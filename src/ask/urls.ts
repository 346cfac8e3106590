import type { Operation } from "./operation.ts";
import type { Site } from "./sources.ts";

/** The URL of the page of a release, to which citations of it lead whichever is current later. */
export function releasePageOf({ baseUrl }: Site, release: string): string {
  return `${baseUrl}/releases/${encodeURIComponent(release)}`;
}

/**
 * Fills a path template: `/api/v2/countries/{slug}` and `{slug: "france"}` give
 * `/api/v2/countries/france`.
 */
export function fillPath(template: string, parameters: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(String(parameters[name])));
}

/**
 * The one path and query of a question within a release: defaults left out, the rest in the order
 * the operation describes.
 *
 * `parameters` are as read. `release` is left out, because an answer does not depend on how its
 * release was chosen; so are the names in `besides`.
 */
export function canonicalUrl(
  operation: Pick<Operation, "path" | "parameters">,
  parameters: Readonly<Record<string, unknown>>,
  besides: readonly string[] = [],
): string {
  const query = new URLSearchParams();
  const described = Object.entries<{ readonly default?: unknown }>(operation.parameters.query.properties);
  for (const [name, { default: fallback }] of described) {
    const value = parameters[name];
    if (value === undefined || value === fallback || name === "release" || besides.includes(name)) continue;
    query.append(name, Array.isArray(value) ? value.join(",") : `${value as string | number | boolean}`);
  }
  const path = fillPath(operation.path, parameters);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
