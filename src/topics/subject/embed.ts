import { capitalized } from "../../ask/grammar.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";
import { bandKey } from "../../html/charts/band-label.ts";
import { middleLineBar } from "../../html/charts/middle-line-bar.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { html, labelElement, sentence } from "../../html/html.ts";
import { COMPANY_REPLY, replyStatusIn } from "../company/replies.ts";
import type { Embed, EmbedContent } from "../embed/embed.ts";
import { EMBED_BAR, EMBED_HEIGHTS } from "../embed/embed-snippet.ts";
import { embedTexts as texts } from "../embed/texts.ts";
import { pictureTexts } from "../picture/texts.ts";
import { getCompany } from "./company.ts";
import { subjectFinding } from "./findings.ts";
import { getCountry } from "./country.ts";

/** A subject in a frame, under its canonical slug. */
type Frame = Pick<EmbedContent, "subject" | "title" | "main" | "count"> & { readonly slug: string };

async function frameCountry(request: SiteRequest, asked: string): Promise<Frame> {
  const { ask, dataset } = request;
  const country = await ask(getCountry, { slug: asked });
  const { slug, name, judged_companies: judged, listed_companies: listed } = country;
  const { bands, method } = dataset;
  const main = html`${bandKey(bands, country)}
${middleLineBar(bands, country, judged < method.minimum_companies, EMBED_BAR)}
<p class="says">${sentence(country.summary)}</p>`;
  const title = await subjectFinding({ dataset: request.dataset }, country);
  return { slug, subject: name, title, main, count: `${capitalized(pictureTexts.judged(judged, listed))}.` };
}

async function frameCompany(request: SiteRequest, asked: string): Promise<Frame> {
  const { ask, dataset } = request;
  const company = await ask(getCompany, { slug: asked });
  const { slug, name, country, sector, judgement_count: judgements } = company;
  const { bands } = dataset;
  const reply = replyStatusIn(company.reply_status);
  const inSector = request.dimensions.has("sector") && labelElement(sector.label);
  const main = html`<p class="sub">${inSector}${inSector !== false && country !== null && ", "}${country?.name}</p>
${judgements > 0 && bandKey(bands, company)}
${middleLineBar(bands, company, false, EMBED_BAR)}
<p class="says">${sentence(company.summary)}</p>${reply !== null && html`\n<p class="reply">${COMPANY_REPLY[reply]}</p>`}`;
  const title = await subjectFinding({ dataset: request.dataset }, company);
  return { slug, subject: name, title, main, count: texts.judgements(judgements) };
}

function embedOf(kind: "country" | "company", frame: (request: SiteRequest, asked: string) => Promise<Frame>): Embed {
  const page = PAGES[kind];
  const path = `/embed${page}`;
  return {
    path,
    page,
    query: [],
    async render(request) {
      const { slug: asked = "" } = request.path;
      const { slug, ...content } = await frame(request, asked);
      if (slug !== asked) return { redirectTo: urlTo(path, { slug }) };
      return { ...content, href: request.href(page, { slug }), height: EMBED_HEIGHTS[kind] };
    },
  };
}

/** Clients of reconciliation show the embed of a company as preview of a candidate. */
export const SUBJECT_EMBEDS: readonly Embed[] = [embedOf("country", frameCountry), embedOf("company", frameCompany)];
