import { Type } from "../ask/type.ts";
import { type Operation, isForOneCaller } from "../ask/operation.ts";
import type { Page } from "../ask/page.ts";
import type { Route } from "../http/routes.ts";

/**
 * Routes that only a running service answers, with the reason. Those for which the reason can be
 * seen are not listed: they take no GET, need parameters, or answer a form.
 */
const NEEDS_SERVICE: Readonly<Record<string, string>> = {
  "/.well-known/ai-catalog.json": "it introduces a server that agents call",
  "/mcp/server-card": "it introduces a server that agents call",
  "/mcp/server.json": "it introduces a server that agents call",
  "/api/v2/reconciliation": "it introduces a service that answers questions",
  "/claims": "it checks what a visitor enters",
  "/compare": "it compares what a visitor chooses",
  "/docs/reference/account": "only a service has its endpoints",
  "/docs/reference/geocoding": "only a service has its endpoints",
  "/docs/reference/search": "only a service has its endpoints",
  "/docs/reference/webhooks": "only a service has its endpoints",
  "/docs/search": "it searches for what a visitor enters",
  "/embed/oembed": "it answers for the URL that it is given",
  "/oembed": "it answers for the URL that it is given",
  "/where": "it looks up what a visitor enters",
  "/api/postman-collection.json": "it tests a running service",
  "/skills/country-trust/SKILL.md": "it teaches agents to ask a service",
  ...Object.fromEntries(
    ["/{chart}", "/countries/{slug}/{chart}", "/sectors/{slug}/{chart}", "/companies/{slug}/{chart}"].flatMap((path) =>
      ["svg", "png"].map((format) => [`/pictures${path}.${format}`, "a picture is drawn when somebody asks for it"]),
    ),
  ),
  "/share/companies/{slug}.png": "a picture takes too long to draw to have one for every company",
};

/** Guides to answers that only a service gives, and to running one. */
const GUIDES_TO_SERVICE: ReadonlySet<string> = new Set([
  "/docs/agents",
  "/docs/agent-tools",
  "/docs/before-publishing",
  "/docs/branding",
  "/docs/claims",
  "/docs/clients",
  "/docs/cookbook",
  "/docs/disputed-land",
  "/docs/errors-and-limits",
  "/docs/feeds",
  "/docs/finding-companies",
  "/docs/first-release",
  "/docs/installing",
  "/docs/lists",
  "/docs/operating",
  "/docs/quick-start",
  "/docs/reverse-geocoding",
  "/docs/settings",
  "/docs/several-nodes",
  "/docs/when-something-went-wrong",
]);

/** The operations and pages that answer paths. */
export interface Descriptions {
  readonly operations: readonly Operation[];
  readonly pages: readonly Page[];
}

/** Returns the reason why a route has no file in an export; null where it has one. */
export function reasonLeftOut({ path: route, endpoints }: Route, { operations, pages }: Descriptions): string | null {
  const endpoint = endpoints["GET"];
  // The Markdown of a page of the documentation is left out for the same reason.
  const path = route.replace(/^(\/docs\/.+)\.md$/u, "$1");
  if (GUIDES_TO_SERVICE.has(path)) return "it is about what only a service does";
  if (/^\/problems(?:\/|$)/u.test(path)) return "it is about an error of a service";
  if (endpoint === undefined) return `only a service takes ${Object.keys(endpoints).join(" and ")}`;
  if (endpoint.admission === "open") return "it is a state of a running process";
  const operation = operations.find(({ id }) => id === endpoint.label);
  if (operation !== undefined) return NEEDS_SERVICE[path] ?? reasonOfOperation(operation);
  const hasForm = pages.some((page) => page.path === path && page.form !== undefined && page.form.isExtra !== true);
  return NEEDS_SERVICE[path] ?? (hasForm ? "it answers what a visitor sends" : null);
}

function reasonOfOperation(operation: Operation): string | null {
  if (isForOneCaller(operation)) return "it answers each caller by itself";
  const required: readonly string[] = operation.parameters.query.required ?? [];
  return required.length === 0 ? null : `it needs parameters: ${required.join(", ")}`;
}

/** A format that a service takes as a parameter, and that is a file in an export. */
interface FileFormat {
  readonly format: string;
  readonly extension: string;
  readonly query: string;
}

/** Lists the formats of an operation that a parameter chooses, apart from the default. */
export function fileFormatsOf({ choice, parameters }: Operation): readonly FileFormat[] {
  if (choice === undefined || !Object.hasOwn(parameters.query.properties, choice.parameter)) return [];
  const [, ...others] = Object.keys(choice.forms);
  return others.map((format) => ({ format, extension: `.${format}`, query: `${choice.parameter}=${format}` }));
}

/** Lists the operations that an export answers, without parameters that only a service reads. */
export function staticOperations(operations: readonly Operation[]): Operation[] {
  return operations
    .filter((each) => each.method === "GET" && !(each.path in NEEDS_SERVICE) && reasonOfOperation(each) === null)
    .flatMap((each) => [each, ...fileFormatsOf(each).map((format) => withFormat(each, format))])
    .map((each) => {
      const { path, query } = each.parameters;
      const properties = Object.entries<{ readonly default?: unknown }>(query.properties);
      const defaults = Object.fromEntries(properties.map(([name, schema]) => [name, schema.default]));
      const isByQuery = fileFormatsOf(each).length > 0;
      const { choice, ...rest } = each;
      return {
        ...rest,
        ...(isByQuery || choice === undefined ? {} : { choice }),
        parameters: { path, query: Type.Object({}) },
        answer: (sources, parameters, body) => each.answer(sources, { ...defaults, ...parameters }, body),
      };
    });
}

/** Makes a format of an operation an operation of its own. */
function withFormat(operation: Operation, { format, extension }: FileFormat): Operation {
  const { choice, ...rest } = operation;
  return {
    ...rest,
    id: `${operation.id}_${format}`,
    path: operation.path + extension,
    summary: `${operation.summary}, as ${format.toUpperCase()}`,
    form: choice?.forms[format] ?? operation.form,
    answer: (sources, parameters, body) => operation.answer(sources, { ...parameters, format }, body),
  };
}
