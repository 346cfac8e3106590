import type { Snapshot } from "../release/snapshot.ts";
import { bandLabel } from "../html/charts/band-label.ts";
import { replyMark } from "../topics/company/page-table.ts";
import type { ExportWriter } from "./export-writer.ts";
import { NARROWED_LIST } from "../ask/urls.ts";

/** Maximum length of a list for a page: longer ones have more than 1 MB before compression. */
const LISTED_COMPANIES_MAX = 10_000;

/** Returns true if the companies of a release are few enough for a browser. */
export function hasBrowserList({ manifest }: Snapshot): boolean {
  return manifest.counts.companies <= LISTED_COMPANIES_MAX;
}

/**
 * Writes a row for each company, in the order of their names. Rows refer to countries and sectors
 * by their indexes; bands and replies are markup. Returns the path of the file.
 */
export function writeBrowserList(writer: ExportWriter, snapshot: Snapshot): string {
  const { countries, sectors, manifest } = snapshot;
  const { bands } = manifest.dataset.scale;
  const described = bands.map(({ id, label }, index) => ({ id, label, level: index + 1 }));
  const places = countries.map(({ name, slug }) => [slug, name]);
  const branches = sectors.map(({ label, slug }) => [slug, label]);
  const countryIndexes = new Map(countries.map(({ iso2 }, index) => [iso2, index]));
  const sectorIndexes = new Map(sectors.map(({ slug }, index) => [slug, index]));
  const rows = Array.from({ length: manifest.counts.companies }, (_, position) => {
    const { name, slug, country, sector, median, judgementCount, replyStatus } = snapshot.companyAt(position);
    const place = country === null ? null : (countryIndexes.get(country) ?? null);
    const replied = replyMark(replyStatus);
    const mark = replied === false || replied === null ? [] : [String(replied)];
    return [name, slug, place, sectorIndexes.get(sector) ?? null, median ?? 0, judgementCount, ...mark];
  });
  const list = {
    texts: listInBrowserTexts,
    bands: [bandLabel(described, null), ...described.map(({ level }) => bandLabel(described, level))].map(String),
    band_ids: described.map(({ id }) => id),
    countries: places,
    sectors: branches,
    rows,
  };
  writer.store(NARROWED_LIST.slice(1), Buffer.from(JSON.stringify(list)));
  return NARROWED_LIST;
}

/** Texts of lists of an export that are narrowed in the browser, in English. */
const listInBrowserTexts = {
  noCountry: "No country given",
  nothing: "No company is in all of these.",
  company: "company",
  companies: "companies",
  of: "of",
  more: "Show more",
} as const;
