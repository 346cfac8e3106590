import type { ExportedRedirect } from "./exported-addresses.ts";
import type { HeaderRule } from "./header-rules.ts";

/** The content of the files for hosts. */
export interface HostParts {
  readonly rules: readonly HeaderRule[];
  readonly redirects: readonly ExportedRedirect[];
  /** The rule of the page for missing paths. */
  readonly missing: HeaderRule;
  /** The beginning of all paths of the site: empty unless the public origin has a path. */
  readonly root: string;
  readonly release: string;
}

/**
 * Writes part of a configuration of nginx: a location for every route, with its type and headers.
 * It is to be included in a `server` whose `root` holds the export.
 */
export function writeNginxConf({ rules, redirects, missing, root, release }: HostParts): string {
  const moved = redirects.map(({ path, to }) => `location = ${quote(root + path)} { return 308 ${quote(to)}; }\n`);
  return `# The release ${release}. Include this in a server whose root holds the export:
#   server { listen 80; root /srv/trust; include /srv/trust/nginx.conf; }
charset_types *;
gzip on;
gzip_vary on;
gzip_types text/plain text/css text/csv text/javascript text/markdown application/json application/octet-stream
  application/xml image/svg+xml;
error_page 404 ${root}/404.html;

${moved.join("")}
${rules.map((rule) => writeLocation(rule, root, release)).join("\n")}
${writeMissing(missing, root)}
location / { return 404; }
`;
}

/** Writes the page for missing paths: with its status 404, headers need `always`. */
function writeMissing(missing: HeaderRule, root: string): string {
  const headers = missing.headers.map(([header, value]) => `add_header ${header} ${quote(value)} always;`);
  const lines = ["internal;", ...typeLines(missing.contentType), ...headers];
  return `location = ${quote(root + missing.template)} {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`;
}

function typeLines(contentType: string): string[] {
  const [type = "", charset] = contentType.split("; charset=");
  const isPlain = charset?.includes(";") !== true;
  return [
    `default_type ${quote(isPlain ? type : contentType)};`,
    `types { }`,
    ...(charset !== undefined && isPlain ? [`charset ${charset};`] : []),
  ];
}

function writeLocation(rule: HeaderRule, root: string, release: string): string {
  const { template, headers, suffix } = rule;
  const name = /\{(\w+)\}/u.exec(template)?.[1];
  const file = template.includes("{") ? `\${uri}${suffix}` : `${root}${template}${suffix}`;
  const lines = [
    ...typeLines(rule.contentType),
    ...headers.map(([header, value]) => `add_header ${header} ${quote(withVariable(value, name))};`),
    // A file answers no query but that for its own release, and ignores a key.
    ...(template.startsWith("/api/") ? [`if ($args !~ "^(release=${release}|key=[^&]*)?$") { return 404; }`] : []),
    `try_files ${quote(file)} =404;`,
  ];
  return `location ${matchOf(root + template)} {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`;
}

function matchOf(template: string): string {
  if (!template.includes("{")) return `= ${quote(template)}`;
  const pattern = template
    .split(/(\{\w+\})/u)
    .map((part) =>
      part.startsWith("{") ? `(?<${part.slice(1, -1)}>[^/]+)` : part.replaceAll(/[.+*?()[\]^$|\\]/gu, "\\$&"),
    );
  return `~ "^${pattern.join("")}$"`;
}

function withVariable(value: string, name: string | undefined): string {
  return name === undefined ? value : value.replaceAll(`{${name}}`, `$${name}`);
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/gu, "\\$&")}"`;
}
