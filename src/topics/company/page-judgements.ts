import { dayInWords } from "../../ask/grammar.ts";
import type { Static } from "typebox";
import { listJudgements } from "./list-judgements.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, html, labelElement } from "../../html/html.ts";
import { externalLink, scroller, section, table } from "../../html/components.ts";
import { replyToJudgement } from "./page-replies.ts";
import { companyTexts as texts } from "./texts.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";
import { type SortColumn, listPages, sortableColumns } from "../../html/charts/sortable-columns.ts";

type JudgementList = Static<(typeof listJudgements)["form"]["schema"]>;

/** Number of rows on one page of the table. */
const ROWS = 25;

/** The default order: newest first. */
const SORT_DEFAULT = "-judged_on";

type Judgement = JudgementList["items"][number];

/** The columns; one with `says` is left out if that is empty for every judgement. */
const COLUMNS: readonly (SortColumn & { readonly says?: (judgement: Judgement) => string | null })[] = [
  { text: texts.pillar, sort: "company" },
  { text: texts.criterion, says: ({ criterion }) => criterion },
  { text: texts.band, sort: "band" },
  { text: texts.judge, says: ({ judge }) => judge },
  { text: texts.date, sort: SORT_DEFAULT, className: "date", says: ({ judged_on: day }) => day },
  { text: texts.source, says: ({ source_url: source, archived_url: archived }) => source ?? archived },
];

/**
 * Renders a page of the judgements of a company with their evidence, with links to sort and to
 * continue; `pillar`, `sort` and `cursor` come from the query.
 */
export async function renderJudgements(
  request: SiteRequest,
  { slug, judgement_count: count }: { readonly slug: string; readonly judgement_count: number },
): Promise<Child> {
  if (count === 0) return null;
  const path = urlTo(PAGES.company, { slug });
  const { query } = request;
  const pillar = query.get("pillar") || undefined;
  const sort = query.get("sort") ?? SORT_DEFAULT;
  const list = await request.ask(listJudgements, {
    company: slug,
    pillar,
    sort,
    limit: String(ROWS),
    cursor: query.get("cursor"),
  });
  const isShown = COLUMNS.map(({ says }) => says === undefined || list.items.some((each) => (says(each) ?? "") !== ""));
  const shown = COLUMNS.filter((_, index) => isShown[index]).map(({ says: _, ...column }) => column);
  const columns = sortableColumns(request, shown, sort, { path, query: { pillar }, anchor: "judgements" });
  const pages = listPages(request, list, { path, query: { pillar, sort: query.get("sort") }, anchor: "judgements" });
  const rows = list.items.map((judgement) => cellsOf(request, judgement).filter((_, index) => isShown[index]));
  const lacking = [!isShown.at(-2) && texts.noDates, !isShown.at(-1) && texts.noSources].filter(
    (text) => text !== false,
  );
  return section(
    { id: "judgements", heading: texts.judgements, note: summary(request, path, list, count, pillar) },
    html`${scroller(table({ className: "evidence", columns, rows }))}
${lacking.length > 0 && html`<p class="foot">${lacking.join(" ")}</p>`}${pages.length > 0 && html`<p class="pages">${pages}</p>`}`,
  );
}

function summary(
  request: SiteRequest,
  path: string,
  { total }: JudgementList,
  count: number,
  pillar: string | undefined,
) {
  const all = texts.judgementTotal(count);
  if (pillar === undefined) return html`${all}`;
  const label = request.dataset.pillars.find(({ id }) => id === pillar)?.label ?? pillar;
  return html`${texts.judgementsIn(total, label)}. <a href="${request.href(path)}#judgements">${texts.allPillars}</a>`;
}

function cellsOf(request: SiteRequest, judgement: Judgement): readonly Child[] {
  const { pillar, band_level: level, judged_on: day, source_url: source, archived_url: archived } = judgement;
  const [criterion, judge] = [judgement.criterion_label, judgement.judge_label].map(
    (text) => text !== null && labelElement(text),
  );
  const reply = replyToJudgement(judgement.reply_status);
  const label = request.dataset.pillars.find(({ id }) => id === pillar)?.label ?? pillar;
  const date =
    day === null
      ? html`<span class="soft">${texts.undated}</span>`
      : html`<time datetime="${day}">${dayInWords(day)}</time>`;
  const evidence = html`${source === null ? html`<span class="soft">${texts.noSource}</span>` : externalLink(source)}${archived !== null && html` ${externalLink(archived, texts.archived)}`}`;
  return [label, criterion, [bandLabel(request.dataset.bands, level), reply], judge, date, evidence];
}
