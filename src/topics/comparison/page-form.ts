import { listSectors } from "../sector/list-sectors.ts";
import type { SiteRequest } from "../../html/define-page.ts";
import { field, keepRelease, optionsOf, select } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { compareTexts as texts } from "./texts.ts";
import type { Ranking } from "../ranking/page-finding.ts";

/** Maximum number of countries in a comparison. */
const COUNTRIES_MAX = 8;

/** The names of the controls that hold one country each. */
const SLOTS = Array.from({ length: COUNTRIES_MAX }, (_, index) => `c${index + 1}`);

/** The choices of the form. */
export interface Choice {
  /** Slugs. */
  readonly countries: readonly string[];
  readonly pillar: string | undefined;
  readonly sector: string | undefined;
}

/** Reads the countries that the form sent, each once; undefined if it was not the form. */
export function readForm({ query }: SiteRequest): readonly string[] | undefined {
  const sent = SLOTS.map((slot) => query.get(slot)).filter((slug) => slug !== undefined);
  return sent.length === 0 ? undefined : [...new Set(sent.filter((slug) => slug !== ""))];
}

/** Reads a choice; undefined if it means all, which is not sent on. */
export function readChoice({ query }: SiteRequest, name: "pillar" | "sector"): string | undefined {
  const value = query.get(name);
  return value === "" ? undefined : value;
}

/** Renders the form: the chosen countries, and a control for one more by default. */
export async function compareForm(
  request: SiteRequest,
  { items }: Ranking,
  chosen: Choice,
  slotCount = Math.max(2, chosen.countries.length + 1),
): Promise<Html> {
  const { countries, pillar, sector } = chosen;
  const byName = items.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  const { items: sectors } = await request.ask(listSectors);
  const slots = SLOTS.slice(0, slotCount).map((slot, index) => {
    const first = ["", index < 2 ? texts.choose : texts.another] as const;
    const others = byName.map(({ slug, name }) => [slug, name] as const);
    return field(texts.country(index + 1), select(slot, optionsOf([first, ...others], countries[index])));
  });
  const pillars = request.dataset.pillars.map(({ id, label }) => [id, label] as const);
  const sectorChoices = sectors.map(({ slug, label }) => [slug, label] as const);
  return html`<form class="choose" method="get" action="${request.href("/compare", { release: undefined })}" aria-label="${texts.form}">
${keepRelease(request)}${slots}${field(texts.pillar, select("pillar", optionsOf([["", texts.allPillars], ...pillars], pillar)))}${field(texts.sector, select("sector", optionsOf([["", texts.allSectors], ...sectorChoices], sector)))}<button type="submit">${texts.submit}</button>
</form>`;
}
