import { type Static, Type } from "typebox";
import { AREA_DERIVATION_COMPONENTS, areaDerivationMembers, describeAreaDerivation } from "./area-derivation.ts";
import { envelope, sectorFiguresMembers } from "../../ask/components.ts";
import { describeSector, openEnvelope } from "../../ask/describe.ts";
import { joinMembers } from "../../ask/json-shape.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import type { SectorRecord } from "../../release/snapshot.ts";
import { findSector, sectorSegment } from "../sector/get-sector.ts";
import { summaryMember } from "../../ask/named-members.ts";

const SectorDerivation = envelope("SectorDerivation", {
  ...sectorFiguresMembers,
  ...summaryMember,
  ...areaDerivationMembers,
});

export const deriveSector = defineOperation({
  id: "derive_sector",
  method: "GET",
  path: "/api/v2/sectors/{slug}/derivation",
  tag: "Sectors",
  summary: "Why a sector has its band",
  description:
    "How a sector's median band is found, as with a pencil, and what it rests on. The same as for a country.",
  parameters: {
    path: Type.Object({ slug: sectorSegment }),
    query: describeParameters({ ...releaseParameter }),
  },
  form: { kind: "json", schema: SectorDerivation, components: AREA_DERIVATION_COMPONENTS },
  problems: ["sector_not_found"],
  dependsOn: "release",
  examples: ({ sectors: [sector] }) => (sector === undefined ? {} : { slug: sector.slug }),
  answer: (sources, { slug }) => ({ kind: "json", body: describeDerivation(sources, findSector(sources, slug)) }),
});

function describeDerivation(sources: Sources, sector: SectorRecord): Static<typeof SectorDerivation> {
  const { slug, label } = sector;
  return joinMembers(
    openEnvelope(sources),
    describeSector(sources.snapshot, sector),
    describeAreaDerivation(sources, {
      kind: "sector",
      slug,
      medianInWords: `the median band of the sector ${label}`,
      record: sector,
      filter: { sectors: [slug] },
    }),
  );
}
