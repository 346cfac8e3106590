import { slugify } from "../atlas/slug.ts";
import { NO_SECTOR } from "../trust/dataset.ts";
import type { Snapshot } from "../release/snapshot.ts";
import type { Dimension } from "./page.ts";

/** Returns what the companies of a release differ by; not by sector where none is named. */
export function dimensionsOf({ countries, sectors, manifest }: Snapshot): ReadonlySet<Dimension> {
  const differ = new Set<Dimension>(sectors.some(({ slug }) => slug !== slugify(NO_SECTOR)) ? ["sector"] : []);
  return countries.length > Number(manifest.counts.companiesWithoutCountry === 0) ? differ.add("country") : differ;
}
