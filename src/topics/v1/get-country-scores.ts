import { Type } from "typebox";
import { answerCountry, getCountry } from "../country/get-country.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { countrySegment, releaseParameter } from "../../ask/parameters.ts";
import { deriveLegacyView } from "./legacy-view.ts";

const legacy = deriveLegacyView(getCountry);

export const getCountryScores = defineOperation({
  id: "get_country_scores",
  method: "GET",
  path: "/api/v1/countries/{slug}",
  tag: "Version 1",
  summary: "One country with its metrics and sectors (deprecated)",
  description:
    "A country as `/api/v2/countries/{slug}` returns it. The retired scores, including those in `metrics`, are null; `meta.retired_fields` lists them. ISO codes, names and former names are redirected to the slug.",
  parameters: {
    path: Type.Object({ slug: countrySegment }),
    query: describeParameters({ ...releaseParameter }),
  },
  form: { kind: "json", schema: legacy.schema, components: legacy.components },
  problems: ["country_not_found", "gone"],
  redirects: true,
  dependsOn: "release",
  // Compressing every country twice at each start would cost too much for an endpoint that will
  // end.
  isRarelyAsked: true,
  knownPaths: ({ countries }) => countries.map(({ slug }) => ({ slug })),
  deprecation: { successorPath: getCountry.path },
  answer(sources, { slug }) {
    const answer = answerCountry(sources, slug);
    return answer.kind === "json" ? { kind: "json", body: legacy.view(sources, answer.body) } : answer;
  },
});
