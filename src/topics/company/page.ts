import { dayInWords, digits, labelInWords, monthInWords } from "../../ask/grammar.ts";
import { deriveCompany, getCompany, getCompanyHistory } from "../subject/company.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import { STRIP_ITEMS_MAX, companyStrip } from "../../html/charts/company-strip.ts";
import { type BarRow, plainBars } from "../../html/charts/ranked-bars.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { chartExits, pageExits } from "../../html/exits.ts";
import { EMBED_HEIGHTS } from "../embed/embed-heights.ts";
import { renderSnippet } from "../embed/embed-snippet.ts";
import { type Child, type Html, html, join, labelElement, sentence } from "../../html/html.ts";
import { externalLink, facts, section } from "../../html/components.ts";
import { companyTexts as texts } from "./texts.ts";
import { COMPANY_DETAILS } from "../../tables/companies.ts";
import { linkCountry } from "./page-table.ts";
import { sourceNote } from "../../html/source-note.ts";
import { renderCitation, renderClaim } from "../subject/page-area-parts.ts";
import { describeCompanyBasis, renderPillarBasis } from "../derivation/page.ts";
import { renderProducts, renderStep, renderTake } from "./page-boxes.ts";
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
    const json = request.api(API.company, { slug: company.slug });
    const title = subjectFinding(request, company);
    const summary = company.summary;
    const judgedPillars = company.pillars.filter(({ judgement_count: count }) => count > 0).length;
    const standfirst = company.judgement_count === 0 ? summary : describeCompanyBasis(derivation, judgedPillars);
    const others = company.other_sectors.map(({ label }) => labelInWords(label)).join(", ");
    const column = [
      renderPillars(request, company, path),
      renderGaps(company),
      renderHistory(request, history, path),
      renderProducts(company),
    ].filter((part) => part !== null);
    const aside = html`<aside>
${renderStep(request, history)}
${renderPillarBasis(derivation)}
${renderClaim(request, `company:${company.slug}`, name)}
</aside>`;
    const main = html`<p class="crumb">${linkCountry(request, country)} / <a href="${request.href(PAGES.sector, { slug: sector.slug })}">${labelElement(sector.label)}</a></p>
${others === "" ? null : html`<p class="sub">${texts.otherSectors(others)}</p>`}
<h1>${sentence(title)}</h1>
<p class="standfirst">${sentence(standfirst)}</p>
${pageExits(request, { name, claim: `company:${company.slug}` })}${renderFacts(request, company, derivation.judged_on.newest)}
${renderReplies(request, company)}
${renderStrip(request, company)}
${renderSnippet(request, { path: `/embed${path}`, subject: name, height: EMBED_HEIGHTS.company })}
${await renderPlace(request, company)}
${column.length > 0 && html`<div class="with-aside">\n<div>\n${join(column, "\n")}\n</div>\n${aside}\n</div>`}
${await renderJudgements(request, company)}
${column.length === 0 && html`<div class="aside-below">\n${aside}\n</div>`}
<div class="three">
${renderCitation(request, name)}
${renderTake(request, company, json)}
</div>`;
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

function renderFacts(request: SiteRequest, company: Company, newest: string | null): Html {
  const { judgement_count: count } = company;
  const identity = COMPANY_DETAILS.flatMap(({ name, type, title }): (readonly [string, Child])[] => {
    const values = [company[name] ?? []].flat();
    const label = texts.details[name] ?? title;
    return values.length === 0
      ? []
      : [[label, type === "url" ? values.map((each) => externalLink(each)) : values.join(", ")]];
  });
  return html`${facts([
    [texts.medianBand, bandLabel(request.dataset.bands, company.median_level)],
    [texts.judgementCount(count), digits(count)],
    newest !== null && [texts.newest, monthInWords(newest)],
  ])}${identity.length > 0 && html`\n${facts(identity, "identity")}`}`;
}

/** Renders all judgements in a row, worst to best; nothing if there are fewer than two. */
function renderStrip(request: SiteRequest, company: Company): Child {
  const { judgement_count: count, judgements } = company;
  if (count < 2) return null;
  const { bands, pillars } = request.dataset;
  const labels = new Map(pillars.map(({ id, label }) => [id, label]));
  const isDrawn = count <= STRIP_ITEMS_MAX;
  const line = isDrawn ? judgements.toSorted((a, b) => a.band_level - b.band_level) : [];
  const items = line.map(({ pillar, band_level: level, judged_on: day }) => {
    const name = [labels.get(pillar) ?? pillar, day === null ? texts.undated : dayInWords(day)].join(", ");
    return { name, href: null, level };
  });
  return section(
    { id: "median", heading: texts.stripTitle, note: isDrawn ? texts.stripNote : texts.barNote },
    html`${companyStrip(bands, company, items, 0, false)}
${sourceNote(request)}
${chartExits(request, { path: `${urlTo(PAGES.company, { slug: company.slug })}/judgements`, name: texts.stripTitle })}`,
  );
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
    { id: "pillars", heading: texts.byPillar, note: texts.byPillarNote },
    html`${plainBars(request.dataset.bands, rows, { caption: texts.byPillar, name: texts.pillar, counted: texts.judgements })}
${chartExits(request, { path: `${path}/pillars`, name: texts.byPillar })}`,
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
