/** One address template and a method it takes; `:name` or `{name}` stands for one segment. */
export interface Route {
  readonly path: string;
  readonly method: string;
}

/**
 * Builds the look-up of the methods an address takes, for 405 and OPTIONS, which are decided before anything is parsed.
 *
 * The look-up takes a path without its query and returns undefined where nothing answers. A literal segment goes before a
 * placeholder, as in the router.
 */
export function buildRouteTable(routes: readonly Route[]): (path: string) => readonly string[] | undefined {
  const templates = new Map<string, { segments: readonly string[]; methods: Set<string> }>();
  for (const { path, method } of routes) {
    const segments = path.split("/").map((segment) => (/^[:{]/u.test(segment) ? "*" : segment));
    const key = segments.join("/");
    const template = templates.get(key) ?? { segments, methods: new Set(["OPTIONS"]) };
    templates.set(key, template);
    template.methods.add(method);
    if (method === "GET") template.methods.add("HEAD");
  }
  const ordered = [...templates.values()]
    .toSorted((a, b) => countPlaceholders(a.segments) - countPlaceholders(b.segments))
    .map(({ segments, methods }) => ({ segments, methods: METHODS.filter((method) => methods.has(method)) }));
  return (path) => {
    const segments = path.split("/").map((segment) => decodeOrNull(segment) ?? segment);
    return ordered.find((template) => fits(template.segments, segments))?.methods;
  };
}

/** A part of an address with its escapes undone; null where they are not well-formed. */
export function decodeOrNull(text: string): string | null {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The methods the service knows, in the order `Allow` lists them. */
const METHODS = ["GET", "HEAD", "POST", "OPTIONS"];

function countPlaceholders(segments: readonly string[]): number {
  return segments.filter((segment) => segment === "*").length;
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  if (template.length !== segments.length) return false;
  return template.every((segment, index) => (segment === "*" ? segments[index] !== "" : segment === segments[index]));
}
