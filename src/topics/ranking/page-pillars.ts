import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, html, labelElement } from "../../html/html.ts";
import { countryTexts as texts } from "../country/texts.ts";

/**
 * Renders links to this page in one pillar, or over all of them. `query` is what else they keep,
 * `chosen` the pillar that the page is in.
 */
export function pillarChoices(
  request: SiteRequest,
  chosen: string | null,
  path: string,
  query: Readonly<Record<string, string | undefined>> = {},
): Html {
  if (request.mode !== "live") return html``;
  const choice = (id: string | undefined, label: Child): Html =>
    html`<li><a href="${request.href(path, { ...query, pillar: id })}"${id === (chosen ?? undefined) && html` aria-current="true"`}>${label}</a></li>\n`;
  return html`<nav aria-label="${texts.pillarChoice}"><ul class="choices">
${choice(undefined, texts.allPillars)}${request.dataset.pillars.map(({ id, label }) => choice(id, labelElement(label)))}</ul></nav>`;
}
