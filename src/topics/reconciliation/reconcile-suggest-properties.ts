import { Type } from "typebox";
import { findProperties } from "./company-properties.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import {
  Property,
  RECONCILIATION_TAG,
  SUGGEST_PROBLEMS,
  SUGGEST_PROPERTIES_PATH,
  describeProperty,
  ignoredParameters,
} from "./reconciliation.ts";
import { ref } from "../../ask/json-shape.ts";

export const suggestProperties = defineOperation({
  id: "suggest_properties",
  method: "GET",
  path: SUGGEST_PROPERTIES_PATH,
  tag: RECONCILIATION_TAG,
  summary: "Complete the name of a property",
  description:
    "The suggest service of reconciliation for properties, all at once. `country`, `country_code`, `sector`, `lei` and `company_id` also narrow queries; others are ignored there.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      prefix: Type.String({ maxLength: 200, description: "What was typed so far." }),
      cursor: Type.Integer({ minimum: 0, maximum: 1000, default: 0, description: "How many suggestions to skip." }),
      ...ignoredParameters,
    }),
  },
  form: {
    kind: "json",
    schema: Type.Object(
      { result: Type.Array(ref(Property), { description: "In the order of the list of properties." }) },
      { $id: "SuggestedProperties", description: "Properties whose names begin like the input." },
    ),
    components: [Property],
  },
  problems: SUGGEST_PROBLEMS,
  dependsOn: "release",
  admission: "suggest",
  examples: () => ({ prefix: "median", cursor: 0 }),
  answer: ({ snapshot }, { prefix, cursor }) => {
    const result = findProperties(snapshot, prefix).slice(cursor).map(describeProperty);
    return { kind: "json", body: { result } };
  },
});
