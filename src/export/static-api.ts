import { type StaticLinks, dropDeadMembers } from "./static-links.ts";

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
 * Describes the API as a host of files answers it: without keys, quotas, events, the headers and
 * refusals that are the host's, and links that need parameters.
 */
export function describeStaticApi(document: ApiDocument, links: StaticLinks): object {
  const dropped = new Set<string>();
  const api = describeFiles(document, links);
  const shown = dropDeadMembers(api, links, (name) => dropped.add(name));
  return makeOptional(shown, dropped);
}

function describeFiles(document: ApiDocument, { has }: StaticLinks): object {
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

interface ObjectSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

/** Makes members of schemas optional that are URLs and among the dropped `names`. */
function makeOptional(value: unknown, names: ReadonlySet<string>): object {
  const request = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(request);
    if (!(part instanceof Object)) return part;
    const visited = Object.fromEntries(Object.entries(part).map(([name, member]) => [name, request(member)]));
    if (!isObjectSchema(part)) return visited;
    const isLink = (name: string): boolean => names.has(name) && isOfUrl(part.properties[name]);
    return { ...visited, required: part.required.filter((name) => !isLink(name)) };
  };
  return Object(request(value));
}

function isObjectSchema(value: object): value is ObjectSchema {
  return "properties" in value && "required" in value && Array.isArray(value.required);
}

function isOfUrl(schema: unknown): boolean {
  return schema instanceof Object && JSON.stringify(schema).includes('"format":"uri"');
}

/** Keeps the components that the paths refer to, directly or by way of others. */
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
