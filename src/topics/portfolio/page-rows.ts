import type { Static } from "typebox";
import type { matchPortfolio } from "./match-portfolio.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, html } from "../../html/html.ts";
import { labelled, labelledNumeric, scroller, section, table } from "../../html/components.ts";
import { changesTexts } from "../change/texts.ts";
import { portfolioTexts as texts } from "./texts.ts";
import { PAGES } from "../../ask/urls.ts";

type Portfolio = Static<(typeof matchPortfolio)["form"]["schema"]>;
type Row = Portfolio["items"][number];
type Company = NonNullable<Row["company"]>;

/** Maximum number of rows of each kind that are shown; the file that can be saved has all. */
const SHOWN_MAX = 200;

/** Renders the rows of a list by their status, those that need a decision first. */
export function renderRows(request: SiteRequest, { items, since }: Portfolio): Child {
  const gone = items.filter(({ changes }) => changes?.includes("removed"));
  const of = (status: Row["status"]): readonly Row[] =>
    items.filter((row) => row.status === status && !gone.includes(row));
  return [
    renderTable("gone", [texts.gone, texts.goneNote(since ?? "")], [texts.company], gone, ({ before }) => [
      before?.name,
    ]),
    renderTable("decide", [texts.decide, texts.decideNote], [texts.candidates], of("ambiguous"), (row) => [
      html`<ul class="plain">
${row.candidates.map((candidate) => html`<li>${linkCompany(request, candidate)} <small>${candidate.country ?? texts.noCountry}</small> ${bandLabel(request.dataset.bands, candidate.median_level)}</li>\n`)}</ul>`,
    ]),
    renderTable("not-found", [texts.notFound, texts.notFoundNote], [], of("unmatched"), () => []),
    renderTable(
      "certain",
      [texts.certain, texts.certainNote],
      [texts.company, texts.country, texts.band, ...(since === null ? [] : [texts.happened(since)])],
      of("matched"),
      ({ company, duplicate_of: first, changes, before }) =>
        company === null
          ? []
          : [
              html`${linkCompany(request, company)}${first !== null && html` <small>${texts.again(first)}</small>`}`,
              company.country ?? texts.noCountry,
              bandLabel(request.dataset.bands, company.median_level),
              since !== null && happenedTo(request, changes ?? [], before),
            ],
    ),
  ];
}

/** Says what happened to a company since, and what its band was if that is another one. */
function happenedTo(request: SiteRequest, changes: NonNullable<Row["changes"]>, before: Row["before"]): Child {
  if (changes.length === 0) return texts.unchanged;
  const said = changes.map((change) => changesTexts.changes[change]).join(", ");
  // Companies are called re-rated on one scale alone.
  return changes.includes("re_rated")
    ? html`${said} <small>${texts.before} ${bandLabel(request.dataset.bands, before?.median_level ?? null)}</small>`
    : said;
}

/** Renders a table of rows, each with the visitor's words; nothing if there are none. */
function renderTable(
  id: string,
  [title, note]: readonly [string, string],
  columns: readonly string[],
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly Child[],
): Child {
  if (rows.length === 0) return null;
  const more = rows.length - SHOWN_MAX;
  return section(
    { id, heading: title, note },
    html`${scroller(
      table({
        className: "cards rows",
        columns: [labelledNumeric(texts.row), texts.yours, ...columns.map(labelled)],
        rows: rows.slice(0, SHOWN_MAX).map((row) => [row.row, nameOf(row), ...cellsOf(row)]),
        header: 1,
      }),
    )}
${more > 0 && html`<p class="foot">${texts.more(more)}</p>`}`,
  );
}

/** Renders the visitor's words: a name, or the id of a row that has an identifier alone. */
function nameOf({ row, id, name, ambiguity }: Row): Html {
  const written = name ?? id ?? texts.nameless(row);
  return html`${written}${ambiguity !== null && html` <small>${texts.becauses[ambiguity]}</small>`}`;
}

function linkCompany(request: SiteRequest, { slug, name }: Pick<Company, "slug" | "name">): Html {
  return html`<a href="${request.href(PAGES.company, { slug })}">${name}</a>`;
}
