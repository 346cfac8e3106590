import { REPLY_IN_SHORT, replyStatusIn } from "../company/replies.ts";
import { type Child, type Html, html } from "../../html/html.ts";
import { labelled, section, table } from "../../html/components.ts";
import { bandCounts } from "../../html/charts/band-counts.ts";
import { bandLabel } from "../../html/charts/band-label.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { listChanges } from "./list-changes.ts";
import { listFiles } from "../download/page.ts";
import { changesTexts as texts } from "./texts.ts";
import { type Changes, nameOf, RE_RATED, reRatedFinding, stepOf, type TwoReleases } from "./finding.ts";
import { releaseOf } from "./page-areas.ts";
import { listPages } from "../../html/charts/sortable-columns.ts";
import { COMPANY_CHANGES } from "../../trust/company-changes.ts";
import { API, PAGES } from "../../ask/urls.ts";

type Company = Changes["items"][number];

/** Number of companies on one page of the table. */
const ROWS = "25";

/**
 * Renders how many companies rose and fell into which band, or a page of the changed companies
 * where one is asked for, by kind of change.
 */
export async function renderCompanies(request: SiteRequest, changes: Changes, releases: TwoReleases): Promise<Html> {
  const { query } = request;
  const [change, cursor] = [query.get("change"), query.get("cursor")];
  const given = { from: nameOf(releases.from), to: nameOf(releases.to) };
  // Under another method no company rose or fell.
  const isOtherMethod = (changes.method_change ?? []).length > 0;
  const isList = isOtherMethod || change !== undefined || cursor !== undefined || query.has("list");
  const asked = isList ? { change, cursor, limit: ROWS } : RE_RATED;
  const list = await request.ask(listChanges, { ...given, ...asked });
  return section(
    { id: "companies", heading: isList ? texts.companies : reRatedFinding(list) },
    html`${isList ? false : renderFlows(request, list, releases)}${renderKinds(request, changes, given, isList ? (change ?? ALL) : null)}
${isList && list.total > 0 && tableOf(request, list, releases)}
${pageLinks(request, list, { ...given, change }, isList)}`,
  );
}

/** Those with another median band are chosen together. */
const KINDS = COMPANY_CHANGES.filter(
  (change) => change !== "re_rated" && change !== "first_judged" && change !== "no_longer_judged",
);

/** Stands for all kinds among the links to them. */
const ALL = "all";

/** Renders links to the companies that something happened to, with their number. */
function renderKinds(
  request: SiteRequest,
  { companies, total }: Changes,
  given: Readonly<Record<string, string>>,
  chosen: string | null,
): Html {
  const choice = (change: string, label: string): Html => {
    const query = change === ALL ? { list: ALL } : { change };
    return html`<li><a href="${request.href("/changes", { ...given, ...query })}#companies"${change === chosen && html` aria-current="true"`}>${label}</a></li>\n`;
  };
  const moved = companies?.moved_median ?? 0;
  const kinds = KINDS.flatMap((kind) => {
    const count = companies?.[kind] ?? 0;
    return count === 0 ? [] : [choice(kind, texts.kind(count, texts.changes[kind]))];
  });
  return html`<nav aria-label="${texts.filter}"><ul class="choices">
${moved > 0 && choice("re_rated,first_judged,no_longer_judged", texts.kind(moved, texts.movedMedian))}${kinds}${choice(ALL, texts.all(total))}</ul></nav>`;
}

/** A group of more companies is counted and not named. */
const NAMED_MAX = 8;

/** Renders how many companies rose and fell into each band, and names those of few. */
function renderFlows(request: SiteRequest, { items, next }: Changes, { to }: TwoReleases): Child {
  const { bands } = to.scale;
  if (items.length === 0 || next !== null) return null;
  const draw = (heading: string, sign: number): Html => {
    const flows = bands.toReversed().map(({ level, label }) => {
      const companies = items.filter((one) => one.after?.median_level === level && Math.sign(stepOf(one)) === sign);
      return { level, label, companies, count: companies.length, href: null, isChosen: false };
    });
    const shown = flows.filter(({ count }) => count > 0);
    const names = shown.filter(({ count }) => count <= NAMED_MAX);
    const columns = { caption: heading, band: texts.band, count: texts.companies };
    const link = ({ name, slug }: Company): Html =>
      html`<a href="${request.href(PAGES.company, { slug, release: releaseOf(request, to) })}">${name}</a>`;
    return html`<div>
${shown.length > 0 && html`<h3>${heading}</h3>\n${bandCounts(bands, shown, columns)}`}
${names.map(({ label, companies }) => html`<p class="sub"><b>${label}</b> ${companies.map((company, index) => html`${index > 0 && ", "}${link(company)}`)}</p>\n`)}</div>
`;
  };
  return html`<div class="two apart">
${draw(texts.upTo, 1)}${draw(texts.downTo, -1)}</div>
`;
}

function tableOf(request: SiteRequest, { items }: Changes, releases: TwoReleases): Html {
  const columns = [texts.company, texts.where, texts.happened, labelled(texts.before), labelled(texts.after)];
  const rows = items.map((company) => cellsOf(request, company, releases));
  return table({ className: "cards", caption: texts.companies, columns, rows });
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

function pageLinks(
  request: SiteRequest,
  list: Changes,
  query: Readonly<Record<string, string | undefined>>,
  isList: boolean,
): Html {
  const { from, to } = query;
  const pages = isList && listPages(request, list, { path: "/changes", query, anchor: "companies" });
  return html`${isList && html`<p class="pages"><span>${texts.total(list.total)}</span>${pages}</p>\n`}${listFiles(request, API.changes, { release: undefined, from, to })}`;
}
