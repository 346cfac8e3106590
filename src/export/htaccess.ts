import type { HeaderRule } from "./header-rules.ts";
import type { HostParts } from "./nginx-conf.ts";

/**
 * The file `.htaccess` for Apache 2.4 with mod_rewrite and mod_headers. A header that names the
 * address itself is left out, because a rule for many addresses cannot.
 */
export function writeHtaccess({ rules, redirects, missing, root, release }: HostParts): string {
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
