import { renderFrames, EMBED_HEIGHTS } from "../embed/embed-snippet.ts";
import { dayInWords, labelInWords, countryInWords, sectorInWords } from "../../ask/grammar.ts";
import { deriveCompany, getCompany, getCompanyHistory } from "../subject/company.ts";
import { STRIP_ITEMS_MAX, companyStrip } from "../../html/charts/company-strip.ts";
import { type BarRow, plainBars } from "../../html/charts/ranked-bars.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { chartFoot, pageTop } from "../../html/exits.ts";
import { type Child, html, labelElement, sentence, type Html } from "../../html/html.ts";
import { inColumns, externalLink, facts, section, scroller, table } from "../../html/components.ts";
import { companyTexts as texts } from "./texts.ts";
import { COMPANY_DETAILS } from "../../tables/companies.ts";
import { linkCountry, renderReplies, replyToJudgement } from "./page-table.ts";
import { renderTake } from "../subject/page-area-parts.ts";
import { describeCompanyBasis } from "../derivation/basis.ts";
import { subjectFinding } from "../subject/findings.ts";
import { findPillarsOfCompany } from "../subject/findings.ts";
import type { Company } from "../subject/subjects.ts";
import { renderHistory } from "../history/page.ts";
import { API, PAGES, urlTo } from "../../ask/urls.ts";
import type { Static } from "typebox";
import { standingWithin } from "../../say/standing.ts";
import { listSectors } from "../sector/list-sectors.ts";
import { countsOf } from "../ranking/finding.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import { listJudgements } from "./evidence-lists.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import { type SortColumn, listPages, sortableColumns } from "../../html/charts/sortable-columns.ts";

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
    const title = await subjectFinding(request, company);
    const summary = company.summary;
    const judgedPillars = company.pillars.filter(({ judgement_count: count }) => count > 0).length;
    const standfirst = company.judgement_count === 0 ? summary : describeCompanyBasis(derivation, judgedPillars);
    const others = company.other_sectors.map(({ label }) => labelInWords(label)).join(", ");
    const crumb = html`${linkCountry(request, country)}${request.dimensions.has("sector") && html` / <a href="${request.href(PAGES.sector, { slug: sector.slug })}">${labelElement(sector.label)}</a>`}${others !== "" && `. ${texts.otherSectors(others)}`}`;
    const { without_pillar_summary: without } = derivation;
    const main = html`${pageTop(request, crumb, { name, claim: `company:${company.slug}` })}<h1>${sentence(title)}</h1>
<p class="standfirst">${sentence(standfirst)}</p>
${renderIdentity(company)}
${renderReplies(request, company)}
${renderStrip(request, company, title)}
${without !== null && request.dataset.pillars.length > 1 && html`<p class="detail">${sentence(without)}</p>`}
${inColumns([
  await renderPlace(request, company),
  renderHistory(request, history, path, describeStep(request, history)),
  renderPillars(request, company, path),
  renderProducts(company),
  renderGaps(company),
])}
${await renderJudgements(request, company)}
${renderTake(request, name, json, { company: company.slug }, [
  [texts.judgements, API.judgements],
  ...(company.products.length > 0 ? ([[texts.products, API.products]] as const) : []),
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
  return html`<section id="median" class="first" aria-label="${texts.stripNote}">
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
  const finding = findPillarsOfCompany(request.dataset.scale, company) ?? texts.byPillar;
  const rows = company.pillars.map((pillar): BarRow => {
    const { id, label, judgement_count: count } = pillar;
    const href = count === 0 ? null : `${request.href(path, { pillar: id })}#judgements`;
    return { ...pillar, name: label, href, count, isThin: false };
  });
  return section(
    { id: "pillars", heading: sentence(finding) },
    html`${plainBars(request.dataset.bands, rows, { caption: texts.byPillar, name: texts.pillar, counted: texts.judgements })}
${chartFoot(request, texts.byPillarNote, { finding, anchor: "pillars", picture: `${path}/pillars` })}`,
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

type History = Static<(typeof getCompanyHistory)["form"]["schema"]>;

/** Describes the change since the release before; null if that cannot be compared. */
function describeStep(request: SiteRequest, { items, slug, summary }: History): Child {
  const [before, after] = [items.at(-2), items.at(-1)];
  if (before === undefined || after === undefined || after.break !== null) return null;
  const range = { from: before.release, to: after.release };
  const file = (release: string, text: string): Html =>
    html` <a href="${request.href(API.judgements, { format: "csv", company: slug, release })}">${text}</a>`;
  return html`${sentence(summary)}${before.href !== null && html` ${texts.whichJudgements}${file(before.release, texts.fileThen)}${file(after.release, texts.fileNow)}.`} <a href="${request.href("/changes", range)}">${texts.allChanges}</a>`;
}

/** Maximum number of unfolded products. */
const PRODUCTS_SHOWN = 8;

/** Renders the section with the products; nothing if there are none. */
function renderProducts({ products }: Company): Child {
  if (products.length === 0) return null;
  const item = ({ name, brand, aliases }: Company["products"][number]): Html => {
    const known = aliases.length === 0 ? [] : [texts.alsoKnownAs(aliases.join(", "))];
    const more = [...(brand === null ? [] : [brand]), ...known].join(" · ");
    return html`<li>${name}${more !== "" && html` <small>${more}</small>`}</li>\n`;
  };
  const [shown, more] = [products.slice(0, PRODUCTS_SHOWN), products.slice(PRODUCTS_SHOWN)];
  const list = (some: Company["products"]): Html => html`<ul class="plain many">\n${some.map(item)}</ul>`;
  return section(
    { id: "products", heading: texts.products, note: texts.productsNotJudged },
    html`${list(shown)}
${more.length > 0 && html`<details><summary>${texts.moreProducts(more.length)}</summary>\n${list(more)}\n</details>\n`}`,
  );
}

type PlacedCompany = Pick<Company, "name" | "median_level" | "country" | "sector">;

/** Renders the place of a company in its country and sector; nothing if it is not judged. */
async function renderPlace(request: SiteRequest, company: PlacedCompany): Promise<Child> {
  const { median_level: level } = company;
  if (level === null) return null;
  const { dataset } = request;
  const { items: countries } = await request.ask(rankCountries);
  const { items: sectors } = await request.ask(listSectors);
  const country = countries.find(({ slug }) => countries.length > 1 && slug === company.country?.slug);
  const sector = sectors.find(({ slug }) => sectors.length > 1 && slug === company.sector.slug);
  const areas = [
    ...(country === undefined
      ? []
      : ([{ kind: "country", name: country.name, inWords: countryInWords(country), figures: country }] as const)),
    ...(sector === undefined
      ? []
      : ([
          { kind: "sector", name: labelElement(sector.label), inWords: sectorInWords(sector.label), figures: sector },
        ] as const)),
  ];
  const { minimum_companies: minimumCompanies } = dataset.method;
  const [finding, ...others] = areas.map(({ kind, inWords: name, figures }, index) => {
    const { slug, listed_companies: listedCompanies } = figures;
    const distribution = countsOf(dataset.bands, figures);
    return standingWithin(
      dataset.scale,
      { subject: `${kind}:${slug}`, name, distribution, listedCompanies, minimumCompanies },
      level,
      // The first one is a heading, which is copied alone.
      index === 0 ? company.name : undefined,
    );
  });
  if (finding === undefined) return null;
  const rows = areas.map(({ kind, name, figures }): BarRow => {
    const { slug, judged_companies: count } = figures;
    const isThin = count < dataset.method.minimum_companies;
    return { ...figures, name, href: request.href(PAGES[kind], { slug }), count, isThin };
  });
  return section(
    { id: "place", heading: sentence(finding.replace(/\.$/u, "")) },
    html`${plainBars(dataset.bands, rows, { caption: texts.place, name: texts.place })}
${others.length > 0 && html`<p class="foot">${sentence(others.join(" "))}</p>`}`,
  );
}

type JudgementList = Static<(typeof listJudgements)["form"]["schema"]>;

/** Number of rows of the table: few before a reader asks for more. */
const [ROWS_FIRST, ROWS] = [8, 25];

/** The default order: newest first. */
const SORT_DEFAULT = "-judged_on";

type Judgement = JudgementList["items"][number];

/** The columns; one with `says` is left out if that is empty for every judgement. */
const COLUMNS: readonly (SortColumn & { readonly says?: (judgement: Judgement) => string | null })[] = [
  { text: texts.pillar, sort: "company" },
  { text: texts.criterion, says: ({ criterion }) => criterion },
  { text: texts.band, sort: "band" },
  { text: texts.judge, says: ({ judge }) => judge },
  { text: texts.date, sort: SORT_DEFAULT, className: "date", says: ({ judged_on: day }) => day },
  { text: texts.source, says: ({ source_url: source, archived_url: archived }) => source ?? archived },
];

/**
 * Renders a page of the judgements of a company with their evidence, with links to sort and to
 * continue; `pillar`, `sort` and `cursor` come from the query.
 */
async function renderJudgements(
  request: SiteRequest,
  { slug, judgement_count: count }: Pick<Company, "slug" | "judgement_count">,
): Promise<Child> {
  if (count === 0) return null;
  const path = urlTo(PAGES.company, { slug });
  const { query } = request;
  const pillar = query.get("pillar") || undefined;
  const sort = query.get("sort") ?? SORT_DEFAULT;
  const isAsked = ["pillar", "sort", "cursor"].some((name) => query.has(name));
  const list = await request.ask(listJudgements, {
    company: slug,
    pillar,
    sort,
    limit: String(isAsked || request.mode !== "live" ? ROWS : ROWS_FIRST),
    cursor: query.get("cursor"),
  });
  const isShown = COLUMNS.map(({ says }) => says === undefined || list.items.some((each) => (says(each) ?? "") !== ""));
  const shown = COLUMNS.filter((_, index) => isShown[index]).map(({ says: _, ...column }) => column);
  const columns = sortableColumns(request, shown, sort, { path, query: { pillar }, anchor: "judgements" });
  const pages = listPages(request, list, { path, query: { pillar, sort: query.get("sort") }, anchor: "judgements" });
  const rows = list.items.map((judgement) => cellsOf(request, judgement).filter((_, index) => isShown[index]));
  const lacking = [!isShown.at(-2) && texts.noDates, !isShown.at(-1) && texts.noSources].filter(
    (text) => text !== false,
  );
  return section(
    { id: "judgements", ...headOfJudgements(request, path, list, pillar) },
    html`${scroller(table({ className: "evidence", columns, rows }))}
${lacking.length > 0 && html`<p class="foot">${lacking.join(" ")}</p>`}${pages.length > 0 && html`<p class="pages">${pages}</p>`}`,
  );
}

/** Counts the judgements; those of one pillar with a link to those of all. */
function headOfJudgements(request: SiteRequest, path: string, list: JudgementList, pillar: string | undefined) {
  const total = texts.judgementTotal(list.total);
  if (pillar === undefined) return { heading: total };
  const label = request.dataset.pillars.find(({ id }) => id === pillar)?.label ?? pillar;
  const note = html`<a href="${request.href(path)}#judgements">${texts.allPillars}</a>`;
  return { heading: sentence(texts.judgementsIn(total, label)), note };
}

function cellsOf(request: SiteRequest, judgement: Judgement): readonly Child[] {
  const { pillar, band_level: level, judged_on: day, source_url: source, archived_url: archived } = judgement;
  const [criterion, judge] = [judgement.criterion_label, judgement.judge_label].map(
    (text) => text !== null && labelElement(text),
  );
  const reply = replyToJudgement(judgement.reply_status);
  const label = request.dataset.pillars.find(({ id }) => id === pillar)?.label ?? pillar;
  const date =
    day === null
      ? html`<span class="soft">${texts.undated}</span>`
      : html`<time datetime="${day}">${dayInWords(day)}</time>`;
  const evidence = html`${source !== null && externalLink(source)}${archived !== null && html` ${externalLink(archived, texts.archived)}`}`;
  return [label, criterion, [bandLabel(request.dataset.bands, level), reply], judge, date, evidence];
}
