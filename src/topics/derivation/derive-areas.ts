import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { AREA_DERIVATION_COMPONENTS, areaDerivationMembers, describeAreaDerivation } from "./area-derivation.ts";
import { envelope, rankedCountryMembers, sectorFiguresMembers } from "../../ask/components.ts";
import { describeCountryInFull, placeOf, publishedRanking } from "../ranking/country-ranking.ts";
import { describeSector, openEnvelope } from "../../ask/describe.ts";
import { countryInWords, sectorInWords } from "../../ask/grammar.ts";
import {
  describeNotKnownOfCountry,
  describeNotKnownOfSector,
  NOT_KNOWN_COMPONENTS,
  notKnownMember,
} from "./not-known.ts";
import { joinMembers } from "../../ask/json-shape.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { countrySegment, releaseParameter } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import type { CountryRecord, SectorRecord } from "../../release/snapshot.ts";
import { answerCountry } from "../country/get-country.ts";
import { summaryMember } from "../../ask/named-members.ts";
import { findSector, sectorSegment } from "../sector/get-sector.ts";

const CountryDerivation = envelope("CountryDerivation", {
  ...rankedCountryMembers,
  ...summaryMember,
  ...notKnownMember,
  ...areaDerivationMembers,
});

export const deriveCountry = defineOperation({
  id: "derive_country",
  method: "GET",
  path: "/api/v2/countries/{slug}/derivation",
  tag: "Countries",
  summary: "Why a country has its band",
  description:
    "How a country's median band is found, as with a pencil: its companies in a line by their own bands, the one in the middle, and the companies around it. And what the band rests on: each pillar left out, the dates, judges and sources of the judgements, and the companies that few re-ratings would move.",
  parameters: {
    path: Type.Object({ slug: countrySegment }),
    query: describeParameters({ ...releaseParameter }),
  },
  form: {
    kind: "json",
    schema: CountryDerivation,
    components: [...AREA_DERIVATION_COMPONENTS, ...NOT_KNOWN_COMPONENTS],
  },
  problems: ["country_not_found"],
  redirects: true,
  dependsOn: "release",
  answer: (sources, { slug }) => answerCountry(sources, slug, describeDerivedCountry),
});

function describeDerivedCountry(sources: Sources, country: CountryRecord): Static<typeof CountryDerivation> {
  const ranking = publishedRanking(sources.snapshot);
  return joinMembers(
    openEnvelope(sources),
    describeCountryInFull(sources, ranking, placeOf(ranking, country)),
    describeNotKnownOfCountry(sources, ranking, country),
    describeAreaDerivation(sources, {
      kind: "country",
      slug: country.slug,
      subject: `country:${country.iso2}`,
      name: countryInWords(country),
      record: country,
      filter: { countries: [country.iso2] },
    }),
  );
}

const SectorDerivation = envelope("SectorDerivation", {
  ...sectorFiguresMembers,
  ...summaryMember,
  ...notKnownMember,
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
  form: {
    kind: "json",
    schema: SectorDerivation,
    components: [...AREA_DERIVATION_COMPONENTS, ...NOT_KNOWN_COMPONENTS],
  },
  problems: ["sector_not_found"],
  dependsOn: "release",
  examples: ({ sectors: [sector] }) => (sector === undefined ? {} : { slug: sector.slug }),
  answer: (sources, { slug }) => ({ kind: "json", body: describeDerivedSector(sources, findSector(sources, slug)) }),
});

function describeDerivedSector(sources: Sources, sector: SectorRecord): Static<typeof SectorDerivation> {
  const { slug, label } = sector;
  return joinMembers(
    openEnvelope(sources),
    describeSector(sources.snapshot, sector),
    describeNotKnownOfSector(sources, sector),
    describeAreaDerivation(sources, {
      kind: "sector",
      slug,
      subject: `sector:${slug}`,
      name: sectorInWords(label),
      record: sector,
      filter: { sectors: [slug] },
    }),
  );
}
