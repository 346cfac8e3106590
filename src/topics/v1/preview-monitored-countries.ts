import { Type } from "typebox";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import { describePreview, previewCountries } from "../country/preview-countries.ts";
import { deriveLegacyView, monitoredCountries } from "./legacy-view.ts";

const legacy = deriveLegacyView(previewCountries);

export const previewMonitoredCountries = defineOperation({
  id: "preview_monitored_countries",
  method: "GET",
  path: "/api/v1/countries/preview",
  tag: "Version 1",
  summary: "Monitored countries (deprecated)",
  description:
    "The monitored countries as `/api/v2/countries/preview` returns them. The retired scores are null; `meta.retired_fields` lists them.",
  parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
  form: { kind: "json", schema: legacy.schema, components: legacy.components },
  problems: ["gone"],
  dependsOn: "release",
  deprecation: { successorPath: previewCountries.path },
  answer(sources) {
    const body = describePreview(sources, monitoredCountries(sources.snapshot));
    return { kind: "json", body: legacy.view(sources, body) };
  },
});
