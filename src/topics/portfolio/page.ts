import type { Static } from "typebox";
import { countsOf } from "../ranking/finding.ts";
import { standing } from "../../say/standing.ts";
import { matchPortfolio } from "./match-portfolio.ts";
import { bandKey, bandLabel } from "../../html/charts/band-label.ts";
import { TALL, middleLineBar } from "../../html/charts/middle-line-bar.ts";
import { type BarRow, plainBars } from "../../html/charts/ranked-bars.ts";
import { type PostedRequest, type SiteRequest, definePage } from "../../html/define-page.ts";
import type { PageContent } from "../../html/frame.ts";
import { type Child, type Html, html, sentence } from "../../html/html.ts";
import { facts, section } from "../../html/components.ts";
import { listAsCsv } from "./list-file.ts";
import { portfolioTexts as texts } from "./texts.ts";
import { answerOwnList, ownListForm, ownListTexts, ownRows, saveButtons, FORM_BYTES_MAX } from "./page-own-list.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";
import { dayInWords } from "../../ask/grammar.ts";
import { field, optionsOf, select } from "../../html/form.ts";
import { listReleases } from "../release/list-releases.ts";
import { changesTexts } from "../change/texts.ts";

type Portfolio = Static<(typeof matchPortfolio)["form"]["schema"]>;

const STYLES = ["tools.css"];

const OWN_LIST = { path: "/portfolio", form: "own-list", filename: "matched-companies.csv", texts };

/** Matches the companies of a visitor's own list, and shows their bands together. */
export const PORTFOLIO_PAGE = definePage({
  path: "/portfolio",
  section: "companies",
  dependsOn: "releases",
  render: (request) => renderEmpty(request),
  form: {
    bytesMax: FORM_BYTES_MAX,
    render: async (request) => {
      const list = await ownListOf(request, sinceIn(request));
      const render = async (text: string) => await renderResult(request, text);
      return await answerOwnList(request, list, render, async (text) => {
        const { body, parameters } = submissionOf(request, text);
        return await request.submitForText(matchPortfolio, { body, parameters: { ...parameters, format: "csv" } });
      });
    },
  },
});

/** The form, with the earlier releases that a list can be compared with, if there are any. */
async function ownListOf(request: SiteRequest, since = "") {
  const { items } = await request.ask(listReleases, { limit: "100" });
  const releases = items.filter(({ status }) => status === "superseded");
  if (releases.length === 0) return OWN_LIST;
  const choices = releases.map(({ id, published_at: at }) => [id, `${dayInWords(at)} (${id})`] as const);
  return {
    ...OWN_LIST,
    fields: field(texts.since, select("since", optionsOf([["", texts.sinceNone], ...choices], since))),
  };
}

function sinceIn({ fields }: PostedRequest): string | undefined {
  const since = fields.get("since");
  return typeof since === "string" && since !== "" ? since : undefined;
}

/** Returns the request to the API: it names the release of the page, even if that is outdated. */
function submissionOf(request: PostedRequest, text: string) {
  const parameters = { release: request.release, since: sinceIn(request) };
  return { parameters, body: { text: listAsCsv(text), encoding: "csv" } } as const;
}

async function renderEmpty(request: SiteRequest): Promise<PageContent> {
  const main = html`<h1>${texts.emptyTitle}</h1>
<p class="standfirst">${texts.empty}</p>
${ownListForm(request, await ownListOf(request))}
<p class="pages">${guideLink(request)}</p>`;
  return { title: texts.title, description: texts.empty, main, styles: STYLES };
}

function guideLink(request: SiteRequest): Html {
  return html`<a href="${request.href("/docs/finding-companies")}#your-own-list-portfolios">${texts.guide}</a>`;
}

async function renderResult(request: PostedRequest, text: string): Promise<PageContent> {
  const list = await request.submit(matchPortfolio, submissionOf(request, text));
  const { companies } = list;
  const { scale, method } = request.dataset;
  const own = {
    subject: "list",
    name: "the list",
    listedCompanies: companies,
    distribution: countsOf(scale.bands, list),
    minimumCompanies: 1,
    thinBelow: method.minimum_companies,
  } as const;
  const headline = companies === 0 ? texts.noneMatched : standing(scale, own, "headline").text;
  const counts = (["matched", "ambiguous", "unmatched", "duplicates"] as const)
    .filter((name) => name === "matched" || list[name] > 0)
    .map((name) => [texts[name], list[name]] as const);
  const main = html`<h1>${sentence(headline)}</h1>
${request.dataset.scale.asOf === null && html`<p class="standfirst">${sentence(list.summary)}</p>`}
${saveButtons(OWN_LIST)}
${facts([[texts.rows, list.total], ...counts])}
${companies > 0 && renderFigures(request, list)}
${renderRows(request, list)}
${section({ id: "edit", heading: ownListTexts.edit }, ownListForm(request, await ownListOf(request, sinceIn(request)), text))}
<p class="pages">${guideLink(request)}</p>`;
  return { title: texts.title, description: headline, main, styles: STYLES };
}

function renderFigures(request: SiteRequest, list: Portfolio): Child {
  const { bands, method } = request.dataset;
  const isThin = list.judged_companies < method.minimum_companies;
  return html`${section(
    { id: "companies", heading: texts.distribution, note: isThin ? texts.distributionThin : texts.distributionNote },
    html`${bandKey(bands)}
<div class="tall">${middleLineBar(bands, list, isThin, TALL)}</div>`,
  )}
<div class="two">
${renderParts(
  request,
  "pillars",
  texts.byPillar,
  list.pillars.map((pillar) => ({ ...pillar, name: pillar.label, path: null })),
)}
${renderParts(
  request,
  "countries",
  texts.byCountry,
  list.countries.map((country) => ({ ...country, path: urlTo(PAGES.country, { slug: country.slug }) })),
)}
${renderParts(
  request,
  "sectors",
  texts.bySector,
  list.sectors.map((sector) => ({ ...sector, name: sector.label, path: urlTo(PAGES.sector, { slug: sector.slug }) })),
)}
</div>`;
}

/** A part of the list, with the page of the country or the sector that it is a part of. */
type Part = Pick<BarRow, "name" | "median_level" | "distribution" | "flips_to_lower" | "flips_to_higher"> & {
  readonly judged_companies: number;
  readonly path: string | null;
};

/** Renders parts of the list as bars. */
function renderParts(request: SiteRequest, id: string, title: string, parts: readonly Part[]): Child {
  if (id === "sectors" && !request.dimensions.has("sector")) return null;
  const minimum = request.dataset.method.minimum_companies;
  const rows = parts.map((part): BarRow => {
    const { path, judged_companies: count } = part;
    return { ...part, href: path === null ? null : request.href(path), count, isThin: count < minimum };
  });
  return section({ id, heading: title }, plainBars(request.dataset.bands, rows, { caption: title, name: texts.part }));
}

type Row = Portfolio["items"][number];
type Company = NonNullable<Row["company"]>;

/** Renders the rows of a list by their status, those that need a decision first. */
function renderRows(request: SiteRequest, { items, since }: Portfolio): Child {
  const gone = items.filter(({ changes }) => changes?.includes("removed"));
  const of = (status: Row["status"]): readonly Row[] =>
    items.filter((row) => row.status === status && !gone.includes(row));
  const render = (
    id: string,
    [heading, note]: readonly [string, string],
    columns: readonly string[],
    rows: readonly Row[],
    cellsOf: (row: Row) => readonly Child[],
  ): Child =>
    ownRows(
      { id, heading, note },
      columns,
      rows.map((row) => [row.row, nameOf(row), ...cellsOf(row)]),
    );
  return [
    render("gone", [texts.gone, texts.goneNote(since ?? "")], [texts.company], gone, ({ before }) => [before?.name]),
    render("decide", [texts.decide, texts.decideNote], [texts.candidates], of("ambiguous"), (row) => [
      html`<ul class="plain">
${row.candidates.map((candidate) => html`<li>${linkCompany(request, candidate)} <small>${candidate.country?.name ?? texts.noCountry}</small> ${bandLabel(request.dataset.bands, candidate.median_level)}</li>\n`)}</ul>`,
    ]),
    render("not-found", [texts.notFound, texts.notFoundNote], [], of("unmatched"), () => []),
    render(
      "certain",
      [texts.certain, texts.certainNote],
      [texts.company, texts.country, texts.band, ...(since === null ? [] : [texts.happened(since)])],
      of("matched"),
      ({ company, duplicate_of: first, changes, before }) =>
        company === null
          ? []
          : [
              html`${linkCompany(request, company)}${first !== null && html` <small>${texts.again(first)}</small>`}`,
              company.country?.name ?? texts.noCountry,
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

/** Renders the visitor's words: a name, or the id of a row that has an identifier alone. */
function nameOf({ row, id, name, ambiguity }: Row): Html {
  const written = name ?? id ?? texts.nameless(row);
  return html`${written}${ambiguity !== null && html` <small>${texts.becauses[ambiguity]}</small>`}`;
}

function linkCompany(request: SiteRequest, { slug, name }: Pick<Company, "slug" | "name">): Html {
  return html`<a href="${request.href(PAGES.company, { slug })}">${name}</a>`;
}
