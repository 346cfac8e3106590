import type { Page } from "../../ask/page.ts";
import { Problem, quote } from "../../problem.ts";
import { segmentsOf, totalOf } from "../../html/charts/figures.ts";
import { cutIntoColumns, groupRanked } from "../../html/charts/ranked-bars.ts";
import { openSiteRequest } from "../../html/define-page.ts";
import { legible } from "../../html/pictures/legible.ts";
import { RASTERIZER } from "../../html/pictures/rasterizer.ts";
import { type DrawnCell, type NamedBar, drawBars, drawColumns, drawHeat } from "../../html/pictures/share-charts.ts";
import { drawShare, legibleDataset } from "../../html/pictures/share-picture.ts";
import { checkClaim } from "../claim/check-claim.ts";
import { CLAIM_PARAMETERS, readGiven, figuresOf, nameFigures } from "../claim/page.ts";
import { rankingFinding } from "../ranking/finding.ts";
import { openMatrix } from "../ranking/page-matrix.ts";
import { sharedRank } from "../ranking/page.ts";
import { rankCountries } from "../ranking/rank-countries.ts";
import { listSectors } from "../sector/list-sectors.ts";
import { COMPARISON_PARAMETERS, findComparison, findMap } from "./picture-share.ts";
import { type Find, areaBar, countryBar, inOrder } from "./picture-bars.ts";
import { findSubjectCharts } from "../subject/picture.ts";
import { pictureTexts as texts } from "./texts.ts";

/** Every chart of a page as a picture to print, with its title, its notice and its source. */

const MAP_CHART = 480;

/** The charts that belong to no single country, sector or company. */
const OF_ALL: Readonly<Record<string, Find>> = {
  map: async (request, dataset) => asTall(await findMap("/", true)(request, dataset), MAP_CHART),
  async ranking(request, dataset) {
    const pillar = request.query.get("pillar");
    const ranking = await request.ask(rankCountries, { pillar });
    const minimum = ranking.minimum_companies;
    const items = ranking.items.map((country) => ({ ...country, name: legible(country.name, country.iso3) }));
    const bars = items.map((country): NamedBar => {
      return { ...countryBar(country, minimum), isThin: country.rank === null };
    });
    const columns = cutIntoColumns(groupRanked(dataset.bands, bars, sharedRank(ranking)));
    return {
      headline: rankingFinding(dataset, { ...ranking, items }),
      address: "/rankings",
      ...drawColumns(dataset.bands, columns),
    };
  },
  async sectors(request, dataset) {
    const { items } = await request.ask(listSectors, { sort: "-median_band" });
    const { minimum_companies: minimum } = dataset.method;
    const bars = items.map((sector, index) => areaBar(sector, minimum, sector.label, texts.nthSector(index + 1)));
    return { headline: texts.allSectors, address: "/sectors", ...drawBars(dataset.bands, inOrder(bars)) };
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
    // A picture shows a sentence that may be printed, and never one that may not.
    const said = checked.verdict === "holds" ? checked.claim : (checked.say_instead ?? checked.because);
    const headline = legible(beginOf(said).replace(/\.$/u, ""), texts.claim);
    return asTall(
      { headline, address: "/claims", chart: drawBars(dataset.bands, bars, 1).chart },
      84 * bars.length + 60,
    );
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
    return {
      headline: texts.matrix,
      address: "/matrix",
      ...drawHeat(dataset.bands, [texts.allOfThem, ...heads], rows),
    };
  },
};

/** Maximum number of characters of a headline. */
const HEADLINE_MAX = 130;

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

/** Returns the first sentences of a text that fit a headline, and the first one in any case. */
function beginOf(text: string): string {
  let begin = "";
  for (const { segment } of SENTENCES.segment(text)) {
    if (begin !== "" && begin.length + segment.trimEnd().length > HEADLINE_MAX) break;
    begin += segment;
  }
  return begin.trimEnd();
}

/** Gives a picture the height of its chart. */
function asTall(found: Awaited<ReturnType<Find>>, chartHeight: number): Awaited<ReturnType<Find>> {
  return "redirectTo" in found ? found : { ...found, chartHeight };
}

/** The parameters of charts that have any. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  map: ["pillar"],
  ranking: ["pillar"],
  matrix: ["pillar"],
  compare: COMPARISON_PARAMETERS,
  claim: CLAIM_PARAMETERS,
};

/** Every chart, by the path of its picture without extension. */
const CHARTS: readonly (readonly [path: string, Readonly<Record<string, Find>>])[] = [
  ["/pictures/{chart}", OF_ALL],
  ["/pictures/countries/{slug}/{chart}", findSubjectCharts("country")],
  ["/pictures/sectors/{slug}/{chart}", findSubjectCharts("sector")],
  ["/pictures/companies/{slug}/{chart}", findSubjectCharts("company")],
];

/** The pictures of charts: SVG always, and PNG if there is a rasterizer. */
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
    parameters: ({ chart = "", slug }) => [
      ...(slug === undefined && Object.hasOwn(PARAMETERS, chart) ? (PARAMETERS[chart] ?? []) : []),
      ...(mediaType === "image/png" ? ["scale"] : []),
    ],
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
        const location = siteRequest.api(`/pictures${found.redirectTo}/${chart}${path.slice(-4)}`);
        return { kind: "redirect", location };
      }
      const svg = drawShare(found, dataset, siteRequest);
      if (mediaType !== "image/png" || RASTERIZER === null) return { kind: "text", text: svg };
      return { kind: "picture", bytes: await RASTERIZER(svg, readScale(request.query.get("scale"))) };
    },
  };
}

/** Reads the scale of a picture relative to its chart. Throws `invalid_request`. */
function readScale(given = "1"): number {
  if (given === "1" || given === "2") return Number(given);
  throw new Problem("invalid_request", `\`scale\` is ${quote(given)}; expected 1 or 2.`);
}
