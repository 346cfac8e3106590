import type { Static } from "typebox";
import { CSV_TYPE } from "../download/downloads.ts";
import { countsOf } from "../ranking/page-finding.ts";
import { standing } from "../../say/standing.ts";
import { matchPortfolio } from "./match-portfolio.ts";
import { bandKey } from "../../html/charts/band-label.ts";
import { TALL, middleLineBar } from "../../html/charts/middle-line-bar.ts";
import { type BarRow, plainBars } from "../../html/charts/ranked-bars.ts";
import { type PostedRequest, type SiteRequest, definePage } from "../../html/define-page.ts";
import type { PageContent } from "../../html/frame.ts";
import { type Child, type Html, html, sentence } from "../../html/html.ts";
import { facts, section } from "../../html/components.ts";
import { listAsCsv } from "./read-list.ts";
import { portfolioTexts as texts } from "./texts.ts";
import { answerOwnList, ownListForm, saveButtons } from "./page-own-list.ts";
import { renderSample } from "./page-sample.ts";
import { FORM_BYTES_MAX } from "./page-upload.ts";
import { renderRows } from "./page-rows.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";
import { dayInWords } from "../../ask/grammar.ts";
import { field, optionsOf, select } from "../../html/form.ts";
import { listReleases } from "../release/list-releases.ts";

type Portfolio = Static<(typeof matchPortfolio)["form"]["schema"]>;

const STYLES = ["tools.css"];

const OWN_LIST = { path: "/portfolio", form: "own-list", texts };

/** Matches the companies of a visitor's own list, and shows their bands together. */
export const PORTFOLIO_PAGE = definePage({
  path: "/portfolio",
  section: "companies",
  dependsOn: "releases",
  render: (request) => renderEmpty(request),
  form: {
    bytesMax: FORM_BYTES_MAX,
    render: async (request) => {
      const ownList = await ownListOf(request, sinceIn(request));
      return await answerOwnList(request, ownList, async (text, as) =>
        as === null ? await renderResult(request, text) : await saveResult(request, text, as),
      );
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

async function saveResult(request: PostedRequest, text: string, as: keyof typeof texts.save) {
  const { body, parameters } = submissionOf(request, text);
  const csv = await request.submitForText(matchPortfolio, { body, parameters: { ...parameters, format: "csv" } });
  const file = { mediaType: CSV_TYPE, filename: texts.filename };
  return { text: as === "excel" ? `\ufeff${csv}` : csv, file };
}

async function renderEmpty(request: SiteRequest): Promise<PageContent> {
  const main = html`<h1>${texts.emptyTitle}</h1>
<p class="standfirst">${texts.empty}</p>
<div class="with-aside">
${ownListForm(request, await ownListOf(request))}
<aside>
${await renderSample(request)}
<p class="pages">${guideLink(request)}</p>
</aside>
</div>`;
  return { title: texts.title, description: texts.empty, main, styles: STYLES };
}

function guideLink(request: SiteRequest): Html {
  return html`<a href="${request.href("/docs/finding-companies")}#your-own-list-portfolios">${texts.guide}</a>`;
}

async function renderResult(request: PostedRequest, text: string): Promise<PageContent> {
  const list = await request.submit(matchPortfolio, submissionOf(request, text));
  const { companies } = list;
  const { bands, method } = request.dataset;
  const own = {
    subject: "list",
    name: "the list",
    listedCompanies: companies,
    distribution: countsOf(bands, list),
    minimumCompanies: 1,
    thinBelow: method.minimum_companies,
  } as const;
  const headline = companies === 0 ? texts.noneMatched : standing({ id: list.scale.id, bands }, own, "headline").text;
  const counts = (["matched", "ambiguous", "unmatched", "duplicates"] as const)
    .filter((name) => name === "matched" || list[name] > 0)
    .map((name) => [texts[name], list[name]] as const);
  const main = html`<h1>${sentence(headline)}</h1>
<p class="standfirst">${sentence(list.summary)}</p>
${saveButtons(OWN_LIST)}
${facts([[texts.rows, list.total], ...counts])}
${companies > 0 && renderFigures(request, list)}
${renderRows(request, list)}
${section({ id: "edit", heading: texts.edit }, ownListForm(request, await ownListOf(request, sinceIn(request)), text))}
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
  list.sectors.map((sector) => ({
    ...sector,
    name: sector.label,
    path: urlTo(PAGES.sector, { slug: sector.slug }),
  })),
)}
</div>`;
}

/** A part of the list, with the page of the country or the sector that it is a part of. */
type Part = Pick<BarRow, "name" | "median_level" | "distribution" | "flips_to_lower" | "flips_to_higher"> & {
  readonly judged_companies: number;
  readonly path: string | null;
};

/** Renders parts of the list as bars. */
function renderParts(request: SiteRequest, id: string, title: string, parts: readonly Part[]): Html {
  const minimum = request.dataset.method.minimum_companies;
  const rows = parts.map((part): BarRow => {
    const { path, judged_companies: count } = part;
    return { ...part, href: path === null ? null : request.href(path), count, isThin: count < minimum };
  });
  return section({ id, heading: title }, plainBars(request.dataset.bands, rows, { caption: title, name: texts.part }));
}
