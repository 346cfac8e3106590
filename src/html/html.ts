/** A value in a template: text that is escaped, markup, a list of them, or nothing. */
export type Child = Html | string | number | null | undefined | false | readonly Child[];

/** Markup that is well-formed and safe to send. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/**
 * Builds markup from a template literal: `` html`<a href="${url}">${name}</a>` ``.
 *
 * Texts and numbers are escaped, for content and quoted attributes alike. Lists are joined. Null,
 * undefined and false print nothing. An `href` of nothing but an empty value is left out: its
 * element stays, as a link that leads nowhere (`Link`). Throws where a value would stand in an
 * attribute without quotation marks, which no escaping makes safe.
 */
export function html(parts: TemplateStringsArray, ...children: readonly Child[]): Html {
  const [first = "", ...rest] = parts;
  let text = first;
  for (const [index, child] of children.entries()) {
    if (parts[index]?.endsWith("=") === true)
      throw new Error(`an attribute has no quotation marks: ${text.slice(-40)}`);
    const after = rest[index] ?? "";
    if (child === "" && text.endsWith(HREF) && END_OF_HREF.test(after))
      text = text.slice(0, -HREF.length) + after.replace(END_OF_HREF, "");
    else text += print(child) + after;
  }
  return new Html(text);
}

const HREF = ' href="';
const END_OF_HREF = /^(?:#[^"]*)?"/u;

/** Takes a text for markup as it is. Its writer answers for it. */
export function raw(text: string): Html {
  return new Html(text);
}

/** Joins pieces of markup with something between them. */
export function join(children: readonly Child[], separator: Child): Html {
  const between = print(separator);
  return new Html(children.map(print).join(between));
}

/**
 * Renders a publisher's label in an element of its own: it stands as a name, in whatever direction
 * it is written. Plain text has `labelInWords`.
 */
export function labelElement(label: string): Html {
  return html`<bdi>${hyphenated(label)}</bdi>`;
}

/** Words of more letters are seldom English, and longer than a column of a phone. */
const LONG_WORD = /\p{Script=Latin}{21,}/gu;

/** The beginning of a syllable in most languages: a consonant and a vowel. */
const SYLLABLE = /(?<=.{3})(?<!s(?=ch)|[cpst](?=h))(?=(?:sch|[cpst]h|[b-df-hj-np-tv-z])[aeiouyäöü]..)/giu;

/** Puts soft hyphens into very long words: a line ends with a hyphen instead of any letter. */
export function hyphenated(text: string): string {
  return text.replaceAll(LONG_WORD, (word) => word.replaceAll(SYLLABLE, "\u00ad"));
}

/** Matches words that are written from right to left in a row, with brackets around any. */
const RIGHT_TO_LEFT = buildRightToLeft();

function buildRightToLeft(): RegExp {
  const word = String.raw`[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+`;
  const joined = String.raw`${word}(?:\.${word})*`;
  const part = String.raw`(?:${joined}|\(${joined}\))`;
  return new RegExp(String.raw`${part}(?:[ \u00a0'’-]${part})*`, "gu");
}

/**
 * Renders a sentence of ours with words of others: those written from right to left are isolated,
 * so that the numbers and the full stop beside them keep their places (Unicode Annex 9).
 */
export function sentence(text: string): Html {
  const parts: Child[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(RIGHT_TO_LEFT)) {
    parts.push(hyphenated(text.slice(end, index)), labelElement(found));
    end = index + found.length;
  }
  return html`${[...parts, hyphenated(text.slice(end))]}`;
}

/** Renders a path or a URL that may break behind each slash. */
export function breakable(path: string): Html {
  return join(path.split("/"), html`/<wbr>`);
}

/** Escapes a sentence and turns its backticks into code. */
export function formatSentence(text: string): Html {
  return new Html(escapeText(text).replaceAll(/`([^`]+)`/gu, "<code>$1</code>"));
}

function print(child: Child): string {
  if (child === null || child === undefined || child === false) return "";
  if (typeof child === "string") return escapeText(child);
  if (typeof child === "number") return String(child);
  return child instanceof Html ? child.toString() : child.map(print).join("");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for markup that is built elsewhere, in attributes too. */
export function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (sign) => ESCAPES[sign] ?? sign);
}
