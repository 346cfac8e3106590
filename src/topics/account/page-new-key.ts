import type { SiteRequest } from "../../html/define-page.ts";
import { type Html, html } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { newKeyTexts as texts } from "./texts-sign-up.ts";
import { KEY_HEADER } from "./account.ts";
import { getScale } from "../release/get-scale.ts";

/** Renders a key that was just issued, to be copied, and a first request with it. */
export function renderNewKey({ baseUrl }: SiteRequest, key: string): Html {
  const line = `curl -s -H '${KEY_HEADER}: ${key}' '${baseUrl}${getScale.path}'`;
  return html`${section({ id: "key-title", heading: texts.key, className: "new-key" }, html`<p class="copied"><code id="new-key">${key}</code>${copyButton("new-key", texts.copyKey, texts.keyCopied)}</p>`)}
${section(
  { id: "try-it", heading: texts.tryIt },
  html`<div class="copied"><pre tabindex="0"><code id="curl-line">${line}</code></pre>${copyButton("curl-line", texts.copyLine, texts.lineCopied)}</div>
<p class="foot">${texts.tryNote}</p>`,
)}`;
}

function copyButton(source: string, text: string, copied: string): Html {
  return html`<button type="button" class="quiet" data-copy="${source}" data-copied="${copied}" hidden>${text}</button>`;
}
