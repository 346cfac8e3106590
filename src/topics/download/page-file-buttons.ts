import type { SiteRequest } from "../../html/define-page.ts";
import { type Html, html } from "../../html/html.ts";
import { fileTexts as texts } from "./texts-files.ts";

/** Renders links to a list in every format that people open. */
export function renderListFiles(
  request: SiteRequest,
  name: string,
  path: string,
  filter: Readonly<Record<string, string>>,
): Html {
  const button = (format: string, text: string): Html =>
    html`<a class="button quiet" href="${request.href(path, { format, ...filter })}"><span class="hidden">${texts.as(name)}</span>${text}</a>\n`;
  return html`<h3>${name}</h3>
<p class="buttons">
${button("csv", texts.csv)}${button("xlsx", texts.xlsx)}</p>
`;
}
