import { Type } from "typebox";
import {
  COUNTRY_SCORES_PATH,
  CSV_RULES,
  CSV_TYPE,
  csvParameters,
  tableFileOf,
  tableLinks,
} from "../../contract/downloads.ts";
import { downloadCountryData } from "../download-tables.ts";
import { defineOperation, describeParameters } from "../../contract/operation.ts";

export const downloadCountryScores = defineOperation({
  id: "download_country_scores",
  method: "GET",
  path: COUNTRY_SCORES_PATH,
  tag: "Version 1",
  summary: "The full dataset as CSV (deprecated)",
  description: `The lines of \`/api/v2/intelligence/country-data.csv\` with the columns of the retired scores (\`trust_score\`, \`rank_score\` and one \`<pillar>_score\` per pillar), which are empty. ${CSV_RULES}`,
  parameters: { path: Type.Object({}), query: describeParameters(csvParameters) },
  form: {
    kind: "file",
    mediaType: CSV_TYPE,
    description: "The countries table of the release, with the retired columns.",
  },
  problems: ["gone"],
  dependsOn: "release",
  deprecation: { successorPath: downloadCountryData.path },
  answer({ snapshot, site }, { bom, release }) {
    const { id, dataset } = snapshot.manifest;
    return {
      kind: "file",
      ...tableFileOf(snapshot, "countries_v1", "csv"),
      ...(bom ? { byteOrderMark: true } : {}),
      filename: `country-trust-scores-${id}.csv`,
      links: tableLinks({ site, licence: dataset.licence, release, csvPath: COUNTRY_SCORES_PATH, bom }),
    };
  },
});
