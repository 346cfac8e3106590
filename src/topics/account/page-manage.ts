import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, html } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { dashboardTexts as texts } from "./texts.ts";

export const DASHBOARD_PATH = "/dashboard";

/**
 * Forms that replace or revoke the key. Each is folded, and asks for the key once more and whether
 * its sender is sure; a script that holds the key fills it in.
 */
export function renderManage(request: SiteRequest): Html {
  const keeps = Object.entries(texts.keeps).map(
    ([seconds, text]) => html`<option value="${seconds}">${text}</option>\n`,
  );
  const keepOld = html`<div class="field">
<label for="keep-old">${texts.keepOld}</label>
<select id="keep-old" name="keep_old_for_seconds">
${keeps}</select>
</div>
`;
  return section(
    { id: "manage", heading: texts.manage },
    html`${renderChange(request, { change: "rotate", summary: texts.replace, note: texts.replaceNote, more: keepOld, sure: texts.sureToReplace, submit: texts.replaceSubmit })}
${renderChange(request, { change: "revoke", summary: texts.revoke, note: texts.revokeNote, more: null, sure: texts.sureToRevoke, submit: texts.revokeSubmit })}
<p class="pages"><a href="${request.href("/docs/errors-and-limits")}#replace-revoke-export-erase">${texts.eraseGuide}</a></p>
<p><button type="button" class="quiet" data-forget hidden>${texts.forget}</button></p>`,
  );
}

interface Change {
  /** A field called `action` would hide the address that the form is sent to. */
  readonly change: "rotate" | "revoke";
  readonly summary: string;
  readonly note: string;
  /** Further fields of the form. */
  readonly more: Child;
  readonly sure: string;
  readonly submit: string;
}

function renderChange(request: SiteRequest, { change, summary, note, more, sure, submit }: Change): Html {
  return html`<details>
<summary>${summary}</summary>
<form class="sheet" method="post" action="${request.href(DASHBOARD_PATH, { release: undefined })}" aria-label="${summary}">
<p class="sub">${note}</p>
<input type="hidden" name="change" value="${change}">
${more}<div class="field" data-key-again>
<label for="${change}-key">${texts.keyAgain}</label>
<input id="${change}-key" name="key" type="password" autocomplete="off" spellcheck="false" maxlength="200" required>
</div>
<p><label class="sure"><input type="checkbox" name="sure" value="yes" required> ${sure}</label></p>
<p><button type="submit">${submit}</button></p>
</form>
</details>`;
}
