import { bandLabel } from "../../html/charts/band-label.ts";
import type { Visit } from "../../html/define-page.ts";
import { type Child, html, join } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { changesTexts as texts } from "./texts.ts";
import type { Changes, TwoReleases } from "./page-areas.ts";

/** The countries that moved in single pillars; nothing where none did. */
export function renderPillars(visit: Visit, { pillars }: Changes, { from, to }: TwoReleases): Child {
  if (pillars === null || pillars.length === 0) return null;
  const items = pillars.map(({ label, countries }) => {
    const moved = countries.map(({ country, before, after }) => {
      const [then, now] = [
        bandLabel(from.scale.bands, before.median_level),
        bandLabel(to.scale.bands, after.median_level),
      ];
      return html`<a href="${visit.href(`/countries/${country.slug}`)}">${country.name}</a> (${then} → ${now})`;
    });
    return html`<div><dt>${texts.pillar(label)}</dt><dd>${join(moved, ", ")}</dd></div>\n`;
  });
  return section(
    { id: "pillars", heading: texts.pillars },
    html`<dl>
${items}</dl>`,
  );
}

const HASHED: ReadonlySet<string> = new Set(["about", "privacy", "terms", "logo", "logo_dark"]);

/** What the releases say differently about themselves; nothing where they agree. */
export function renderStatedFacts({ facts }: Changes): Child {
  if (facts === null || facts.length === 0) return null;
  const rows = facts.map(({ fact, id, before, after }) => {
    const show = (text: string | null): string =>
      text === null ? texts.notSaid : HASHED.has(fact) ? texts.shortHash(text) : text;
    const name = id === null ? texts.factNames[fact] : `${texts.factNames[fact]} (${id})`;
    return html`<tr><th scope="row">${name}</th><td data-label="${texts.before}">${show(before)}</td><td data-label="${texts.after}">${show(after)}</td></tr>\n`;
  });
  const columns = [texts.fact, texts.before, texts.after];
  return section(
    { id: "facts", heading: texts.facts },
    html`<table class="cards">
<caption class="hidden">${texts.facts}</caption>
<thead><tr>${columns.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table>`,
  );
}
