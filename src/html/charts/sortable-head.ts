import type { Visit } from "../define-page.ts";
import { type Html, html } from "../html.ts";

/** A column of a table that can be sorted by a link. */
export interface SortColumn {
  readonly text: string;
  /** The order its link asks for first, such as `-median_band`; undefined for no link. */
  readonly sort?: string;
  readonly className?: string;
}

/**
 * The head of a table whose rows the service sorts: a link in each column, which reverses the order
 * that the table has. `path` is the page, `query` what else it was asked with; `anchor` the table.
 */
export function sortableHead(
  visit: Visit,
  columns: readonly SortColumn[],
  present: string,
  { path, query, anchor }: { path: string; query: Readonly<Record<string, string | undefined>>; anchor: string },
): Html {
  const cells = columns.map(({ text, sort, className }) => {
    const style = className !== undefined && html` class="${className}"`;
    if (sort === undefined) return html`<th scope="col"${style}>${text}</th>`;
    const isPresent = nameOf(present) === nameOf(sort);
    const direction = isPresent && html` aria-sort="${present.startsWith("-") ? "descending" : "ascending"}"`;
    const target = isPresent ? reverse(present) : sort;
    return html`<th scope="col"${style}${direction}><a href="${visit.href(path, { ...query, sort: target })}#${anchor}">${text}</a></th>`;
  });
  return html`<thead><tr>${cells}</tr></thead>`;
}

function nameOf(sort: string): string {
  return sort.replace(/^-/u, "");
}

function reverse(sort: string): string {
  return sort.startsWith("-") ? nameOf(sort) : `-${sort}`;
}
