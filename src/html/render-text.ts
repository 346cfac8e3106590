import type { Token, Tokens } from "marked";
import { TEXT_NAMES } from "../branding/branding.ts";
import { isAllowedLink } from "../branding/publisher-text.ts";
import { type Html, escapeText, raw } from "./html.ts";
import type { Link } from "../ask/urls.ts";

/** A text of the publisher as it stands on a page. */
export interface RenderedText {
  readonly main: Html;
  /** It begins with a heading of the first level, which is that of the page. */
  readonly hasTitle: boolean;
}

const LOWEST_LEVEL = 6;

/**
 * Renders a text of the publisher. The page has one heading of the first level: that of the text if
 * it begins with one, otherwise the page's own. The highest of the others are of the second.
 *
 * HTML in it is shown as it is written, but for comments, which are left out. An image becomes its
 * description: pages load nothing from other hosts.
 */
export async function renderPublisherText(markdown: string, link: Link): Promise<RenderedText> {
  const { Marked } = await import("marked");
  const marked = new Marked({ gfm: true });
  const tokens = marked.lexer(markdown);
  const headings: Tokens.Heading[] = [];
  void marked.walkTokens(tokens, (token) => {
    if (isHeading(token)) headings.push(token);
  });
  const first = tokens.find(({ type }) => type !== "space");
  const title = first !== undefined && isHeading(first) && first.depth === 1 ? first : null;
  const highest = Math.min(...headings.filter((heading) => heading !== title).map(({ depth }) => depth));
  const anchors = new Anchors();
  marked.use({
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag): string => (isComment(text) ? "" : escapeText(text)),
      heading(heading: Tokens.Heading): string {
        const text = this.parser.parseInline(heading.tokens);
        if (heading === title) return `<h1>${text}</h1>\n`;
        const level = Math.min(heading.depth - highest + 2, LOWEST_LEVEL);
        return `<h${level} id="${anchors.add(heading.text)}">${text}</h${level}>\n`;
      },
      image: ({ text }: Tokens.Image): string => escapeText(text),
      checkbox: ({ checked }: Tokens.Checkbox): string => (checked ? "☑ " : "☐ "),
      code: ({ text }: Tokens.Code): string => `<pre tabindex="0"><code>${escapeText(text)}\n</code></pre>\n`,
      link({ href, tokens: inner }: Tokens.Link): string {
        const text = this.parser.parseInline(inner);
        const url = resolveLink(href, link);
        return url === null || url === "" ? text : `<a href="${escapeText(url)}">${text}</a>`;
      },
    },
  });
  return { main: raw(marked.parser(tokens)), hasTitle: title !== null };
}

function isComment(text: string): boolean {
  return text.trimStart().startsWith("<!--");
}

/** Makes ids of headings: their words, with a number where several have the same. */
class Anchors {
  readonly #seen = new Map<string, number>();

  add(text: string): string {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const name = ANCHOR_PREFIX + words.join("-");
    const seen = this.#seen.get(name) ?? 0;
    this.#seen.set(name, seen + 1);
    return seen === 0 ? name : `${name}-${seen}`;
  }
}

/** Keeps the ids of a publisher's headings apart from those of the page. */
const ANCHOR_PREFIX = "text-";

/** Resolves links within the text, to other texts and to paths of the site; keeps all others. */
function resolveLink(href: string, link: Link): string | null {
  if (!isAllowedLink(href)) return null;
  if (href.startsWith("#")) return `#${ANCHOR_PREFIX}${href.slice(1)}`;
  if (href.startsWith("/")) return link(href);
  const [target, anchor] = href.split("#");
  const name = TEXT_NAMES.find((each) => `${each}.md` === target);
  if (name === undefined) return href;
  return link(`/${name}${anchor === undefined ? "" : `#${ANCHOR_PREFIX}${anchor}`}`);
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === "heading";
}
