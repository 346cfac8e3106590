import type { HostParts } from "./nginx-conf.ts";

/**
 * The file `_headers`, as Netlify and Cloudflare Pages read it: types and headers by path. A header
 * that names the address itself is left out, because a rule for many addresses cannot.
 */
export function writeHeadersFile({ rules, root }: HostParts): string {
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
export function writeRedirectsFile({ rules, redirects, root }: HostParts): string {
  const moved = redirects.map(({ path, to }) => `${root}${path} ${to} 308\n`);
  const stored = rules
    .filter(({ suffix }) => suffix === ".json")
    .map(({ template }) => {
      const path = root + template.replaceAll(/\{(\w+)\}/gu, ":$1");
      return `${path} ${path}.json 200\n`;
    });
  return [...moved, ...stored].join("");
}
