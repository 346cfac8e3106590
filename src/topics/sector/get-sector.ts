import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { Problem, quote } from "../../problem.ts";
import type { SectorRecord } from "../../release/snapshot.ts";
import { areaMembers, envelope, PillarEntry, sectorFiguresMembers } from "../../ask/components.ts";
import { countryMembers, pageOf, urlOf, summaryMember } from "../../ask/named-members.ts";
import { describeArea, describePillars, describeSector, nameCountry, openEnvelope } from "../../ask/describe.ts";
import { describeNotKnownOfSector, NOT_KNOWN_COMPONENTS, notKnownMember } from "../derivation/not-known.ts";
import { joinMembers, objectOf, ref } from "../../ask/json-shape.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import { API, hrefOf, pageUrlOf, urlTo } from "../../ask/urls.ts";

const CountryCell = objectOf(
  { ...countryMembers, ...areaMembers, href: urlOf("the country") },
  { $id: "CountryCell", description: "The companies of a sector in one country." },
);

/** The path segment of a sector. */
export const sectorSegment = Type.String({ minLength: 1, maxLength: 200, description: "Slug of a sector." });

const SectorDetail = envelope("SectorDetail", {
  ...sectorFiguresMembers,
  ...summaryMember,
  ...notKnownMember,
  minimum_companies: Type.Integer({ minimum: 0, description: "With fewer judged companies, figures say little." }),
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
  path: API.sector,
  tag: "Sectors",
  summary: "One sector with its pillars and countries",
  description: "A sector's median band and distribution, and its statistics per pillar and per country.",
  parameters: {
    path: Type.Object({ slug: sectorSegment }),
    query: describeParameters({ ...releaseParameter }),
  },
  form: { kind: "json", schema: SectorDetail, components: [CountryCell, ...NOT_KNOWN_COMPONENTS] },
  problems: ["sector_not_found"],
  dependsOn: "release",
  knownPaths: ({ sectors }) => sectors.map(({ slug }) => ({ slug })),
  answer: (sources, { slug }) => ({ kind: "json", body: describeDetail(sources, findSector(sources, slug)) }),
});

/** Finds the sector that a path segment names; throws `sector_not_found`. */
export function findSector({ snapshot }: Sources, slug: string): SectorRecord {
  const sector = snapshot.sectorBySlug(slug);
  if (sector !== undefined) return sector;
  throw new Problem("sector_not_found", `Release ${snapshot.manifest.id} has no sector ${quote(slug)}.`, [], {
    listedIn: "sectors",
  });
}

function describeDetail(sources: Sources, sector: SectorRecord): Static<typeof SectorDetail> {
  const { snapshot, atlas, site } = sources;
  const { scale, minimumCompanies } = snapshot.manifest.dataset;
  return joinMembers(
    openEnvelope(sources),
    describeSector(snapshot, sector),
    describeNotKnownOfSector(sources, sector),
    {
      minimum_companies: minimumCompanies,
      pillars: describePillars(snapshot, sector.pillars),
      countries: snapshot.countries.flatMap((country) => {
        const cell = snapshot.cell(country.iso2, sector.slug);
        if (cell === undefined) return [];
        const href = hrefOf(site, "country", country.slug);
        return joinMembers(nameCountry(atlas, country), describeArea(scale, cell), { href });
      }),
      links: {
        self: hrefOf(site, "sector", sector.slug),
        page: pageUrlOf(site, "sector", sector.slug),
        companies: site.baseUrl + urlTo(API.companies, { sector: sector.slug }),
        sectors: site.baseUrl + API.sectors,
        matrix: site.baseUrl + API.matrix,
      },
    },
  );
}
