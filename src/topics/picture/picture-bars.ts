import type { BandFigures } from "../../html/charts/figures.ts";
import type { Redirect, SiteRequest } from "../../html/define-page.ts";
import type { Dataset } from "../../html/frame.ts";
import type { NamedBar } from "../../html/pictures/share-charts.ts";
import type { SharedFinding } from "../../html/pictures/share-picture.ts";

/** Finds the content of a picture; `dataset` has legible words. A redirect leads to a page. */
export type Find = (siteRequest: SiteRequest, dataset: Dataset) => Promise<SharedFinding | Redirect>;

/** The figures of an area, and the number of its judged companies. */
export type JudgedFigures = BandFigures & { readonly judged_companies: number };

/** Returns a bar; `fallback` replaces a name that the fonts do not have. */
export function areaBar(figures: JudgedFigures, minimum: number, name: string, fallback: string): NamedBar {
  const { judged_companies: count } = figures;
  return { ...figures, name, fallback, count, isThin: count < minimum };
}

/** Returns a country as a bar of a picture. */
export function countryBar(
  country: JudgedFigures & { readonly name: string; readonly iso3: string },
  minimum: number,
): NamedBar {
  return areaBar(country, minimum, country.name, country.iso3);
}

/** Returns the judged bars, best first, then largest, as the pages sort their parts. */
export function inOrder(bars: readonly NamedBar[]): readonly NamedBar[] {
  const judged = bars.filter(({ count }) => count > 0);
  return judged.toSorted((a, b) => (b.median_level ?? 0) - (a.median_level ?? 0) || b.count - a.count);
}
