import { dayInWords } from "../../ask/grammar.ts";
import type { Static } from "typebox";
import type { getCompanyHistory } from "../subject/company.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, html, sentence } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { companyTexts as texts } from "./texts.ts";
import type { Company } from "../subject/subjects.ts";
import { renderBuild } from "../subject/page-area-parts.ts";
import { API } from "../../ask/urls.ts";

type History = Static<(typeof getCompanyHistory)["form"]["schema"]>;

/** Renders the change since the release before; nothing if that cannot be compared. */
export function renderStep(siteRequest: SiteRequest, { items, slug, summary }: History): Child {
  const [before, after] = [items.at(-2), items.at(-1)];
  if (before === undefined || after === undefined || after.break !== null) return null;
  const range = { from: before.release, to: after.release };
  const file = (release: string, text: string): Html =>
    html`<a href="${siteRequest.href(API.judgements, { format: "csv", company: slug, release })}">${text}</a>`;
  return section(
    { id: "since", heading: texts.stepTitle(dayInWords(before.published_at)) },
    html`<p>${sentence(summary)}</p>
${before.href !== null && html`<p>${texts.whichJudgements} ${file(before.release, texts.fileThen)} · ${file(after.release, texts.fileNow)}</p>\n`}<p><a href="${siteRequest.href("/changes", range)}">${texts.allChanges}</a></p>`,
  );
}

/** Maximum number of unfolded products. */
const PRODUCTS_SHOWN = 8;

/** Renders the section with the products; nothing if there are none. */
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

/** Renders the boxes with the files of the company, and with the request of its page. */
export function renderTake(siteRequest: SiteRequest, { slug, name, products }: Company, json: string): Html {
  const file = (path: string, text: string): Html =>
    html`<a class="button quiet" href="${siteRequest.href(path, { format: "csv", company: slug })}">${text}</a>\n`;
  const take = section(
    { id: "take", heading: texts.take },
    html`<p>${sentence(texts.takeNote(name))}</p>
<p class="buttons">
${file(API.judgements, texts.judgementsCsv)}${products.length > 0 && file(API.products, texts.productsCsv)}</p>`,
  );
  return html`${siteRequest.mode === "live" && take}
${renderBuild(siteRequest, json)}`;
}
