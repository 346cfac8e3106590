/** Headers that the host sets, or that mean nothing without a service. */
const NOT_EXPORTED: ReadonlySet<string> = new Set([
  "accept-ranges",
  "connection",
  "content-length",
  "content-type",
  "date",
  "etag",
  "keep-alive",
  "last-modified",
  "transfer-encoding",
  // A host of files negotiates nothing but the content coding, and sets this header itself.
  "vary",
  "x-request-id",
]);

/** A link to a part of a list, such as its next page, which no host of files can answer. */
const NARROWED = /^<[^>]*\?(?!release=[^&>]*>)/u;

/** The headers of one file or of all files of a route. */
export interface HeaderRule {
  /** Path with at most one placeholder, which may stand in values of headers, too. */
  readonly template: string;
  readonly contentType: string;
  /** Names and values. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The extension of the files beyond the path; `index.html` of the path `/`. */
  readonly suffix: string;
}

/**
 * Collects the headers of an export: a rule for each route, which its first address gives, and one
 * for each exception.
 */
export class HeaderRules {
  readonly #rules = new Map<string, HeaderRule>();
  readonly #exceptions = new Map<string, HeaderRule>();

  /** Notes the headers of an address, names and values in turn; `file` is its file. */
  note(template: string, at: { path: string; value: string | null; file: string }, headers: readonly string[]): void {
    const rule = ruleOf(template, at, headers);
    const known = this.#rules.get(template);
    if (known === undefined) this.#rules.set(template, rule);
    else if (!isSame(known, rule)) this.#exceptions.set(at.path, ruleOf(at.path, { ...at, value: null }, headers));
  }

  /** Lists exceptions first, then literal paths before those with a placeholder. */
  list(): readonly HeaderRule[] {
    const rules = sortRules(this.#rules.values());
    const isLiteral = ({ template }: HeaderRule): boolean => !template.includes("{");
    const ofManyPaths = rules.filter((rule) => !isLiteral(rule));
    return [...sortRules(this.#exceptions.values()), ...rules.filter(isLiteral), ...ofManyPaths];
  }
}

/** Sorts rules by template, as the order in which addresses were answered differs. */
function sortRules(rules: Iterable<HeaderRule>): HeaderRule[] {
  return [...rules].toSorted(({ template: a }, { template: b }) => (a < b ? -1 : 1));
}

/** Makes a rule of the headers of one address, which are names and values in turn. */
export function ruleOf(
  template: string,
  { path, value, file }: { path: string; value: string | null; file: string },
  headers: readonly string[],
): HeaderRule {
  const placeholder = /\{\w+\}/u.exec(template)?.[0];
  const pairs: [string, string][] = [];
  let contentType = "application/octet-stream";
  for (let at = 0; at < headers.length; at += 2) {
    const [name = "", text = ""] = headers.slice(at, at + 2);
    if (name.toLowerCase() === "content-type") contentType = text;
    if (NOT_EXPORTED.has(name.toLowerCase()) || (name === "Link" && NARROWED.test(text))) continue;
    const isFixed = value === null || placeholder === undefined;
    pairs.push([name, isFixed ? text : insertPlaceholder(text, encodeURIComponent(value), placeholder)]);
  }
  const suffix = path === "/" ? "index.html" : file.slice(decodeURIComponent(path).length - 1);
  return { template, contentType, headers: pairs, suffix };
}

/** Puts the placeholder where a URL in a header has the value as a segment of its path. */
function insertPlaceholder(text: string, value: string, placeholder: string): string {
  if (!text.includes(`/${value}`)) return text;
  return text.replaceAll(new RegExp(`/${RegExp.escape(value)}(?=[/.>?])`, "gu"), `/${placeholder}`);
}

function isSame(a: HeaderRule, b: HeaderRule): boolean {
  return a.contentType === b.contentType && a.suffix === b.suffix && String(a.headers) === String(b.headers);
}
