import { buffer } from "node:stream/consumers";
import { answerInProcess, headerOf } from "../http/answer-in-process.ts";
import type { BuiltServer } from "../http/build-http-server.ts";
import type { Route } from "../http/routes.ts";
import { type Descriptions, fileFormatsOf, reasonLeftOut } from "./left-out.ts";
import { type KnownValues, valuesIn } from "./known-values.ts";

/** A route whose addresses are exported. */
export interface ExportedRoute {
  /** Path template with at most one placeholder. */
  readonly template: string;
  /** The values of the placeholder; null where there is none. */
  readonly values: readonly string[] | null;
  /** The media type that is asked for, where there are several. */
  readonly accept: string | undefined;
  /** The path and query that the service is asked, where it is not the path itself. */
  readonly asked?: string;
  /** The headers of its first address, names and values in turn. */
  readonly head: readonly string[];
}

/** A route that is not exported, with the reason. */
export interface LeftOutRoute {
  readonly template: string;
  readonly reason: string;
}

/** A path that leads to another one. */
export interface ExportedRedirect {
  readonly path: string;
  readonly to: string;
}

/** The addresses of an export. */
export interface ExportedAddresses {
  readonly routes: readonly ExportedRoute[];
  readonly redirects: readonly ExportedRedirect[];
  readonly leftOut: readonly LeftOutRoute[];
  readonly count: number;
}

/** Sorts the routes of a service into those with files, redirects, and those left out. */
export async function findAddresses(
  server: BuiltServer,
  described: Descriptions,
  known: KnownValues,
): Promise<ExportedAddresses> {
  const routes: ExportedRoute[] = [];
  const redirects: ExportedRedirect[] = [];
  const leftOut: LeftOutRoute[] = [];
  for (const route of server.routes) {
    const reason = reasonLeftOut(route, described);
    if (reason !== null) {
      leftOut.push({ template: route.path, reason });
      continue;
    }
    for (const { template, asked } of formsOfRoute(route, described)) {
      const values = template.includes("{") ? valuesIn(template, known) : null;
      if (template.includes("{") && values === null) {
        leftOut.push({ template, reason: "nothing lists its addresses" });
        continue;
      }
      const exported = { template, values, accept: acceptFor(route), ...(asked === undefined ? {} : { asked }) };
      const found = await probe(server, exported);
      if (typeof found === "string") leftOut.push({ template, reason: found });
      else if ("to" in found) redirects.push(found);
      else routes.push({ ...exported, ...found });
    }
  }
  const count = routes.reduce((sum, { values }) => sum + (values?.length ?? 1), 0);
  const has = buildHas(routes);
  const rootLength = new URL(server.site.baseUrl).pathname.replace(/\/$/u, "").length;
  const leads = ({ to }: ExportedRedirect): boolean => has(to.slice(rootLength));
  const astray = redirects.filter((redirect) => !leads(redirect));
  leftOut.push(...astray.map(({ path }) => ({ template: path, reason: "it leads to what has no file" })));
  return { routes, redirects: redirects.filter(leads), leftOut, count };
}

/**
 * Lists the path templates of a route with at most one placeholder: those that take one of a few
 * values are filled in. The answer to `?format=csv` has the extension of the format.
 */
function formsOfRoute(route: Route, { operations }: Descriptions): Pick<ExportedRoute, "template" | "asked">[] {
  const { path, choices = {}, endpoints } = route;
  const templates = Object.entries(choices).reduce(
    (paths, [name, values]) => paths.flatMap((each) => values.map((value) => each.replace(`{${name}}`, value))),
    [path],
  );
  const operation = operations.find(({ id }) => id === endpoints["GET"]?.label);
  const files = operation === undefined ? [] : fileFormatsOf(operation);
  return templates.flatMap((template) => [
    { template },
    ...files.map(({ extension, query }) => ({ template: template + extension, asked: `${template}?${query}` })),
  ]);
}

/** Returns the path of a route with a value of its placeholder; null where it has none. */
export function pathAt({ template }: Pick<ExportedRoute, "template">, value: string | null): string {
  return value === null ? template : template.replace(/\{\w+\}/u, encodeURIComponent(value));
}

/** Chooses HTML where a route outside the API has a page, as its readers are people. */
function acceptFor({ path, endpoints }: Route): string | undefined {
  const html = endpoints["GET"]?.mediaTypes.find((mediaType) => mediaType.startsWith("text/html"));
  return html !== undefined && !path.startsWith("/api") ? "text/html" : undefined;
}

/** Asks the first address of a route: returns its headers, its redirect, or why it has no file. */
async function probe(
  server: BuiltServer,
  route: Omit<ExportedRoute, "head">,
): Promise<Pick<ExportedRoute, "head"> | ExportedRedirect | string> {
  const [first] = route.values ?? [null];
  if (first === undefined) return "the release has none of it";
  const path = route.asked ?? pathAt(route, first);
  const accept = route.accept === undefined ? {} : { accept: route.accept };
  const response = await answerInProcess(server, path, { method: "HEAD", ...accept });
  const { status, body } = response;
  await buffer(body);
  if (status === 200) return { head: response.headers };
  const location = headerOf(response, "Location");
  if (status === 308 && location !== null) return { path, to: location };
  if (status >= 500) throw new Error(`${path} answers ${status}`);
  return `the service answers ${status} without parameters`;
}

/** Builds a test that returns true for a path without query that is exported. */
export function buildHas(routes: readonly ExportedRoute[]): (path: string) => boolean {
  const literal = new Set(routes.filter(({ values }) => values === null).map(({ template }) => template));
  const sets = new Map<readonly string[], ReadonlySet<string>>();
  const templates = routes.flatMap(({ template, values }) => {
    if (values === null) return [];
    const [before = "", after = ""] = template.split(/\{\w+\}/u);
    if (!sets.has(values)) sets.set(values, new Set(values));
    return [{ before, after, values: sets.get(values)! }];
  });
  return (path) =>
    literal.has(path) ||
    templates.some(({ before, after, values }) => {
      if (!path.startsWith(before) || !path.endsWith(after)) return false;
      return values.has(decodeURIComponent(path.slice(before.length, path.length - after.length)));
    });
}
