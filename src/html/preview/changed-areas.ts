import { getCountry } from "../../topics/country/get-country.ts";
import { getSector } from "../../topics/sector/get-sector.ts";
import { listChanges } from "../../topics/change/list-changes.ts";
import { type Child, html } from "../html.ts";
import { previewTexts as texts } from "./texts.ts";
import {
  type ComparedPage,
  SHOWN,
  askIfThere,
  bandDifference,
  bandsInBrackets,
  difference,
  haveSameFigures,
  isOtherBand,
  listed,
} from "./compared-page.ts";
import { PAGES } from "../../ask/urls.ts";

/** A pillar, a sector or a country in the table of an area. */
interface Part {
  readonly id?: string;
  readonly slug?: string;
  readonly label?: string;
  readonly name?: string;
  readonly median_level: number | null;
}

/** A country or a sector, as its answer describes it. */
interface AreaFigures {
  readonly median_level: number | null;
  readonly listed_companies: number;
  readonly judged_companies: number;
  readonly pillars: readonly Part[];
}

/** What changes on the page of a country. */
export async function changesOfCountry(page: ComparedPage): Promise<readonly Child[]> {
  const { slug = "" } = page.request.path;
  const after = await page.request.ask(getCountry, { slug });
  const before = await askIfThere(page.askBefore(getCountry, { slug: after.slug }));
  if (before === null) return [texts.newCountry];
  const found = [
    ...differencesOfArea(page, before, after),
    difference(page, texts.rank, before.rank ?? texts.none, after.rank ?? texts.none),
    difference(page, texts.ranked, before.ranked_countries, after.ranked_countries),
    movedParts(page, texts.moved.sectors, before.sectors, after.sectors),
    ...(await changedCompanies(page, { country: after.slug })),
  ];
  return orOthers(found, before, after);
}

/** What changes on the page of a sector. */
export async function changesOfSector(page: ComparedPage): Promise<readonly Child[]> {
  const { slug = "" } = page.request.path;
  const after = await page.request.ask(getSector, { slug });
  const before = await askIfThere(page.askBefore(getSector, { slug }));
  if (before === null) return [texts.newSector];
  const found = [
    ...differencesOfArea(page, before, after),
    movedParts(page, texts.moved.countries, before.countries, after.countries),
    ...(await changedCompanies(page, { sector: slug })),
  ];
  return orOthers(found, before, after);
}

/** What was found, or that something else changes. */
export function orOthers(found: readonly Child[], before: object, after: object): readonly Child[] {
  const isFound = found.some((each) => each !== null && each !== false);
  return isFound || haveSameFigures(before, after) ? found : [texts.otherFigures];
}

function differencesOfArea(page: ComparedPage, before: AreaFigures, after: AreaFigures): Child[] {
  return [
    bandDifference(page, texts.medianBand, before.median_level, after.median_level),
    difference(page, texts.judged, before.judged_companies, after.judged_companies),
    difference(page, texts.listed, before.listed_companies, after.listed_companies),
    movedParts(page, texts.moved.pillars, before.pillars, after.pillars),
  ];
}

/** The parts of an area that have another median band, or none in the current release. */
function movedParts(
  page: ComparedPage,
  say: (count: number) => string,
  before: readonly Part[],
  after: readonly Part[],
): Child {
  const keyOf = ({ id, slug }: Part): string => id ?? slug ?? "";
  const levels = new Map(before.map((part) => [keyOf(part), part.median_level]));
  const moved = after.flatMap((part) => {
    const level = levels.get(keyOf(part)) ?? null;
    if (!isOtherBand(page, level, part.median_level)) return [];
    return html`${part.label ?? part.name} ${bandsInBrackets(page, level, part.median_level)}`;
  });
  return listed(moved.length, say, moved);
}

/** The companies of an area that something happens to, by what that is. */
async function changedCompanies(
  { request, ask, from, to }: ComparedPage,
  filter: Readonly<Record<string, string>>,
): Promise<Child[]> {
  const found: Child[] = [];
  for (const [change, label] of Object.entries(texts.changes)) {
    const { items, total } = await ask(listChanges, { ...filter, from, to, change, limit: String(SHOWN) });
    const names = items.map(({ slug, name, after }) => {
      const href = request.href(PAGES.company, { slug, ...(after === null ? { release: from } : {}) });
      return html`<a href="${href}">${name}</a>`;
    });
    found.push(listed(total, (count) => texts.companies(label, count), names));
  }
  return found;
}
