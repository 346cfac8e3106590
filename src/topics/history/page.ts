import { tellApart } from "../../ask/grammar.ts";
import { listChanges } from "../change/list-changes.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import { barTable } from "../../html/charts/ranked-bars.ts";
import { middleLineBar } from "../../html/charts/middle-line-bar.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { chartFoot } from "../../html/exits.ts";
import { type Child, type Html, html, sentence } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { findStep } from "../subject/findings.ts";
import type { AnswerOf, SubjectHistory } from "../subject/subjects.ts";
import { historyTexts as texts } from "./texts.ts";

type Entry = SubjectHistory["items"][number];

/** Maximum number of releases that are drawn, the newest ones. */
const ENTRIES_MAX = 12;

/**
 * Renders a section with one bar for each release, and a note on the last step; nothing where there
 * is only one.
 */
export function renderHistory(request: SiteRequest, history: SubjectHistory, path: string, step: Child): Child {
  const { items } = history;
  if (items.length < 2) return null;
  const shown: readonly Entry[] = items.slice(-ENTRIES_MAX);
  const isOfCompany = shown.some((entry) => "judgement_count" in entry);
  const nameTime = tellApart(shown.map(({ published_at: at }) => at));
  const rows = shown.flatMap((entry, index) => [
    ...(index > 0 ? breakRow(entry) : []),
    cellsOf(request, entry, path, nameTime(entry.published_at)),
  ]);
  const counted = isOfCompany ? texts.judgements : texts.companies;
  const { scale, method } = request.dataset;
  const finding = findStep(scale, history, method.minimum_companies) ?? texts.title;
  const older = shown.length < items.length && `${texts.newest(shown.length, items.length)} `;
  return section(
    { id: "history", heading: sentence(finding) },
    html`${barTable({ caption: texts.title, name: texts.release, counted }, rows)}
${chartFoot(request, html`${older}${step ?? texts.ownScale}`, { finding, anchor: "history", picture: `${path}/history` })}`,
  );
}

function cellsOf(request: SiteRequest, entry: Entry, path: string, day: string): readonly Child[] {
  const { release, median_level: level, scale, href } = entry;
  const isOfCompany = "judgement_count" in entry;
  const count = isOfCompany ? entry.judgement_count : entry.judged_companies;
  const isThin = !isOfCompany && count < request.dataset.method.minimum_companies;
  const date =
    href === null ? day : html`<a href="${request.href(path, { release })}" title="${texts.id(release)}">${day}</a>`;
  return [date, middleLineBar(scale.bands, entry, isThin), bandLabel(scale.bands, level, isThin), count];
}

/** Renders the row between two releases that cannot be compared. */
function breakRow({ break: why }: Entry): readonly Html[] {
  return why === null ? [] : [html`<tr class="break"><td colspan="4">${texts.breaks[why]}</td></tr>\n`];
}

/** The changes that may affect the figures of an area: other dates, sources or names do not. */
const OF_RATINGS = "added,removed,reclassified,re_rated,first_judged,no_longer_judged,pillar_moved";

/** Describes the changes since the release before; null where none is comparable. */
export async function describeStep(
  request: SiteRequest,
  filter: Readonly<Record<string, string>>,
  history: AnswerOf<"country" | "sector", "history">,
): Promise<Child> {
  const { items } = history;
  const before = items.at(-2);
  if (before === undefined) return null;
  const range = { from: before.release, to: request.release };
  const changes = await request.ask(listChanges, { ...filter, ...range, change: OF_RATINGS, limit: "1" });
  if (changes.verdict !== "compared") return null;
  const moved = [...(changes.countries?.moved ?? []), ...(changes.sectors?.moved ?? [])].find(
    ({ slug }) => slug === history.slug,
  );
  const isThin = items.slice(-2).some(({ judged_companies: n }) => n < request.dataset.method.minimum_companies);
  const said = moved === undefined ? texts.unmoved(changes.total, isThin) : moved.summary;
  return html`${sentence(said)} <a href="${request.href("/changes", range)}">${texts.allChanges}</a>`;
}
