import { dayInWords } from "../../ask/grammar.ts";
import type { Static } from "typebox";
import { describeCompanyStepInWords } from "./words-of-companies.ts";
import type { getCompanyHistory } from "../history/get-histories.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, html, sentence } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { companyTexts as texts } from "./texts.ts";
import type { Company } from "./page-finding.ts";
import { API } from "../../ask/urls.ts";

type History = Static<(typeof getCompanyHistory)["form"]["schema"]>;

/** The box on what moved since the release before; nothing where there is none to compare. */
export function renderStep(siteRequest: SiteRequest, { items, slug }: History): Child {
  const [before, after] = [items.at(-2), items.at(-1)];
  if (before === undefined || after === undefined || after.break !== null) return null;
  const then = ({ href, median_level: level, judgement_count: judgements }: History["items"][number]) => {
    return { isListed: href !== null, level, judgements };
  };
  const { id } = siteRequest.dataset.scale;
  const step = { before: then(before), after: then(after) };
  const said = describeCompanyStepInWords({ id, bands: siteRequest.dataset.bands }, step);
  const range = { from: before.release, to: after.release };
  const file = (release: string, text: string): Html =>
    html`<a href="${siteRequest.href(API.judgements, { format: "csv", company: slug, release })}">${text}</a>`;
  return section(
    { id: "since", heading: texts.stepTitle(dayInWords(before.published_at)) },
    html`<p>${said}</p>
${step.before.isListed && html`<p>${texts.whichJudgements} ${file(before.release, texts.fileThen)} · ${file(after.release, texts.fileNow)}</p>\n`}<p><a href="${siteRequest.href("/changes", range)}">${texts.allChanges}</a></p>`,
  );
}

/** So many products are listed before the others are folded. */
const PRODUCTS_SHOWN = 8;

/** The section with the products; nothing where there is none. */
export function renderProducts({ products }: Company): Child {
  if (products.length === 0) return null;
  const item = ({ name, brand, aliases }: Company["products"][number]): Html => {
    const known = aliases.length === 0 ? [] : [texts.alsoKnownAs(aliases.join(", "))];
    const more = [...(brand === null ? [] : [brand]), ...known].join(" · ");
    return html`<li>${name}${more !== "" && html` <small>${more}</small>`}</li>\n`;
  };
  const more = products.slice(PRODUCTS_SHOWN);
  return section(
    { id: "products", heading: texts.products, note: texts.productsNotJudged },
    html`<ul class="plain many">
${products.slice(0, PRODUCTS_SHOWN).map(item)}</ul>
${
  more.length > 0 &&
  html`<details><summary>${texts.moreProducts(more.length)}</summary>
<ul class="plain many">
${more.map(item)}</ul>
</details>\n`
}`,
  );
}

/** The box with the files of the company alone, and the box with the request its page shows. */
export function renderTake(siteRequest: SiteRequest, { slug, name, products }: Company, json: string): Html {
  const file = (path: string, text: string): Html =>
    html`<a class="button quiet" href="${siteRequest.href(path, { format: "csv", company: slug })}">${text}</a>\n`;
  return html`${section(
    { id: "take", heading: texts.take, isLive: true },
    html`<p>${sentence(texts.takeNote(name))}</p>
<p class="buttons">
${file(API.judgements, texts.judgementsCsv)}${products.length > 0 && file(API.products, texts.productsCsv)}</p>`,
  )}
${section(
  { id: "build", heading: texts.build },
  html`<p>${texts.buildNote} <code>GET ${siteRequest.shown(json)}</code></p>
<p><a href="${siteRequest.href("/docs/reference")}">${texts.reference}</a></p>`,
)}`;
}
