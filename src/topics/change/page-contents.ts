import { bandLabel } from "../../html/charts/band-label.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { type Child, html, join } from "../../html/html.ts";
import { labelled, section, table } from "../../html/components.ts";
import { changesTexts as texts } from "./texts.ts";
import type { Changes, TwoReleases } from "./page-areas.ts";
import { PAGES } from "../../ask/urls.ts";

/** The countries that moved in single pillars; nothing where none did. */
export function renderPillars(request: SiteRequest, { pillars }: Changes, { from, to }: TwoReleases): Child {
  if (pillars === null || pillars.length === 0) return null;
  const items = pillars.map(({ label, countries }) => {
    const moved = countries.map(({ country, before, after }) => {
      const [then, now] = [
        bandLabel(from.scale.bands, before.median_level),
        bandLabel(to.scale.bands, after.median_level),
      ];
      return html`<a href="${request.href(PAGES.country, { slug: country.slug })}">${country.name}</a> (${then} → ${now})`;
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
    return [name, show(before), show(after)];
  });
  const columns = [texts.fact, labelled(texts.before), labelled(texts.after)];
  return section(
    { id: "facts", heading: texts.facts },
    table({ className: "cards", caption: texts.facts, columns, rows }),
  );
}
