/**
 * The part of the OpenAPI document that the typed clients are generated from: what a program reads
 * and sends. Errors are one class of the clients, so responses other than those of success are
 * left out, and so are headers and examples.
 */

/** JSON Schema as far as the document uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: string | number | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}

export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

/** The operations of a path, by method. */
type PathItem = Readonly<Record<string, Operation>>;

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Reconciliation, feeds, pages of accounts, health and documents have clients of other kinds. */
const FOR_OTHERS =
  /^\/(?:reconcile|feeds|healthz|readyz|api$|api\/account\/confirm|api\/(?:openapi|postman-collection)\.json)|-metadata\.json$/u;

/** The schema of every error response. */
const PROBLEM = "Problem";

/** Makes the document smaller, as this module says. */
export function clientDocument({ openapi, info, paths, components }: OpenApiDocument): OpenApiDocument {
  const kept = Object.entries(paths).flatMap(([path, item]) => {
    const operations = Object.entries(item).filter(([, { deprecated }]) => deprecated !== true);
    if (FOR_OTHERS.test(path) || operations.length === 0) return [];
    return [[path, Object.fromEntries(operations.map(([method, each]) => [method, successOf(each)]))] as const];
  });
  const keptPaths = Object.fromEntries(kept);
  const names = namesReached(keptPaths, components.schemas);
  const schemas = Object.entries(components.schemas).filter(([name]) => names.has(name));
  return {
    openapi,
    info: { title: info.title, version: info.version },
    paths: keptPaths,
    components: { schemas: Object.fromEntries(schemas) },
  };
}

function successOf({ operationId, summary, parameters, requestBody, responses }: Operation): Operation {
  const successes = Object.entries(responses).filter(([status]) => /^20[0-2]$/u.test(status));
  return {
    operationId,
    summary,
    ...(parameters && { parameters: parameters.map(({ example: _, ...parameter }) => parameter) }),
    ...(requestBody === undefined ? {} : { requestBody: { ...requestBody, content: schemasOf(requestBody.content) } }),
    responses: Object.fromEntries(
      successes.map(([status, { description, content = {} }]) => [
        status,
        { description, content: schemasOf(content) },
      ]),
    ),
  };
}

function schemasOf(content: Content): Content {
  return Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema }]));
}

/** The schemas that the paths lead to, directly or through others. */
function namesReached(paths: object, schemas: Readonly<Record<string, Schema>>): ReadonlySet<string> {
  const reached = new Set([PROBLEM]);
  const follow = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/gu)) {
      if (reached.has(name!)) continue;
      reached.add(name!);
      follow(schemas[name!]);
    }
  };
  follow(paths);
  follow(schemas[PROBLEM]);
  return reached;
}

/** The paths whose operations take the parameter `release`. */
export function pathsOfReleases(document: OpenApiDocument): readonly string[] {
  const takesRelease = (operation: Operation): boolean =>
    operation.parameters?.some(({ name }) => name === "release") === true;
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(item).some(takesRelease) ? [path] : [],
  );
}
