import { Type } from "typebox";
import { bomParameter, CSV_RULES, csvFormOf } from "../download/csv-form.ts";
import { COUNTRY_SCORES_PATH, CSV_TYPE, tableFileOf, tableLinks } from "../download/downloads.ts";
import { downloadCountryData } from "../download/download-tables.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";

export const downloadCountryScores = defineOperation({
  id: "download_country_scores",
  method: "GET",
  path: COUNTRY_SCORES_PATH,
  tag: "Version 1",
  summary: "The full dataset as CSV (deprecated)",
  description: `The lines of \`/api/v2/intelligence/country-data.csv\` with the columns of the retired scores (\`trust_score\`, \`rank_score\` and one \`<pillar>_score\` per pillar), which are empty. ${CSV_RULES}`,
  parameters: { path: Type.Object({}), query: describeParameters({ ...bomParameter, ...releaseParameter }) },
  form: {
    kind: "file",
    mediaType: CSV_TYPE,
    description: "The countries table of the release, with the retired columns.",
  },
  problems: ["gone"],
  dependsOn: "release",
  deprecation: { successorPath: downloadCountryData.path },
  answer({ snapshot, site }, { bom, release }) {
    return {
      kind: "file",
      ...tableFileOf(snapshot, "countries_v1", "csv"),
      ...(bom ? { byteOrderMark: true } : {}),
      filename: `country-trust-scores-${snapshot.manifest.id}.csv`,
      links: tableLinks({ site, snapshot, release, csvPath: COUNTRY_SCORES_PATH, form: csvFormOf({ bom }) }),
    };
  },
});
