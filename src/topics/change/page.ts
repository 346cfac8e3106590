import { countryInWords, digits, tellApart } from "../../ask/grammar.ts";
import { describeMovesInHeadline, movedInWords } from "../../say/changes.ts";
import { listChanges } from "./list-changes.ts";
import { listReleases } from "../release/list-releases.ts";
import { rankCountries, RANKING_FIELDS } from "../ranking/rank-countries.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { chartExits, pageExits } from "../../html/exits.ts";
import { type Child, type Html, html, sentence } from "../../html/html.ts";
import { facts, section } from "../../html/components.ts";
import { changesTexts as texts } from "./texts.ts";
import { type Changes, type TwoReleases, nameOf, renderMoved } from "./page-areas.ts";
import { renderCompanies } from "./page-companies.ts";
import { field, option, select } from "../../html/form.ts";
import { rankingMap } from "../ranking/page-map.ts";

/** Number of companies on one page of the table. */
const ROWS = "25";

/** The page of changes between two releases, by default since the one before. */
export const CHANGES_PAGE = definePage({
  path: "/changes",
  section: "changes",
  dependsOn: "releases",
  async render(request) {
    const { query } = request;
    const cursor = query.get("cursor");
    const asked = { from: query.get("from"), to: query.get("to") ?? request.release, change: query.get("change") };
    const changes = await request.ask(listChanges, { ...asked, limit: ROWS });
    const list = cursor === undefined ? changes : await request.ask(listChanges, { ...asked, limit: ROWS, cursor });
    const { from, to, reason } = changes;
    const title = describeInHeadline(changes);
    const isCompared = from !== null && reason === null && from.id !== to.id;
    const summary = reason === "no_release_before" ? texts.noneBefore : changes.summary;
    const main = html`<h1>${sentence(title)}</h1>
<p class="standfirst">${isCompared && !hasOtherMethod(changes) ? describeShortly(changes, { from, to }) : sentence(summary)}</p>
${pageExits(request)}${isCompared && (await renderChanges(request, changes, list, { from, to }))}
${await releaseForm(request, changes)}`;
    const json = request.api(listChanges.path, {
      release: undefined,
      from: from === null ? undefined : nameOf(from),
      to: nameOf(to),
    });
    return { title, description: summary, main, json, styles: ["tools.css"], scripts: ["map.js", "copy.js"] };
  },
});

/** Names the releases and the number of moved areas, which the counts below do not tell. */
function describeShortly({ countries, sectors }: Changes, { from, to }: TwoReleases): string {
  const nameTime = tellApart([from.published_at, to.published_at]);
  const moved = movedInWords(countries?.moved.length ?? 0, sectors?.moved.length ?? 0);
  return texts.between(nameTime(from.published_at), nameTime(to.published_at), moved);
}

function hasOtherMethod({ method_change: changed }: Changes): boolean {
  return changed !== null && changed.length > 0;
}

function describeInHeadline(changes: Changes): string {
  const { from, to, reason, countries } = changes;
  if (reason !== null) return texts.unknown[reason];
  if (from?.id === to.id) return texts.same;
  if (hasOtherMethod(changes)) return texts.methodChange;
  return describeMovesInHeadline(
    (countries?.moved ?? []).map((country) => {
      const { trend, reasons, before, after, counts } = country;
      return {
        name: countryInWords(country),
        trend,
        trendReason: reasons.trend ?? null,
        hasOtherList: before.judged_companies + after.judged_companies > 2 * counts.judged_in_both,
      };
    }),
  );
}

async function renderChanges(
  request: SiteRequest,
  changes: Changes,
  list: Changes,
  releases: TwoReleases,
): Promise<Html> {
  const { countries, sectors } = changes;
  return html`${renderCounts(changes)}
${await renderMaps(request, releases)}
${renderMoved(request, releases, "countries", countries?.moved ?? [])}
${renderMoved(request, releases, "sectors", sectors?.moved ?? [])}
${renderCompanies(request, list, releases)}`;
}

function renderCounts({ companies }: Changes): Child {
  if (companies === null) return null;
  const { added, removed, renamed, reclassified, moved_median: moved, pillar_moved: inPillar } = companies;
  return facts([
    [texts.added, digits(added)],
    [texts.removed, digits(removed)],
    [texts.reclassified, digits(reclassified)],
    moved !== null && [texts.moved, digits(moved)],
    inPillar !== null && inPillar > 0 && [texts.pillarMoved, digits(inPillar)],
    renamed > 0 && [texts.renamed, digits(renamed)],
  ]);
}

/** Renders the world in both releases, each in the bands of its own scale. */
async function renderMaps(request: SiteRequest, { from, to }: TwoReleases): Promise<Html> {
  const nameTime = tellApart([from.published_at, to.published_at]);
  const maps = await Promise.all(
    [from, to].map(async (release, index) => {
      const ranking = await request.askOf(nameOf(release))(rankCountries, { fields: RANKING_FIELDS });
      const { bands } = release.scale;
      return html`<div>
<h3>${texts.map(index === 0 ? texts.before : texts.after, nameTime(release.published_at))}</h3>
${rankingMap(request, ranking, { id: nameOf(release), bands, hasPatterns: index > 0 })}
${chartExits(request, { path: "/map", query: { release: nameOf(release) }, name: nameTime(release.published_at) })}</div>
`;
    }),
  );
  return section(
    { id: "maps", heading: texts.maps },
    html`<div class="two apart">
${maps}</div>`,
  );
}

/** Renders the form that chooses two releases; nothing if there is only one. */
async function releaseForm(request: SiteRequest, { from, to }: Changes): Promise<Child> {
  const { items } = await request.ask(listReleases, { limit: "100" });
  if (items.length < 2 || request.mode !== "live") return null;
  const nameTime = tellApart(items.map(({ published_at: at }) => at));
  const choices = (chosen: string | undefined): Html[] =>
    items.map(({ id, status, published_at: at }) =>
      option(status === "draft" ? request.release : id, texts.release(nameTime(at), id), id === chosen),
    );
  return section(
    { id: "others", heading: texts.others },
    html`<form class="choose" method="get" action="${request.href("/changes", { release: undefined })}" aria-label="${texts.form}">
${field(texts.from, select("from", choices(from?.id ?? items.at(-1)?.id)))}${field(texts.to, select("to", choices(to.id)))}<button type="submit">${texts.submit}</button>
</form>`,
  );
}
