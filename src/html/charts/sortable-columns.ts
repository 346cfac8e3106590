import type { SiteRequest } from "../define-page.ts";
import type { Column } from "../components.ts";
import { type Html, html, hyphenated } from "../html.ts";
import { type UrlValues } from "../../ask/urls.ts";

/** A list on a page: the path and query of the page, and the anchor of the list. */
interface ListedOnPage {
  readonly path: string;
  readonly query: UrlValues;
  readonly anchor?: string;
}

/** A column that a table can be sorted by with a link. */
export interface SortColumn {
  readonly text: string;
  /** The order its link asks for first, such as `-median_band`; undefined for no link. */
  readonly sort?: string;
  readonly className?: string;
}

/**
 * Makes columns of a table whose rows the service sorts: a link in each sorts by it, or reverses
 * the order that the table has.
 */
export function sortableColumns(
  request: SiteRequest,
  columns: readonly SortColumn[],
  present: string,
  { path, query, anchor }: ListedOnPage,
): readonly Column[] {
  return columns.map(({ sort, ...column }) => {
    if (sort === undefined) return column;
    const isPresent = nameOf(present) === nameOf(sort);
    const sorted = present.startsWith("-") ? "descending" : "ascending";
    const text = html`<a href="${request.href(path, { ...query, sort: isPresent ? reverse(present) : sort })}${anchorOf(anchor)}">${hyphenated(column.text)}</a>`;
    return { ...column, ...(request.mode === "live" && { text }), sorted: isPresent ? sorted : undefined };
  });
}

/**
 * Renders links to the beginning of a list, where the page has another part of it, and to its next
 * part. The latter names the release that `next` names, because a cursor belongs to one: it leads
 * on even if another release has become current.
 */
export function listPages(
  request: SiteRequest,
  { next }: { readonly next: string | null },
  { path, query, anchor }: ListedOnPage,
  texts: { readonly first: string; readonly next: string } = LIST_PAGES,
): readonly Html[] {
  if (request.mode !== "live") return [];
  const link = (values: UrlValues, text: string, rel?: "next"): Html =>
    html`<a href="${request.href(path, values)}${anchorOf(anchor)}"${rel !== undefined && html` rel="${rel}"`}>${text}</a>`;
  const first = request.query.has("cursor") ? [link(query, texts.first)] : [];
  if (next === null) return first;
  const following = Object.fromEntries(
    [...new URL(next).searchParams].filter(([name]) => name === "cursor" || name === "release"),
  );
  return [...first, link({ ...query, ...following }, texts.next, "next")];
}

/** Texts of the links of a list, in English. */
const LIST_PAGES = { first: "First page", next: "Next page" };

function anchorOf(anchor: string | undefined): string {
  return anchor === undefined ? "" : `#${anchor}`;
}

function nameOf(sort: string): string {
  return sort.replace(/^-/u, "");
}

function reverse(sort: string): string {
  return sort.startsWith("-") ? nameOf(sort) : `-${sort}`;
}
