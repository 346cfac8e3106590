import { Type } from "typebox";
import { propertiesOf } from "./company-properties.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import {
  PROPOSE_PROPERTIES_PATH,
  Property,
  RECONCILIATION_TAG,
  SUGGEST_PROBLEMS,
  describeProperty,
} from "./reconciliation.ts";
import { ref } from "../../ask/json-shape.ts";

const LIMIT_MAX = 1000;

export const proposeProperties = defineOperation({
  id: "propose_properties",
  method: "GET",
  path: PROPOSE_PROPERTIES_PATH,
  tag: RECONCILIATION_TAG,
  summary: "The properties of companies",
  description:
    "What data extension can be asked for, and for each property whether it narrows queries: the property proposals of reconciliation.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      type: Type.String({
        maxLength: 200,
        default: "",
        description: "Id of a type, returned unchanged. There is one type, so that it decides nothing.",
      }),
      limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_MAX, description: "How many to propose." }),
    }),
  },
  form: {
    kind: "json",
    schema: Type.Object(
      {
        properties: Type.Array(ref(Property), { description: "Those of every release, then one for each pillar." }),
        type: Type.String({ description: "The type as it was sent." }),
        limit: Type.Integer({ description: "The limit that was applied." }),
      },
      { $id: "ProposedProperties", description: "Properties of companies." },
    ),
    components: [Property],
  },
  problems: SUGGEST_PROBLEMS,
  dependsOn: "release",
  admission: "suggest",
  examples: () => ({ type: "company" }),
  answer: ({ snapshot }, { type, limit }) => {
    const properties = propertiesOf(snapshot).slice(0, limit).map(describeProperty);
    return { kind: "json", body: { properties, type, limit } };
  },
});
