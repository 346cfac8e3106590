import { type BarRow, narrowBars } from "../../html/charts/ranked-bars.ts";
import type { BandFigures } from "../../html/charts/figures.ts";
import { listCompanies } from "../company/list-companies.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import type { Dataset } from "../../html/frame.ts";
import { section } from "../../html/components.ts";
import { chartFoot } from "../../html/exits.ts";
import { type Html, html, join, labelElement, sentence } from "../../html/html.ts";
import { countryTexts as texts } from "./texts.ts";
import { API, PAGES } from "../../ask/urls.ts";
import { describeEndInHeadline } from "../../say/page-findings.ts";

/** Maximum number of companies shown at each end of an area; a tie is never cut. */
const SHOWN = 8;

/** Maximum number of companies of a longer tie that are named. */
const NAMED = 30;

type Band = Dataset["bands"][number];

/** A bar of the judgements of a company. */
type CompanyBar = BarRow & Readonly<Record<"name" | "slug" | "href", string>>;

/**
 * Renders the best and the worst companies of an area, from its highest and its lowest band, those
 * furthest from the next band first. Null if all have one band.
 */
export async function renderEnds(
  request: SiteRequest,
  area: Pick<BandFigures, "distribution">,
  filter: Readonly<Record<string, string>>,
): Promise<readonly Html[] | null> {
  const held = request.dataset.bands.filter(({ id }) => (area.distribution[id] ?? 0) > 0);
  const [lowest, highest] = [held[0], held.at(-1)];
  if (lowest === undefined || highest === undefined || lowest === highest) return null;
  return [
    await renderEnd(request, area, filter, highest, "best"),
    await renderEnd(request, area, filter, lowest, "worst"),
  ];
}

async function renderEnd(
  request: SiteRequest,
  { distribution }: Pick<BandFigures, "distribution">,
  filter: Readonly<Record<string, string>>,
  { id, level }: Band,
  end: "best" | "worst",
): Promise<Html> {
  const { bands, scale } = request.dataset;
  const count = distribution[id] ?? 0;
  const rows = await listEnd(request, filter, id, end);
  const names = rows.map(({ name }) => name);
  const heading = describeEndInHeadline({ id: scale.id, bands }, end, { level, count, names });
  // If there are too many, the tie that the limit would cut is left out.
  const fitting = rows.slice(0, SHOWN).filter((row) => rows.length <= SHOWN || !isAlike(row, rows[SHOWN]));
  const columns = { caption: heading, name: texts.companyColumn, counted: texts.judgements };
  const named = rows.slice(0, NAMED).map(({ name, href }) => html`<a href="${href}">${labelElement(name)}</a>`);
  const shown =
    fitting.length > 0
      ? html`${narrowBars(bands, fitting, columns)}
${chartFoot(request, texts.barsOfCompanies, { finding: heading, anchor: end })}`
      : html`<p class="names">${join(named, ", ")}${count > NAMED ? texts.andMore(count - NAMED) : "."}</p>`;
  const company = rows.map(({ slug }) => slug).join(",");
  const file = (format: string): Html =>
    html` <a href="${request.href(API.judgements, { format, ...filter, company })}">${format.toUpperCase()}</a>`;
  const isWhole = end === "worst" && rows.length === count && request.mode === "live";
  return section(
    { id: end, heading: sentence(heading) },
    html`${shown}${isWhole && html`<p class="all">${texts.evidence}${file("csv")}${file("xlsx")}</p>`}`,
  );
}

/** Lists the companies of a band, those furthest from the next band first. */
async function listEnd(
  request: SiteRequest,
  filter: Readonly<Record<string, string>>,
  band: string,
  end: "best" | "worst",
): Promise<readonly CompanyBar[]> {
  const sort = end === "best" ? "-flips_to_lower" : "-flips_to_higher";
  const fields = "name,slug,median_level,judgement_count,distribution";
  const { items } = await request.ask(listCompanies, { ...filter, band, sort, fields, limit: "100" });
  const rows = items.map((company): CompanyBar => {
    const { name, slug, judgement_count: count } = company;
    return { ...company, name, slug, href: request.href(PAGES.company, { slug }), count, isThin: false };
  });
  const { bands } = request.dataset;
  const ordered = (end === "best" ? bands.toReversed() : bands).map(({ id }) => id);
  // Companies that need equally many changes are ordered by their shares of the outermost bands.
  const share = (row: CompanyBar, id: string): number => (row.distribution[id] ?? 0) / row.count;
  return rows.toSorted((a, b) => ordered.reduce((order, id) => order || share(b, id) - share(a, id), 0));
}

/** Returns true if two companies have equally many judgements in each band. */
function isAlike(one: CompanyBar, other: CompanyBar | undefined): boolean {
  return JSON.stringify(one.distribution) === JSON.stringify(other?.distribution);
}
