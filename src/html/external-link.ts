import { type Html, html } from "./html.ts";

/**
 * Renders a link of a publisher’s row to another site, with its host as the text. No search engine
 * counts it as a recommendation. An address that is none of the web stays a text.
 */
export function externalLink(address: string): Html {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return html`${address}`;
  return html`<a href="${address}" rel="nofollow noopener" title="${address}">${url.host.replace(/^www\./u, "")}</a>`;
}
