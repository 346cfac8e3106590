import type { Separator } from "../../ask/csv.ts";
import { csvQueryOf } from "./csv-form.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Html, html } from "../../html/html.ts";
import { fileTexts as texts } from "./texts-files.ts";

/** Buttons of files that visitors take away, on pages that vary by language. */

/**
 * The query of a CSV file for the visitor's Excel: as the page's own query chooses it, or else as
 * the language of the browser asks for it.
 */
export function excelQuery(request: SiteRequest): Readonly<Record<string, string>> {
  return csvQueryOf({ bom: true, separator: separatorOf(request) });
}

function separatorOf({ query, separator }: SiteRequest): Separator {
  const chosen = query.get("separator");
  return chosen === "comma" || chosen === "semicolon" ? chosen : separator;
}

/** What the CSV files for Excel are, and a link to the page with the other ones. */
export function renderSeparatorChoice(request: SiteRequest, path: string, anchor: string): Html {
  const separator = separatorOf(request);
  const other = separator === "comma" ? "semicolon" : "comma";
  return html`<p class="foot">${texts.separator[separator]} <a href="${request.href(path, { separator: other })}#${anchor}">${texts.instead[other]}</a></p>`;
}

/** A list in every form that people open: CSV, CSV for Excel, XLSX. */
export function renderListFiles(
  request: SiteRequest,
  name: string,
  path: string,
  filter: Readonly<Record<string, string>>,
): Html {
  const button = (format: string, text: string, query: Readonly<Record<string, string>> = {}): Html =>
    html`<a class="button quiet" href="${request.href(path, { format, ...filter, ...query })}"><span class="hidden">${texts.as(name)}</span>${text}</a>\n`;
  return html`<h3>${name}</h3>
<p class="buttons">
${button("csv", texts.csv)}${button("csv", texts.excel, excelQuery(request))}${button("xlsx", texts.xlsx)}</p>
`;
}
