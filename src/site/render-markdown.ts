import path from "node:path";
import type { Token, Tokens } from "marked";
import { type Html, escapeText, raw } from "./html.ts";

/** The origin in the examples of the guides; pages show the service's own instead. */
export const EXAMPLE_ORIGIN = "https://trust.example";

/** Where a Markdown file is and what its links mean. */
export interface MarkdownLocation {
  /** The file, relative to `docs/`. */
  readonly file: string;
  readonly baseUrl: string;
  /** The path of the page made from a file of `docs/`, or null if there is none. */
  readonly pageOf: (file: string) => string | null;
}

/**
 * Renders a Markdown file of ours to HTML: headings with anchors, tables and code that scroll by
 * keyboard.
 *
 * Links between files become links between pages; a link to a file that is no page becomes its
 * text. Comments are left out.
 */
export async function renderMarkdown(markdown: string, location: MarkdownLocation): Promise<Html> {
  const { Marked } = await import("marked");
  const anchors = new Map<string, number>();
  const anchorOf = (text: string): string => {
    const name = text
      .toLowerCase()
      .replaceAll(/<[^>]+>|&\w+;/gu, "")
      .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
      .replaceAll(/^-|-$/gu, "");
    const seen = anchors.get(name) ?? 0;
    anchors.set(name, seen + 1);
    return seen === 0 ? name : `${name}-${seen}`;
  };
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag): string =>
        text.trimStart().startsWith("<!--") ? "" : escapeText(text),
      heading({ tokens, depth }: Tokens.Heading): string {
        const text = this.parser.parseInline(tokens);
        return depth === 1 ? `<h1>${text}</h1>\n` : `<h${depth} id="${anchorOf(text)}">${text}</h${depth}>\n`;
      },
      code: ({ text }: Tokens.Code): string => `<pre tabindex="0"><code>${escapeText(text)}\n</code></pre>\n`,
      link({ href, tokens }: Tokens.Link): string {
        const text = this.parser.parseInline(tokens);
        const url = resolveLink(href, location);
        return url === null ? text : `<a href="${escapeText(url)}">${text}</a>`;
      },
      table({ header, rows }: Tokens.Table): string {
        const inline = (tokens: Token[]): string => this.parser.parseInline(tokens);
        const head = header
          .map(({ tokens }) => (tokens.length === 0 ? "<td></td>" : `<th scope="col">${inline(tokens)}</th>`))
          .join("");
        const body = rows.map((row) => `<tr>${row.map(({ tokens }) => `<td>${inline(tokens)}</td>`).join("")}</tr>`);
        return `<div class="scroll" tabindex="0">\n<table>\n<thead>\n<tr>${head}</tr>\n</thead>\n<tbody>\n${body.join("\n")}\n</tbody>\n</table>\n</div>\n`;
      },
    },
  });
  return raw(await marked.parse(markdown.replaceAll(EXAMPLE_ORIGIN, () => location.baseUrl)));
}

function resolveLink(href: string, { file, baseUrl, pageOf }: MarkdownLocation): string | null {
  if (/^https?:|^mailto:|^#/u.test(href)) return href;
  const [target = "", anchor] = href.split("#");
  // A path of the service itself.
  if (target.startsWith("/")) return `${baseUrl}${href}`;
  const page = pageOf(path.posix.join(path.posix.dirname(file), target));
  return page === null ? null : `${page}${anchor === undefined ? "" : `#${anchor}`}`;
}
