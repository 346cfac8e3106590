import type { Static } from "typebox";
import type { matchPortfolio } from "./match-portfolio.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, html } from "../../html/html.ts";
import { labelled, labelledNumeric, scroller, section, table } from "../../html/components.ts";
import { portfolioTexts as texts } from "./texts.ts";
import { PAGES } from "../../ask/urls.ts";

type Portfolio = Static<(typeof matchPortfolio)["form"]["schema"]>;
type Row = Portfolio["items"][number];
type Company = NonNullable<Row["company"]>;

/** Maximum number of rows of each kind that are shown; the file that can be saved has all. */
const SHOWN_MAX = 200;

/** Renders the rows of a list by their status, those that need a decision first. */
export function renderRows(request: SiteRequest, { items }: Portfolio): Child {
  const of = (status: Row["status"]): readonly Row[] => items.filter((row) => row.status === status);
  return [
    renderTable("decide", [texts.decide, texts.decideNote], [texts.candidates], of("ambiguous"), (row) => [
      html`<ul class="plain">
${row.candidates.map((candidate) => html`<li>${linkCompany(request, candidate)} <small>${candidate.country ?? texts.noCountry}</small> ${bandLabel(request.dataset.bands, candidate.median_level)}</li>\n`)}</ul>`,
    ]),
    renderTable("not-found", [texts.notFound, texts.notFoundNote], [], of("unmatched"), () => []),
    renderTable(
      "certain",
      [texts.certain, texts.certainNote],
      [texts.company, texts.country, texts.band],
      of("matched"),
      ({ company, duplicate_of: first }) =>
        company === null
          ? []
          : [
              html`${linkCompany(request, company)}${first !== null && html` <small>${texts.again(first)}</small>`}`,
              company.country ?? texts.noCountry,
              bandLabel(request.dataset.bands, company.median_level),
            ],
    ),
  ];
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
