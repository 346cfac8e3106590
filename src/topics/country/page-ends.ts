import { type BarRow, narrowBars } from "../../html/charts/ranked-bars.ts";
import type { BandFigures } from "../../html/charts/figures.ts";
import { listCompanies } from "../company/list-companies.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import type { Dataset } from "../../html/frame.ts";
import { type Html, html, join, labelElement, sentence } from "../../html/html.ts";
import { countryTexts as texts } from "./texts.ts";
import { PAGES } from "../../ask/urls.ts";

/** Maximum number of companies shown at each end of an area; a tie is never cut. */
const SHOWN = 8;

/** Maximum number of companies of a longer tie that are named. */
const NAMED = 30;

type Band = Dataset["bands"][number];

/** A bar of the judgements of a company. */
interface Rated extends BarRow {
  readonly name: string;
  readonly href: string;
}

/**
 * Renders the best and the worst companies of an area, from its highest and its lowest band, those
 * furthest from the next band first. Null if all have one band.
 */
export async function renderEnds(
  request: SiteRequest,
  area: Pick<BandFigures, "distribution">,
  filter: Readonly<Record<string, string>>,
): Promise<Html | null> {
  const held = request.dataset.bands.filter(({ id }) => (area.distribution[id] ?? 0) > 0);
  const [lowest, highest] = [held[0], held.at(-1)];
  if (lowest === undefined || highest === undefined || lowest === highest) return null;
  return html`${await renderEnd(request, filter, highest, area.distribution[highest.id] ?? 0, "best")}
${await renderEnd(request, filter, lowest, area.distribution[lowest.id] ?? 0, "worst")}`;
}

async function renderEnd(
  request: SiteRequest,
  filter: Readonly<Record<string, string>>,
  { id, label }: Band,
  count: number,
  end: "best" | "worst",
): Promise<Html> {
  const { bands } = request.dataset;
  const rows = await listEnd(request, filter, id, end);
  const heading = texts[end](label, count);
  // If there are too many, the tie that the limit would cut is left out.
  const fitting = rows.slice(0, SHOWN).filter((row) => rows.length <= SHOWN || !isAlike(row, rows[SHOWN]));
  const columns = { caption: heading, name: texts.companyColumn, counted: texts.judgements };
  if (fitting.length > 0)
    return html`<h3>${sentence(heading)}</h3>
<p class="sub">${rows.length > fitting.length && `${texts[`${end}First`]} `}${texts.barsOfCompanies}</p>
${narrowBars(bands, fitting, columns)}`;
  const alike = rows.filter((row) => isAlike(row, rows[0]));
  const named = alike.slice(0, NAMED).map(({ name, href }) => html`<a href="${href}">${labelElement(name)}</a>`);
  const shared =
    Object.values(alike[0]?.distribution ?? {}).filter((companies) => companies > 0).length === 1 ? label : null;
  const isMore = alike.length === rows.length && count > rows.length;
  return html`<h3>${sentence(heading)}</h3>
<p class="thin-rows"><b>${texts.alike(alike.length, isMore, shared)}</b> ${join(named, ", ")}${alike.length > NAMED ? texts.andOthers : "."}</p>`;
}

/** Lists the companies of a band, those furthest from the next band first. */
async function listEnd(
  request: SiteRequest,
  filter: Readonly<Record<string, string>>,
  band: string,
  end: "best" | "worst",
): Promise<readonly Rated[]> {
  const sort = end === "best" ? "-flips_to_lower" : "-flips_to_higher";
  const fields = "name,slug,median_level,judgement_count,distribution";
  const { items } = await request.ask(listCompanies, { ...filter, band, sort, fields, limit: "100" });
  const rows = items.map((company): Rated => {
    const { name, slug, judgement_count: count } = company;
    return { ...company, name, href: request.href(PAGES.company, { slug }), count, isThin: false };
  });
  const { bands } = request.dataset;
  const ordered = (end === "best" ? bands.toReversed() : bands).map(({ id }) => id);
  // Companies that need equally many changes are ordered by their shares of the outermost bands.
  const share = (row: Rated, id: string): number => (row.distribution[id] ?? 0) / row.count;
  return rows.toSorted((a, b) => ordered.reduce((order, id) => order || share(b, id) - share(a, id), 0));
}

/** Returns true if two companies have equally many judgements in each band. */
function isAlike(one: Rated, other: Rated | undefined): boolean {
  return (
    other !== undefined &&
    one.count === other.count &&
    Object.entries(one.distribution).every(([id, count]) => (other.distribution[id] ?? 0) === count)
  );
}
