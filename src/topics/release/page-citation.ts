import { CITATION_PATH } from "../download/downloads.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Html, html, sentence } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { countryTexts } from "../country/texts.ts";
import { releaseTexts as texts } from "./texts.ts";

/** The files of reference managers, by the name people know them by. */
const FORMATS = [
  ["BibTeX", "/api/v2/citation.bib"],
  ["CSL-JSON", "/api/v2/citation.csl.json"],
  ["CITATION.cff", "/api/v2/citation.cff"],
  ["Text", CITATION_PATH],
] as const;

/** Renders the citation of the release that is shown, whichever is current later. */
export function renderCitation(request: SiteRequest): Html {
  const { citation } = request.dataset.meta;
  const formats = FORMATS.map(
    ([name, path]) =>
      html`<a class="button quiet" href="${request.href(path, { release: request.release })}">${name}</a>\n`,
  );
  return section(
    { id: "cite", heading: countryTexts.cite },
    html`<p>${sentence(citation)}</p>
<p>${texts.citeFormats}</p>
<p class="buttons">
${formats}</p>`,
  );
}
