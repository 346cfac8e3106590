import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import {
  ReconciliationCandidate,
  ReconciliationResult,
  ResultBatch,
  reconcileCompanies,
} from "./company-candidates.ts";
import { DataExtension, ExtensionQuery, extendCompanies } from "./data-extension.ts";
import { ref } from "../../ask/json-shape.ts";
import { type Answer, defineOperation, describeParameters } from "../../ask/operation.ts";
import { parseJson } from "../../ask/read-body.ts";
import {
  BATCH_SIZE,
  COMPANY_TYPE,
  EntityType,
  PROPOSE_PROPERTIES_PATH,
  RECONCILE_PATH,
  RECONCILIATION_TAG,
  RECONCILIATION_VERSION,
  SUGGEST_COMPANIES_PATH,
  SUGGEST_PROPERTIES_PATH,
  identifierSpaceOf,
  languageParameter,
  previewUrlOf,
  viewUrlOf,
} from "./reconciliation.ts";
import { QueryBatch, ReconciliationQuery } from "./reconciliation-queries.ts";
import type { Sources } from "../../ask/sources.ts";
import { Problem } from "../../problem.ts";
import { exampleCompany } from "../company/list-companies.ts";

/** Bytes of a batch with long names and many properties, escaped. */
const BYTES_MAX = 512 * 1024;

/** The longest batch in a URL, in characters. */
const URL_BATCH_MAX = 6000;

const urlTemplate = Type.String({ description: "URL; `{{id}}` stands for the id of a company." });

function servicePlace(description: string) {
  const members = {
    service_url: Type.String({ format: "uri", description: "The beginning of the URL." }),
    service_path: Type.String({ description: "The rest of the URL." }),
  };
  return Type.Object(members, { description });
}

const Manifest = Type.Object(
  {
    versions: Type.Array(Type.String(), { description: "Versions of the specification that the service follows." }),
    name: Type.String({ description: "The title of the dataset." }),
    identifierSpace: Type.String({ format: "uri", description: "The beginning of the URI of every company." }),
    schemaSpace: Type.String({ format: "uri", description: "What the entities are." }),
    documentation: Type.String({ format: "uri", description: "The guide for people." }),
    logo: Type.String({ format: "uri", description: "A square picture." }),
    defaultTypes: Type.Array(ref(EntityType), { description: "The types of entities." }),
    view: Type.Object({ url: urlTemplate }, { description: "Where a company is described." }),
    preview: Type.Object(
      {
        url: urlTemplate,
        width: Type.Integer({ description: "Width of the frame in pixels." }),
        height: Type.Integer({ description: "Height of the frame in pixels." }),
      },
      { description: "A short description of a company, for a frame." },
    ),
    suggest: Type.Object(
      {
        entity: servicePlace("Completes names of companies."),
        property: servicePlace("Completes names of properties."),
      },
      { description: "What completes input as it is typed." },
    ),
    extend: Type.Object(
      { propose_properties: servicePlace("Lists the properties.") },
      { description: "Data extension is offered, for these properties." },
    ),
    batchSize: Type.Integer({ description: "How many queries a batch may have." }),
  },
  { $id: "ReconciliationManifest", description: "What the reconciliation service offers, and where." },
);

/** Either of the answers that a batch or a data extension query gets. */
const ReconciliationAnswer = Type.Unsafe<Static<typeof ResultBatch> | Static<typeof DataExtension>>({
  $id: "ReconciliationAnswer",
  description: "The results of `queries`, or the values that `extend` asks for.",
  anyOf: [ref(ResultBatch), ref(DataExtension)],
});

const ReconciliationForm = Type.Object(
  {
    queries: Type.Optional(
      Type.Unsafe<string>({
        type: "string",
        contentMediaType: "application/json",
        contentSchema: ref(QueryBatch),
        description: "A batch of queries, as JSON.",
      }),
    ),
    extend: Type.Optional(
      Type.Unsafe<string>({
        type: "string",
        contentMediaType: "application/json",
        contentSchema: ref(ExtensionQuery),
        description: "A data extension query, as JSON.",
      }),
    ),
  },
  {
    $id: "ReconciliationForm",
    additionalProperties: false,
    description: "One of the two: `queries` to find companies, `extend` to get values of those that were found.",
  },
);

const SHARED = [EntityType, ReconciliationCandidate, ReconciliationResult, ResultBatch, DataExtension] as const;

const common = {
  path: RECONCILE_PATH,
  tag: RECONCILIATION_TAG,
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
  form: {
    kind: "json",
    schema: Type.Unsafe<object>({
      $id: "ReconciliationManifestOrAnswer",
      description: "The manifest, or the answer to a query.",
      anyOf: [ref(Manifest), ref(ResultBatch), ref(DataExtension)],
    }),
    components: [...SHARED, Manifest],
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
    components: [ReconciliationQuery, QueryBatch, ExtensionQuery],
    isPersonal: true,
    bytesMax: BYTES_MAX,
    example: { queries: '{"q0":{"query":"Broufignac Construction"}}' },
  },
  form: { kind: "json", schema: ReconciliationAnswer, components: SHARED },
  answer: (sources, _parameters, form) => answerQueries(sources, form),
});

async function answerQueries(
  sources: Sources,
  { queries, extend }: Static<typeof ReconciliationForm>,
): Promise<Answer> {
  if (queries !== undefined && extend === undefined) {
    const batch = parseJson(queries, "`queries`");
    return { kind: "json", body: await reconcileCompanies(sources, batch) };
  }
  if (extend !== undefined && queries === undefined)
    return { kind: "json", body: await extendCompanies(sources, parseJson(extend, "`extend`")) };
  const found = queries === undefined ? "neither `queries` nor `extend`" : "both `queries` and `extend`";
  throw new Problem("invalid_request", `The request has ${found}; send one of them.`);
}

/** The picture and the guide of the service. */
const LOGO_PATH = "/assets/icon.svg";
const GUIDE_PATH = "/docs/openrefine";

const ENTITIES = "https://schema.org/Organization";

const PREVIEW_PIXELS = { width: 420, height: 480 };

function describeService({ snapshot, site }: Sources): Static<typeof Manifest> {
  const { baseUrl } = site;
  return {
    versions: [RECONCILIATION_VERSION],
    name: snapshot.manifest.dataset.title,
    identifierSpace: identifierSpaceOf(site),
    schemaSpace: ENTITIES,
    documentation: `${baseUrl}${GUIDE_PATH}`,
    logo: `${baseUrl}${LOGO_PATH}`,
    defaultTypes: [{ ...COMPANY_TYPE }],
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
