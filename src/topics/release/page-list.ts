import type { Static } from "typebox";
import { digits, tellApart } from "../../ask/grammar.ts";
import { listReleases } from "./list-releases.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { type Child, html } from "../../html/html.ts";
import { labelledNumeric, table } from "../../html/components.ts";
import { releaseTexts as texts } from "./texts.ts";
import { PAGES, READERS_PAGES } from "../../ask/urls.ts";
import { listPages } from "../../html/charts/sortable-columns.ts";

type ReleaseList = Static<(typeof listReleases)["form"]["schema"]>;

/** A release as the list of releases describes it. */
export type ReleaseEntry = ReleaseList["items"][number];

const PATH = "/releases";

/** Maximum number of rows of one page. */
const ROWS = 50;

const COLUMNS = [texts.release, ...[texts.countries, texts.judgedCompanies, texts.judgements].map(labelledNumeric)];

/** Every release there is, newest first. */
export const RELEASES_PAGE = definePage({
  path: PATH,
  section: "data",
  dependsOn: "releases",
  async render(request) {
    const { chosenRelease, query } = request;
    const asked = { release: chosenRelease ?? undefined, cursor: query.get("cursor"), limit: String(ROWS) };
    const list = await request.ask(listReleases, asked);
    const newest = await request.ask(listReleases, { release: asked.release, limit: "1" });
    const title = texts.listTitle(list.total, newest.items[0]?.published_at ?? "");
    const nameTime = tellApart(list.items.flatMap(({ became_current: became }) => became.slice(-1)));
    const pages = listPages(request, list, { path: PATH, query: {} }, texts.pages);
    const main = html`<h1>${title}</h1>
<p class="standfirst">${texts.listNote}</p>
${table({ className: "cards releases-list", columns: COLUMNS, rows: list.items.map((release) => cellsOf(request, release, nameTime)) })}
${
  pages.length > 0 &&
  html`<p class="pages">${pages}</p>
`
}<p class="buttons">
<a class="button quiet" href="${request.href(READERS_PAGES.follow, { release: undefined })}">${texts.follow}</a>
${request.mode === "live" && html`<a class="button quiet" href="${request.href("/docs/feeds")}#webhooks">${texts.webhooks}</a>\n`}</p>`;
    const json = request.api(listReleases.path);
    return { title: texts.releases, description: `${title}. ${texts.listNote}`, main, json, styles: ["tools.css"] };
  },
});

function cellsOf(request: SiteRequest, release: ReleaseEntry, nameTime: (time: string) => string): readonly Child[] {
  const { id, status, counts } = release;
  const { countries, judged_companies: judged, judgements } = counts;
  const link = releaseHref(request, status === "draft" ? request.release : id);
  const name = html`<a class="id" href="${link}">${id}</a> <span class="state soft ${status}">${stateOf(release, nameTime)}</span>`;
  return [name, ...[countries, judged, judgements].map(digits)];
}

/** Returns the URL of the page of a release, which its path alone names. */
export function releaseHref(request: SiteRequest, id: string): string {
  return request.href(PAGES.release, { id, release: undefined });
}

/** Returns the state of a release in words: current, or its later fate. */
function stateOf(
  { status, became_current: became, withdrawn_at: withdrawn }: ReleaseEntry,
  nameTime: (time: string) => string,
): string {
  const ended = withdrawn.at(-1);
  const last = became.at(-1);
  const since = last === undefined ? undefined : nameTime(last);
  if (status === "draft") return texts.isDraft;
  if (status === "current") return texts.current(since);
  return status === "withdrawn" && ended !== undefined ? texts.withdrawn(ended) : texts.superseded(since);
}
