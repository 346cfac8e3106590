import { type Measures, measuresInWords } from "../ask/words.ts";
import { type Child, Html, html, sentence } from "./html.ts";

/** Components of pages of several topics. */

/** Says what the bands measure and what they do not; nothing where the publisher says neither. */
export function measuresNote(measures: Measures): Child {
  const text = measuresInWords(measures);
  return text !== "" && html`<p class="sub">${text}</p>\n`;
}

/** The heading and the look of a section. */
export interface SectionHead {
  /** The anchor of its heading. */
  readonly id: string;
  readonly heading: Child;
  /** A sentence below the heading, in small letters. */
  readonly note?: Child;
  readonly className?: string;
}

/** Renders a part of a page, which its heading names. */
export function section({ id, heading, note = false, className }: SectionHead, content: Child): Html {
  return html`<section${classOf(className)} aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
${note !== false && html`<p class="sub">${typeof note === "string" ? sentence(note) : note}</p>\n`}${content}
</section>`;
}

/** A column of a table. */
export interface Column {
  readonly text: Child;
  /** The class of its head and its cells: `number` aligns figures to the right. */
  readonly className?: string;
  /** The order of the rows, where they are sorted by it. */
  readonly sorted?: "ascending" | "descending" | undefined;
  /** Its cells repeat `text` on narrow screens, where each row of `cards` is a block. */
  readonly isLabelled?: boolean;
}

/** Describes a column of figures. */
export function numeric(text: Child): Column {
  return { text, className: "number" };
}

/** Describes a column of figures whose cells repeat its name on narrow screens. */
export function labelledNumeric(text: string): Column {
  return { text, className: "number", isLabelled: true };
}

/** Describes a column whose cells repeat its name on narrow screens. */
export function labelled(text: string): Column {
  return { text, isLabelled: true };
}

/** The content of a table. */
export interface TableParts {
  readonly className?: string;
  /** The name of the table, for readers who do not see the heading above it. */
  readonly caption?: string;
  /** A string is a column of nothing but text. */
  readonly columns: readonly (Column | string)[];
  /** The cells of each row; a row that is no list of cells is markup. */
  readonly rows: readonly (readonly Child[] | Html)[];
  /** The column whose cells are the names of their rows; the first by default. */
  readonly header?: number;
  /** Returns the class of a row of cells. */
  readonly rowClass?: (index: number) => string;
}

/** Renders a table of named columns and rows. */
export function table({ className, caption, columns, rows, header = 0, rowClass }: TableParts): Html {
  const all = columns.map((column): Column => (typeof column === "string" ? { text: column } : column));
  const head = all.map(({ text, className: style, sorted }) => {
    const order = sorted !== undefined && html` aria-sort="${sorted}"`;
    return html`<th scope="col"${classOf(style)}${order}>${text}</th>`;
  });
  const lines = rows.map((row, at) =>
    row instanceof Html
      ? row
      : html`<tr${classOf(rowClass?.(at))}>${row.map((cell, index) => tableCell(cell, all[index], index === header))}</tr>\n`,
  );
  return html`<table${classOf(className)}>
${caption !== undefined && html`<caption class="hidden">${caption}</caption>\n`}<thead>
<tr>${head}</tr>
</thead>
<tbody>
${lines}</tbody>
</table>`;
}

function tableCell(
  content: Child,
  { text, className, isLabelled = false }: Column = { text: "" },
  isHeader: boolean,
): Html {
  if (isHeader) return html`<th scope="row"${classOf(className)}>${content}</th>`;
  return html`<td${classOf(className)}${isLabelled && html` data-label="${text}"`}>${content}</td>`;
}

function classOf(className: string | undefined): Child {
  return className !== undefined && html` class="${className}"`;
}

/** A longer word leaves no room beside it, and a longer name has more than two lines there. */
const [WORD_BESIDE_MAX, NAME_BESIDE_MAX] = [20, 40];

/** Returns true if a name leaves no room for another text beside it. */
export function needsOwnLine(name: string): boolean {
  const text = name.replaceAll("\u00ad", "");
  return text.length > NAME_BESIDE_MAX || text.split(/[\s-]+/u).some((word) => word.length > WORD_BESIDE_MAX);
}

/** Renders a table that scrolls within itself where it is too wide, also by keyboard. */
export function scroller(content: Html): Html {
  return html`<div class="scroll" tabindex="0">
${content}
</div>`;
}

/** A term and its description. */
export type Fact = readonly [term: Child, value: Child];

/** Renders terms with descriptions, such as the figures at the top of a page; leaves out false. */
export function facts(list: readonly (Fact | false)[], className = "facts"): Html {
  return html`<dl class="${className}">
${list.map((fact) => fact !== false && html`<div><dt>${fact[0]}</dt><dd>${fact[1]}</dd></div>\n`)}</dl>`;
}

/**
 * Renders a link of a publisher’s row to another site, with its host as the text. No search engine
 * counts it as a recommendation. An address that is none of the web stays a text.
 */
export function externalLink(address: string, text?: string): Html {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return html`${address}`;
  return html`<a href="${address}" rel="nofollow noopener" title="${address}">${text ?? url.host.replace(/^www\./u, "")}</a>`;
}

/** Which of up to four sections may stand on the right, the first being 0. */
const RIGHT_SIDES = ["1 3", "2 3", "1 2"];

/** Lays sections out in two columns of like height; a single one takes the whole width. */
export function inColumns(sections: readonly Child[]): Html {
  const shown = sections.filter((each) => each !== null && each !== undefined && each !== false);
  if (shown.length < 2) return html`${shown}`;
  // What surrounds the rows of a section is about as high as five of them.
  const heights = shown.map((each) => 5 + String(html`${each}`).split("<tr").length);
  const unevenness = (right: string): number =>
    Math.abs(heights.reduce((sum, height, index) => sum + (right.includes(`${index}`) ? height : -height), 0));
  const [right = ""] = RIGHT_SIDES.toSorted((a, b) => unevenness(a) - unevenness(b));
  const sides = [false, true].map((side) => shown.filter((_, index) => right.includes(`${index}`) === side));
  return html`<div class="duo">
${sides.map((side) => html`<div>\n${side}\n</div>\n`)}</div>`;
}
