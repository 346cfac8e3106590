import { type Measures, measuresInWords } from "../ask/words.ts";
import { type Child, Html, html, sentence } from "./html.ts";

/** Components that pages of several topics are made of. */

/** What the bands measure and what they do not; nothing where the publisher says neither. */
export function measuresNote(measures: Measures): Child {
  const text = measuresInWords(measures);
  return text !== "" && html`<p class="sub">${text}</p>\n`;
}

/** What a section is called, and how it looks. */
export interface SectionHead {
  /** The anchor of its heading. */
  readonly id: string;
  readonly heading: Child;
  /** A sentence below the heading, in small letters. */
  readonly note?: Child;
  readonly className?: string;
  /** Left out of an export, because it needs the running service. */
  readonly isLive?: boolean;
}

/** A part of a page, which its heading names. */
export function section({ id, heading, note = false, className, isLive = false }: SectionHead, content: Child): Html {
  return html`<section${classOf(className)} aria-labelledby="${id}"${isLive && html` data-live`}>
<h2 id="${id}">${heading}</h2>
${note !== false && html`<p class="sub">${typeof note === "string" ? sentence(note) : note}</p>\n`}${content}
</section>`;
}

/** A column of a table. */
export interface Column {
  readonly text: Child;
  /** Of its head and its cells: `number` for figures, which stand to the right. */
  readonly className?: string;
  /** The order of the rows, where they are sorted by it. */
  readonly sorted?: "ascending" | "descending" | undefined;
  /** Whether its cells repeat `text` on narrow screens, where each row of `cards` is a block. */
  readonly isLabelled?: boolean;
}

/** A column of figures. */
export function numeric(text: Child): Column {
  return { text, className: "number" };
}

/** A column of figures whose cells repeat its name on narrow screens. */
export function labelledNumeric(text: string): Column {
  return { text, className: "number", isLabelled: true };
}

/** A column whose cells repeat its name on narrow screens. */
export function labelled(text: string): Column {
  return { text, isLabelled: true };
}

/** What a table is made of. */
export interface TableParts {
  readonly className?: string;
  /** For readers who do not see the heading above it. */
  readonly caption?: string;
  /** A string is a column of nothing but text. */
  readonly columns: readonly (Column | string)[];
  /** The cells of each row; a row that is no list of cells is markup. */
  readonly rows: readonly (readonly Child[] | Html)[];
  /** The column whose cells are the names of their rows; the first by default. */
  readonly header?: number;
}

/** A table of named columns and rows. */
export function table({ className, caption, columns, rows, header = 0 }: TableParts): Html {
  const all = columns.map((column): Column => (typeof column === "string" ? { text: column } : column));
  const head = all.map(({ text, className: style, sorted }) => {
    const order = sorted !== undefined && html` aria-sort="${sorted}"`;
    return html`<th scope="col"${classOf(style)}${order}>${text}</th>`;
  });
  const lines = rows.map((row) =>
    row instanceof Html
      ? row
      : html`<tr>${row.map((cell, index) => tableCell(cell, all[index], index === header))}</tr>\n`,
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

/** A longer word leaves no room beside it: no column is narrower than a word. */
const WORD_BESIDE_MAX = 20;

/** Whether a text that is never broken within words has to stand above or below others. */
export function hasLongWord(text: string): boolean {
  return text.split(/[\s\u00ad-]+/u).some((word) => word.length > WORD_BESIDE_MAX);
}

/** A table that scrolls within itself where it is too wide, also by keyboard. */
export function scroller(content: Html): Html {
  return html`<div class="scroll" tabindex="0">
${content}
</div>`;
}

/** A term, and what is said of it. */
export type Fact = readonly [term: Child, value: Child];

/**
 * Terms with what is said of each, such as the figures at the top of a page. What is false is left
 * out.
 */
export function facts(list: readonly (Fact | false)[], className = "facts"): Html {
  return html`<dl class="${className}">
${list.map((fact) => fact !== false && html`<div><dt>${fact[0]}</dt><dd>${fact[1]}</dd></div>\n`)}</dl>`;
}
