import type { Token, Tokens } from "marked";
import type { Fault } from "./branding.ts";

/** Result of checking a text: its faults, and what its publisher should know. */
export interface CheckedText {
  readonly faults: readonly Fault[];
  /** Lines with markup of HTML, which is shown as it is written, and with images, which are not. */
  readonly htmlLines: readonly number[];
  readonly imageLines: readonly number[];
}

/**
 * Returns true if a link of a text may lead there: a web page, an e-mail address, or a place on the
 * same site.
 */
export function isAllowedLink(href: string): boolean {
  if (/[\p{Cc}\s\\]/u.test(href)) return false;
  if (/^[a-z][a-z\d+.-]*:/iu.test(href)) return /^(?:https?:\/\/[^/]|mailto:)/iu.test(href);
  // A colon in the first segment would make what is before it look like a scheme.
  return href !== "" && !/^(?:\/\/|[^/?#]*:)/u.test(href);
}

/** Checks a text in Markdown. */
export async function checkText(markdown: string): Promise<CheckedText> {
  const { Lexer } = await import("marked");
  const faults: Fault[] = [];
  const lines = { html: new Set<number>(), image: new Set<number>() };
  let tokens: Token[];
  try {
    tokens = new Lexer({ gfm: true }).lex(markdown);
  } catch (error) {
    // Thousands of lists in lists, for example.
    const found = `a text that cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    return { faults: [{ line: null, found, expected: "Markdown" }], htmlLines: [], imageLines: [] };
  }
  const visit = (token: Token, line: number): void => {
    if (token.type === "link" && !isAllowedLink(String(token["href"])))
      faults.push({ line, found: `a link to ${JSON.stringify(token["href"])}`, expected: LINKS });
    if (token.type === "image") lines.image.add(line);
    if (token.type === "html" && !token.raw.trimStart().startsWith("<!--")) lines.html.add(line);
    visitAll(childrenOf(token), token.raw, line);
  };
  const visitAll = (children: readonly Token[], source: string, first: number): void => {
    let from = 0;
    for (const child of children) {
      // Quotes and lists change how their content is written; then the line is that of the whole.
      const at = source.indexOf(child.raw, from);
      const start = at < 0 ? from : at;
      visit(child, first + countLineEnds(source.slice(0, start)));
      if (at >= 0) from = at + child.raw.length;
    }
  };
  visitAll(tokens, markdown.replaceAll(/\r\n?/gu, "\n"), 1);
  return { faults, htmlLines: [...lines.html], imageLines: [...lines.image] };
}

const LINKS = "a link that begins with https://, http:// or mailto:, or leads to a place on the site";

/** The tokens within a token: its text, the items of a list, the cells of a table. */
function childrenOf(token: Token): readonly Token[] {
  if (isList(token)) return token.items;
  if (isTable(token)) return [token.header, ...token.rows].flat().flatMap((cell) => cell.tokens);
  return "tokens" in token ? (token.tokens ?? []) : [];
}

function isList(token: Token): token is Tokens.List {
  return token.type === "list";
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === "table";
}

function countLineEnds(text: string): number {
  return text.split("\n").length - 1;
}
