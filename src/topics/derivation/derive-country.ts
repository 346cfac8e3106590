import { type Static, Type } from "typebox";
import { AREA_DERIVATION_COMPONENTS, areaDerivationMembers, describeAreaDerivation } from "./area-derivation.ts";
import { envelope, rankedCountryMembers } from "../../ask/components.ts";
import { placeOf, publishedRanking, describeCountryInFull } from "../ranking/country-ranking.ts";
import { openEnvelope } from "../../ask/describe.ts";
import { countryInWords, possessive } from "../../ask/grammar.ts";
import { joinMembers } from "../../ask/json-shape.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { countrySegment, releaseParameter } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import type { CountryRecord } from "../../release/snapshot.ts";
import { answerCountry } from "../country/get-country.ts";
import { summaryMember } from "../../ask/named-members.ts";

const CountryDerivation = envelope("CountryDerivation", {
  ...rankedCountryMembers,
  ...summaryMember,
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
  form: { kind: "json", schema: CountryDerivation, components: AREA_DERIVATION_COMPONENTS },
  problems: ["country_not_found"],
  redirects: true,
  dependsOn: "release",
  answer: (sources, { slug }) => answerCountry(sources, slug, describeDerivation),
});

function describeDerivation(sources: Sources, country: CountryRecord): Static<typeof CountryDerivation> {
  const ranking = publishedRanking(sources.snapshot);
  return joinMembers(
    openEnvelope(sources),
    describeCountryInFull(sources, ranking, placeOf(ranking, country)),
    describeAreaDerivation(sources, {
      kind: "country",
      slug: country.slug,
      medianInWords: `${possessive(countryInWords(country))} median band`,
      record: country,
      filter: { countries: [country.iso2] },
    }),
  );
}
