import { listCompanies } from "../company/list-companies.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, html } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { csvField } from "./read-list.ts";
import { portfolioTexts as texts } from "./texts.ts";

/** Renders a list to begin with; nothing if the release has no company. */
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

/** Doubles the third letter of a name. */
function misspell(name: string): string {
  return name.replace(/(?<=\p{L}.)\p{L}/u, "$&$&");
}
