import type { Static } from "typebox";
import { SECTOR_NOUN, describeRankingInHeadline } from "../ranking/words-of-headlines.ts";
import { listSectors } from "./list-sectors.ts";
import { type BarRow, foldedBars, plainBars } from "../../html/charts/ranked-bars.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { type Html, html } from "../../html/html.ts";
import { countryTexts } from "../country/texts.ts";
import { sectorTexts as texts } from "./texts.ts";
import { sourceNote } from "../../html/source-note.ts";

/** All sectors, best first. */
export const SECTORS_PAGE = definePage({
  path: "/sectors",
  section: "sectors",
  async render(request) {
    const { scale, bands } = request.dataset;
    const { items } = await request.ask(listSectors, { sort: "-median_band" });
    const standings = items.map(({ label, median_level: level }) => ({ name: label, level }));
    const title = describeRankingInHeadline({ id: scale.id, bands }, standings, SECTOR_NOUN, null);
    const main = html`<h1>${title}</h1>
<p class="standfirst">${texts.sectorsNote}</p>
${plainBars(bands, sectorRows(request, items), COLUMNS)}
${sourceNote(request)}
<p class="buttons"><a class="button quiet" href="${request.href("/matrix")}">${texts.matrix}</a></p>`;
    const json = request.api(listSectors.path, { sort: "-median_band" });
    return { title: texts.sectors, description: `${title}. ${texts.sectorsNote}`, main, json };
  },
});

/** The sectors as bars, best first, of which many are folded. */
export async function sectorBars(request: SiteRequest): Promise<Html> {
  const { items } = await request.ask(listSectors, { sort: "-median_band" });
  return foldedBars(request.dataset.bands, sectorRows(request, items), COLUMNS, {
    above: 15,
    more: countryTexts.moreSectors,
  });
}

const COLUMNS = { caption: texts.sectors, name: texts.sector };

function sectorRows(request: SiteRequest, sectors: Static<(typeof listSectors)["form"]["schema"]>["items"]): BarRow[] {
  return sectors.map((sector) => {
    const isThin = sector.judged_companies < request.dataset.method.minimum_companies;
    return {
      ...sector,
      count: sector.judged_companies,
      name: sector.label,
      href: request.href(`/sectors/${sector.slug}`),
      isThin,
    };
  });
}
