import { dayInWords, tellApart } from "../../ask/grammar.ts";
import type { Static } from "typebox";
import { type getCompanyHistory, getCountryHistory, getSectorHistory } from "./get-histories.ts";
import { listChanges } from "../change/list-changes.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import { barTable } from "../../html/charts/ranked-bars.ts";
import { middleLineBar } from "../../html/charts/middle-line-bar.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { chartExits } from "../../html/exits.ts";
import { type Child, type Html, html } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { historyTexts as texts } from "./texts.ts";

/** What each release published of a country or a sector. */
export type AreaHistory =
  Static<(typeof getCountryHistory)["form"]["schema"]> | Static<(typeof getSectorHistory)["form"]["schema"]>;
type CompanyHistory = Static<(typeof getCompanyHistory)["form"]["schema"]>;
type Entry = (AreaHistory | CompanyHistory)["items"][number];

/** So many releases are drawn, the newest. */
const ENTRIES_MAX = 12;

/** The section with one bar for each release under each other; nothing where there is only one. */
export function renderHistory(request: SiteRequest, { items }: AreaHistory | CompanyHistory, path: string): Child {
  if (items.length < 2) return null;
  const shown: readonly Entry[] = items.slice(-ENTRIES_MAX);
  const isOfCompany = shown.some((entry) => "judgement_count" in entry);
  const nameTime = tellApart(shown.map(({ published_at: at }) => at));
  const rows = shown.flatMap((entry, index) => [
    ...(index > 0 ? breakRow(entry) : []),
    cellsOf(request, entry, path, nameTime(entry.published_at)),
  ]);
  const columns = {
    caption: texts.title,
    name: texts.release,
    counted: isOfCompany ? texts.judgements : texts.companies,
  };
  return section(
    { id: "history", heading: texts.title, note: texts.note(shown.length, items.length) },
    html`${barTable(columns, rows)}
${chartExits(request, { path: `${path}/history`, name: texts.title })}`,
  );
}

function cellsOf(request: SiteRequest, entry: Entry, path: string, day: string): readonly Child[] {
  const { release, median_level: level, scale, href } = entry;
  const isOfCompany = "judgement_count" in entry;
  const count = isOfCompany ? entry.judgement_count : entry.judged_companies;
  const isThin = !isOfCompany && count < request.dataset.method.minimum_companies;
  const date =
    href === null ? day : html`<a href="${request.href(path, { release })}" title="${texts.id(release)}">${day}</a>`;
  return [date, middleLineBar(scale.bands, entry, isThin), bandLabel(scale.bands, level), count];
}

/** What stands between two releases that cannot be compared. */
function breakRow({ break: why }: Entry): readonly Html[] {
  return why === null ? [] : [html`<tr class="break"><td colspan="4">${texts.breaks[why]}</td></tr>\n`];
}

/** The box on what moved since the release before; nothing where there is none to compare. */
export async function renderChange(
  request: SiteRequest,
  filter: Readonly<Record<string, string>>,
  history: AreaHistory,
): Promise<Child> {
  const { items } = history;
  const before = items.at(-2);
  if (before === undefined) return null;
  const range = { from: before.release, to: request.release };
  const changes = await request.ask(listChanges, { ...filter, ...range, limit: "1" });
  if (changes.verdict !== "compared") return null;
  const moved = [...(changes.countries?.moved ?? []), ...(changes.sectors?.moved ?? [])].find(
    ({ slug }) => slug === history.slug,
  );
  const said = moved === undefined ? texts.unmoved(changes.total) : moved.summary;
  return section(
    { id: "since", heading: texts.since(dayInWords(before.published_at)) },
    html`<p>${said}</p>
<p><a href="${request.href("/changes", range)}">${texts.allChanges}</a></p>`,
  );
}
