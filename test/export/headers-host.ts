import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";

/**
 * A host of files that reads `_headers` and `_redirects`, as far as Netlify and Cloudflare Pages
 * agree in what they document: https://docs.netlify.com/manage/routing/headers/,
 * https://docs.netlify.com/manage/routing/redirects/overview/,
 * https://developers.cloudflare.com/pages/configuration/headers/. Both strip `.html`, serve files
 * before redirects, and join the values of a header that two rules set, which is an error here.
 */
export async function serveByFiles(folder: string, port: number): Promise<() => Promise<void>> {
  const headers = parseHeaders(readFileSync(path.join(folder, "_headers"), "utf8"));
  const redirects = parseRedirects(readFileSync(path.join(folder, "_redirects"), "utf8"));
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
    const redirect = redirects.find(({ pattern }) => pattern.test(pathname));
    const target = redirect && pathname.replace(redirect.pattern, redirect.target);
    const file = findFile(folder, pathname) ?? (redirect?.status === 200 ? findFile(folder, target ?? "") : null);
    const matching = headers
      .filter(({ pattern }) => pattern.test(pathname))
      .flatMap((block) => joinValues(block.headers));
    const names = matching.map(([name]) => name);
    if (file !== null && new Set(names).size < names.length)
      response.writeHead(500).end(`two rules set a header of ${pathname}`);
    else if (file !== null) response.setHeaders(new Map(matching)).end(readFileSync(file));
    else if (redirect !== undefined && redirect.status !== 200)
      response.writeHead(redirect.status, { Location: `${target}${search}` }).end();
    else
      response
        .writeHead(404, { "Content-Type": "text/html; charset=utf-8" })
        .end(readFileSync(path.join(folder, "404.html")));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/** The headers of a block by their names, several values of one as a list. */
function joinValues(headers: HeaderBlock["headers"]): [name: string, value: string][] {
  const byName = Map.groupBy(headers, ([name]) => name.toLowerCase());
  return [...byName].map(([name, values]) => [name, values.map(([, value]) => value).join(", ")]);
}

interface HeaderBlock {
  readonly path: string;
  readonly pattern: RegExp;
  readonly headers: [name: string, value: string][];
}

/** A path at the margin, and its headers, which are indented. Throws for any other line. */
function parseHeaders(text: string): HeaderBlock[] {
  const blocks: HeaderBlock[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    if (line.length > 2000) throw new Error(`a line has more than 2,000 characters: ${line.slice(0, 80)}`);
    if (/^\/\S*$/u.test(line)) {
      blocks.push({ path: line, pattern: patternOf(line), headers: [] });
      continue;
    }
    const [, name, value] = /^ {2}([A-Za-z-]+): (\S.*)$/u.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`no line of _headers: ${line}`);
    const block = blocks.at(-1);
    if (block === undefined) throw new Error(`a header before any path: ${line}`);
    block.headers.push([name, value]);
  }
  return blocks;
}

interface RedirectLine {
  readonly pattern: RegExp;
  readonly target: string;
  readonly status: number;
}

/** `from to status`. Throws for any other line. */
function parseRedirects(text: string): RedirectLine[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, from, to, status] = /^(\/\S*) (\/\S*) (200|301|302|307|308)$/u.exec(line) ?? [];
      if (from === undefined || to === undefined) throw new Error(`no line of _redirects: ${line}`);
      return { pattern: patternOf(from), target: to.replaceAll(/:(\w+)/gu, "$<$1>"), status: Number(status) };
    });
}

/** A placeholder stands for what is between two slashes, or before a dot that follows it. */
function patternOf(rule: string): RegExp {
  const parts = rule.split(/(:[A-Za-z]\w*)/u);
  const source = parts.map((part) => (/^:[A-Za-z]/u.test(part) ? `(?<${part.slice(1)}>[^/]+)` : RegExp.escape(part)));
  return new RegExp(`^${source.join("")}$`, "u");
}

/** The file of a path: itself, or with `.html`. Those that configure the host are none. */
function findFile(folder: string, pathname: string): string | null {
  const name = decodeURIComponent(pathname === "/" ? "/index.html" : pathname);
  if (/^\/(?:_headers|_redirects|nginx\.conf|\.[^w].*)$/u.test(name)) return null;
  const files = [name, `${name}.html`].map((each) => path.join(folder, each));
  return files.find((file) => existsSync(file) && statSync(file).isFile()) ?? null;
}
