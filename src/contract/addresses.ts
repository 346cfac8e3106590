import { describedParameters } from "./described-parameters.ts";
import type { Operation } from "./operation.ts";

/** Fills a path template: `/api/v2/countries/{slug}` and `{slug: "france"}` give `/api/v2/countries/france`. */
export function fillPath(template: string, parameters: Readonly<Record<string, unknown>>): string {
  let path = "";
  let at = 0;
  for (let open = template.indexOf("{"); open >= 0; open = template.indexOf("{", at)) {
    const close = template.indexOf("}", open);
    path += template.slice(at, open) + encodeURIComponent(String(parameters[template.slice(open + 1, close)]));
    at = close + 1;
  }
  return path + template.slice(at);
}

/** One pair of a query in the form of `application/x-www-form-urlencoded`. */
function writePair(name: string, value: string): string {
  return /^[\w.-]*$/u.test(value) ? `${name}=${value}` : new URLSearchParams([[name, value]]).toString();
}

/**
 * The one address of a question within a release: defaults left out, the rest in the order the operation describes.
 *
 * `parameters` are as read. `release` is left out, because an answer does not depend on how its release was chosen; so are names in `besides`.
 */
export function canonicalAddress(
  operation: Pick<Operation, "path" | "parameters">,
  parameters: Readonly<Record<string, unknown>>,
  besides: readonly string[] = [],
): string {
  let address = operation.path.includes("{") ? fillPath(operation.path, parameters) : operation.path;
  let separator = "?";
  for (const { name, default: unsaid } of describedParameters(operation.parameters.query)) {
    const value = parameters[name];
    if (value === undefined || value === unsaid || name === "release" || besides.includes(name)) continue;
    address += separator + writePair(name, Array.isArray(value) ? value.join(",") : `${value as string | number}`);
    separator = "&";
  }
  return address;
}
