import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, html, sentence } from "../../html/html.ts";
import { pageExits } from "../../html/exits.ts";
import { type Fact, facts, section } from "../../html/components.ts";
import { countryTexts as texts } from "./texts.ts";
import {
  type AreaAnswer,
  renderCitation,
  renderClaim,
  renderOneCompany,
  renderPillars,
  renderStrip,
  renderUse,
} from "./page-area-parts.ts";
import { type AreaDerivation, renderBasis } from "../derivation/page.ts";
import { renderEnds } from "./page-ends.ts";
import { companyTable } from "../company/page-table.ts";
import { type AreaHistory, renderChange, renderHistory } from "../history/page.ts";

/** So many companies are listed before the link to all of them. */
const COMPANIES_SHOWN = 10;

/** A country or a sector, and what is said of it. */
interface ShownArea {
  readonly kind: "country" | "sector";
  readonly area: AreaAnswer & { readonly slug: string };
  /** As labels have it, and as sentences do. */
  readonly name: string;
  readonly nameInWords: string;
  readonly headline: string;
  readonly summary: string;
  readonly crumb: Html;
  readonly facts: readonly Fact[];
  readonly history: AreaHistory;
  readonly derivation: AreaDerivation;
  /** Said below the row of its companies; null for nothing. */
  readonly note: Child;
  /** The bars of its sectors, or of its countries. */
  readonly parts: Html;
  /** The box to copy a frame from; null for none. */
  readonly snippet: Child;
  /** The path of the page, and the request that it shows. */
  readonly path: string;
  readonly json: string;
}

/** Lays out the page of a country or a sector: where it stands, why, and what it rests on. */
export async function renderArea(siteRequest: SiteRequest, shown: ShownArea): Promise<Html> {
  const { kind, area, name, nameInWords, history, path } = shown;
  const filter = { [kind]: area.slug };
  const allHref = siteRequest.href("/companies", filter);
  // One company: every bar of the page would be the same one.
  const isAlone = area.listed_companies === 1 && area.judged_companies === 1;
  // Where too few are judged, the summary would say the headline again.
  const { minimum_companies: minimum } = siteRequest.dataset.method;
  const standfirst = area.judged_companies < minimum ? texts.needed(minimum, kind) : shown.summary;
  return html`<p class="crumb">${shown.crumb}</p>
<h1>${sentence(shown.headline)}</h1>
<p class="standfirst">${sentence(standfirst)}</p>
${pageExits(siteRequest, { name, claim: `${kind}:${area.slug}`, ...(kind === "country" && { country: area.slug }) })}${facts(shown.facts)}
${await (isAlone ? renderOneCompany : renderStrip)(siteRequest, area, filter, shown)}
${shown.snippet}
<div class="${isAlone ? "aside-below" : "with-aside"}">
<div>
${!isAlone && renderPillars(siteRequest, area, path)}
${!isAlone && shown.parts}
${renderHistory(siteRequest, history, path)}
${
  !isAlone &&
  section(
    { id: "companies", heading: texts.companies },
    html`${await renderCompanies(siteRequest, shown, filter)}
${area.listed_companies > COMPANIES_SHOWN && html`<p><a href="${allHref}">${texts.narrowAll(area.listed_companies)}</a></p>`}`,
  )
}
</div>
<aside>
${await renderChange(siteRequest, filter, history)}
${renderBasis(siteRequest, shown.derivation)}
${renderClaim(siteRequest, `${kind}:${area.slug}`, nameInWords)}
${renderCitation(siteRequest, name)}
${renderUse(siteRequest, nameInWords, filter, shown.json)}
</aside>
</div>`;
}

/** Its best and its worst companies; the table of all where they are few, or an order is chosen. */
async function renderCompanies(
  siteRequest: SiteRequest,
  { kind, area, path }: ShownArea,
  filter: Readonly<Record<string, string>>,
): Promise<Html> {
  const isChosen = siteRequest.query.has("sort") || siteRequest.query.has("cursor");
  const ends =
    isChosen || area.judged_companies <= COMPANIES_SHOWN ? null : await renderEnds(siteRequest, area, filter);
  return ends ?? companyTable(siteRequest, { filter, path, without: kind, rowsMax: COMPANIES_SHOWN });
}
