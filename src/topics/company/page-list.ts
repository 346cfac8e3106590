import { inARow, countryInWords, labelInWords, regionInWords } from "../../ask/grammar.ts";
import { describeCompaniesInHeadline } from "../../say/list-headlines.ts";
import { countCompanies } from "./count-companies.ts";
import { listCompanies } from "./list-companies.ts";
import { type BandCount, bandCounts } from "../../html/charts/band-counts.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { type Child, html, sentence, type Html } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { companiesTexts as texts } from "./texts.ts";
import { chosenSort, companyTable } from "./page-table.ts";
import { COUNTRY_NONE } from "../../ask/filters.ts";
import { listSectors } from "../sector/list-sectors.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import { regionsWith } from "../../ask/regions.ts";
import { field, optionsOf, select } from "../../html/form.ts";
import { NARROWED_LIST } from "../../ask/urls.ts";
import { listFiles } from "../download/page.ts";

const PATH = "/companies";

/** The page of all companies, with a form of filters and the counts by band. */
export const COMPANIES_PAGE = definePage({
  path: PATH,
  section: "companies",
  async render(request) {
    const { scale, bands } = request.dataset;
    // A form sends every field; an empty one is no filter.
    const filter = eachFilter((name) => request.query.get(name)?.trim() || undefined);
    const table = await companyTable(request, { filter, path: PATH, query: filter, without: null });
    const options = await listFilterOptions(request);
    const chosen = eachFilter((name) => findChosen(request, options[name], name, filter[name]));
    const { country, region, sector, pillar } = eachFilter((name) => chosen[name].map(({ inWords }) => inWords));
    const { listed, counts, judged } = await countCompanies(request.ask, bands, filter);
    const levels = bands.filter(({ id }) => chosen.band.some((band) => band.id === id)).map(({ level }) => level);
    const title = describeCompaniesInHeadline(scale, {
      countries: whereOf(country, region),
      sectors: sector,
      pillars: pillar,
      levels,
      counts,
      listed,
      judged,
    });
    const rows = bands.toReversed().map(({ id, level }): BandCount => {
      const isChosen = levels.includes(level);
      const href = request.href(PATH, { ...filter, sort: request.query.get("sort"), band: isChosen ? undefined : id });
      return { level, count: counts.get(level) ?? 0, href, isChosen };
    });
    if (listed > judged) rows.push({ level: null, count: listed - judged, href: null, isChosen: false });
    const columns = { caption: texts.byBand, band: texts.bandColumn, count: texts.title };
    const main = html`<h1>${sentence(title)}</h1>
${filterForm(request, options, chosen)}
${section({ id: "bands", heading: texts.byBand, className: "counted" }, bandCounts(bands, rows, columns))}
${section(
  { id: "companies", heading: texts.title },
  html`${filter.pillar !== undefined && html`<p class="sub">${texts.overAllPillars}</p>\n`}${table}
${listFiles(request, listCompanies.path, filter, request.mode === "live" && html`<a class="button quiet" href="${request.href("/portfolio")}">${texts.ownList}</a>`)}`,
)}`;
    const json = request.api(listCompanies.path, { ...filter, sort: chosenSort(request) });
    const assets = { styles: ["tools.css"], scripts: ["copy.js"] };
    return { title: texts.title, description: `${title}. ${texts.description}`, main, json, ...assets };
  },
});

/** Names the countries and regions of a list for its headline. */
function whereOf(countries: readonly string[], regions: readonly string[]): readonly string[] {
  if (countries.length === 0 || regions.length === 0) return [...countries, ...regions];
  return [`${inARow(countries, "or")} within ${inARow(regions, "or")}`];
}

/** Filters of a list of companies, named as in the API. */
const FILTERS = ["country", "region", "sector", "band", "pillar"] as const;

type FilterName = (typeof FILTERS)[number];

function eachFilter<T>(make: (name: FilterName) => T): Readonly<Record<FilterName, T>> {
  return {
    country: make("country"),
    region: make("region"),
    sector: make("sector"),
    band: make("band"),
    pillar: make("pillar"),
  };
}

/** One value of a filter. */
interface Option {
  readonly id: string;
  readonly label: string;
  /** The label within a sentence. */
  readonly inWords: string;
}

type Options = Readonly<Record<FilterName, readonly Option[]>>;

/** The option for companies without a country. */
const NO_COUNTRY: Option = { id: COUNTRY_NONE, label: texts.noCountry, inWords: texts.inNoCountry };

/** Lists the values of all filters in the release. */
async function listFilterOptions(request: SiteRequest): Promise<Options> {
  const { bands, pillars } = request.dataset;
  const { items: countries } = await request.ask(rankCountries);
  const { items: sectors } = await request.ask(listSectors);
  const plain = ({ id, label }: Pick<Option, "id" | "label">) => ({ id, label, inWords: labelInWords(label) });
  const byLabel = (a: Option, b: Option): number => a.label.localeCompare(b.label, "en");
  const { total: unfiled } = await request.ask(listCompanies, { country: COUNTRY_NONE, limit: "1" });
  const filed = countries
    .map((country) => ({ id: country.slug, label: country.name, inWords: countryInWords(country) }))
    .toSorted(byLabel);
  return {
    country: unfiled === 0 ? filed : [...filed, NO_COUNTRY],
    region: regionsWith(request.atlas, request.dimensions.has("country") ? countries : []).map(
      ({ slug: id, name: label }) => ({ id, label, inWords: regionInWords(label) }),
    ),
    sector: sectors.map(({ slug, label }) => plain({ id: slug, label })).toSorted(byLabel),
    band: bands.toReversed().map(plain),
    pillar: pillars.map(plain),
  };
}

/**
 * Finds the options that the value of a filter names, by id, label or name of a country. Unknown
 * ones are kept as they are.
 */
function findChosen(
  request: SiteRequest,
  all: readonly Option[],
  name: FilterName,
  value: string | undefined,
): Option[] {
  if (value === undefined) return [];
  const find = (text: string): Option | undefined => {
    const fold = text.trim().toLowerCase();
    const listed = all.find(({ id, label }) => id.toLowerCase() === fold || label.toLowerCase() === fold);
    return listed ?? (name === "country" ? findCountry(request, text.trim()) : undefined);
  };
  const whole = find(value);
  if (whole !== undefined) return [whole];
  const found = value.split(",").map((part) => find(part) ?? { id: part, label: part, inWords: part });
  return found.filter(({ id }, index) => found.findIndex((other) => other.id === id) === index);
}

/** Finds a country by any of its names, even if the release lists no company of it. */
function findCountry({ atlas }: SiteRequest, text: string): Option | undefined {
  if (text.toLowerCase() === COUNTRY_NONE) return NO_COUNTRY;
  const territory = atlas.findBySegment(text)?.territory;
  return territory && { id: territory.slug, label: territory.name, inWords: countryInWords(territory) };
}

/**
 * Renders the form of filters. It works without a script: it requests the same page. In an export,
 * a script narrows the list if it is not too long for a browser.
 */
function filterForm(request: SiteRequest, options: Options, chosen: Readonly<Record<FilterName, Option[]>>): Html {
  if (request.href(NARROWED_LIST) === "") return html`<p class="detail">${texts.withoutList}</p>`;
  const sort = request.query.get("sort");
  const hidden = Object.entries({ sort, release: request.chosenRelease ?? undefined });
  const script =
    request.mode !== "live" &&
    html`<noscript><p class="detail">${texts.withoutScript}</p></noscript>
<script src="${request.href("/assets/list-in-browser.js")}" defer></script>
`;
  return html`${script}<form class="choose filters"${script !== false && html` hidden`} action="${request.href("/companies")}" method="get" aria-label="${texts.filter}">
${FILTERS.map((name) => choose(name, options[name], chosen[name]))}${hidden.map(([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`)}<div class="buttons"><button type="submit">${texts.show}</button>${FILTERS.some((name) => chosen[name].length > 0) && html` <a href="${request.href("/companies", { sort })}">${texts.clear}</a>`}</div>
</form>`;
}

/** Renders the control of a filter; nothing where there is no choice. */
function choose(name: FilterName, options: readonly Option[], chosen: readonly Option[]): Child {
  const [first] = chosen;
  if (options.length < 2 && first === undefined) return null;
  const isListed = options.some(({ id }) => id === first?.id);
  // Several values, or one without a company in the release, become an additional option.
  const own = (chosen.length > 1 || (first !== undefined && !isListed)) && {
    id: chosen.map(({ id }) => id).join(","),
    label: chosen.map(({ label }) => label).join(", "),
  };
  const all = { id: "", label: texts.all[name] };
  const choices = (own === false ? [all, ...options] : [all, own, ...options]).map(
    ({ id, label }) => [id, label] as const,
  );
  return field(texts[name], select(name, optionsOf(choices, own === false ? first?.id : own.id)));
}
