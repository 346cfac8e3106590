import { tellApart } from "../../ask/grammar.ts";
import { SECTOR_NOUN } from "../../say/headlines.ts";
import { describeMovesInHeadline, describeUndoing } from "../../say/moved-headlines.ts";
import { listChanges } from "./list-changes.ts";
import { listReleases } from "../release/list-releases.ts";
import { type SiteRequest, definePage } from "../../html/define-page.ts";
import { pageTop } from "../../html/exits.ts";
import { type Child, type Html, html, sentence } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { changesTexts as texts } from "./texts.ts";
import { type Changes, changesFinding, describeShortly, findMoves, nameOf, type TwoReleases } from "./finding.ts";
import { renderMoved } from "./page-areas.ts";
import { renderCompanies } from "./page-companies.ts";
import { field, option, select } from "../../html/form.ts";

/** The page of changes between two releases, by default since the one before. */
export const CHANGES_PAGE = definePage({
  path: "/changes",
  section: "changes",
  dependsOn: "releases",
  async render(request) {
    const { query } = request;
    const changes = await request.ask(listChanges, {
      from: query.get("from"),
      to: query.get("to") ?? request.release,
      limit: "1",
    });
    const { from, to, reason } = changes;
    const found = await findMoves(request, changes);
    const title = changesFinding(changes, found);
    const summary = reason === "no_release_before" ? texts.noneBefore : changes.summary;
    const main = html`${pageTop(request, found !== null && crumbOf(found.releases))}<h1>${sentence(title)}</h1>
<p class="standfirst">${sentence(found === null || found.isOtherMethod ? summary : describeShortly(changes, found, request.dimensions.has("sector")))}</p>
${found !== null && renderMoved(request, found.releases, "countries", found.countries, describeUndoing(found.countries) ?? texts.countries)}
${found !== null && renderMoved(request, found.releases, "sectors", found.sectors, describeMovesInHeadline(found.sectors, { noun: SECTOR_NOUN }))}
${found !== null && (await renderCompanies(request, changes, found.releases))}
${await releaseForm(request, changes)}`;
    const json = request.api(listChanges.path, {
      release: undefined,
      from: from === null ? undefined : nameOf(from),
      to: nameOf(to),
    });
    return { title, description: summary, main, json, styles: ["tools.css"], scripts: ["copy.js"] };
  },
});

function crumbOf({ from, to }: TwoReleases): Html {
  const nameTime = tellApart([from.published_at, to.published_at]);
  return html`${texts.between(nameTime(from.published_at), nameTime(to.published_at))} · <a href="#others">${texts.others}</a>`;
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
