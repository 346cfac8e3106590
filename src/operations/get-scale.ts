import { type Static, Type } from "typebox";
import { MEDIAN_RULE } from "../trust/statistics.ts";
import { TIE_ORDER } from "../trust/ranking.ts";
import { envelope } from "../contract/components.ts";
import { openEnvelope } from "../contract/describe.ts";
import { nullable, reason } from "../contract/json-shape.ts";
import { defineOperation, describeParameters } from "../contract/operation.ts";
import { releaseParameter } from "../contract/parameters.ts";

const ScaleDetail = envelope("ScaleDetail", {
  pillars: Type.Array(
    Type.Object({
      id: Type.String(),
      label: Type.String(),
      description: nullable(Type.String()),
      description_reason: reason("not_given"),
    }),
    { description: "The aspects under which companies are judged, in the publisher's order." },
  ),
  method: Type.Object({
    id: Type.String({ description: "The method by which the statistics of the release were computed." }),
    median: Type.Literal(MEDIAN_RULE),
    tie_order: Type.Literal(TIE_ORDER),
    minimum_companies: Type.Integer({ minimum: 0, description: "Judged companies a country needs to get a rank." }),
  }),
});

export const getScale = defineOperation({
  id: "get_scale",
  method: "GET",
  path: "/api/v2/scale",
  tag: "Reference",
  summary: "The scale, the pillars and the method",
  description:
    "The ordinal scale of all bands, the pillars under which companies are judged, and how medians and ranks are computed.",
  parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
  form: { kind: "json", schema: ScaleDetail },
  problems: [],
  dependsOn: "release",
  answer(sources) {
    const { dataset, method } = sources.snapshot.manifest;
    const body: Static<typeof ScaleDetail> = {
      ...openEnvelope(sources),
      pillars: dataset.pillars.map(({ id, label, description }) => ({
        id,
        label,
        description,
        description_reason: description === null ? "not_given" : null,
      })),
      method: {
        id: method,
        median: MEDIAN_RULE,
        tie_order: TIE_ORDER,
        minimum_companies: dataset.minimumCompanies,
      },
    };
    return { kind: "json", body };
  },
});
