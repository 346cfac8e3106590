import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { quote } from "../../problem.ts";
import type { ReleaseFigures, SectorRecord, Snapshot } from "../../release/snapshot.ts";
import { areaMembers, envelope, PillarEntry, sectorFiguresMembers } from "../../ask/components.ts";
import { countryMembers, pageOf, sectorMembers, urlOf, summaryMember } from "../../ask/named-members.ts";
import { describeArea, describePillars, describeSectorFigures, nameCountry, openEnvelope } from "../../ask/describe.ts";
import { sectorInWords } from "../../ask/grammar.ts";
import { summarizeSector } from "../sector/list-sectors.ts";
import {
  describeNotKnown,
  NOT_KNOWN_COMPONENTS,
  notKnownMember,
  AREA_DERIVATION_COMPONENTS,
  areaDerivationMembers,
  type DerivedArea,
  describeAreaDerivation,
} from "../derivation/area-derivation.ts";
import { defineSubjectHistory, historyEntry, historyOf } from "../history/history.ts";
import { joinMembers, objectOf, ref } from "../../ask/json-shape.ts";
import type { Sources } from "../../ask/sources.ts";
import { API, hrefOf, pageUrlOf, urlTo } from "../../ask/urls.ts";
import { ratedSector } from "../../say/standing.ts";
import { defineSubjectOperation, type Kind, notFound } from "./kind.ts";

const paths: Kind["paths"] = ({ sectors }) => sectors.map(({ slug }) => ({ slug }));

export const SECTOR: Kind<SectorRecord> = {
  name: "sector",
  tag: "Sectors",
  segment: Type.String({
    minLength: 1,
    maxLength: 200,
    description: "Slug of a sector. Its label is redirected to it.",
  }),
  example: (snapshot) => paths(snapshot)[0] ?? {},
  paths,
  find({ snapshot }, segment) {
    const found = findSector(snapshot, segment);
    if (found !== undefined) return { slug: found.slug, found };
    throw notFound("sector", `Release ${snapshot.manifest.id} has no sector ${quote(segment)}.`);
  },
};

/** Finds a sector by its slug or its label. */
function findSector({ sectors }: Pick<Snapshot, "sectors">, name: string): SectorRecord | undefined {
  const named = name.toLowerCase();
  return sectors.find(({ slug }) => slug === named) ?? sectors.find(({ label }) => label.toLowerCase() === named);
}

const figures = { ...sectorFiguresMembers, ...summaryMember, ...notKnownMember };

/** Describes the figures that begin every answer about one sector. */
function describeFigures(sources: Sources, sector: SectorRecord) {
  return joinMembers(
    openEnvelope(sources),
    describeSectorFigures(sources.snapshot, sector),
    summarizeSector(sources.snapshot, sector),
    describeNotKnown(sources, areaOf(sources, sector), null),
  );
}

function areaOf({ snapshot }: Sources, record: SectorRecord): DerivedArea {
  const { slug } = record;
  const rated = ratedSector(record, snapshot.manifest.dataset.minimumCompanies);
  return { kind: "sector", slug, rated, record, filter: { sectors: [slug] } };
}

const CountryCell = objectOf(
  { ...countryMembers, ...areaMembers, href: urlOf("the country") },
  { $id: "CountryCell", description: "The companies of a sector in one country." },
);

const SectorDetail = envelope("SectorDetail", {
  ...figures,
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

export const getSector = defineSubjectOperation(SECTOR, {
  id: "get_sector",
  path: API.sector,
  summary: "One sector with its pillars and countries",
  description: "A sector's median band and distribution, and its statistics per pillar and per country.",
  bulkPath: "/api/v2/data/sectors.csv",
  schema: SectorDetail,
  components: [CountryCell, ...NOT_KNOWN_COMPONENTS],
  knownPaths: paths,
  describe: describeDetail,
});

function describeDetail(sources: Sources, sector: SectorRecord): Static<typeof SectorDetail> {
  const { snapshot, site } = sources;
  const { scale, minimumCompanies } = snapshot.manifest.dataset;
  return joinMembers(describeFigures(sources, sector), {
    minimum_companies: minimumCompanies,
    pillars: describePillars(snapshot, sector.pillars),
    countries: snapshot.countries.flatMap((country) => {
      const cell = snapshot.cell(country.iso2, sector.slug);
      if (cell === undefined) return [];
      const href = hrefOf(site, "country", country.slug);
      return joinMembers(nameCountry(country), describeArea(scale, cell), { href });
    }),
    links: {
      self: hrefOf(site, "sector", sector.slug),
      page: pageUrlOf(site, "sector", sector.slug),
      companies: site.baseUrl + urlTo(API.companies, { sector: sector.slug }),
      sectors: site.baseUrl + API.sectors,
      matrix: site.baseUrl + API.matrix,
    },
  });
}

export const deriveSector = defineSubjectOperation(SECTOR, {
  id: "derive_sector",
  path: `${API.sector}/derivation`,
  summary: "Why a sector has its band",
  description:
    "How a sector's median band is found, as with a pencil, and what it rests on. The same as for a country.",
  bulkPath: "/api/v2/data/companies.csv",
  schema: envelope("SectorDerivation", { ...figures, ...areaDerivationMembers }),
  components: AREA_DERIVATION_COMPONENTS,
  describe: (sources, sector) =>
    joinMembers(describeFigures(sources, sector), describeAreaDerivation(sources, areaOf(sources, sector))),
});

const { listed_companies, judged_companies } = areaMembers;

const SectorHistoryEntry = historyEntry("SectorHistoryEntry", "sector", { listed_companies, judged_companies });

export const getSectorHistory = defineSubjectHistory(SECTOR, {
  id: "get_sector_history",
  path: `${API.sector}/history`,
  summary: "How a sector developed",
  description:
    "A sector in one release after the other, oldest first: median band, distribution and firmness, each on the scale of its release. `break` says where the method changed, so that nothing can be said of rise or fall.",
  bulkPath: "/api/v2/data/sectors.csv",
  schema: historyOf("SectorHistory", ref(SectorHistoryEntry), sectorMembers),
  entry: SectorHistoryEntry,
  follow({ sources: { snapshot } }, segment) {
    const slug = findSector(snapshot, segment)?.slug ?? segment;
    const find = ({ sectors }: ReleaseFigures) => sectors.find((sector) => sector.slug === slug);
    return { slug, find, absent: `These releases have no sector ${quote(slug)}.` };
  },
  name: ({ slug, label }) => ({
    name: sectorInWords(label),
    identity: { slug, label },
  }),
  describe: (found) => ({
    listed_companies: found?.listedCompanies ?? 0,
    judged_companies: found?.judgedCompanies ?? 0,
  }),
});
