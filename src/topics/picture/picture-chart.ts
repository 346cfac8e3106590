import { capitalized, countryInWords, dayInWords, digits, labelInWords } from "../../ask/grammar.ts";
import type { Page } from "../../ask/page.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";
import { Problem } from "../../problem.ts";
import { type Bands, segmentsOf, totalOf } from "../../html/charts/figures.ts";
import { cutIntoColumns, groupRanked } from "../../html/charts/ranked-bars.ts";
import { type SiteRequest, openSiteRequest } from "../../html/define-page.ts";
import type { Dataset } from "../../html/frame.ts";
import { legible } from "../../html/pictures/legible.ts";
import { RASTERIZER } from "../../html/pictures/rasterizer.ts";
import {
  type DrawnCell,
  type NamedBar,
  barsHeight,
  columnsHeight,
  drawBars,
  drawColumns,
  drawHeat,
  drawOneBar,
  heatHeight,
  keyLines,
} from "../../html/pictures/share-charts.ts";
import { type SharedFinding, drawShare, legibleDataset } from "../../html/pictures/share-picture.ts";
import { checkClaim } from "../claim/check-claim.ts";
import { figuresOf, nameFigures } from "../claim/claim-figures.ts";
import { readGiven } from "../claim/page-form.ts";
import { getCompany } from "../company/get-company.ts";
import { getCountry } from "../country/get-country.ts";
import { getCompanyHistory, getCountryHistory, getSectorHistory } from "../history/get-histories.ts";
import { rankingFinding } from "../ranking/page-finding.ts";
import { openMatrix } from "../ranking/page-matrix.ts";
import { sharedRank } from "../ranking/page.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import { getSector } from "../sector/get-sector.ts";
import { listSectors } from "../sector/list-sectors.ts";
import { type Find, barOf, findCompany, findComparison, findCountry, findMap } from "./picture-share.ts";
import { pictureTexts as texts } from "./texts.ts";

/** Every chart of a page as a picture to print, with its title, its notice and its source. */

/** As high as a picture of a link has room for: enough for one bar, and for a map. */
const ONE_CHART = 340;
const MAP_CHART = 480;

/** A bar of something with a label that the fonts may not have. */
type Labelled = Omit<NamedBar, "name" | "fallback" | "scale" | "count" | "isThin"> & {
  readonly judged_companies: number;
};

/** Bars under each other, as high as they are many. */
function ofBars(
  { bands }: Dataset,
  bars: readonly NamedBar[],
  said: Pick<SharedFinding, "headline" | "address">,
): SharedFinding {
  return { ...said, chart: drawBars(bands, bars, keyLines(bands)), chartHeight: barsHeight(bands, bars.length) };
}

function labelled({ method }: Dataset, figures: Labelled, name: string, fallback: string): NamedBar {
  const { judged_companies: count } = figures;
  return { ...figures, name, fallback, count, isThin: count < method.minimum_companies };
}

/** Best first, then largest, as the pages have their parts. */
function inOrder(bars: readonly NamedBar[]): readonly NamedBar[] {
  const judged = bars.filter(({ count }) => count > 0);
  return judged.toSorted((a, b) => (b.median_level ?? 0) - (a.median_level ?? 0) || b.count - a.count);
}

type Area = { readonly pillars: readonly (Labelled & { readonly label: string })[] };

function pillarBars(dataset: Dataset, { pillars }: Area): readonly NamedBar[] {
  return pillars.map((pillar, index) => labelled(dataset, pillar, pillar.label, texts.nthPillar(index + 1)));
}

type History = {
  readonly items: readonly (Omit<NamedBar, "name" | "fallback" | "scale" | "count" | "isThin"> & {
    readonly published_at: string;
    readonly scale: { readonly bands: Bands };
    readonly judged_companies?: number;
    readonly judgement_count?: number;
  })[];
};

/** One bar a release, oldest first, each on its own scale. */
function historyBars({ method }: Dataset, { items }: History): readonly NamedBar[] {
  return items.map((entry) => {
    const { published_at: at, scale, judged_companies: companies, judgement_count: judgements } = entry;
    const name = dayInWords(at);
    const isThin = companies !== undefined && companies < method.minimum_companies;
    return { ...entry, name, fallback: name, count: companies ?? judgements ?? 0, isThin, scale: scale.bands };
  });
}

/** The charts of a country, by the end of their paths. */
const OF_COUNTRY: Readonly<Record<string, Find>> = {
  companies: async (request, dataset) => asTall(await findCountry(request, dataset), ONE_CHART),
  async pillars(request, dataset) {
    const { country, name, address } = await openCountry(request);
    return ofBars(dataset, pillarBars(dataset, country), { headline: texts.byPillar(name), address });
  },
  async sectors(request, dataset) {
    const { country, name, address } = await openCountry(request);
    const bars = country.sectors.map((sector, index) =>
      labelled(dataset, sector, sector.label, texts.nthSector(index + 1)),
    );
    return ofBars(dataset, inOrder(bars), { headline: texts.bySector(name), address });
  },
  async history(request, dataset) {
    const { country, name, address } = await openCountry(request);
    const history = await request.ask(getCountryHistory, { slug: country.slug, to: request.release });
    return ofBars(dataset, historyBars(dataset, history), { headline: texts.byRelease(name), address });
  },
};

async function openCountry(request: SiteRequest) {
  const { slug = "" } = request.path;
  const country = await request.ask(getCountry, { slug });
  const name = countryInWords({ ...country, name: legible(country.name, country.iso3) });
  return { country, name, address: urlTo(PAGES.country, { slug: country.slug }) };
}

/** The charts of a sector. */
const OF_SECTOR: Readonly<Record<string, Find>> = {
  async companies(request, dataset) {
    const { sector, name, address } = await openSector(request);
    const { judged_companies: judged, listed_companies: listed } = sector;
    const note = texts.judged(digits(judged), digits(listed));
    const isThin = judged < dataset.method.minimum_companies;
    const chart = drawOneBar(dataset.bands, sector, isThin, { note, counted: texts.companies });
    return { headline: capitalized(name), address, chart, chartHeight: ONE_CHART };
  },
  async pillars(request, dataset) {
    const { sector, name, address } = await openSector(request);
    return ofBars(dataset, pillarBars(dataset, sector), { headline: texts.byPillar(name), address });
  },
  async countries(request, dataset) {
    const { sector, name, address } = await openSector(request);
    const minimum = dataset.method.minimum_companies;
    const bars = sector.countries.map((country) => barOf(country, country.judged_companies, minimum));
    return ofBars(dataset, inOrder(bars), { headline: texts.byCountry(name), address });
  },
  async history(request, dataset) {
    const { sector, name, address } = await openSector(request);
    const history = await request.ask(getSectorHistory, { slug: sector.slug, to: request.release });
    return ofBars(dataset, historyBars(dataset, history), { headline: texts.byRelease(name), address });
  },
};

async function openSector(request: SiteRequest) {
  const { slug = "" } = request.path;
  const sector = await request.ask(getSector, { slug });
  const name = labelInWords(legible(sector.label, texts.thisSector));
  return { sector, name, address: urlTo(PAGES.sector, { slug: sector.slug }) };
}

/** The charts of a company. */
const OF_COMPANY: Readonly<Record<string, Find>> = {
  judgements: async (request, dataset) => asTall(await findCompany(request, dataset), ONE_CHART),
  async pillars(request, dataset) {
    const { company, name, address } = await openCompany(request);
    const bars = company.pillars
      .filter(({ judgement_count: count }) => count > 0)
      .map((pillar, index): NamedBar => {
        const fallback = texts.nthPillar(index + 1);
        return { ...pillar, name: pillar.label, fallback, count: pillar.judgement_count, isThin: false };
      });
    return ofBars(dataset, bars, { headline: texts.byPillar(name), address });
  },
  async history(request, dataset) {
    const { company, name, address } = await openCompany(request);
    const history = await request.ask(getCompanyHistory, { slug: company.slug, to: request.release });
    return ofBars(dataset, historyBars(dataset, history), { headline: texts.byRelease(name), address });
  },
};

async function openCompany(request: SiteRequest) {
  const { slug = "" } = request.path;
  const company = await request.ask(getCompany, { slug });
  return {
    company,
    name: legible(company.name, texts.thisCompany),
    address: urlTo(PAGES.company, { slug: company.slug }),
  };
}

/** The charts of pages that are about everything. */
const OF_ALL: Readonly<Record<string, Find>> = {
  map: async (request, dataset) => asTall(await findMap("/", true)(request, dataset), MAP_CHART),
  async ranking(request, dataset) {
    const pillar = request.query.get("pillar");
    const ranking = await request.ask(rankCountries, { pillar });
    const minimum = ranking.minimum_companies;
    const items = ranking.items.map((country) => ({ ...country, name: legible(country.name, country.iso3) }));
    const bars = items.map((country): NamedBar => {
      return { ...barOf(country, country.judged_companies, minimum), isThin: country.rank === null };
    });
    const columns = cutIntoColumns(groupRanked(dataset.bands, bars, sharedRank(ranking)));
    return {
      headline: rankingFinding(dataset, { ...ranking, items }).text,
      address: "/rankings",
      chart: drawColumns(dataset.bands, columns),
      chartHeight: columnsHeight(dataset.bands, columns),
    };
  },
  async sectors(request, dataset) {
    const { items } = await request.ask(listSectors, { sort: "-median_band" });
    const bars = items.map((sector, index) => labelled(dataset, sector, sector.label, texts.nthSector(index + 1)));
    return ofBars(dataset, inOrder(bars), { headline: texts.allSectors, address: "/sectors" });
  },
  async compare(request, dataset) {
    const found = await findComparison(request, dataset);
    const { length } = (request.query.get("countries") ?? "").split(",");
    return asTall(found, 84 * length + 60);
  },
  async claim(request, dataset) {
    const { given } = readGiven(request);
    const checked = await request.ask(checkClaim, { ...given });
    const bars = figuresOf(checked).map((figures, index): NamedBar => {
      const count = totalOf(segmentsOf(dataset.bands, figures));
      const isThin = figures.reasons.rank === "too_few_companies";
      return { ...figures, name: nameFigures(request, figures), fallback: texts.nthSubject(index + 1), count, isThin };
    });
    // What may be printed, and never what may not.
    const said = checked.verdict === "holds" ? checked.claim : (checked.say_instead ?? checked.because);
    const headline = legible(beginOf(said).replace(/\.$/u, ""), texts.claim);
    return asTall({ headline, address: "/claims", chart: drawBars(dataset.bands, bars) }, 84 * bars.length + 60);
  },
  async matrix(request, dataset) {
    const { matrix, shown, shownRows } = await openMatrix(request, { pillar: request.query.get("pillar") });
    const heads = shown.map((index) => legible(matrix.sectors[index]?.label ?? "", texts.nthSector(index + 1)));
    const rows = shownRows.map(({ name, cells }) => ({
      name: legible(name, "?"),
      cells: [0, ...shown.map((index) => index + 1)].map((at): DrawnCell => {
        const cell = cells[at];
        return cell === undefined || cell.listed === 0 ? null : cell;
      }),
    }));
    const { bands } = dataset;
    return {
      headline: texts.matrix,
      address: "/matrix",
      chart: drawHeat(bands, [texts.allOfThem, ...heads], rows),
      chartHeight: heatHeight(bands, rows.length),
    };
  },
};

/** So much of a text a headline holds, in characters. */
const HEADLINE_MAX = 130;

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

/** The sentences at the beginning of a text that a headline holds: the first in any case. */
function beginOf(text: string): string {
  let begin = "";
  for (const { segment } of SENTENCES.segment(text)) {
    if (begin !== "" && begin.length + segment.trimEnd().length > HEADLINE_MAX) break;
    begin += segment;
  }
  return begin.trimEnd();
}

/** The same in a picture that is as high as its chart. */
function asTall(found: Awaited<ReturnType<Find>>, chartHeight: number): Awaited<ReturnType<Find>> {
  return "redirectTo" in found ? found : { ...found, chartHeight };
}

/** Every chart by the path of its picture, without extension. */
const CHARTS: readonly (readonly [path: string, Readonly<Record<string, Find>>])[] = [
  ["/pictures/{chart}", OF_ALL],
  ["/pictures/countries/{slug}/{chart}", OF_COUNTRY],
  ["/pictures/sectors/{slug}/{chart}", OF_SECTOR],
  ["/pictures/companies/{slug}/{chart}", OF_COMPANY],
];

/** The pictures of charts: SVG always, PNG where something can draw it. */
export const CHART_PICTURES: readonly Page[] = CHARTS.flatMap(([path, finds]) => [
  definePicture(`${path}.svg`, "image/svg+xml", finds),
  ...(RASTERIZER === null ? [] : [definePicture(`${path}.png`, "image/png", finds)]),
]);

function definePicture(
  path: string,
  mediaType: "image/svg+xml" | "image/png",
  finds: Readonly<Record<string, Find>>,
): Page {
  return {
    path,
    mediaType,
    contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    dependsOn: "releases",
    isForOthers: true,
    ignoresAccept: true,
    async answer(request) {
      const siteRequest = await openSiteRequest(request);
      const { chart = "" } = request.path;
      const find = Object.hasOwn(finds, chart) ? finds[chart] : undefined;
      if (find === undefined)
        throw new Problem("not_found", texts.noSuchChart(Object.keys(finds).map((each) => `\`${each}\``)));
      const dataset = legibleDataset(siteRequest);
      const found = await find(siteRequest, dataset);
      if ("redirectTo" in found) {
        const location = found.redirectTo.replace(/^\/share(\/.*)\.png$/u, `/pictures$1/${chart}${path.slice(-4)}`);
        return { kind: "redirect", location: siteRequest.api(location) };
      }
      const svg = drawShare(found, dataset, siteRequest);
      if (mediaType !== "image/png" || RASTERIZER === null) return { kind: "text", text: svg };
      return { kind: "picture", bytes: await RASTERIZER(svg, request.query.get("scale") === "2" ? 2 : 1) };
    },
  };
}
