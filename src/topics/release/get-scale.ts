import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { JUDGED_ON_PATTERN } from "../../trust/judged-on.ts";
import { MEDIAN_RULE } from "../../trust/statistics.ts";
import { TIE_ORDER } from "../../trust/ranking.ts";
import { envelope, measuresMembers } from "../../ask/components.ts";
import { bandMembers } from "../../ask/named-members.ts";
import { describeMeasures, openEnvelope } from "../../ask/describe.ts";
import { joinMembers, nullable, objectOf, withReasons } from "../../ask/json-shape.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseParameter } from "../../ask/parameters.ts";
import { API } from "../../ask/urls.ts";

const described = nullable(Type.String({ description: "What it means, as the publisher says." }), "not_given");

const ScaleDetail = envelope("ScaleDetail", {
  ...measuresMembers,
  newest_judgement: nullable(
    Type.String({ pattern: JUDGED_ON_PATTERN, description: "Date of the newest judgement, as it was given." }),
    "undated",
  ),
  bands: Type.Array(objectOf({ ...bandMembers, description: described }), {
    description: "The bands with what they mean, worst first.",
  }),
  pillars: Type.Array(
    objectOf({
      id: Type.String({ description: "As in `pillar` and in columns." }),
      label: Type.String({ description: "The pillar in words." }),
      description: described,
    }),
    { description: "The aspects under which companies are judged, in the publisher's order." },
  ),
  method: Type.Object(
    {
      id: Type.String({ description: "The method by which the statistics of the release were computed." }),
      median: Type.Literal(MEDIAN_RULE, { description: "The rule of medians; see `scale.median`." }),
      tie_order: Type.Literal(TIE_ORDER, { description: "The order of countries with the same rank." }),
      minimum_companies: Type.Integer({ minimum: 0, description: "Judged companies a country needs to get a rank." }),
    },
    { description: "How medians and ranks come about." },
  ),
});

export const getScale = defineOperation({
  id: "get_scale",
  path: API.scale,
  tag: "Reference",
  summary: "The scale, the pillars and the method",
  description:
    "The ordinal scale of all bands, the pillars under which companies are judged, and how medians and ranks are computed.",
  parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
  form: { kind: "json", schema: ScaleDetail },
  answer(sources) {
    const { dataset, method, asOf } = sources.snapshot.manifest;
    const body: Static<typeof ScaleDetail> = {
      ...joinMembers(
        openEnvelope(sources),
        describeMeasures(sources.snapshot),
        withReasons({ newest_judgement: asOf }, { newest_judgement: "undated" }),
      ),
      bands: dataset.scale.bands.map(({ id, label, description }, index) =>
        withReasons({ id, level: index + 1, label, description }, { description: "not_given" }),
      ),
      pillars: dataset.pillars.map(({ id, label, description }) =>
        withReasons({ id, label, description }, { description: "not_given" }),
      ),
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
