import { text as readText } from "node:stream/consumers";
import { answerInProcess } from "../http/answer-in-process.ts";
import type { BuiltServer } from "../http/build-http-server.ts";
import type { ExportedRedirect } from "./exported-addresses.ts";
import type { ExportWriter } from "./export-writer.ts";
import { type HeaderRule, ruleOf } from "./header-rules.ts";
import { type HostParts, writeNginxConf } from "./nginx-conf.ts";
import { makeStatic, type StaticLinks } from "./static-page.ts";

/** What hosts are told. */
export interface HostFacts {
  readonly rules: readonly HeaderRule[];
  readonly redirects: readonly ExportedRedirect[];
  readonly links: StaticLinks;
}

/** Writes the page for what is missing, and what hosts have to know of types and headers. */
export async function writeHostFiles(
  server: BuiltServer,
  folder: ExportWriter,
  { rules, redirects, links }: HostFacts,
): Promise<void> {
  const path = "/404.html";
  const { body, headers } = await answerInProcess(server, path, { accept: "text/html" });
  folder.store("404.html", Buffer.from(makeStatic(await readText(body), links)));
  const missing = ruleOf(path, { path, value: null, file: "404.html" }, headers);
  const parts = { rules, redirects, missing, root: links.root, release: links.release };
  folder.store("nginx.conf", Buffer.from(writeNginxConf(parts)));
  folder.store("_headers", Buffer.from(writeHeadersFile(parts)));
  folder.store("_redirects", Buffer.from(writeRedirectsFile(parts)));
  folder.store(".htaccess", Buffer.from(writeHtaccess(parts)));
}

/**
 * The file `_headers`, as Netlify and Cloudflare Pages read it: types and headers by path. A header
 * that names the address itself is left out, because a rule for many addresses cannot.
 */
function writeHeadersFile({ rules, root }: HostParts): string {
  const ofMany = rules.filter(({ template }) => template.includes("{")).map(({ template }) => patternOf(template));
  // Hosts join what several rules say of a path: one that a placeholder covers has no other.
  return rules
    .filter(({ template }) => template.includes("{") || !ofMany.some((pattern) => pattern.test(template)))
    .map(({ template, contentType, headers }) => {
      const own = headers.filter(([, value]) => !/\{\w+\}/u.test(value));
      const lines = [["Content-Type", contentType] as const, ...own].map(([name, value]) => `  ${name}: ${value}\n`);
      return `${root}${template.replaceAll(/\{(\w+)\}/gu, ":$1")}\n${lines.join("")}`;
    })
    .join("\n");
}

function patternOf(template: string): RegExp {
  const parts = template.split(/\{\w+\}/u).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join("[^/]+")}$`, "u");
}

/** The file `_redirects`: other paths of pages, and where the files of answers in JSON are. */
function writeRedirectsFile({ rules, redirects, root }: HostParts): string {
  const moved = redirects.map(({ path, to }) => `${root}${path} ${to} 308\n`);
  const stored = rules
    .filter(({ suffix }) => suffix === ".json")
    .map(({ template }) => {
      const path = root + template.replaceAll(/\{(\w+)\}/gu, ":$1");
      return `${path} ${path}.json 200\n`;
    });
  return [...moved, ...stored].join("");
}

/**
 * The file `.htaccess` for Apache 2.4 with mod_rewrite and mod_headers. A header that names the
 * address itself is left out, because a rule for many addresses cannot.
 */
function writeHtaccess({ rules, redirects, missing, root, release }: HostParts): string {
  const moved = redirects.map(({ path, to }) => `RewriteRule "^${escape(path.slice(1))}$" "${to}" [R=308,L]\n`);
  return `# The release ${release}, for Apache 2.4 with mod_rewrite and mod_headers.
Options -Indexes -MultiViews
DirectorySlash Off
DirectoryIndex index.html
ErrorDocument 404 ${root}/404.html
RewriteEngine On
RewriteRule "^(nginx\\.conf|_headers|_redirects|\\.export-.*)$" - [R=404,L]
# These files answer no other query.
RewriteCond "%{QUERY_STRING}" "!^(release=${release}|key=[^&]*)?$"
RewriteRule "^api/" - [R=404,L]
${moved.join("")}${[".html", ".json"].map(storedUnder).join("")}
${rules.map((rule) => writeSection(rule, root)).join("\n")}
${writeMissing(missing, root)}`;
}

/** The page for what is missing is asked for inside, by whatever path somebody asked. */
function writeMissing({ template, contentType, headers }: HeaderRule, root: string): string {
  return writeIf(`%{REQUEST_URI} == '${root}${template}'`, contentType, headers);
}

/** An address without extension has its file beside it. */
function storedUnder(extension: string): string {
  return `RewriteCond "%{REQUEST_FILENAME}${extension}" -f
RewriteRule "^(.+)$" "$1${extension}" [END]
`;
}

function writeSection({ template, contentType, headers }: HeaderRule, root: string): string {
  const pattern = template
    .split(/\{\w+\}/u)
    .map(escape)
    .join("[^/]+");
  const own = headers.filter(([, value]) => !/\{\w+\}/u.test(value));
  const asked = `%{THE_REQUEST} =~ m#^[A-Z]+ ${escape(root)}${pattern}[? ]#`;
  return writeIf(`%{REQUEST_URI} != '${root}/404.html' && ${asked}`, contentType, own);
}

function writeIf(condition: string, contentType: string, headers: HeaderRule["headers"]): string {
  const names = new Set<string>();
  const lines = headers.map(([name, value]) => {
    const verb = names.has(name) ? "add" : "set";
    names.add(name);
    // A percent sign begins a format specifier.
    return `  Header ${verb} ${name} "${value.replaceAll(/["\\]/gu, "\\$&").replaceAll("%", "%%")}"\n`;
  });
  return `<If "${condition}">
  ForceType "${contentType.replaceAll(/["\\]/gu, "\\$&")}"
${lines.join("")}</If>
`;
}

function escape(text: string): string {
  return text.replaceAll(/[.+*?()[\]{}^$|\\#]/gu, "\\$&");
}
