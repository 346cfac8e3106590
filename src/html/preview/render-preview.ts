import { TEXT_NAMES } from "../../branding/branding.ts";
import type { PageSources } from "../../ask/page.ts";
import { listChanges } from "../../topics/change/list-changes.ts";
import type { SiteRequest } from "../site-request.ts";
import { type Child, type Html, html } from "../html.ts";
import { askDataset } from "../frame.ts";
import { previewTexts as texts } from "./texts.ts";
import { changesOfCountry, changesOfSector } from "./changed-areas.ts";
import { changesOfCompany } from "./changed-company.ts";
import { changesOfMatrix, changesOfRanking, changesOfSectors } from "./changed-lists.ts";
import type { ComparedPage } from "./compared-page.ts";

/** What changes on pages that show figures, by their paths: an empty list where none does. */
const CHANGES_ON: Readonly<Record<string, (page: ComparedPage) => Promise<readonly Child[]>>> = {
  "/": changesOfRanking,
  "/rankings": changesOfRanking,
  "/matrix": changesOfMatrix,
  "/sectors": changesOfSectors,
  "/sectors/{slug}": changesOfSector,
  "/countries/{slug}": changesOfCountry,
  "/companies/{slug}": changesOfCompany,
};

/** Said of pages that the current release does not have. */
const IS_NEW: readonly Child[] = [texts.newCountry, texts.newSector, texts.newCompany];

/** Pages about the whole dataset, which show what its publisher should know of it. */
const PAGES_WITH_NOTICES: readonly string[] = ["/", "/changes"];

/** Pages that are the same whatever is published. */
const OF_NO_RELEASE: readonly string[] = ["/sign-up", "/dashboard", "/docs/search"];

/**
 * What would change on a page if the previewed release were published, for the top of the page.
 * `path` is the template of the page.
 */
export async function renderPreview(path: string, request: SiteRequest): Promise<Child> {
  const { preview } = request;
  if (preview === null) return null;
  const { reason, before, sourcesBefore } = preview;
  const notices = PAGES_WITH_NOTICES.includes(path) ? renderNotices(preview.notices) : null;
  if (reason !== null || before === null || sourcesBefore === null)
    return box([html`<p>${texts.unknown[reason ?? "first_release"]}</p>`, notices]);
  if (OF_NO_RELEASE.includes(path)) return box([html`<p>${texts.nothing}</p>`]);
  const text = TEXT_NAMES.find((name) => path === `/${name}`);
  if (text !== undefined) return box([html`<p>${textChange(request, sourcesBefore, text)}</p>`]);
  const [from, to] = [before, request.dataset.meta.release];
  const { summary, reason: unknown, method_change } = await preview.ask(listChanges, { from, to, limit: "1" });
  if (unknown !== null)
    return box([
      html`<p>${unknown === "other_dataset" ? texts.unknown.other_dataset : texts.unknown.first_release}</p>`,
    ]);
  const page = {
    request,
    ask: preview.ask,
    askBefore: sourcesBefore.ask,
    datasetBefore: await askDataset(sourcesBefore.ask),
    from,
    to,
    isOtherMethod: (method_change ?? []).length > 0,
  };
  const found = await CHANGES_ON[path]?.(page);
  const isNew = found?.some((line) => IS_NEW.includes(line)) ?? false;
  const now = request.href(request.url, { ...Object.fromEntries(request.query), release: from });
  const links = html`<p>${!isNew && html`<a href="${now}">${texts.now}</a> · `}<a href="${request.href("/changes", { from, to })}">${texts.all}</a></p>`;
  return box([found === undefined ? html`<p>${summary}</p>` : foundChanges(page, found), notices, links]);
}

function renderNotices(notices: readonly string[]): Child {
  if (notices.length === 0) return null;
  return html`<p>${texts.notices}</p>
<ul>
${notices.map((notice) => html`<li>${notice}</li>\n`)}</ul>`;
}

function foundChanges({ from, isOtherMethod }: ComparedPage, found: readonly Child[]): Html {
  const lines = found.filter((line) => line !== null && line !== false);
  if (lines.length === 0) return html`<p>${texts.noFigure}</p>`;
  return html`<p>${texts.comparedWith(from)}${isOtherMethod && html` ${texts.otherMethod}`}</p>
<ul>
${lines.map((line) => html`<li>${line}</li>\n`)}</ul>`;
}

function textChange({ branding }: SiteRequest, before: PageSources, name: (typeof TEXT_NAMES)[number]): string {
  return branding.text(name) === before.branding.text(name) ? texts.onlyRelease : texts.ownText;
}

function box(content: readonly Child[]): Html {
  return html`<section class="preview" aria-label="${texts.title}">
<p><strong>${texts.title}</strong></p>
${content}
</section>
`;
}
