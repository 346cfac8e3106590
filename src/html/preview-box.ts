import { listChanges } from "../topics/change/list-changes.ts";
import { type Child, html } from "./html.ts";
import type { SiteRequest } from "./site-request.ts";

/** Pages about the whole dataset, which show notices to its publisher. */
const PAGES_WITH_NOTICES: readonly string[] = ["/", "/changes"];

/**
 * Renders the box at the top of every page of a preview: what would change if the release were
 * published, in the words of the comparison, with links to all changes and to the page as it is
 * now.
 */
export async function renderPreviewBox(path: string, request: SiteRequest): Promise<Child> {
  const { preview } = request;
  if (preview === null) return null;
  const notices = PAGES_WITH_NOTICES.includes(path) ? preview.notices : [];
  return html`<section class="preview" aria-label="${texts.title}">
<p><strong>${texts.title}</strong></p>
${await renderChanges(request, preview)}
${
  notices.length > 0 &&
  html`<p>${texts.notices}</p>
<ul>
${notices.map((notice) => html`<li>${notice}</li>\n`)}</ul>
`
}</section>
`;
}

async function renderChanges(
  request: SiteRequest,
  { before: from, reason, ask }: NonNullable<SiteRequest["preview"]>,
): Promise<Child> {
  if (reason !== null || from === null) return html`<p>${texts.unknown[reason ?? "first_release"]}</p>`;
  const to = request.dataset.meta.release;
  const { summary } = await ask(listChanges, { from, to, limit: "1" });
  const now = request.href(request.url, { ...Object.fromEntries(request.query), release: from });
  return html`<p>${summary}</p>
<p><a href="${request.href("/changes", { from, to })}">${texts.all}</a> · <a href="${now}">${texts.now}</a></p>`;
}

/** Texts on the pages of a preview about the changes it would make, in English. */
const texts = {
  title: "What would change",
  unknown: {
    first_release: "It is a first release: there is nothing to compare with.",
    unchanged: "The dataset is that of the current release: nothing changes.",
    unreadable_release: "The current release cannot be read, so it cannot be said what changes.",
  },
  notices: "Noticed in the dataset:",
  now: "This page as it is now",
  all: "All changes",
} as const;
