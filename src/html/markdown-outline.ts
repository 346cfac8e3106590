import type { Token, Tokens } from "marked";

/** A heading with the text below it, up to the next one. */
export interface Section {
  /** The anchor; null for the title of the page. */
  readonly id: string | null;
  readonly depth: number;
  readonly title: string;
  readonly text: string;
}

/** A row of a table or an item of a list that is about one name, such as a setting. */
export interface NamedEntry {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** The parts of a Markdown file, and the anchors by which they are linked. */
export interface Outline {
  readonly sections: readonly Section[];
  readonly entries: readonly NamedEntry[];
  /** The anchors of headings, list items and, by their first cell, rows. */
  readonly anchors: ReadonlyMap<object, string>;
}

/** Finds the headings and named entries of a file, and gives each an anchor of its own. */
export function outlineOf(tokens: readonly Token[]): Outline {
  const anchors = new Map<object, string>();
  const headings = tokens.filter(isHeading);
  const used = new Map<string, number>();
  for (const heading of headings) {
    if (heading.depth === 1) continue;
    const name = statedAnchor(heading.text) ?? anchorOf(plainText(heading.tokens));
    const seen = used.get(name) ?? 0;
    used.set(name, seen + 1);
    anchors.set(heading, seen === 0 ? name : `${name}-${seen}`);
  }
  const entries = tokens.flatMap(namedIn).filter(({ id, token }) => {
    if (used.has(id)) return false;
    used.set(id, 1);
    anchors.set(token, id);
    return true;
  });
  return { sections: sectionsOf(tokens, anchors), entries, anchors };
}

function sectionsOf(tokens: readonly Token[], anchors: ReadonlyMap<object, string>): Section[] {
  const sections: { id: string | null; depth: number; title: string; texts: string[] }[] = [];
  for (const token of tokens) {
    if (isHeading(token))
      sections.push({
        id: anchors.get(token) ?? null,
        depth: token.depth,
        title: plainText(token.tokens).trim(),
        texts: [],
      });
    else sections.at(-1)?.texts.push(plainText([token]));
  }
  return sections.map(({ texts, ...section }) => ({
    ...section,
    text: texts.join(" ").replaceAll(/\s+/gu, " ").trim(),
  }));
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === "heading";
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === "table";
}

function isList(token: Token): token is Tokens.List {
  return token.type === "list";
}

interface Candidate extends NamedEntry {
  /** The token that gets the anchor. */
  readonly token: object;
}

/** Finds rows that begin with a name as code, and items that begin with a word in bold. */
function namedIn(token: Token): Candidate[] {
  if (isTable(token))
    return token.rows.flatMap(([first, ...rest]) => {
      const name = first?.tokens.length === 1 && first.tokens[0]?.type === "codespan" ? first.tokens[0].text : null;
      if (first === undefined || name === null || !/^[a-z][\w.-]*$/iu.test(name)) return [];
      return [
        {
          token: first,
          id: name.replaceAll(".", "-"),
          name,
          text: rest.map(({ tokens }) => plainText(tokens)).join(" · "),
        },
      ];
    });
  if (isList(token))
    return token.items.flatMap((item) => {
      const text = plainText(item.tokens);
      const name = /^\*\*([^*]+)\*\*: /u.exec(item.text)?.[1];
      if (name === undefined) return [];
      return [{ token: item, id: anchorOf(name), name, text: text.slice(name.length + 2) }];
    });
  return [];
}

/** Returns the anchor that a comment in the first line of a heading or an item states. */
export function statedAnchor(text: string): string | undefined {
  return /^[^\n]*?<!-- #([\w-]+) -->/u.exec(text)?.[1];
}

function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/gu, "");
}

/** Returns the text of tokens without their marks, comments and code blocks. */
function plainText(tokens: readonly Token[]): string {
  return tokens.map(textOf).join("");
}

function textOf(token: Token): string {
  if (token.type === "html" || token.type === "code") return " ";
  if (isTable(token)) {
    return [token.header, ...token.rows].map((row) => row.map(({ tokens }) => plainText(tokens)).join(" ")).join(" ");
  }
  if (isList(token)) return token.items.map(({ tokens }) => plainText(tokens)).join(" ");
  if ("tokens" in token && token.tokens !== undefined) return plainText(token.tokens);
  return "text" in token && typeof token.text === "string" ? token.text : "";
}
