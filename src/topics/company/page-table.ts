import type { Static } from "typebox";
import { digits } from "../../ask/grammar.ts";
import { listCompanies } from "./list-companies.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, html, labelElement } from "../../html/html.ts";
import { needsOwnLine, scroller, table, externalLink, section } from "../../html/components.ts";
import { countryTexts as texts } from "../country/texts.ts";
import { PAGES } from "../../ask/urls.ts";
import { listPages, sortableColumns } from "../../html/charts/sortable-columns.ts";
import { repliedInShort, REPLY_IN_SHORT, replyStatusIn } from "./replies.ts";
import { replyTexts } from "./texts.ts";
import type { Company } from "../subject/subjects.ts";

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
interface CompanyTableOptions {
  /** Filters of the list, as in the API. */
  readonly filter: Readonly<Record<string, string | undefined>>;
  /** The path of the page, and the query parameters that links have to keep. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** The column to leave out as all rows share it. */
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
  const shown = (["country", "sector"] as const).filter((each) => each !== without && request.dimensions.has(each));
  const columns = [
    { text: texts.companyColumn, sort: "name" },
    ...shown.map((each) => ({ text: texts[each] })),
    { text: texts.medianColumn, sort: SORT_DEFAULT },
    { text: texts.judgements, sort: "-judgement_count", className: "number" },
  ];
  const sortable = sortableColumns(request, columns, sort, { path, query, anchor: "companies" });
  const kept = { ...query, sort: request.query.get("sort") };
  const pages = listPages(request, list, { path, query: kept, anchor: "companies" });
  const rows = list.items.map((company) => cellsOf(request, company, shown));
  const isStacked = shown.includes("sector") && list.items.some(({ sector }) => needsOwnLine(sector.label));
  const className = isStacked ? "companies stacked" : "companies";
  return html`${scroller(table({ className, columns: sortable, rows }))}
<p class="pages"><span>${texts.companyCount(list.total)}</span>${pages}</p>`;
}

function cellsOf(
  request: SiteRequest,
  company: CompanyList["items"][number],
  shown: readonly ("country" | "sector")[],
): readonly Child[] {
  const { name, slug, country, sector, median_level: level, judgement_count: count } = company;
  const href = request.href(PAGES.company, { slug });
  const where = {
    country: linkCountry(request, country),
    sector: html`<a href="${request.href(PAGES.sector, { slug: sector.slug })}">${labelElement(sector.label)}</a>`,
  };
  return [
    html`<a href="${href}">${name}</a>${replyMark(company.reply_status)}`,
    ...shown.map((each) => where[each]),
    bandLabel(request.dataset.bands, level),
    digits(count),
  ];
}

/** Maximum length of an unfolded text, so that the figures stay in sight. */
const CHARACTERS_SHOWN = 600;

/** Renders the replies of a company to its judgements; nothing if it was not asked. */
export function renderReplies(request: SiteRequest, { replies }: Company): Child {
  if (replies.length === 0) return null;
  return section(
    { id: "replies", heading: replyTexts.title, className: "replies" },
    html`${replies.map(renderReply)}${request.mode === "live" && html`<p class="foot"><a href="${request.href("/docs/lists", { release: undefined })}#replies">${replyTexts.about}</a></p>`}`,
  );
}

function renderReply({ summary, text, url }: Company["replies"][number]): Html {
  const source = url !== null && html` ${replyTexts.source} ${externalLink(url)}.`;
  return html`<p class="detail">${summary}${source}</p>
${text !== null && renderText(text)}`;
}

/** Renders a text of somebody else, in any writing direction. */
function renderText(text: string): Html {
  const quote = html`<blockquote dir="auto">${text}</blockquote>\n`;
  if (text.length <= CHARACTERS_SHOWN) return html`<p class="sub">${replyTexts.ownWords}</p>\n${quote}`;
  return html`<details><summary>${replyTexts.wholeText(text.length)}</summary>
${quote}</details>\n`;
}

/** Renders the status beside the band of a judgement, linked to the reply. */
export function replyToJudgement(status: string | null): Child {
  const known = replyStatusIn(status);
  return known !== null && html` <small class="replied"><a href="#replies">${REPLY_IN_SHORT[known]}</a></small>`;
}

/** Renders the mark of a company that answered, beside its name. */
export function replyMark(status: string | null): Child {
  const replied = repliedInShort(status);
  return replied !== null && html` <small class="replied">${replied}</small>`;
}
