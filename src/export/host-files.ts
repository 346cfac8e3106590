import { buffer } from "node:stream/consumers";
import { answerInProcess } from "../http/answer-in-process.ts";
import type { BuiltServer } from "../http/build-http-server.ts";
import type { ExportedRedirect } from "./exported-addresses.ts";
import type { ExportWriter } from "./export-writer.ts";
import { type HeaderRule, ruleOf } from "./header-rules.ts";
import { type HostParts, writeNginxConf } from "./nginx-conf.ts";
import type { StaticLinks } from "./static-links.ts";

/** The facts in the files for hosts. */
export interface HostFacts {
  readonly rules: readonly HeaderRule[];
  readonly redirects: readonly ExportedRedirect[];
  readonly links: StaticLinks;
}

/** Writes the page for missing paths, and the files that tell hosts types and headers. */
export async function writeHostFiles(
  server: BuiltServer,
  folder: ExportWriter,
  { rules, redirects, links }: HostFacts,
): Promise<void> {
  const path = "/404.html";
  const { body, headers } = await answerInProcess(server, path, { accept: "text/html" });
  folder.store("404.html", await buffer(body));
  const missing = ruleOf(path, { path, value: null, file: "404.html" }, headers);
  const parts = { rules, redirects, missing, root: links.root, release: links.release };
  folder.store("nginx.conf", Buffer.from(writeNginxConf(parts)));
  folder.store("_headers", Buffer.from(writeHeadersFile(parts)));
  folder.store("_redirects", Buffer.from(writeRedirectsFile(parts)));
}

/**
 * Writes `_headers`, as Netlify and Cloudflare Pages read it: types and headers by path. A header
 * that names the address itself is left out, because a rule for many addresses cannot.
 */
function writeHeadersFile({ rules, root }: HostParts): string {
  const ofMany = rules.filter(({ template }) => template.includes("{")).map(({ template }) => patternOf(template));
  // Hosts join the headers of all rules of a path: one that a placeholder covers gets no other.
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

/** Writes `_redirects`: other paths of pages, and the files of answers in JSON. */
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
