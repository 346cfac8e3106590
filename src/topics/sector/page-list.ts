import type { Static } from "typebox";
import { labelInWords } from "../../ask/grammar.ts";
import { countsOf } from "../ranking/finding.ts";
import { SECTOR_NOUN, describeRankingInHeadline } from "../../say/headlines.ts";
import { listSectors } from "./list-sectors.ts";
import { type BarRow, nameThin, narrowBars, plainBars } from "../../html/charts/ranked-bars.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { section } from "../../html/components.ts";
import { type SharedChart, chartFoot, pageTop } from "../../html/exits.ts";
import { type Child, type Html, html, labelElement, sentence } from "../../html/html.ts";
import { listFiles } from "../download/page.ts";
import { countryTexts } from "../country/texts.ts";
import { sectorTexts as texts } from "./texts.ts";
import { ageOf } from "../ranking/page.ts";
import { sentences } from "../../ask/words.ts";
import { PAGES } from "../../ask/urls.ts";

const BEST_FIRST = { sort: "-median_band" };

/** The page of all sectors, best first. */
export const SECTORS_PAGE = definePage({
  path: "/sectors",
  section: "sectors",
  of: "sector",
  async render(request) {
    const { items } = await request.ask(listSectors, BEST_FIRST);
    const title = await sectorFinding(request);
    const main = html`${pageTop(request, null)}<h1>${sentence(title)}</h1>
<p class="standfirst">${sentences(ageOf(request.dataset), texts.sectorsNote)}</p>
${renderSectors(request, items, Infinity, { finding: title, anchor: "content" })}${listFiles(request, listSectors.path, BEST_FIRST, request.dimensions.size === 2 && html`<a class="button quiet" href="${request.href("/matrix")}">${texts.matrix}</a>`)}`;
    const json = request.api(listSectors.path, BEST_FIRST);
    return { title: texts.sectors, description: `${title}. ${texts.sectorsNote}`, main, json, scripts: ["copy.js"] };
  },
});

/** Returns the finding of all sectors as a sentence without its full stop. */
async function sectorFinding(request: SiteRequest): Promise<string> {
  const { scale, method } = request.dataset;
  const { items } = await request.ask(listSectors, BEST_FIRST);
  const sectors = items.map((sector) => ({
    subject: `sector:${sector.slug}` as const,
    name: labelInWords(sector.label),
    listedCompanies: sector.listed_companies,
    distribution: countsOf(scale.bands, sector),
  }));
  const minimumCompanies = method.minimum_companies;
  const headline = { noun: SECTOR_NOUN, pillar: null, minimumCompanies };
  return describeRankingInHeadline(scale, sectors, headline);
}

/** Maximum number of bars beside the map; their page has all of them. */
const SECTORS_SHOWN = 14;

/** Renders the largest sectors as bars, with their picture; nothing where there is one. */
export async function sectorBars(request: SiteRequest): Promise<Child> {
  const { items } = await request.ask(listSectors, BEST_FIRST);
  if (items.length < 2) return null;
  const finding = await sectorFinding(request);
  const bySize = items.toSorted((a, b) => b.judged_companies - a.judged_companies);
  const bars = renderSectors(request, bySize, SECTORS_SHOWN, { finding, anchor: "sectors" });
  return section({ id: "sectors", heading: sentence(finding), className: "sectors" }, bars);
}

const COLUMNS = { caption: texts.sectors, name: texts.sector };

type Sectors = Static<(typeof listSectors)["form"]["schema"]>["items"];

/** Renders bars of sectors with enough judged companies, all or the first, and names the others. */
function renderSectors(request: SiteRequest, sectors: Sectors, shown: number, chart: SharedChart): Html {
  const { bands, method } = request.dataset;
  const rows = sectors.map((sector): BarRow => {
    const { slug, label, judged_companies: count } = sector;
    const href = request.href(PAGES.sector, { slug });
    return { ...sector, count, name: labelElement(label), href, isThin: count < method.minimum_companies };
  });
  const firm = rows.filter(({ isThin }) => !isThin);
  const thinNote = (count: number): string => countryTexts.thinSectors(count, method.minimum_companies);
  const draw = shown === Infinity ? plainBars : narrowBars;
  const link = html`<a href="${request.href("/sectors")}">${countryTexts.moreSectors(firm.length - shown)}</a>`;
  return html`${firm.length > 0 && draw(bands, firm.slice(0, shown), COLUMNS)}${firm.length > shown && html`<p class="all">${link}</p>`}${nameThin(rows, thinNote)}
${chartFoot(request, null, firm.length > 0 ? { ...chart, picture: "/sectors" } : null)}`;
}
