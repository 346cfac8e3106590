import type { Static } from "typebox";
import type { getCompanyHistory } from "../subject/company.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, html, sentence } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { companyTexts as texts } from "./texts.ts";
import type { Company } from "../subject/subjects.ts";
import { API } from "../../ask/urls.ts";

type History = Static<(typeof getCompanyHistory)["form"]["schema"]>;

/** Describes the change since the release before; null if that cannot be compared. */
export function describeStep(request: SiteRequest, { items, slug, summary }: History): Child {
  const [before, after] = [items.at(-2), items.at(-1)];
  if (before === undefined || after === undefined || after.break !== null) return null;
  const range = { from: before.release, to: after.release };
  const file = (release: string, text: string): Html =>
    html` <a href="${request.href(API.judgements, { format: "csv", company: slug, release })}">${text}</a>`;
  return html`${sentence(summary)}${before.href !== null && html` ${texts.whichJudgements}${file(before.release, texts.fileThen)}${file(after.release, texts.fileNow)}.`} <a href="${request.href("/changes", range)}">${texts.allChanges}</a>`;
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
  const [shown, more] = [products.slice(0, PRODUCTS_SHOWN), products.slice(PRODUCTS_SHOWN)];
  const list = (some: Company["products"]): Html => html`<ul class="plain many">\n${some.map(item)}</ul>`;
  return section(
    { id: "products", heading: texts.products, note: texts.productsNotJudged },
    html`${list(shown)}
${more.length > 0 && html`<details><summary>${texts.moreProducts(more.length)}</summary>\n${list(more)}\n</details>\n`}`,
  );
}
