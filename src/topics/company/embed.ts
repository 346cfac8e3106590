import { COMPANY_EMBED_PATH } from "../reconciliation/reconciliation.ts";
import { COMPANY_REPLY, replyStatusIn } from "./words-of-replies.ts";
import { getCompany } from "./get-company.ts";
import { bandKey } from "../../html/charts/band-label.ts";
import { middleLineBar } from "../../html/charts/middle-line-bar.ts";
import { html, labelElement, sentence } from "../../html/html.ts";
import { companyFinding } from "./page-finding.ts";
import { embedTexts as texts } from "../embed/texts.ts";
import type { Embed } from "../embed/embed.ts";
import { EMBED_BAR, EMBED_HEIGHTS } from "../embed/embed-heights.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";

/** A company in short; clients of reconciliation show it of each candidate. */
export const COMPANY_EMBED: Embed = {
  path: COMPANY_EMBED_PATH,
  page: "/companies/{slug}",
  query: [],
  async render(request) {
    const { slug = "" } = request.path;
    const company = await request.ask(getCompany, { slug });
    if (company.slug !== slug) return { redirectTo: urlTo(COMPANY_EMBED_PATH, { slug: company.slug }) };
    const { name, country, sector, judgement_count: judgements } = company;
    const { bands } = request.dataset;
    const reply = replyStatusIn(company.reply_status);
    const main = html`<p class="sub">${labelElement(sector.label)}${country !== null && `, ${country.name}`}</p>
${judgements > 0 && bandKey(bands, company)}
${middleLineBar(bands, company, false, EMBED_BAR)}
<p class="says">${sentence(company.summary)}</p>${reply !== null && html`\n<p class="reply">${COMPANY_REPLY[reply]}</p>`}`;
    return {
      subject: name,
      title: companyFinding(request.dataset, company).text,
      main,
      count: texts.judgements(judgements),
      href: request.href(PAGES.company, { slug: company.slug }),
      height: EMBED_HEIGHTS.company,
    };
  },
};
