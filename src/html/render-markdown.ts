import path from "node:path";
import type { Token, Tokens } from "marked";
import { type CodeBlock, inlineCode, renderCode, renderScroll } from "./code-block.ts";
import { type Html, escapeText, html, raw } from "./html.ts";
import { type Outline, type Section, outlineOf, statedAnchor } from "./markdown-outline.ts";
import { LANGUAGES, docsTexts as texts } from "../topics/docs/texts.ts";
import type { Link } from "../ask/urls.ts";

/** The origin in the examples of the guides; pages show the service's own instead. */
export const EXAMPLE_ORIGIN = "https://trust.example";

/** The location of a Markdown file, and the targets of its links. */
export interface MarkdownLocation {
  /** The file, relative to `docs/`. */
  readonly file: string;
  readonly baseUrl: string;
  readonly link: Link;
  /** Returns the path of the page made from a file of `docs/`; null if there is none. */
  readonly pageOf: (file: string) => string | null;
  /** Markup that replaces a comment, by its text: `<!-- measures -->`. */
  readonly inPlaceOf?: Readonly<Record<string, Html>>;
  /** Returns the picture in a file of `docs/`; null where its description stands instead. */
  readonly pictureOf: (
    file: string,
  ) => { readonly src: string; readonly width: number; readonly height: number } | null;
}

/** A Markdown file as a page. */
export interface RenderedMarkdown {
  readonly main: Html;
  readonly sections: readonly Section[];
}

/** Finds the parts of a Markdown file, for a search over all. */
export async function outlineMarkdown(markdown: string): Promise<Outline> {
  const { Marked } = await import("marked");
  return outlineOf(new Marked({ gfm: true }).lexer(markdown));
}

/**
 * Renders a Markdown file of ours to HTML: headings, named rows and items with anchors, code that
 * can be copied, tables that scroll by keyboard.
 *
 * A code block after the comment `<!-- run -->` is a request, one after `<!-- answer -->` an
 * answer, as is one whose fence says so: ```` ```json answer ````. Links between files become links
 * between pages; a link to a file that is no page becomes its text, and a picture that is none its
 * description. A comment such as `<!-- #id -->` is the anchor of a heading or an item; others are
 * left out.
 */
export async function renderMarkdown(markdown: string, location: MarkdownLocation): Promise<RenderedMarkdown> {
  const { Marked } = await import("marked");
  const marked = new Marked({ gfm: true });
  const tokens = marked.lexer(markdown.replaceAll(EXAMPLE_ORIGIN, () => location.baseUrl));
  const { anchors, sections } = outlineOf(tokens);
  const roles = rolesOfCode(tokens);
  const tableNames = namesOfTables(tokens);
  const idOf = (thing: object): string => {
    const id = anchors.get(thing) ?? ("text" in thing ? statedAnchor(String(thing.text)) : undefined);
    return id === undefined ? "" : ` id="${escapeText(id)}"`;
  };
  let codeCount = 0;
  marked.use({
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag): string =>
        text.trimStart().startsWith("<!--") ? insertionFor(text, location) : escapeText(text),
      heading(token: Tokens.Heading): string {
        const id = anchors.get(token);
        const text = this.parser.parseInline(token.tokens);
        // A heading that holds a link cannot be one.
        const isLink = id !== undefined && !text.includes("<a ");
        const linked = isLink ? `<a class="anchor" href="#${escapeText(id)}">${text}</a>` : text;
        return `<h${token.depth}${idOf(token)}>${linked}</h${token.depth}>\n`;
      },
      code: (token: Tokens.Code): string =>
        renderCode({ ...describeCode(token, roles.get(token) ?? null), id: `code-${(codeCount += 1)}` }).toString(),
      codespan: ({ text }: Tokens.Codespan): string => inlineCode(text).toString(),
      listitem(item: Tokens.ListItem): string {
        const parts = item.tokens.map((token) => foldList(item, token, this.parser.parse([token])));
        return `<li${idOf(item)}>${parts.join("")}</li>\n`;
      },
      link({ href, tokens: inner }: Tokens.Link): string {
        const text = this.parser.parseInline(inner);
        const url = resolveLink(href, location);
        return url === null ? text : `<a href="${escapeText(url)}">${text}</a>`;
      },
      image({ href, text }: Tokens.Image): string {
        const picture = location.pictureOf(path.posix.join(path.posix.dirname(location.file), href));
        return picture === null ? escapeText(text) : renderPicture(picture, text);
      },
      table(token: Tokens.Table): string {
        const inline = (inner: Token[]): string => this.parser.parseInline(inner);
        const align = ({ align: side }: Tokens.TableCell): string => (side === "right" ? ' class="number"' : "");
        const head = token.header
          .map((cell) =>
            cell.tokens.length === 0 ? "<td></td>" : `<th scope="col"${align(cell)}>${inline(cell.tokens)}</th>`,
          )
          .join("");
        const body = token.rows.map((row) => {
          const cells = row.map((cell) => `<td${align(cell)}>${inline(cell.tokens)}</td>`).join("");
          return `<tr${row[0] === undefined ? "" : idOf(row[0])}>${cells}</tr>`;
        });
        const table = `<table>\n<thead>\n<tr>${head}</tr>\n</thead>\n<tbody>\n${body.join("\n")}\n</tbody>\n</table>`;
        return renderScroll(tableNames.get(token) ?? "", raw(table)).toString();
      },
    },
  });
  return { main: raw(marked.parser(tokens)), sections };
}

function renderPicture(
  { src, width, height }: NonNullable<ReturnType<MarkdownLocation["pictureOf"]>>,
  text: string,
): string {
  return html`<img class="picture" src="${src}" alt="${text}" width="${width}" height="${height}" loading="lazy">`.toString();
}

/** Folds a list within an item, such as the fields of an object; that of `items` is open. */
function foldList({ text }: Tokens.ListItem, token: Token, markup: string): string {
  if (token.type !== "list" || !("items" in token)) return markup;
  const open = text.startsWith("`items`") ? " open" : "";
  return `\n<details${open}>\n<summary>${texts.within(token.items.length)}</summary>\n${markup}</details>\n`;
}

/** Tells code blocks that are requests or answers by the comments before them. */
function rolesOfCode(tokens: readonly Token[]): ReadonlyMap<Token, CodeBlock["role"]> {
  const roles = new Map<Token, CodeBlock["role"]>();
  let comment = "";
  for (const token of tokens) {
    if (token.type === "code") {
      if (comment.startsWith("<!-- run")) roles.set(token, "request");
      else if (comment.startsWith("<!-- answer")) roles.set(token, "answer");
    }
    if (token.type === "html") comment = token.raw;
    else if (token.type !== "space") comment = "";
  }
  return roles;
}

function describeCode({ lang = "", text }: Tokens.Code, marked: CodeBlock["role"]): Omit<CodeBlock, "id"> {
  const [language = "", word] = lang.split(" ");
  const isCurl = language === "sh" && /^curl /mu.test(text);
  const role = marked ?? (word === "answer" ? "answer" : isCurl ? "request" : null);
  const name = isCurl ? "curl" : (LANGUAGES.get(language) ?? null);
  return { text, role, language: role === "answer" ? null : name };
}

/** Names tables after the heading above them, with a number where it has several. */
function namesOfTables(tokens: readonly Token[]): ReadonlyMap<Token, string> {
  const names = new Map<Token, string>();
  const counts = new Map<string, number>();
  let heading = "";
  for (const token of tokens) {
    if (token.type === "heading" && "text" in token) heading = String(token.text).replaceAll("`", "");
    if (token.type !== "table") continue;
    const count = (counts.get(heading) ?? 0) + 1;
    counts.set(heading, count);
    names.set(token, texts.tableOf(count === 1 ? heading : `${heading} (${count})`));
  }
  return names;
}

function insertionFor(comment: string, { inPlaceOf = {} }: MarkdownLocation): string {
  const name = /^<!-- ([\w-]+) -->/u.exec(comment.trimStart())?.[1] ?? "";
  return Object.hasOwn(inPlaceOf, name) ? (inPlaceOf[name]?.toString() ?? "") : "";
}

function resolveLink(href: string, { file, baseUrl, link, pageOf }: MarkdownLocation): string | null {
  // The link is an address of the service itself.
  const own = href.startsWith(`${baseUrl}/`) ? href.slice(baseUrl.length) : href;
  if (own.startsWith("/")) return link(own) || null;
  if (/^https?:|^mailto:|^#/u.test(href)) return href;
  const [target = "", anchor] = href.split("#");
  const page = pageOf(path.posix.join(path.posix.dirname(file), target));
  return page === null ? null : link(`${page}${anchor === undefined ? "" : `#${anchor}`}`) || null;
}
