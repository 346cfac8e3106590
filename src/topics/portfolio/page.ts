import type { Static } from "typebox";
import { CSV_TYPE } from "../download/downloads.ts";
import { LIST_BYTES_MAX } from "./list-rows.ts";
import { describeOwnListInHeadline } from "../ranking/words-of-list-headlines.ts";
import { matchPortfolio } from "./match-portfolio.ts";
import { Problem } from "../../problem.ts";
import { bandKey } from "../../html/charts/band-label.ts";
import { TALL, middleLineBar } from "../../html/charts/middle-line-bar.ts";
import { type BarRow, plainBars } from "../../html/charts/ranked-bars.ts";
import { type PostedVisit, type Visit, definePage } from "../../html/define-page.ts";
import type { PageContent } from "../../html/frame.ts";
import { type Child, type Html, html } from "../../html/html.ts";
import { facts, section } from "../../html/components.ts";
import { listAsCsv } from "./read-list.ts";
import { portfolioTexts as texts } from "./texts.ts";
import { SAVED_AS, listForm, readGivenList, renderSample, saveButtons } from "./page-form.ts";
import { renderRows } from "./page-rows.ts";

type Portfolio = Static<(typeof matchPortfolio)["form"]["schema"]>;

const STYLES = ["compare.css", "portfolio.css"];

/** The longest list of the API, with room for the parts of the form around it. */
const BYTES_MAX = LIST_BYTES_MAX + 16 * 1024;

/** Which companies a visitor's own list means, and where they stand together. */
export const PORTFOLIO_PAGE = definePage({
  path: "/portfolio",
  section: "companies",
  render: (visit) => renderEmpty(visit),
  form: {
    bytesMax: BYTES_MAX,
    async render(visit) {
      const given = await readGivenList(visit);
      if ("fault" in given) return { ...renderFaulty(visit, "", [given.fault]), status: 400 };
      const { text } = given;
      const as = SAVED_AS.find((each) => each === visit.fields.get("as"));
      try {
        return as === undefined ? await renderResult(visit, text) : await saveResult(visit, text, as);
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== "invalid_request") throw error;
        const { errors, message } = error;
        const faults = errors.length > 0 ? errors.map((each) => each.detail) : [message, texts.namesHint];
        return { ...renderFaulty(visit, text, faults), status: 400 };
      }
    },
  },
});

/** What the API is sent: the release of the page, whichever is current by now. */
function submissionOf({ release }: Visit, text: string) {
  return { parameters: { release }, body: { text: listAsCsv(text), encoding: "csv" } } as const;
}

async function saveResult(visit: PostedVisit, text: string, as: (typeof SAVED_AS)[number]) {
  const { body, parameters } = submissionOf(visit, text);
  const csv = await visit.submitForText(matchPortfolio, { body, parameters: { ...parameters, format: "csv" } });
  const file = { mediaType: CSV_TYPE, filename: texts.filename };
  return { text: as === "excel" ? `\ufeff${csv}` : csv, file };
}

async function renderEmpty(visit: Visit): Promise<PageContent> {
  const main = html`<h1>${texts.emptyTitle}</h1>
<p class="standfirst">${texts.empty}</p>
<div class="with-aside">
${listForm(visit, "", [])}
<aside>
${await renderSample(visit)}
<p class="pages">${guideLink(visit)}</p>
</aside>
</div>`;
  return { title: texts.title, description: texts.empty, main, styles: STYLES };
}

function guideLink(visit: Visit): Html {
  return html`<a href="${visit.href("/docs/portfolios")}">${texts.guide}</a>`;
}

function renderFaulty(visit: Visit, text: string, faults: readonly string[]): PageContent {
  const main = html`<h1>${texts.faultTitle}</h1>
<p class="standfirst">${texts.faultNote}</p>
${listForm(visit, text, faults)}
<p class="pages">${guideLink(visit)}</p>`;
  return { title: texts.faultTitle, description: texts.faultNote, main, styles: STYLES };
}

async function renderResult(visit: PostedVisit, text: string): Promise<PageContent> {
  const list = await visit.submit(matchPortfolio, submissionOf(visit, text));
  const { companies, judged_companies: judged, median_level: level } = list;
  const headline = describeOwnListInHeadline(
    { id: list.scale.id, bands: visit.dataset.bands },
    { companies, judged, level },
  );
  const counts = (["matched", "ambiguous", "unmatched", "duplicates"] as const)
    .filter((name) => name === "matched" || list[name] > 0)
    .map((name) => [texts[name], list[name]] as const);
  const main = html`<h1>${headline}</h1>
<p class="standfirst">${list.summary}</p>
${saveButtons()}
${facts([[texts.rows, list.total], ...counts])}
${companies > 0 && renderFigures(visit, list)}
${renderRows(visit, list)}
${section({ id: "edit", heading: texts.edit }, listForm(visit, text, []))}
<p class="pages">${guideLink(visit)}</p>`;
  return { title: texts.title, description: headline, main, styles: STYLES };
}

function renderFigures(visit: Visit, list: Portfolio): Child {
  const { bands, method } = visit.dataset;
  const isThin = list.judged_companies < method.minimum_companies;
  return html`${section(
    { id: "companies", heading: texts.distribution, note: isThin ? texts.distributionThin : texts.distributionNote },
    html`${bandKey(bands)}
<div class="tall">${middleLineBar(bands, list, isThin, TALL)}</div>`,
  )}
<div class="two">
${renderParts(
  visit,
  "pillars",
  texts.byPillar,
  list.pillars.map((pillar) => ({ ...pillar, name: pillar.label, path: null })),
)}
${renderParts(
  visit,
  "countries",
  texts.byCountry,
  list.countries.map((country) => ({ ...country, path: `/countries/${country.slug}` })),
)}
${renderParts(
  visit,
  "sectors",
  texts.bySector,
  list.sectors.map((sector) => ({
    ...sector,
    name: sector.label,
    path: `/sectors/${encodeURIComponent(sector.slug)}`,
  })),
)}
</div>`;
}

/** A part of the list, with the page of the whole that it is part of. */
type Part = Pick<BarRow, "name" | "median_level" | "distribution" | "flips_to_lower" | "flips_to_higher"> & {
  readonly judged_companies: number;
  readonly path: string | null;
};

/** Parts of the list as bars. */
function renderParts(visit: Visit, id: string, title: string, parts: readonly Part[]): Html {
  const minimum = visit.dataset.method.minimum_companies;
  const rows = parts.map((part): BarRow => {
    const { path, judged_companies: count } = part;
    return { ...part, href: path === null ? null : visit.href(path), count, isThin: count < minimum };
  });
  return section({ id, heading: title }, plainBars(visit.dataset.bands, rows, { caption: title, name: texts.part }));
}
