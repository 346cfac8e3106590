import type { Static } from "typebox";
import type { Page, PageRequest } from "../../contract/page.ts";
import { PREVIEW_PATH } from "../../contract/reconciliation.ts";
import { getCompany } from "../../operations/get-company.ts";
import { bandLabel } from "../charts/band-label.ts";
import { countsInWords, segmentsOf } from "../charts/figures.ts";
import { middleLineBar } from "../charts/middle-line-bar.ts";
import { HATCH, HTML_TYPE, rootOf } from "../frame.ts";
import { type Html, html } from "../html.ts";
import { companyTexts as texts } from "../texts/company-texts.ts";
import { frameTexts } from "../texts/frame-texts.ts";
import { withoutNotice } from "./area-parts.ts";

/** Every site may show it in a frame; it loads its style and nothing else. */
const PREVIEW_POLICY = "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors *";

/** A company in short, for a frame in a client of reconciliation. */
export const COMPANY_PREVIEW: Page = {
  path: PREVIEW_PATH,
  mediaType: HTML_TYPE,
  contentSecurityPolicy: PREVIEW_POLICY,
  dependsOn: "release",
  async answer(request) {
    const { slug = "" } = request.path;
    const company = await request.ask(getCompany, { slug });
    if (company.slug !== slug) {
      const location = PREVIEW_PATH.replace("{slug}", encodeURIComponent(company.slug));
      return { kind: "redirect", location };
    }
    return { kind: "text", text: renderPreview(request, company).toString() };
  },
};

type Company = Static<(typeof getCompany)["form"]["schema"]>;

function renderPreview(request: Pick<PageRequest, "baseUrl">, company: Company): Html {
  const { name, country, sector, scale, meta } = company;
  const { title, publisher, release, notice } = meta;
  const segments = segmentsOf(scale.bands, company);
  const root = rootOf(request);
  return html`<!doctype html>
<html lang="${frameTexts.language}">
<head>
<meta charset="utf-8">
<title>${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${STYLES.map((style) => html`<link rel="stylesheet" href="${root}/assets/${style}">\n`)}</head>
<body class="preview">
<main>
<h1>${name}</h1>
<p class="sub">${sector.label}, ${country.name}</p>
<p>${bandLabel(scale.bands, company.median_level)}</p>
${segments.length > 0 && html`<p>${middleLineBar(scale.bands, company, false)}</p>\n<p class="sub">${texts.judgementsByBand(countsInWords(segments))}</p>\n`}<p>${withoutNotice(company)}</p>
</main>
<footer>
<p>${title}, ${publisher}. ${frameTexts.release(release)}.</p>
${notice !== null && html`<p><strong>${notice}</strong></p>`}
</footer>
${HATCH}
</body>
</html>
`;
}

const STYLES = ["frame.css", "data.css", "preview.css"];
