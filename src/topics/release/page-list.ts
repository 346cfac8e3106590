import type { Static } from "typebox";
import { RELEASES_FEED_PATH } from "../change/feed.ts";
import { capitalized, digits } from "../../ask/grammar.ts";
import { listReleases } from "./list-releases.ts";
import { type Visit, definePage } from "../../html/define-page.ts";
import { type Html, html } from "../../html/html.ts";
import { releaseTexts as texts } from "./texts.ts";

type ReleaseList = Static<(typeof listReleases)["form"]["schema"]>;

/** A release as the list of releases describes it. */
export type ReleaseEntry = ReleaseList["items"][number];

const PATH = "/releases";

/** Rows of one page. */
const ROWS = 50;

/** Every release there is, newest first. */
export const RELEASES_PAGE = definePage({
  path: PATH,
  section: "data",
  dependsOn: "releases",
  async render(visit) {
    const { chosenRelease, query } = visit;
    const asked = { release: chosenRelease ?? undefined, cursor: query.get("cursor"), limit: String(ROWS) };
    const list = await visit.ask(listReleases, asked);
    const newest = await visit.ask(listReleases, { release: asked.release, limit: "1" });
    const title = capitalized(texts.listTitle(list.total, newest.items[0]?.published_at ?? ""));
    const main = html`<h1>${title}</h1>
<p class="standfirst">${texts.listNote}</p>
<table class="releases-list">
<thead>
<tr><th scope="col">${texts.release}</th><th scope="col" class="number">${texts.countries}</th><th scope="col" class="number">${texts.judgedCompanies}</th><th scope="col" class="number">${texts.judgements}</th></tr>
</thead>
<tbody>
${list.items.map((release) => renderRow(visit, release))}</tbody>
</table>
${renderPages(visit, list)}
<p class="buttons">
<a class="button quiet" href="${visit.href(`${RELEASES_FEED_PATH}.atom`, { release: undefined })}">${texts.follow}</a>
<a class="button quiet" href="${visit.href("/docs/webhooks")}">${texts.webhooks}</a>
</p>`;
    const json = visit.api(listReleases.path);
    return { title: texts.releases, description: `${title}. ${texts.listNote}`, main, json, styles: ["files.css"] };
  },
});

function renderRow(visit: Visit, release: ReleaseEntry): Html {
  const { id, status, counts } = release;
  const { countries, judged_companies: judged, judgements } = counts;
  const cells = [countries, judged, judgements].map((count) => html`<td class="number">${digits(count)}</td>`);
  return html`<tr><th scope="row"><a class="id" href="${releaseHref(visit, status === "draft" ? visit.release : id)}">${id}</a> <span class="state ${status}">${stateOf(release)}</span></th>${cells}</tr>
`;
}

/** The page of a release, which its path alone names. */
export function releaseHref(visit: Visit, id: string): string {
  return visit.href(`${PATH}/${encodeURIComponent(id)}`, { release: undefined });
}

/** Whether a release is current, or what became of it. */
function stateOf({ status, became_current: became, withdrawn_at: withdrawn }: ReleaseEntry): string {
  const ended = withdrawn.at(-1);
  if (status === "draft") return texts.isDraft;
  if (status === "current") return texts.current(became.at(-1));
  return status === "withdrawn" && ended !== undefined ? texts.withdrawn(ended) : texts.superseded(became.at(-1));
}

function renderPages(visit: Visit, { next }: ReleaseList): Html {
  const following = next === null ? null : new URL(next).searchParams;
  const first = visit.query.has("cursor") && html`<a href="${visit.href(PATH)}">${texts.firstPage}</a>`;
  const more =
    following !== null &&
    html`<a href="${visit.href(PATH, { cursor: following.get("cursor") ?? undefined, release: following.get("release") ?? undefined })}" rel="next">${texts.nextPage}</a>`;
  return first === false && more === false ? html`` : html`<p class="pages">${first}${more}</p>`;
}
