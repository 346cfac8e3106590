import type { Static } from "typebox";
import type { SectorRecord, Snapshot } from "../../release/snapshot.ts";
import { SectorEntry, rowsOf } from "../../ask/components.ts";
import { describeSectorFigures } from "../../ask/describe.ts";
import { joinMembers, ref } from "../../ask/json-shape.ts";
import { ifAsked } from "../../ask/lists.ts";
import type { JsonOperation } from "../../ask/operation.ts";
import { LIMIT_MAXIMUM, sortParameter } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import { type PageQuery, pageOfRows } from "../../release/queries.ts";
import { sectorRecords } from "../../release/table-records.ts";
import { defineList } from "../download/define-list.ts";
import { API, urlsOf } from "../../ask/urls.ts";
import { ratedSector, standing } from "../../say/standing.ts";

const SECTOR_ORDERS = [
  "slug",
  "-slug",
  "median_band",
  "-median_band",
  "judged_companies",
  "-judged_companies",
] as const;

type SectorOrder = (typeof SECTOR_ORDERS)[number];

const SectorList = rowsOf("SectorList", ref(SectorEntry), {});

export const listSectors: JsonOperation<typeof SectorList> = defineList({
  id: "list_sectors",
  path: API.sectors,
  tag: "Sectors",
  summary: "Sectors with their statistics",
  description:
    "All sectors that companies name, with the statistics of the companies counted in them, in all countries. One that companies name only after another has no company, and no figures.",
  filters: {
    sort: sortParameter(
      SECTOR_ORDERS,
      "`-median_band` lists the best first. Sectors without a judged company come last in both orders.",
    ),
  },
  item: SectorEntry,
  limit: LIMIT_MAXIMUM,
  schema: SectorList,
  table: "sectors",
  read: (_sources, { sort }) => ({ query: { sort }, errors: [] }),
  find: findSectors,
  describe: (sources, fields) => (sector) => describeEntry(sources, sector, fields),
  rows(snapshot, query) {
    const { rows, ...page } = findSectors(snapshot, query);
    return { ...page, rows: sectorRecords(snapshot, rows) };
  },
});

function findSectors({ sectors }: Snapshot, { sort, ...page }: PageQuery & { readonly sort: SectorOrder }) {
  return pageOfRows(sectors.toSorted(COMPARISONS[sort]), page);
}

function describeEntry(
  { snapshot, site }: Sources,
  sector: SectorRecord,
  fields: readonly string[] | undefined,
): Static<typeof SectorEntry> {
  return joinMembers(
    describeSectorFigures(snapshot, sector),
    ifAsked(fields, () => summarizeSector(snapshot, sector)),
    urlsOf(site, "sector", sector.slug),
  );
}

/** Describes a sector in words. */
export function summarizeSector({ manifest: { dataset } }: Snapshot, sector: SectorRecord) {
  return { summary: standing(dataset.scale, ratedSector(sector, dataset.minimumCompanies), "summary").text };
}

/** Orders of the list. Sectors are sorted by slug already, and equal ones keep that order. */
const COMPARISONS: Readonly<Record<SectorOrder, (a: SectorRecord, b: SectorRecord) => number>> = {
  slug: () => 0,
  "-slug": (a, b) => (a.slug < b.slug ? 1 : -1),
  median_band: (a, b) => (a.median ?? Number.MAX_SAFE_INTEGER) - (b.median ?? Number.MAX_SAFE_INTEGER),
  "-median_band": (a, b) => (b.median ?? 0) - (a.median ?? 0),
  judged_companies: (a, b) => a.judgedCompanies - b.judgedCompanies,
  "-judged_companies": (a, b) => b.judgedCompanies - a.judgedCompanies,
};
