import type { Operation } from "./operation.ts";

/** Fills a path template: `/api/v2/countries/{slug}` and `{slug: "france"}` give `/api/v2/countries/france`. */
export function fillPath(template: string, parameters: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(String(parameters[name])));
}

/** One pair of a query in the form of `application/x-www-form-urlencoded`. */
function writePair([name, value]: readonly [string, string]): string {
  return /^[\w.-]*$/u.test(value) ? `${name}=${value}` : new URLSearchParams([[name, value]]).toString();
}

/**
 * The one address of a question within a release: defaults left out, the rest in the order the operation describes.
 *
 * `parameters` are as read. `release` is left out, because an answer does not depend on how its release was chosen.
 */
export function canonicalAddress(
  operation: Pick<Operation, "path" | "parameters">,
  parameters: Readonly<Record<string, unknown>>,
): string {
  const path = fillPath(operation.path, parameters);
  const query: [string, string][] = [];
  for (const [name, schema] of Object.entries(operation.parameters.query.properties)) {
    const value = parameters[name];
    if (value === undefined || name === "release" || value === (schema as { default?: unknown }).default) continue;
    query.push([name, Array.isArray(value) ? value.join(",") : `${value as string | number}`]);
  }
  return query.length === 0 ? path : `${path}?${query.map(writePair).join("&")}`;
}
