import { Type } from "typebox";
import { retiredMetrics, TRUST_SCORE } from "../../trust/retired-metrics.ts";
import { buildRanking } from "../ranking/country-ranking.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import { describeRanking, rankCountries } from "../ranking/rank-countries.ts";
import { deriveLegacyView } from "./legacy-view.ts";
import { quote } from "../../problem.ts";

const legacy = deriveLegacyView(rankCountries, {
  metric: Type.String({ description: "What the countries are ranked by: the median band that replaces it." }),
});

export const rankCountriesByMetric = defineOperation({
  id: "rank_countries_by_metric",
  method: "GET",
  path: "/api/v1/intelligence/country-rankings",
  tag: "Version 1",
  summary: "Countries ranked by a metric (deprecated)",
  description:
    "The countries as `/api/v2/intelligence/country-rankings` ranks them, by the median band that replaces the metric: over all pillars, or in one. With the metric of a pillar, the statistics are those of the pillar, and countries that are not judged in it come last. The retired scores are null; `meta.retired_fields` lists them.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      metric: Type.String({
        minLength: 1,
        maxLength: 200,
        default: TRUST_SCORE,
        description: "`trust_score` for all pillars together, or `<pillar>_score` with the id of a pillar.",
      }),
      ...releaseParameter,
    }),
  },
  form: { kind: "json", schema: legacy.schema, components: legacy.components },
  problems: ["gone"],
  dependsOn: "release",
  deprecation: { successorPath: rankCountries.path },
  check({ snapshot }, { metric }) {
    const names = retiredMetrics(snapshot.manifest.dataset.pillars).map(({ name }) => name);
    if (metric === undefined || names.includes(metric)) return [];
    const expected = names.map((name) => `\`${name}\``).join(", ");
    return [{ parameter: "metric", detail: `\`metric\` is ${quote(metric)}; expected one of ${expected}.` }];
  },
  answer(sources, { metric }) {
    const { pillars, minimumCompanies } = sources.snapshot.manifest.dataset;
    const pillar = retiredMetrics(pillars).find(({ name }) => name === metric)?.pillar ?? null;
    const ranking = buildRanking(sources.snapshot, minimumCompanies, pillar);
    const body = describeRanking(sources, ranking);
    return { kind: "json", body: legacy.view(sources, body, { metric }) };
  },
});
