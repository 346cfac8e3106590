import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { reconcileCompanies } from "./company-candidates.ts";
import { extendCompanies } from "./data-extension.ts";
import { type Answer, defineOperation, describeParameters } from "../../ask/operation.ts";
import { parseJson } from "../../ask/read-body.ts";
import {
  BATCH_SIZE,
  COMPANY_TYPE,
  PROPOSE_PROPERTIES_PATH,
  RECONCILE_PATH,
  RECONCILIATION_VERSION,
  SPECIFIED,
  SUGGEST_COMPANIES_PATH,
  SUGGEST_PROPERTIES_PATH,
  identifierSpaceOf,
  languageParameter,
  previewUrlOf,
  viewUrlOf,
} from "./reconciliation.ts";
import type { Sources } from "../../ask/sources.ts";
import { Problem } from "../../problem.ts";
import { exampleCompany } from "../company/list-companies.ts";

/** Maximum size of a batch: enough for long names and many properties, escaped. */
const BYTES_MAX = 512 * 1024;

/** Maximum length of a batch in a URL, in characters. */
const URL_BATCH_MAX = 6000;

const ReconciliationForm = Type.Object(
  {
    queries: Type.Optional(Type.String({ description: "A batch of queries, as JSON." })),
    extend: Type.Optional(Type.String({ description: "A data extension query, as JSON." })),
  },
  {
    $id: "ReconciliationForm",
    additionalProperties: false,
    description: "One of the two: `queries` to find companies, `extend` to get values of those that were found.",
  },
);

const common = {
  ...SPECIFIED,
  path: RECONCILE_PATH,
  problems: ["payload_too_large", "invalid_json"],
  dependsOn: "release",
  admission: "counted",
  isConfidential: true,
} as const;

const W3C_REPORTS = "https://www.w3.org/community/reports/reconciliation";

export const getReconciliation = defineOperation({
  ...common,
  id: "get_reconciliation",
  method: "GET",
  summary: "The manifest of the reconciliation service",
  description: `What a client such as OpenRefine has to know, as the [Reconciliation Service API ${RECONCILIATION_VERSION}](${W3C_REPORTS}/CG-FINAL-specs-0.2-20230410/) says. With \`queries\` or \`extend\` it answers them as POST does; URLs are too short for most batches.`,
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      queries: Type.Optional(
        Type.String({ maxLength: URL_BATCH_MAX, description: "A batch of queries, as JSON; see the POST." }),
      ),
      extend: Type.Optional(
        Type.String({ maxLength: URL_BATCH_MAX, description: "A data extension query, as JSON; see the POST." }),
      ),
      ...languageParameter,
    }),
  },
  examples(snapshot) {
    const company = exampleCompany(snapshot);
    if (company === undefined) return {};
    return {
      queries: JSON.stringify({ q0: { query: company.name } }),
    };
  },
  answer(sources, parameters) {
    if (parameters.queries !== undefined || parameters.extend !== undefined) return answerQueries(sources, parameters);
    return { kind: "json", body: describeService(sources) };
  },
});

export const reconcile = defineOperation({
  ...common,
  id: "reconcile",
  method: "POST",
  summary: "Find the companies that names mean",
  description: `Answers up to ${BATCH_SIZE} reconciliation queries, or a data extension query, in one request, which counts as one. A company is \`match\` only if its name is equal apart from case, accents, punctuation and legal forms and no other company has it, or if an id or LEI names it. A query of the wrong form is an error of the batch; a value without a meaning, such as an unknown country, affects its query alone. Nothing of what is sent is logged or kept.`,
  parameters: { path: Type.Object({}), query: describeParameters(languageParameter) },
  body: {
    encoding: "form",
    schema: ReconciliationForm,
    isPersonal: true,
    bytesMax: BYTES_MAX,
    example: { queries: '{"q0":{"query":"Broufignac Construction"}}' },
  },
  answer: (sources, _parameters, form) => answerQueries(sources, form),
});

async function answerQueries(
  sources: Sources,
  { queries, extend }: Static<typeof ReconciliationForm>,
): Promise<Answer> {
  if (queries !== undefined && extend === undefined) {
    const batch = parseJson(queries, "`queries`", "payload_too_large");
    return { kind: "json", body: await reconcileCompanies(sources, batch) };
  }
  if (extend !== undefined && queries === undefined)
    return { kind: "json", body: await extendCompanies(sources, parseJson(extend, "`extend`")) };
  const found = queries === undefined ? "neither `queries` nor `extend`" : "both `queries` and `extend`";
  throw new Problem("invalid_request", `The request has ${found}; send one of them.`);
}

/** The picture and the guide of the service. */
const LOGO_PATH = "/assets/icon.svg";
const GUIDE_PATH = "/docs/finding-companies#openrefine";

const ENTITIES = "https://schema.org/Organization";

const PREVIEW_PIXELS = { width: 420, height: 480 };

function describeService({ snapshot, site }: Sources) {
  const { baseUrl } = site;
  return {
    versions: [RECONCILIATION_VERSION],
    name: snapshot.manifest.dataset.title,
    identifierSpace: identifierSpaceOf(site),
    schemaSpace: ENTITIES,
    documentation: `${baseUrl}${GUIDE_PATH}`,
    logo: `${baseUrl}${LOGO_PATH}`,
    defaultTypes: [COMPANY_TYPE],
    view: { url: viewUrlOf(site) },
    preview: { url: previewUrlOf(site), ...PREVIEW_PIXELS },
    suggest: {
      entity: { service_url: baseUrl, service_path: SUGGEST_COMPANIES_PATH },
      property: { service_url: baseUrl, service_path: SUGGEST_PROPERTIES_PATH },
    },
    extend: { propose_properties: { service_url: baseUrl, service_path: PROPOSE_PROPERTIES_PATH } },
    batchSize: BATCH_SIZE,
  };
}
