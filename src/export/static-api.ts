import type { StaticLinks } from "./static-page.ts";

/** The parts of an OpenAPI document that an export rewrites. */
export interface ApiDocument {
  paths: Record<string, Record<string, DescribedOperation>>;
  tags?: { readonly name: string }[];
  webhooks?: unknown;
  components: Record<string, Record<string, unknown>>;
}

interface DescribedOperation {
  readonly tags?: readonly string[];
  readonly security?: unknown;
  readonly responses: Readonly<Record<string, { readonly headers?: unknown }>>;
}

/**
 * The description of the API as a host of files answers it: without keys, quotas, events, and the
 * headers and refusals that are the host's.
 */
export function describeStaticApi(document: ApiDocument, { has }: Pick<StaticLinks, "has">): object {
  const { webhooks: _webhooks, ...api } = document;
  const paths: ApiDocument["paths"] = {};
  for (const [path, methods] of Object.entries(api.paths)) {
    const { get } = methods;
    if (get === undefined || !(path.includes("{") || has(path))) continue;
    const { security: _security, responses, ...operation } = get;
    const { headers: _headers, ...success } = responses["200"] ?? {};
    paths[path] = { get: { ...operation, responses: { 200: success } } };
  }
  const used = new Set(Object.values(paths).flatMap(({ get }) => get?.tags ?? []));
  const tags = api.tags?.filter(({ name }) => used.has(name));
  const { securitySchemes: _schemes, ...components } = api.components;
  return { ...api, ...(tags && { tags }), paths, components: keepPointedAt(paths, components) };
}

/** The components that something points at, by way of others, too. */
function keepPointedAt(paths: object, components: ApiDocument["components"]): ApiDocument["components"] {
  const kept: ApiDocument["components"] = {};
  const waiting: unknown[] = [paths];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    for (const [, kind = "", name = ""] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"/]+)"/gu)) {
      const component = components[kind]?.[name];
      if (component === undefined || kept[kind]?.[name] !== undefined) continue;
      kept[kind] = { ...kept[kind], [name]: component };
      waiting.push(component);
    }
  }
  return kept;
}
