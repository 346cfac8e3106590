import { defineOperation, describeParameters, type Operation } from "../../ask/operation.ts";
import { Type } from "../../ask/type.ts";
import { COUNTRY_SCORES_PATH, CSV_RULES, CSV_TYPE, tableFileOf, tableLinks } from "../download/downloads.ts";
import { downloadCountryData } from "../download/download-tables.ts";
import { countrySegment, releaseParameter } from "../../ask/parameters.ts";
import { COUNTRY, describeCountry, getCountry } from "../subject/country.ts";
import { deriveLegacyView, monitoredCountries } from "./legacy-view.ts";
import { describeMatrix, getCountrySectorMatrix } from "../ranking/get-country-sector-matrix.ts";
import { describePreview, previewCountries } from "../country/preview-countries.ts";
import { retiredMetrics, TRUST_SCORE } from "../../trust/retired-metrics.ts";
import { rankingIn } from "../ranking/country-ranking.ts";
import { describeRanking, rankCountries } from "../ranking/rank-countries.ts";
import { quote } from "../../problem.ts";

const legacyRanking = deriveLegacyView(rankCountries, {
  metric: Type.String({ description: "What the countries are ranked by: the median band that replaces it." }),
});

const rankCountriesByMetric = defineOperation({
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
  form: { kind: "json", schema: legacyRanking.schema, components: legacyRanking.components },
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
    const { pillars } = sources.snapshot.manifest.dataset;
    const pillar = retiredMetrics(pillars).find(({ name }) => name === metric)?.pillar ?? null;
    const ranking = rankingIn(sources, { pillar, region: null });
    const body = describeRanking(sources, ranking);
    return { kind: "json", body: legacyRanking.view(sources, body, { metric }) };
  },
});

const legacyPreview = deriveLegacyView(previewCountries);

const previewMonitoredCountries = defineOperation({
  id: "preview_monitored_countries",
  method: "GET",
  path: "/api/v1/countries/preview",
  tag: "Version 1",
  summary: "Monitored countries (deprecated)",
  description:
    "The monitored countries as `/api/v2/countries/preview` returns them. The retired scores are null; `meta.retired_fields` lists them.",
  parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
  form: { kind: "json", schema: legacyPreview.schema, components: legacyPreview.components },
  problems: ["gone"],
  dependsOn: "release",
  deprecation: { successorPath: previewCountries.path },
  answer(sources) {
    const body = describePreview(sources, monitoredCountries(sources.snapshot));
    return { kind: "json", body: legacyPreview.view(sources, body) };
  },
});

const legacyMatrix = deriveLegacyView(getCountrySectorMatrix);

const getMonitoredMatrix = defineOperation({
  id: "get_monitored_matrix",
  method: "GET",
  path: "/api/v1/intelligence/country-sector-matrix",
  tag: "Version 1",
  summary: "Monitored countries by sectors (deprecated)",
  description:
    "The monitored countries by sectors as `/api/v2/intelligence/country-sector-matrix` returns them. The retired scores are null; `meta.retired_fields` lists them.",
  parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
  form: { kind: "json", schema: legacyMatrix.schema, components: legacyMatrix.components },
  problems: ["gone"],
  dependsOn: "release",
  deprecation: { successorPath: getCountrySectorMatrix.path },
  answer(sources) {
    const body = describeMatrix(sources, monitoredCountries(sources.snapshot), null);
    return { kind: "json", body: legacyMatrix.view(sources, body) };
  },
});

const legacyCountry = deriveLegacyView(getCountry);

const getCountryScores = defineOperation({
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
  form: { kind: "json", schema: legacyCountry.schema, components: legacyCountry.components },
  problems: ["country_not_found", "gone"],
  redirects: true,
  dependsOn: "release",
  // Compressing every country twice at each start would cost too much for an endpoint that will
  // end.
  knownPaths: ({ countries }) => countries.map(({ slug }) => ({ slug })),
  deprecation: { successorPath: getCountry.path },
  answer(sources, { slug: segment }) {
    const { slug, found } = COUNTRY.find(sources, segment);
    if (slug !== segment) return { kind: "redirect", path: { slug } };
    return { kind: "json", body: legacyCountry.view(sources, describeCountry(sources, found)) };
  },
});

const downloadCountryScores = defineOperation({
  id: "download_country_scores",
  method: "GET",
  path: COUNTRY_SCORES_PATH,
  tag: "Version 1",
  summary: "The full dataset as CSV (deprecated)",
  description: `The lines of \`/api/v2/intelligence/country-data.csv\` with the columns of the retired scores (\`trust_score\`, \`rank_score\` and one \`<pillar>_score\` per pillar), which are empty. ${CSV_RULES}`,
  parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
  form: {
    kind: "file",
    mediaType: CSV_TYPE,
    description: "The countries table of the release, with the retired columns.",
  },
  problems: ["gone"],
  dependsOn: "release",
  deprecation: { successorPath: downloadCountryData.path },
  answer({ snapshot, site }, { release }) {
    return {
      kind: "file",
      ...tableFileOf(snapshot, "countries_v1", "csv"),
      filename: `country-trust-scores-${snapshot.manifest.id}.csv`,
      links: tableLinks({ site, snapshot, release }),
    };
  },
});

/** The operations of version 1 that were given up, each with a successor. */
export const DEPRECATED: readonly Operation[] = [
  previewMonitoredCountries,
  getCountryScores,
  rankCountriesByMetric,
  getMonitoredMatrix,
  downloadCountryScores,
];
