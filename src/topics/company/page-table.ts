import type { Static } from "typebox";
import { listCompanies } from "./list-companies.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import { sortableColumns } from "../../html/charts/sortable-columns.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, html } from "../../html/html.ts";
import { scroller, table } from "../../html/components.ts";
import { replyMark } from "./page-replies.ts";
import { countryTexts as texts } from "../country/texts.ts";

type CompanyList = Static<(typeof listCompanies)["form"]["schema"]>;

/** Rows of one page of a table, unless it says otherwise. */
const ROWS = 25;

/** The worst first, as the bars above the table; those that are not judged come last. */
const SORT_DEFAULT = "median_band";

/** The order that the visitor chose. */
export function chosenSort({ query }: SiteRequest): string {
  return query.get("sort") ?? SORT_DEFAULT;
}

/** A table of companies: which, and where it stands. */
export interface CompanyTableOptions {
  /** What narrows the list, as in the API. */
  readonly filter: Readonly<Record<string, string | undefined>>;
  /** The path of the page, and what else of its query links have to keep. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** The column that all rows have the same value in, and that is left out. */
  readonly without: "country" | "sector" | null;
  /** Rows of one page. */
  readonly rowsMax?: number;
}

/** The country of a company as a link; in words where the publisher gives none. */
export function linkCountry(request: SiteRequest, country: CompanyList["items"][number]["country"]): Html {
  if (country === null) return html`<span class="none">${texts.noCountry}</span>`;
  return html`<a href="${request.href(`/countries/${country.slug}`)}">${country.name}</a>`;
}

/** A page of companies, sorted and continued by links; `sort` and `cursor` come from the query. */
export async function companyTable(request: SiteRequest, options: CompanyTableOptions): Promise<Html> {
  const { filter, path, query = {}, without, rowsMax = ROWS } = options;
  const sort = chosenSort(request);
  const cursor = request.query.get("cursor");
  const list = await request.ask(listCompanies, { ...filter, sort, limit: String(rowsMax), cursor });
  const columns = [
    { text: texts.companyColumn, sort: "name" },
    ...(without === "country" ? [] : [{ text: texts.country }]),
    ...(without === "sector" ? [] : [{ text: texts.sector }]),
    { text: texts.medianColumn, sort: SORT_DEFAULT },
    { text: texts.judgements, sort: "-judgement_count", className: "number" },
  ];
  const sortable = sortableColumns(request, columns, sort, { path, query, anchor: "companies" });
  const rows = list.items.map((company) => cellsOf(request, company, without));
  return html`${scroller(table({ className: "companies", columns: sortable, rows }))}
${pageLinks(request, list, { path, query: { ...query, sort: request.query.get("sort") } })}`;
}

function cellsOf(
  request: SiteRequest,
  company: CompanyList["items"][number],
  without: CompanyTableOptions["without"],
): readonly Child[] {
  const { name, slug, country, sector, median_level: level, judgement_count: count } = company;
  const href = request.href(`/companies/${encodeURIComponent(slug)}`);
  return [
    html`<a href="${href}">${name}</a>${replyMark(company.reply_status)}`,
    ...(without === "country" ? [] : [linkCountry(request, country)]),
    ...(without === "sector" ? [] : [html`<a href="${request.href(`/sectors/${sector.slug}`)}">${sector.label}</a>`]),
    bandLabel(request.dataset.bands, level),
    count,
  ];
}

/**
 * Where a list goes on. Its links name the release, because a cursor belongs to one: they lead on
 * even if another release has become current.
 */
function pageLinks(
  request: SiteRequest,
  { next, total }: CompanyList,
  { path, query }: { path: string; query: Readonly<Record<string, string | undefined>> },
): Html {
  const cursor = next === null ? null : new URL(next).searchParams.get("cursor");
  const first =
    request.query.has("cursor") && html`<a href="${request.href(path, query)}#companies">${texts.firstPage}</a>`;
  const more =
    cursor !== null &&
    html`<a href="${request.href(path, { ...query, cursor, release: request.release })}#companies" rel="next">${texts.nextPage}</a>`;
  return html`<p class="pages"><span>${texts.companyCount(total)}</span>${first}${more}</p>`;
}
