import { renderFrames } from "../embed/embed-snippet.ts";
import { dayInWords, labelInWords } from "../../ask/grammar.ts";
import { deriveCompany, getCompany, getCompanyHistory } from "../subject/company.ts";
import { STRIP_ITEMS_MAX, companyStrip } from "../../html/charts/company-strip.ts";
import { type BarRow, plainBars } from "../../html/charts/ranked-bars.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { chartFoot, pageTop } from "../../html/exits.ts";
import { EMBED_HEIGHTS } from "../embed/embed-heights.ts";
import { type Child, html, labelElement, sentence } from "../../html/html.ts";
import { inColumns, externalLink, facts, section } from "../../html/components.ts";
import { companyTexts as texts } from "./texts.ts";
import { COMPANY_DETAILS } from "../../tables/companies.ts";
import { linkCountry } from "./page-table.ts";
import { renderTake } from "../subject/page-area-parts.ts";
import { describeCompanyBasis } from "../derivation/page.ts";
import { describeStep, renderProducts } from "./page-boxes.ts";
import { renderJudgements } from "./page-judgements.ts";
import { renderPlace } from "./page-place.ts";
import { renderReplies } from "./page-replies.ts";
import { subjectFinding } from "../subject/page-finding.ts";
import type { Company } from "../subject/subjects.ts";
import { renderHistory } from "../history/page.ts";
import { API, PAGES, urlTo } from "../../ask/urls.ts";

/** The page of one company: its rating and the evidence, judgement by judgement. */
export const COMPANY_PAGE = definePage({
  path: PAGES.company,
  section: "companies",
  dependsOn: "releases",
  async render(request) {
    const { slug = "" } = request.path;
    const company = await request.ask(getCompany, { slug });
    const path = urlTo(PAGES.company, { slug: company.slug });
    if (company.slug !== slug) return { redirectTo: path };
    const { name, country, sector } = company;
    const own = { slug: company.slug };
    const derivation = await request.ask(deriveCompany, own);
    const history = await request.ask(getCompanyHistory, { ...own, to: request.release });
    const json = request.api(API.company, own);
    const title = subjectFinding(request, company);
    const summary = company.summary;
    const judgedPillars = company.pillars.filter(({ judgement_count: count }) => count > 0).length;
    const standfirst = company.judgement_count === 0 ? summary : describeCompanyBasis(derivation, judgedPillars);
    const others = company.other_sectors.map(({ label }) => labelInWords(label)).join(", ");
    const crumb = html`${linkCountry(request, country)} / <a href="${request.href(PAGES.sector, { slug: sector.slug })}">${labelElement(sector.label)}</a>${others !== "" && `. ${texts.otherSectors(others)}`}`;
    const { without_pillar_summary: without } = derivation;
    const filter = { company: company.slug };
    const main = html`${pageTop(request, crumb, { name, claim: `company:${company.slug}` })}<h1>${sentence(title)}</h1>
<p class="standfirst">${sentence(standfirst)}</p>
${renderIdentity(company)}
${renderReplies(request, company)}
${renderStrip(request, company, title)}
${without !== null && request.dataset.pillars.length > 1 && html`<p class="detail">${sentence(without)}</p>`}
${inColumns(
  [await renderPlace(request, company), renderPillars(request, company, path), renderGaps(company)],
  [renderHistory(request, history, path, describeStep(request, history)), renderProducts(company)],
)}
${await renderJudgements(request, company)}
${renderTake(request, name, json, [
  [texts.judgements, API.judgements, filter],
  ...(company.products.length > 0 ? ([[texts.products, API.products, filter]] as const) : []),
])}`;
    return {
      title: name,
      finding: title,
      description: summary,
      address: request.api(path),
      picture: `/share${path}.png`,
      isEmbeddable: true,
      main,
      json,
      styles: ["tools.css"],
      scripts: ["copy.js"],
    };
  },
});

/** Renders what the publisher says of the company besides its judgements; nothing without it. */
function renderIdentity(company: Company): Child {
  const identity = COMPANY_DETAILS.flatMap(({ name, type, title }): (readonly [string, Child])[] => {
    const values = [company[name] ?? []].flat();
    const label = texts.details[name] ?? title;
    return values.length === 0
      ? []
      : [[label, type === "url" ? values.map((each) => externalLink(each)) : values.join(", ")]];
  });
  return identity.length > 0 && facts(identity, "identity");
}

/** Renders all judgements in a row, worst to best; nothing if there are fewer than two. */
function renderStrip(request: SiteRequest, company: Company, finding: string): Child {
  const { judgement_count: count, judgements } = company;
  if (count < 2) return null;
  const path = urlTo(PAGES.company, { slug: company.slug });
  const { bands, pillars } = request.dataset;
  const labels = new Map(pillars.map(({ id, label }) => [id, label]));
  const line = count > STRIP_ITEMS_MAX ? [] : judgements.toSorted((a, b) => a.band_level - b.band_level);
  const items = line.map(({ pillar, band_level: level, judged_on: day }) => {
    const name = [labels.get(pillar) ?? pillar, day === null ? texts.undated : dayInWords(day)].join(", ");
    return { name, href: null, level };
  });
  return html`<section id="median" class="first" aria-label="${texts.line}">
${companyStrip(bands, company, items, 0, false)}
${chartFoot(request, texts.stripNote, {
  finding,
  anchor: "median",
  picture: `${path}/judgements`,
  embed: renderFrames(request, { path: `/embed${path}`, subject: company.name, height: EMBED_HEIGHTS.company }),
})}</section>`;
}

/** Renders nothing if no pillar has two judgements: the table of judgements shows the same. */
function renderPillars(request: SiteRequest, company: Company, path: string): Child {
  if (company.pillars.every(({ judgement_count: count }) => count < 2)) return null;
  const rows = company.pillars.map((pillar): BarRow => {
    const { id, label, judgement_count: count } = pillar;
    const href = count === 0 ? null : `${request.href(path, { pillar: id })}#judgements`;
    return { ...pillar, name: label, href, count, isThin: false };
  });
  return section(
    { id: "pillars", heading: texts.byPillar },
    html`${plainBars(request.dataset.bands, rows, { caption: texts.byPillar, name: texts.pillar, counted: texts.judgements })}
${chartFoot(request, texts.byPillarNote, { finding: texts.byPillar, anchor: "pillars", picture: `${path}/pillars` })}`,
  );
}

/** Names the pillars without a judgement; renders nothing if every pillar has one. */
function renderGaps({ pillars, judgement_count: count }: Company): Child {
  const missing = pillars.filter((pillar) => pillar.judgement_count === 0).map(({ label }) => label);
  if (missing.length === 0) return null;
  return section(
    { id: "gaps", heading: texts.notJudged },
    html`<p class="detail">${count === 0 ? texts.notJudgedAtAll : texts.notJudgedNote(missing)}</p>`,
  );
}
