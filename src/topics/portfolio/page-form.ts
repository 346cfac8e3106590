import { digits } from "../../ask/grammar.ts";
import { ROWS_MAX } from "./list-rows.ts";
import { listCompanies } from "../company/list-companies.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, type Html, formatSentence, html } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { ACCEPTED } from "./page-upload.ts";
import { csvField } from "./read-list.ts";
import { portfolioTexts as texts } from "./texts.ts";

/** The id of the form, for buttons that stand elsewhere. */
const FORM = "own-list";

/** How a result is saved: the values of the buttons. */
export const SAVED_AS = ["csv", "excel"] as const;

/** So many faults are named. */
const FAULTS_MAX = 20;

/** The form, with what was sent and what is wrong with it. */
export function listForm(request: SiteRequest, text: string, faults: readonly string[]): Html {
  const told = faults.slice(0, FAULTS_MAX).map((fault) => html`<li>${formatSentence(fault)}</li>\n`);
  const more = faults.length - told.length;
  const isFaulty = faults.length > 0;
  const describedBy = isFaulty ? "list-fault list-hint" : "list-hint";
  return html`<form id="${FORM}" class="sheet wide-list" method="post" enctype="multipart/form-data" action="${request.href("/portfolio")}" aria-label="${texts.form}">
<div class="field">
<label for="list">${texts.list}</label>
${
  isFaulty &&
  html`<div class="fault" id="list-fault">
<ul class="plain">
${told}</ul>
${more > 0 && html`<p>${texts.moreFaults(more)}</p>`}
</div>`
}<textarea id="list" name="list" rows="9" autocomplete="off" spellcheck="false" aria-describedby="${describedBy}"${isFaulty && html` aria-invalid="true"`}>
${text}</textarea>
<p class="hint" id="list-hint">${texts.listHint}</p>
</div>
<div class="field">
<label for="file">${texts.file}</label>
<input type="file" id="file" name="file" accept="${ACCEPTED}" aria-describedby="file-hint">
<p class="hint" id="file-hint">${texts.fileHint(digits(ROWS_MAX))}</p>
</div>
<p class="promise">${texts.promise}</p>
<p><button type="submit">${texts.submit}</button></p>
</form>`;
}

/** The buttons that send the list of the form again, for a file. */
export function saveButtons(): Html {
  return html`<p class="buttons">
${SAVED_AS.map((as) => html`<button type="submit" class="quiet" form="${FORM}" name="as" value="${as}">${texts.save[as]}</button>\n`)}</p>`;
}

/** A list to begin with; nothing where the release has no company. */
export async function renderSample(request: SiteRequest): Promise<Child> {
  const { items } = await request.ask(listCompanies, { sort: "-judgement_count", limit: "8" });
  if (items.length === 0) return null;
  const rows = items.map(({ name, country }, index) => {
    if (index === 1) return [name.toUpperCase(), country?.name ?? ""];
    return index === 2 ? [misspell(name), ""] : [name, country?.iso3 ?? ""];
  });
  const list = [["name", "country"], ...rows, [texts.stranger, ""]]
    .map((row) => row.map(csvField).join(","))
    .join("\n");
  return section(
    { id: "sample", heading: texts.sample },
    html`<p>${texts.sampleNote}</p>
<pre tabindex="0"><code>${list}
</code></pre>
<form method="post" enctype="multipart/form-data" action="${request.href("/portfolio")}" aria-label="${texts.sample}">
<input type="hidden" name="list" value="${list}">
<button type="submit" class="quiet">${texts.sampleSubmit}</button>
</form>`,
  );
}

/** A name with its third letter twice. */
function misspell(name: string): string {
  return name.replace(/(?<=\p{L}.)\p{L}/u, "$&$&");
}
