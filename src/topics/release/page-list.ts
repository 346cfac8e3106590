import type { Static } from "typebox";
import { RELEASES_FEED_PATH } from "../change/feed.ts";
import { capitalized, digits } from "../../ask/grammar.ts";
import { listReleases } from "./list-releases.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { type Child, type Html, html } from "../../html/html.ts";
import { numeric, table } from "../../html/components.ts";
import { releaseTexts as texts } from "./texts.ts";

type ReleaseList = Static<(typeof listReleases)["form"]["schema"]>;

/** A release as the list of releases describes it. */
export type ReleaseEntry = ReleaseList["items"][number];

const PATH = "/releases";

/** Rows of one page. */
const ROWS = 50;

const COLUMNS = [texts.release, ...[texts.countries, texts.judgedCompanies, texts.judgements].map(numeric)];

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
    const title = capitalized(texts.listTitle(list.total, newest.items[0]?.published_at ?? ""));
    const main = html`<h1>${title}</h1>
<p class="standfirst">${texts.listNote}</p>
${table({ className: "releases-list", columns: COLUMNS, rows: list.items.map((release) => cellsOf(request, release)) })}
${renderPages(request, list)}
<p class="buttons">
<a class="button quiet" href="${request.href(`${RELEASES_FEED_PATH}.atom`, { release: undefined })}">${texts.follow}</a>
<a class="button quiet" href="${request.href("/docs/webhooks")}">${texts.webhooks}</a>
</p>`;
    const json = request.api(listReleases.path);
    return { title: texts.releases, description: `${title}. ${texts.listNote}`, main, json, styles: ["files.css"] };
  },
});

function cellsOf(request: SiteRequest, release: ReleaseEntry): readonly Child[] {
  const { id, status, counts } = release;
  const { countries, judged_companies: judged, judgements } = counts;
  const link = releaseHref(request, status === "draft" ? request.release : id);
  const name = html`<a class="id" href="${link}">${id}</a> <span class="state ${status}">${stateOf(release)}</span>`;
  return [name, ...[countries, judged, judgements].map(digits)];
}

/** The page of a release, which its path alone names. */
export function releaseHref(request: SiteRequest, id: string): string {
  return request.href(`${PATH}/${encodeURIComponent(id)}`, { release: undefined });
}

/** Whether a release is current, or what became of it. */
function stateOf({ status, became_current: became, withdrawn_at: withdrawn }: ReleaseEntry): string {
  const ended = withdrawn.at(-1);
  if (status === "draft") return texts.isDraft;
  if (status === "current") return texts.current(became.at(-1));
  return status === "withdrawn" && ended !== undefined ? texts.withdrawn(ended) : texts.superseded(became.at(-1));
}

function renderPages(request: SiteRequest, { next }: ReleaseList): Html {
  const following = next === null ? null : new URL(next).searchParams;
  const first = request.query.has("cursor") && html`<a href="${request.href(PATH)}">${texts.firstPage}</a>`;
  const more =
    following !== null &&
    html`<a href="${request.href(PATH, { cursor: following.get("cursor") ?? undefined, release: following.get("release") ?? undefined })}" rel="next">${texts.nextPage}</a>`;
  return first === false && more === false ? html`` : html`<p class="pages">${first}${more}</p>`;
}
