import { renderFrames, EMBED_HEIGHTS } from "../embed/embed-snippet.ts";
import { countryInWords, inARow } from "../../ask/grammar.ts";
import { compareCountries } from "./compare-countries.ts";
import { getCountry } from "../subject/country.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import { bandKey } from "../../html/charts/band-label.ts";
import { type BarRow, plainBars } from "../../html/charts/ranked-bars.ts";
import { type Redirect, type SiteRequest, definePage } from "../../html/define-page.ts";
import { chartFoot, pageTop } from "../../html/exits.ts";
import type { PageContent, Dataset } from "../../html/frame.ts";
import { type Html, html, sentence, type Child } from "../../html/html.ts";
import { section, table } from "../../html/components.ts";
import { compareTexts as texts } from "./texts.ts";
import { countryTexts } from "../country/texts.ts";
import { embedTexts } from "../embed/texts.ts";
import { type Ranking, countsOf, rankingFinding } from "../ranking/finding.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";
import { listSectors } from "../sector/list-sectors.ts";
import { field, keepRelease, optionsOf, select } from "../../html/form.ts";
import type { Static } from "typebox";
import { rankAlone } from "../../trust/ranking.ts";
import {
  compareInHeadline,
  pairsInHeadline,
  partsOfPairs,
  scopeInWords,
  type SideInWords,
} from "../../say/comparison.ts";
import { type PairShares, pairShares } from "../../html/charts/pair-shares.ts";

const STYLES = ["tools.css"];

/** Two to eight countries over one line. */
export const COMPARE_PAGE = definePage({
  path: "/compare",
  section: "compare",
  of: "country",
  async render(request) {
    const { countries, pillar, sector } = readQuery(request);
    const sent = readForm(request);
    if (sent !== undefined)
      return { redirectTo: "/compare", query: { countries: sent.join(",") || undefined, pillar, sector } };
    const ranking = await request.ask(rankCountries);
    if (countries === "") return renderForm(request, ranking, largest(ranking), texts.empty);
    if (countries.includes(",")) return renderComparison(request, ranking, { countries, pillar, sector });
    const { slug, ...country } = await request.ask(getCountry, { slug: countries });
    if (slug !== countries) return { redirectTo: "/compare", query: { countries: slug, pillar, sector } };
    return renderForm(request, ranking, [slug], texts.oneMore(countryInWords(country)));
  },
});

/** Returns the two ranked countries with the most judged companies, or none. */
function largest({ items }: Ranking): readonly string[] {
  const ranked = items.filter(({ rank }) => rank !== null);
  const [first, second] = ranked.toSorted((a, b) => b.judged_companies - a.judged_companies);
  return first === undefined || second === undefined ? [] : [first.slug, second.slug];
}

/** Renders the form alone, with what is chosen already. */
async function renderForm(request: SiteRequest, ranking: Ranking, countries: readonly string[], note: string) {
  const main = html`<h1>${texts.emptyTitle}</h1>
<p class="standfirst">${note}</p>
${await compareForm(request, ranking, { countries, pillar: undefined, sector: undefined }, 2)}`;
  return { title: texts.title, description: note, main, styles: STYLES };
}

async function renderComparison(
  request: SiteRequest,
  ranking: Ranking,
  query: { readonly countries: string; readonly pillar: string | undefined; readonly sector: string | undefined },
): Promise<PageContent | Redirect> {
  const comparison = await request.ask(compareCountries, query);
  const slugs = comparison.countries.map(({ slug }) => slug);
  if (slugs.join(",") !== query.countries)
    return { redirectTo: "/compare", query: { ...query, countries: slugs.join(",") } };
  const chosen: Choice = { ...query, countries: slugs };
  const { countries, items } = comparison;
  const [first, second] = countries;
  const [only] = items;
  const isPair = items.length === 1 && only !== undefined && first !== undefined && second !== undefined;
  const headline = await comparisonFinding(request, request.dataset, comparison);
  const main = html`${pageTop(request, null)}<h1>${sentence(headline)}</h1>
<p class="standfirst">${texts.distributionsNote}</p>
<section id="line" class="first" aria-label="${texts.distributions}">
${bandKey(request.dataset.bands)}
${comparisonBars(request, comparison)}
${chartFoot(request, null, {
  finding: headline,
  anchor: "line",
  picture: "/compare",
  query,
  embed: renderFrames(request, {
    path: "/embed/compare",
    query,
    subject: embedTexts.comparison(inARow(countries.map(({ name }) => name))),
    height: EMBED_HEIGHTS.comparison(countries.length),
  }),
})}</section>
${isPair ? renderPair(only, first, second) : renderPairs(request, comparison, chosen)}
<p class="foot">${texts.noScore} <a href="${request.href("/claims")}">${texts.claim}</a></p>
${section({ id: "others", heading: texts.others }, await compareForm(request, ranking, chosen))}`;
  const json = request.api(compareCountries.path, { ...query });
  const [address, picture] = [request.api("/compare", query), request.api("/share/compare.png", query)];
  const assets = { styles: STYLES, scripts: ["copy.js"] };
  const description = isPair ? only.summary : texts.distributionsNote;
  return { title: headline, description, address, picture, isEmbeddable: true, main, json, ...assets };
}

/** Draws the distributions of the countries over one line; without `href` they link nothing. */
export function comparisonBars(
  { dataset, href }: Pick<SiteRequest, "dataset"> & { readonly href: SiteRequest["href"] | null },
  { countries, minimum_companies: minimum }: CountryComparisons,
): Html {
  const rows = countries.map((country): BarRow => {
    const { name, slug, judged_companies: count } = country;
    return { ...country, name, count, href: href?.(urlTo(PAGES.country, { slug })) ?? null, isThin: count < minimum };
  });
  return plainBars(dataset.bands, rows, { caption: texts.distributions, name: countryTexts.country }, true);
}

/** Maximum number of countries in a comparison. */
const COUNTRIES_MAX = 8;

/** The names of the controls that hold one country each. */
const SLOTS = Array.from({ length: COUNTRIES_MAX }, (_, index) => `c${index + 1}`);

/** The choices of the form. */
interface Choice {
  /** Slugs. */
  readonly countries: readonly string[];
  readonly pillar: string | undefined;
  readonly sector: string | undefined;
}

/** Reads the countries that the form sent, each once; undefined if it was not the form. */
function readForm({ query }: SiteRequest): readonly string[] | undefined {
  const sent = SLOTS.map((slot) => query.get(slot)).filter((slug) => slug !== undefined);
  return sent.length === 0 ? undefined : [...new Set(sent.filter((slug) => slug !== ""))];
}

/** Reads the comparison of a page, an embed or a picture; empty choices are left out. */
export function readQuery({ query }: SiteRequest) {
  const read = (name: "pillar" | "sector"): string | undefined => query.get(name) || undefined;
  return { countries: query.get("countries") ?? "", pillar: read("pillar"), sector: read("sector") };
}

/** Renders the form: the chosen countries, and a control for one more by default. */
async function compareForm(
  request: SiteRequest,
  { items }: Ranking,
  chosen: Choice,
  slotCount = Math.max(2, chosen.countries.length + 1),
): Promise<Html> {
  const { countries, pillar, sector } = chosen;
  const byName = items.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  const { items: sectors } = await request.ask(listSectors);
  const slots = SLOTS.slice(0, slotCount).map((slot, index) => {
    const first = ["", index < 2 ? texts.choose : texts.another] as const;
    const others = byName.map(({ slug, name }) => [slug, name] as const);
    return field(texts.country(index + 1), select(slot, optionsOf([first, ...others], countries[index])));
  });
  const pillars = request.dataset.pillars.map(({ id, label }) => [id, label] as const);
  const sectorChoices = sectors.map(({ slug, label }) => [slug, label] as const);
  return html`<form class="choose" method="get" action="${request.href("/compare", { release: undefined })}" aria-label="${texts.form}">
${keepRelease(request)}${slots}${field(texts.pillar, select("pillar", optionsOf([["", texts.allPillars], ...pillars], pillar)))}${request.dimensions.has("sector") && field(texts.sector, select("sector", optionsOf([["", texts.allSectors], ...sectorChoices], sector)))}<button type="submit">${texts.submit}</button>
</form>`;
}

/** A comparison as the API answers it. */
type CountryComparisons = Static<(typeof compareCountries)["form"]["schema"]>;

/** Returns the finding of a comparison as a sentence without its full stop. */
export async function comparisonFinding(
  { ask }: Pick<SiteRequest, "ask">,
  dataset: Pick<Dataset, "scale" | "pillars">,
  { countries, minimum_companies: minimumCompanies, pillar, sectors, items: pairs }: CountryComparisons,
): Promise<string> {
  const { scale } = dataset;
  const label = dataset.pillars.find(({ id }) => id === pillar)?.label ?? null;
  const [first, second, third] = countries.map((country) => sideOf(scale.bands, country, minimumCompanies));
  // The page says below in full why they cannot be compared.
  if (pairs.length === 1 && pairs[0]?.reason === "different_pillars") return texts.apart;
  if (first !== undefined && second !== undefined && third === undefined) {
    const { items } = sectors === null ? { items: [] } : await ask(listSectors);
    const counted = items.flatMap((sector) => (sectors?.includes(sector.slug) ? [sector.label] : []));
    const by = { minimumCompanies, pillar, scope: scopeInWords(counted, label) };
    return compareInHeadline(scale, first, second, by).text;
  }
  return rankingFinding(dataset, { items: countries, pillar, minimum_companies: minimumCompanies });
}

function sideOf(
  bands: Dataset["bands"],
  country: CountryComparisons["countries"][number],
  minimum: number,
): SideInWords {
  return {
    subject: `country:${country.iso2}`,
    name: countryInWords(country),
    ranked: rankAlone(countsOf(bands, country), minimum, country.slug),
    listedCompanies: country.listed_companies,
  };
}

type ComparedCountry = CountryComparisons["countries"][number];
type Pair = CountryComparisons["items"][number];

/** Renders the shares of all pairs of companies of two countries; of few, the headline says it. */
function renderPair({ pairs, reason, summary }: Pair, first: ComparedCountry, second: ComparedCountry): Child {
  if (pairs === null || reason === "too_few_companies") return null;
  const { same } = pairs;
  const names = [countryInWords(first), countryInWords(second)] as const;
  return section(
    { id: "draw", heading: pairsInHeadline(...names, same.numerator, same.denominator), note: summary },
    sharesOf(pairs, [first, second]),
  );
}

const COLUMNS = [texts.pair, texts.byMedian, { text: texts.share, className: "drawn" }];

/** Renders every pair of three or more countries as a row of a table. */
function renderPairs(request: SiteRequest, { items, countries }: CountryComparisons, chosen: Choice): Html {
  const bySlug = new Map(countries.map((country) => [country.slug, country]));
  const rows = items.flatMap((pair) => {
    const [first, second] = [bySlug.get(pair.first), bySlug.get(pair.second)];
    return first === undefined || second === undefined ? [] : [cellsOf(request, pair, [first, second], chosen)];
  });
  return section(
    { id: "pairs", heading: texts.pairs, note: texts.pairsNote },
    table({ className: "pairs cards", caption: texts.pairs, columns: COLUMNS, rows }),
  );
}

function cellsOf(
  request: SiteRequest,
  pair: Pair,
  sides: readonly [ComparedCountry, ComparedCountry],
  { pillar, sector }: Choice,
): readonly Child[] {
  const [first, second] = sides;
  const { pairs, reason } = pair;
  return [
    html`<a href="${request.href("/compare", { countries: `${first.slug},${second.slug}`, pillar, sector })}">${inARow([first.name, second.name])}</a>`,
    verdict(pair, sides),
    pairs !== null && reason !== "too_few_companies" && sharesOf(pairs, sides),
  ];
}

function sharesOf(pairs: PairShares, [first, second]: readonly [ComparedCountry, ComparedCountry]): Html {
  const { higher, same, lower } = pairs;
  const parts = partsOfPairs([first.name, higher], [texts.equal, same], [second.name, lower]);
  return html`${pairShares(pairs, parts.join(", "))}<small class="shares-parts">${parts.map((part) => html`<span>${part}</span> `)}</small>`;
}

function verdict({ by_median: answer, reason }: Pair, [first, second]: readonly [ComparedCountry, ComparedCountry]) {
  if (answer === "higher") return texts.above(first.name);
  if (answer === "lower") return texts.above(second.name);
  if (reason === "not_judged") return texts.notJudged;
  if (reason === "different_pillars") return texts.otherPillars;
  return reason === "too_few_companies" ? texts.tooFew : texts.shared;
}
