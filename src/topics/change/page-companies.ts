import { REPLY_IN_SHORT, replyStatusIn } from "../company/words-of-replies.ts";
import { type Child, type Html, html } from "../../html/html.ts";
import { labelled, section, table } from "../../html/components.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { changesTexts as texts } from "./texts.ts";
import { type Changes, type TwoReleases, nameOf, releaseOf } from "./page-areas.ts";
import { listPages } from "../../html/charts/sortable-columns.ts";
import { API, PAGES } from "../../ask/urls.ts";

type Company = Changes["items"][number];

/** Renders a page of the changed companies, filtered by kind of change. */
export function renderCompanies(request: SiteRequest, list: Changes, releases: TwoReleases): Html {
  const { from, to } = releases;
  const change = request.query.get("change");
  const query = { from: nameOf(from), to: nameOf(to), change };
  const columns = [texts.company, texts.where, texts.happened, labelled(texts.before), labelled(texts.after)];
  const choice = (id: string | undefined, label: string): Html =>
    html`<li><a href="${request.href("/changes", { ...query, change: id })}#companies"${id === change && html` aria-current="true"`}>${label}</a></li>\n`;
  const rows = list.items.map((company) => cellsOf(request, company, releases));
  const { total } = list;
  return section(
    { id: "companies", heading: texts.companies },
    html`<nav aria-label="${texts.filter}"><ul class="choices">
${choice(undefined, texts.all)}${Object.entries(texts.changes).map(([id, label]) => choice(id, label))}</ul></nav>
${total > 0 && table({ className: "cards", caption: texts.companies, columns, rows })}
${pageLinks(request, list, query)}`,
  );
}

function cellsOf(request: SiteRequest, company: Company, { from, to }: TwoReleases): readonly Child[] {
  const { name, slug, changes, before, after } = company;
  const release = after === null ? nameOf(from) : releaseOf(request, to);
  const countries = [before?.country, after?.country].flatMap((country) =>
    country === undefined ? [] : [country?.name ?? texts.countryNotGiven],
  );
  const then = (figures: Company["before"], { scale }: TwoReleases["to"]): Child =>
    figures === null ? texts.notListed : bandLabel(scale.bands, figures.median_level);
  return [
    html`<a href="${request.href(PAGES.company, { slug, release })}">${name}</a>`,
    [...new Set(countries)].join(" → "),
    changes.map((change) => happenedTo(company, change)).join(", "),
    then(before, from),
    then(after, to),
  ];
}

/** Says in a few words what changed: the former name, or the status of the replies. */
function happenedTo({ before, after }: Company, change: Company["changes"][number]): string {
  const [then, now] = [before, after].map((figures) => {
    const status = replyStatusIn(figures?.reply_status ?? null);
    return status === null ? texts.noReply : REPLY_IN_SHORT[status];
  });
  if (change === "renamed" && before !== null) return texts.renamedFrom(before.name);
  if (change !== "reply_changed") return texts.changes[change];
  if (before === null) return texts.reply(now ?? "");
  if (then === now) return texts.reply(texts.otherDetails(now ?? ""));
  return texts.reply(`${then ?? ""} → ${now ?? ""}`);
}

function pageLinks(request: SiteRequest, list: Changes, query: Readonly<Record<string, string | undefined>>): Html {
  const { from, to } = query;
  const file = (format: string): string => request.href(API.changes, { release: undefined, format, from, to });
  const pages = listPages(request, list, { path: "/changes", query, anchor: "companies" });
  return html`<p class="pages"><span>${texts.total(list.total)}</span>${pages}<a href="${file("csv")}">${texts.csv}</a><a href="${file("xlsx")}">${texts.xlsx}</a></p>`;
}
