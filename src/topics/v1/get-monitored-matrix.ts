import { Type } from "typebox";
import { describeMatrix, getCountrySectorMatrix } from "../ranking/get-country-sector-matrix.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import { deriveLegacyView, monitoredCountries } from "./legacy-view.ts";

const legacy = deriveLegacyView(getCountrySectorMatrix);

export const getMonitoredMatrix = defineOperation({
  id: "get_monitored_matrix",
  method: "GET",
  path: "/api/v1/intelligence/country-sector-matrix",
  tag: "Version 1",
  summary: "Monitored countries by sectors (deprecated)",
  description:
    "The monitored countries by sectors as `/api/v2/intelligence/country-sector-matrix` returns them. The retired scores are null; `meta.retired_fields` lists them.",
  parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
  form: { kind: "json", schema: legacy.schema, components: legacy.components },
  problems: ["gone"],
  dependsOn: "release",
  deprecation: { successorPath: getCountrySectorMatrix.path },
  answer(sources) {
    const body = describeMatrix(sources, monitoredCountries(sources.snapshot), null);
    return { kind: "json", body: legacy.view(sources, body) };
  },
});
