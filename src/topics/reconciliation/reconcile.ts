import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { type Answer, defineOperation, describeParameters } from "../../ask/operation.ts";
import { buildReader, parseJson } from "../../ask/read-body.ts";
import {
  BATCH_SIZE,
  COMPANY_TYPE,
  describeInShort,
  languageParameter,
  PROPOSE_PROPERTIES_PATH,
  RECONCILE_PATH,
  RECONCILIATION_VERSION,
  SPECIFIED,
  SUGGEST_COMPANIES_PATH,
  SUGGEST_PROPERTIES_PATH,
} from "./reconciliation.ts";
import type { Sources } from "../../ask/sources.ts";
import { Problem, type ProblemError, quote } from "../../problem.ts";
import { exampleCompany } from "../company/list-companies.ts";
import { type CompanyMatch, matchCompanies } from "./match-companies.ts";
import { type ReadQuery, readQueryBatch } from "./reconciliation-queries.ts";
import { type CompanyProperty, propertiesOf } from "./company-properties.ts";
import { ref } from "../../ask/json-shape.ts";
import { refuseParameters } from "../../ask/read-parameters.ts";

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
  admission: "counted",
  isConfidential: true,
} as const;

const W3C_REPORTS = "https://www.w3.org/community/reports/reconciliation";

export const getReconciliation = defineOperation({
  ...common,
  id: "get_reconciliation",
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
    // The slug of a company completes its URI.
    identifierSpace: `${baseUrl}/api/v2/companies/`,
    schemaSpace: ENTITIES,
    documentation: `${baseUrl}${GUIDE_PATH}`,
    logo: `${baseUrl}${LOGO_PATH}`,
    defaultTypes: [COMPANY_TYPE],
    // `{{id}}` stands for its slug.
    view: { url: `${baseUrl}/companies/{{id}}` },
    preview: { url: `${baseUrl}/embed/companies/{{id}}`, ...PREVIEW_PIXELS },
    suggest: {
      entity: { service_url: baseUrl, service_path: SUGGEST_COMPANIES_PATH },
      property: { service_url: baseUrl, service_path: SUGGEST_PROPERTIES_PATH },
    },
    extend: { propose_properties: { service_url: baseUrl, service_path: PROPOSE_PROPERTIES_PATH } },
    batchSize: BATCH_SIZE,
  };
}

/** The answers to reconciliation queries, which are matched like the rows of portfolios. */

/** Answers the queries of the parameter `queries` from the release of `sources`. */
async function reconcileCompanies(sources: Sources, queries: unknown): Promise<object> {
  const batch = await readQueryBatch(sources, queries);
  const sought = batch.map((query) => query.sought);
  const matches = await matchCompanies(sources.snapshot, sought, sources.signal);
  const results = batch.map((query, index) => {
    const candidates = describeMatch(sources, query, matches[index]);
    const result = candidates.slice(0, query.limit).map((candidate) => sayIgnored(candidate, query.ignored));
    return [query.name, { result, ignored_properties: query.ignored }] as const;
  });
  return Object.fromEntries(results);
}

/** Adds ignored properties to the description, the one member of ours that clients show. */
function sayIgnored(candidate: CandidateJson, ignored: readonly string[]): CandidateJson {
  if (ignored.length === 0) return candidate;
  return { ...candidate, description: `${candidate.description}; found without ${ignored.join(", ")}` };
}

type CandidateJson = ReturnType<typeof describeCandidate>;

function describeMatch(
  sources: Sources,
  { named, isPossible, isCertain }: ReadQuery,
  match: CompanyMatch | undefined,
): CandidateJson[] {
  if (!isPossible || match === undefined) return [];
  if (match.status === "matched") {
    const { position, alias, by } = match;
    const isByName = by === "name" || by === "name_without_legal_form";
    return [describeCandidate(sources, { position, alias, score: 1, isByName, match: isCertain })];
  }
  const isSimilar = match.status === "unmatched" || match.because === "similar_names";
  if (named !== null && isSimilar) {
    const found = { position: named, alias: null, score: 1, isByName: false, match: isCertain };
    return [describeCandidate(sources, found)];
  }
  if (match.status === "unmatched") return [];
  const isByName = match.because !== "identifiers_disagree";
  return match.candidates.map((candidate) => describeCandidate(sources, { ...candidate, isByName, match: false }));
}

interface FoundCompany {
  readonly position: number;
  readonly alias: string | null;
  /** The similarity of its name, from 0 to 1. */
  readonly score: number;
  /** True if its name was compared. */
  readonly isByName: boolean;
  readonly match: boolean;
}

function describeCandidate(sources: Sources, { position, alias, score, isByName, match }: FoundCompany) {
  const company = sources.snapshot.companyAt(position);
  const { slug, name } = company;
  return {
    id: slug,
    name,
    description: describeInShort(sources, company) + (alias === null ? "" : `; also known as ${alias}`),
    type: [COMPANY_TYPE],
    score: Math.round(score * 1000) / 10,
    match,
    features: isByName ? [{ id: "name_similarity", value: Math.round(score * 1000) / 1000 }] : [],
  };
}

/** Data extension: values of properties for companies that were reconciled. */

/** Maximum number of companies, and of properties, of one request. */
const IDS_MAX = 500;
const PROPERTIES_MAX = 120;
/** Maximum length of an id that is looked up, in characters. */
const ID_CHARACTERS_MAX = 300;

const id = { maxLength: ID_CHARACTERS_MAX };

const ExtensionQuery = Type.Object(
  {
    ids: Type.Array(Type.String({ ...id, description: "Slug of a company, or the publisher's id." }), {
      maxItems: IDS_MAX,
      description: "The companies.",
    }),
    properties: Type.Array(
      Type.Object(
        {
          id: Type.String({ ...id, description: "Id of a property." }),
          settings: Type.Optional(
            Type.Object({}, { maxProperties: 0, description: "Properties have no settings: an empty object." }),
          ),
        },
        { additionalProperties: false },
      ),
      { maxItems: PROPERTIES_MAX, description: "What to answer of each." },
    ),
  },
  { $id: "DataExtensionQuery", additionalProperties: false, description: "A data extension query." },
);

/** An object surrounds the value so that pointers to errors begin with the parameter's name. */
const read = buildReader(Type.Object({ extend: ref(ExtensionQuery) }), [ExtensionQuery]);

/** Answers the queries of the parameter `extend` from the release of `sources`. */
async function extendCompanies(sources: Sources, extend: unknown): Promise<object> {
  const { ids, properties } = (await read({ extend })).extend;
  const asked = findProperties(sources, properties);
  const rows = ids.map((sent) => {
    const company = sources.snapshot.companyBySlug(sent) ?? sources.snapshot.companyById(sent);
    const values = asked.map((property) => {
      const value = company === undefined ? null : property.valueOf(sources, company);
      return [property.id, value === null ? [] : [value]] as const;
    });
    return [sent, Object.fromEntries(values)] as const;
  });
  return { meta: asked.map(({ id: own, name }) => ({ id: own, name })), rows: Object.fromEntries(rows) };
}

function findProperties(
  { snapshot, site }: Sources,
  given: readonly { readonly id: string }[],
): readonly CompanyProperty[] {
  const known = new Map(propertiesOf(snapshot).map((property) => [property.id, property]));
  const found: CompanyProperty[] = [];
  const errors: ProblemError[] = [];
  for (const [index, { id: wanted }] of given.entries()) {
    const property = known.get(wanted);
    if (property !== undefined) found.push(property);
    else {
      const detail = `${quote(wanted)} is not a property of companies in release ${snapshot.manifest.id}; expected one of those at ${site.baseUrl}${PROPOSE_PROPERTIES_PATH}.`;
      errors.push({ pointer: `#/extend/properties/${index}/id`, detail });
    }
  }
  if (errors.length > 0) throw refuseParameters(errors, false);
  return found;
}
