import { Type } from "typebox";
import { defineOperation, describeParameters } from "./operation.ts";
import { releaseParameter } from "./parameters.ts";

/** Where a licence with a well-known SPDX identifier can be read. */
const LICENCE_PAGES: Readonly<Record<string, string>> = {
  "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/",
};

export const downloadCountryData = defineOperation({
  id: "download_country_data",
  method: "GET",
  path: "/api/v2/intelligence/country-data.csv",
  tag: "Intelligence",
  summary: "The banded dataset as CSV",
  description:
    "One line per country: RFC 4180 with CRLF and a header line, UTF-8 without byte order mark, ordered by ISO 3166-1 alpha-3. An empty cell is null. Columns are only ever appended.",
  parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
  form: {
    kind: "file",
    mediaType: "text/csv; charset=utf-8; header=present",
    description: "The countries table of the release.",
  },
  problems: [],
  dependsOn: "release",
  answer({ snapshot }) {
    const { id, dataset } = snapshot.manifest;
    const file = snapshot.tableFile("countries", "csv");
    if (file === undefined) throw new Error(`release ${id} holds no countries table as CSV`);
    const licencePage = LICENCE_PAGES[dataset.licence] ?? `https://spdx.org/licenses/${dataset.licence}.html`;
    return {
      kind: "file",
      ...file,
      filename: `country-trust-bands-${id}.csv`,
      links: [{ rel: "license", href: licencePage }],
    };
  },
});
