import { inARow } from "../../ask/grammar.ts";
import { describeCompaniesInHeadline } from "../../say/list-headlines.ts";
import { listCompanies } from "./list-companies.ts";
import { type BandCount, bandCounts } from "../../html/charts/band-counts.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { html, sentence } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { companiesTexts as texts } from "./texts-list.ts";
import { type CompanyFilters, filterForm, findChosen, listFilterOptions, readCompanyFilters } from "./page-filters.ts";
import { chosenSort, companyTable } from "./page-table.ts";

const PATH = "/companies";

/** The page of all companies, with a form of filters and the counts by band. */
export const COMPANIES_PAGE = definePage({
  path: PATH,
  section: "companies",
  async render(request) {
    const { scale, bands } = request.dataset;
    const filter = readCompanyFilters(request);
    const table = await companyTable(request, { filter, path: PATH, query: filter, without: null });
    const options = await listFilterOptions(request);
    const find = (name: keyof CompanyFilters) => findChosen(request, options, name, filter[name]);
    const chosen = {
      country: find("country"),
      region: find("region"),
      sector: find("sector"),
      band: find("band"),
      pillar: find("pillar"),
    };
    const wordsOf = (name: keyof CompanyFilters): string[] => chosen[name].map(({ inWords }) => inWords);
    const { listed, counts, judged } = await countBands(request, filter);
    const levels = bands.filter(({ id }) => chosen.band.some((band) => band.id === id)).map(({ level }) => level);
    const title = describeCompaniesInHeadline(
      { id: scale.id, bands },
      {
        countries: whereOf(wordsOf("country"), wordsOf("region")),
        sectors: wordsOf("sector"),
        pillars: wordsOf("pillar"),
        levels,
        counts,
        listed,
        judged,
      },
    ).text;
    const rows = bands.toReversed().map(({ id, level }): BandCount => {
      const isChosen = levels.includes(level);
      const href = request.href(PATH, { ...filter, sort: request.query.get("sort"), band: isChosen ? undefined : id });
      return { level, count: counts.get(level) ?? 0, href, isChosen };
    });
    if (listed > judged) rows.push({ level: null, count: listed - judged, href: null, isChosen: false });
    const pillars = inARow(wordsOf("pillar"), "or");
    const note = pillars === "" ? texts.byBandNote(listed) : texts.byBandInPillar(listed, pillars);
    const columns = { caption: texts.byBand, band: texts.bandColumn, share: texts.share, count: texts.count };
    const main = html`<h1>${sentence(title)}</h1>
${filterForm(request, options, chosen)}
${section({ id: "bands", heading: texts.byBand, note: note, className: "counted" }, bandCounts(bands, rows, columns))}
${section(
  { id: "companies", heading: texts.companies },
  html`${pillars !== "" && html`<p class="sub">${texts.overAllPillars}</p>\n`}${table}
<p class="buttons"><a class="button quiet" href="${request.href(listCompanies.path, { format: "csv", ...filter })}">${texts.csv}</a><a class="button quiet" href="${request.href(listCompanies.path, { format: "xlsx", ...filter })}">${texts.xlsx}</a><a class="button quiet" href="${request.href("/portfolio")}">${texts.ownList}</a></p>`,
)}`;
    const json = request.api(listCompanies.path, { ...filter, sort: chosenSort(request) });
    return { title: texts.title, description: `${title}. ${texts.description}`, main, json, styles: ["tools.css"] };
  },
});

/** Names the countries and regions of a list for its headline. */
function whereOf(countries: readonly string[], regions: readonly string[]): readonly string[] {
  if (countries.length === 0 || regions.length === 0) return [...countries, ...regions];
  return [`${inARow(countries, "or")} within ${inARow(regions, "or")}`];
}

/**
 * Counts the companies that match the filters other than `band`: all, those in each band by its
 * level, and the judged ones.
 */
async function countBands(request: SiteRequest, filter: CompanyFilters) {
  const count = async (band: string | undefined): Promise<number> =>
    (await request.ask(listCompanies, { ...filter, band, limit: "1" })).total;
  const counts = new Map<number, number>();
  for (const { id, level } of request.dataset.bands) counts.set(level, await count(id));
  const listed = await count(undefined);
  const inBands = [...counts.values()].reduce((sum, each) => sum + each, 0);
  // With `pillar`, a company may be in several bands; all that are listed are judged then.
  return { listed, counts, judged: filter.pillar === undefined ? inBands : listed };
}
