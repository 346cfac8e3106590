import { type Static, Type } from "typebox";
import { Problem, quote } from "../../problem.ts";
import type { SectorRecord } from "../../release/snapshot.ts";
import { areaMembers, envelope, PillarEntry, sectorFiguresMembers } from "../../ask/components.ts";
import { countryMembers, pageOf, urlOf, summaryMember } from "../../ask/named-members.ts";
import {
  describeArea,
  describePillars,
  describeSector,
  hrefOf,
  pageUrlOf,
  nameCountry,
  openEnvelope,
} from "../../ask/describe.ts";
import { joinMembers, objectOf, ref } from "../../ask/json-shape.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";

const CountryCell = objectOf(
  { ...countryMembers, ...areaMembers, href: urlOf("the country") },
  { $id: "CountryCell", description: "The companies of a sector in one country." },
);

/** The path segment of a sector. */
export const sectorSegment = Type.String({ minLength: 1, maxLength: 200, description: "Slug of a sector." });

const SectorDetail = envelope("SectorDetail", {
  ...sectorFiguresMembers,
  ...summaryMember,
  pillars: Type.Array(ref(PillarEntry), { description: "In the publisher's order." }),
  countries: Type.Array(ref(CountryCell), {
    description:
      "The sector's cells: its companies in each country it has companies in, ordered by ISO 3166-1 alpha-3.",
  }),
  links: Type.Object(
    {
      self: urlOf("this sector"),
      page: pageOf("this sector"),
      companies: urlOf("its companies"),
      sectors: urlOf("all sectors"),
      matrix: urlOf("the matrix of countries and sectors"),
    },
    { description: "Where to go on." },
  ),
});

export const getSector = defineOperation({
  id: "get_sector",
  method: "GET",
  path: "/api/v2/sectors/{slug}",
  tag: "Sectors",
  summary: "One sector with its pillars and countries",
  description: "A sector's median band and distribution, and its statistics per pillar and per country.",
  parameters: {
    path: Type.Object({ slug: sectorSegment }),
    query: describeParameters({ ...releaseParameter }),
  },
  form: { kind: "json", schema: SectorDetail, components: [CountryCell] },
  problems: ["sector_not_found"],
  dependsOn: "release",
  knownPaths: ({ sectors }) => sectors.map(({ slug }) => ({ slug })),
  answer: (sources, { slug }) => ({ kind: "json", body: describeDetail(sources, findSector(sources, slug)) }),
});

/** Finds the sector that a path segment names; throws `sector_not_found`. */
export function findSector({ snapshot }: Sources, slug: string): SectorRecord {
  const sector = snapshot.sectorBySlug(slug);
  if (sector !== undefined) return sector;
  throw new Problem(
    "sector_not_found",
    `Release ${snapshot.manifest.id} has no sector ${quote(slug)}; /api/v2/sectors lists those it has.`,
  );
}

function describeDetail(sources: Sources, sector: SectorRecord): Static<typeof SectorDetail> {
  const { snapshot, atlas, site } = sources;
  const { scale } = snapshot.manifest.dataset;
  return joinMembers(openEnvelope(sources), describeSector(snapshot, sector), {
    pillars: describePillars(snapshot, sector.pillars),
    countries: snapshot.countries.flatMap((country) => {
      const cell = snapshot.cell(country.iso2, sector.slug);
      if (cell === undefined) return [];
      const href = hrefOf(site, "countries", country.slug);
      return joinMembers(nameCountry(atlas, country), describeArea(scale, cell), { href });
    }),
    links: {
      self: hrefOf(site, "sectors", sector.slug),
      page: pageUrlOf(site, "sectors", sector.slug),
      companies: `${site.baseUrl}/api/v2/companies?sector=${encodeURIComponent(sector.slug)}`,
      sectors: `${site.baseUrl}/api/v2/sectors`,
      matrix: `${site.baseUrl}/api/v2/intelligence/country-sector-matrix`,
    },
  });
}
