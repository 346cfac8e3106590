import { licenceName } from "../ask/describe.ts";
import { dayInWords } from "../ask/grammar.ts";
import type { SiteRequest } from "./define-page.ts";
import { type Child, type Html, html, sentence } from "./html.ts";
import { chartTexts } from "./texts/chart.ts";

/** Renders the note under a chart: what its reader has to know, and the source of its figures. */
export function sourceNote({ dataset }: SiteRequest, note?: Child): Html {
  const { publisher, title, published_at: at, license } = dataset.meta;
  return html`<p class="foot">${note !== undefined && html`${note} `}${sentence(chartTexts.source(publisher, title, dayInWords(at), licenceName(license)))}</p>`;
}
