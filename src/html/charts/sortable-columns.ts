import type { SiteRequest } from "../define-page.ts";
import type { Column } from "../components.ts";
import { html } from "../html.ts";

/** A column that a table can be sorted by with a link. */
export interface SortColumn {
  readonly text: string;
  /** The order its link asks for first, such as `-median_band`; undefined for no link. */
  readonly sort?: string;
  readonly className?: string;
}

/**
 * The columns of a table whose rows the service sorts: a link in each, which reverses the order
 * that the table has. `path` is the page, `query` what else it was asked with; `anchor` the table.
 */
export function sortableColumns(
  request: SiteRequest,
  columns: readonly SortColumn[],
  present: string,
  { path, query, anchor }: { path: string; query: Readonly<Record<string, string | undefined>>; anchor: string },
): readonly Column[] {
  return columns.map(({ sort, ...column }) => {
    if (sort === undefined) return column;
    const isPresent = nameOf(present) === nameOf(sort);
    const sorted = present.startsWith("-") ? "descending" : "ascending";
    const href = `${request.href(path, { ...query, sort: isPresent ? reverse(present) : sort })}#${anchor}`;
    const text = html`<a href="${href}">${column.text}</a>`;
    return { ...column, text, sorted: isPresent ? sorted : undefined };
  });
}

function nameOf(sort: string): string {
  return sort.replace(/^-/u, "");
}

function reverse(sort: string): string {
  return sort.startsWith("-") ? nameOf(sort) : `-${sort}`;
}
