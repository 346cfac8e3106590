import type { Static } from "typebox";
import { digits } from "../../ask/grammar.ts";
import { listCompanies } from "./list-companies.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, html, labelElement } from "../../html/html.ts";
import { hasLongWord, scroller, table } from "../../html/components.ts";
import { replyMark } from "./page-replies.ts";
import { countryTexts as texts } from "../country/texts.ts";
import { PAGES } from "../../ask/urls.ts";
import { listPages, sortableColumns } from "../../html/charts/sortable-columns.ts";

type CompanyList = Static<(typeof listCompanies)["form"]["schema"]>;

/** Default number of rows on one page of a table. */
const ROWS = 25;

/** The default order: worst first, as in the bars above; companies without judgement last. */
const SORT_DEFAULT = "median_band";

/** Returns the order that the visitor chose, or the default. */
export function chosenSort({ query }: SiteRequest): string {
  return query.get("sort") ?? SORT_DEFAULT;
}

/** Options of a table of companies. */
export interface CompanyTableOptions {
  /** Filters of the list, as in the API. */
  readonly filter: Readonly<Record<string, string | undefined>>;
  /** The path of the page, and the query parameters that links have to keep. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** The column to leave out as all rows share it; the other one moves below the name. */
  readonly without: "country" | "sector" | null;
  /** Number of rows on one page. */
  readonly rowsMax?: number;
}

/** Renders the country of a company as a link; a text if the publisher gives none. */
export function linkCountry(request: SiteRequest, country: CompanyList["items"][number]["country"]): Html {
  if (country === null) return html`<span class="soft">${texts.noCountry}</span>`;
  return html`<a href="${request.href(PAGES.country, { slug: country.slug })}">${country.name}</a>`;
}

/** Renders a page of companies with links to sort and to continue, as the query says. */
export async function companyTable(request: SiteRequest, options: CompanyTableOptions): Promise<Html> {
  const { filter, path, query = {}, without, rowsMax = ROWS } = options;
  const sort = chosenSort(request);
  const cursor = request.query.get("cursor");
  const list = await request.ask(listCompanies, { ...filter, sort, limit: String(rowsMax), cursor });
  const columns = [
    { text: texts.companyColumn, sort: "name" },
    ...(without === null ? [{ text: texts.country }, { text: texts.sector }] : []),
    { text: texts.medianColumn, sort: SORT_DEFAULT },
    { text: texts.judgements, sort: "-judgement_count", className: "number" },
  ];
  const sortable = sortableColumns(request, columns, sort, { path, query, anchor: "companies" });
  const kept = { ...query, sort: request.query.get("sort") };
  const pages = listPages(request, list, { path, query: kept, anchor: "companies" });
  const rows = list.items.map((company) => cellsOf(request, company, without));
  const isStacked = without === null && list.items.some(({ sector }) => hasLongWord(sector.label));
  const className = isStacked ? "companies stacked" : "companies";
  return html`${scroller(table({ className, columns: sortable, rows }))}
<p class="pages"><span>${texts.companyCount(list.total)}</span>${pages}</p>`;
}

function cellsOf(
  request: SiteRequest,
  company: CompanyList["items"][number],
  without: CompanyTableOptions["without"],
): readonly Child[] {
  const { name, slug, country, sector, median_level: level, judgement_count: count } = company;
  const href = request.href(PAGES.company, { slug });
  const where = {
    sector: linkCountry(request, country),
    country: html`<a href="${request.href(PAGES.sector, { slug: sector.slug })}">${labelElement(sector.label)}</a>`,
  };
  return [
    html`<a href="${href}">${name}</a>${replyMark(company.reply_status)}${without !== null && html`<small class="state">${where[without]}</small>`}`,
    ...(without === null ? [where.sector, where.country] : []),
    bandLabel(request.dataset.bands, level),
    digits(count),
  ];
}
