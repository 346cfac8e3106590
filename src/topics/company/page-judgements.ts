import { dayInWords } from "../../ask/grammar.ts";
import type { Static } from "typebox";
import { listJudgements } from "./list-judgements.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import { sortableColumns } from "../../html/charts/sortable-columns.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { externalLink } from "../../html/external-link.ts";
import { type Child, html } from "../../html/html.ts";
import { scroller, section, table } from "../../html/components.ts";
import { replyToJudgement } from "./page-replies.ts";
import { companyTexts as texts } from "./texts.ts";

type JudgementList = Static<(typeof listJudgements)["form"]["schema"]>;

/** Rows of one page of the table. */
const ROWS = 25;

/** The newest first. */
const SORT_DEFAULT = "-judged_on";

const COLUMNS = [
  { text: texts.pillar, sort: "company" },
  { text: texts.criterion },
  { text: texts.band, sort: "band" },
  { text: texts.judge },
  { text: texts.date, sort: SORT_DEFAULT, className: "date" },
  { text: texts.source },
];

/**
 * The judgements of a company with their evidence, a page of them, sorted and continued by links;
 * `pillar`, `sort` and `cursor` come from the query.
 */
export async function renderJudgements(
  request: SiteRequest,
  { slug, judgement_count: count }: { readonly slug: string; readonly judgement_count: number },
): Promise<Child> {
  if (count === 0) return null;
  const path = `/companies/${encodeURIComponent(slug)}`;
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
  const columns = sortableColumns(request, COLUMNS, sort, { path, query: { pillar }, anchor: "judgements" });
  const rows = list.items.map((judgement) => cellsOf(request, judgement));
  return section(
    { id: "judgements", heading: texts.judgements, note: summary(request, path, list, count, pillar) },
    html`${scroller(table({ className: "evidence", columns, rows }))}
${pageLinks(request, path, list, { pillar, sort: query.get("sort") })}`,
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

function cellsOf(request: SiteRequest, judgement: JudgementList["items"][number]): readonly Child[] {
  const { pillar, band_level: level, criterion, judge, judged_on: day, source_url: source } = judgement;
  const reply = replyToJudgement(judgement.reply_status);
  const label = request.dataset.pillars.find(({ id }) => id === pillar)?.label ?? pillar;
  const date =
    day === null
      ? html`<span class="none">${texts.undated}</span>`
      : html`<time datetime="${day}">${dayInWords(day)}</time>`;
  const evidence = source === null ? html`<span class="none">${texts.noSource}</span>` : externalLink(source);
  return [label, criterion, [bandLabel(request.dataset.bands, level), reply], judge, date, evidence];
}

/** Links of a list name the release, because a cursor belongs to one. */
function pageLinks(
  request: SiteRequest,
  path: string,
  { next }: JudgementList,
  query: Readonly<Record<string, string | undefined>>,
): Child {
  const cursor = next === null ? null : new URL(next).searchParams.get("cursor");
  const first =
    request.query.has("cursor") && html`<a href="${request.href(path, query)}#judgements">${texts.firstPage}</a>`;
  const more =
    cursor !== null &&
    html`<a href="${request.href(path, { ...query, cursor, release: request.release })}#judgements" rel="next">${texts.nextPage}</a>`;
  return (first !== false || more !== false) && html`<p class="pages">${first}${more}</p>`;
}
