import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { Problem, type ProblemError, quote } from "../../problem.ts";
import { CANDIDATES_MAX } from "../../search/match-name.ts";
import { pointAt } from "../../ask/body-errors.ts";
import { NARROWING, type NarrowingId } from "./company-properties.ts";
import { KINDS } from "../../ask/filter-names.ts";
import { oneOf, ref } from "../../ask/json-shape.ts";
import type { SoughtCompany } from "./match-companies.ts";
import { buildReader } from "../../ask/read-body.ts";
import { refuseParameters } from "../../ask/read-parameters.ts";
import { BATCH_SIZE, COMPANY_TYPE } from "./reconciliation.ts";
import type { Sources } from "../../ask/sources.ts";

/** Batches of reconciliation queries, and the companies that they describe. */

/** Maximum number of properties of a query, and of values of each. */
const VALUES_MAX = 10;

const PropertyOfQuery = Type.Object(
  {
    pid: Type.String({
      description: `Id of the property: ${NARROWING.map((id) => `\`${id}\``).join(", ")}. Another one is ignored, and the result names it.`,
    }),
    v: Type.Unsafe<unknown>({
      type: ["string", "number", "boolean", "object", "array"],
      items: {},
      maxItems: VALUES_MAX,
      description:
        "Its value: a text, a number, an entity with `id` and `name`, or a list of them, any of which may be meant.",
    }),
  },
  { additionalProperties: false },
);

const ReconciliationQuery = Type.Object(
  {
    query: Type.Optional(Type.String({ description: "The name of a company." })),
    type: Type.Optional(
      Type.Unsafe<string | string[]>({
        type: ["string", "array"],
        items: { type: "string" },
        description: "A type of entities, or several. There is one: `company`.",
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, description: `How many candidates to return; never more than ${CANDIDATES_MAX}.` }),
    ),
    properties: Type.Optional(
      Type.Array(PropertyOfQuery, { maxItems: VALUES_MAX, description: "What else is known of the company." }),
    ),
    type_strict: Type.Optional(
      oneOf(["any", "should", "all"], {
        description:
          "Whether a company has to be of `any` or of `all` of the types; with `should`, types do not matter.",
      }),
    ),
  },
  {
    $id: "ReconciliationQuery",
    additionalProperties: false,
    description: "A company that is sought, by `query`, `properties` or both.",
  },
);
type Query = Static<typeof ReconciliationQuery>;

const QueryBatch = Type.Unsafe<Record<string, Query>>({
  $id: "ReconciliationQueryBatch",
  type: "object",
  description: `Up to ${BATCH_SIZE} reconciliation queries by names of the caller's choice.`,
  additionalProperties: ref(ReconciliationQuery),
});

/** An object surrounds the value so that pointers to errors begin with the parameter's name. */
const read = buildReader(Type.Object({ queries: ref(QueryBatch) }), [ReconciliationQuery, QueryBatch]);

/** A query, and the description of a company that was read from it. */
export interface ReadQuery {
  /** The caller's name for the query. */
  readonly name: string;
  readonly limit: number;
  readonly sought: SoughtCompany;
  /** The position of the company whose id or slug is the text of the query. */
  readonly named: number | null;
  /** True if the types that are sought allow a company. */
  readonly isPossible: boolean;
  /** True if every property of the query has one meaning. */
  readonly isCertain: boolean;
  /** Ids of its properties that do not narrow the search. */
  readonly ignored: readonly string[];
}

/**
 * Reads the parameter `queries`. Throws a problem with every fault of the form of its
 * queries; a value that means nothing, such as an unknown country, is no fault.
 */
export async function readQueryBatch(sources: Sources, queries: unknown): Promise<readonly ReadQuery[]> {
  const batch = Object.entries((await read({ queries })).queries);
  if (batch.length > BATCH_SIZE) throw tooMany(batch.length);
  const faults = batch.flatMap(([name, query]) => findFaults(name, query));
  if (faults.length > 0) throw refuseParameters(faults, false);
  return batch.map(([name, query]) => readQuery(sources, name, query));
}

function tooMany(count: number): Problem {
  const detail = `\`queries\` has ${count} queries; a batch may have ${BATCH_SIZE}. Send the others in another one.`;
  return new Problem("payload_too_large", detail);
}

/** Finds errors in the form of a query that its schema does not exclude. */
function findFaults(name: string, { query, properties = [] }: Query): ProblemError[] {
  const pointer = pointAt("/queries", name);
  if (query === undefined && properties.length === 0)
    return [{ pointer, detail: `The query ${quote(name)} asks for nothing; it needs \`query\` or \`properties\`.` }];
  return [];
}

function readQuery(sources: Sources, name: string, query: Query): ReadQuery {
  const { properties = [], limit = CANDIDATES_MAX, type = COMPANY_TYPE.id, type_strict: strict = "any" } = query;
  const text = query.query?.trim() ?? "";
  const given = (...ids: readonly NarrowingId[]) =>
    new Set(properties.filter(({ pid }) => ids.some((id) => id === pid)).flatMap(({ v }) => textsOf(v)));
  const country = findOne(given("country", "country_code"), (value) => sources.atlas.findByCell(value)?.iso2 ?? null);
  const sector = findOne(given("sector"), (value) => KINDS.sector.find(sources, value)?.id ?? null);
  const lei = findOne(given("lei"), (value) => value.toUpperCase());
  const companyId = findOne(given("company_id"), (value) => value);
  const types = [type].flat();
  const isCompany = (each: string): boolean => each === COMPANY_TYPE.id;
  return {
    name,
    limit,
    sought: {
      name: text === "" ? null : text,
      country: country.meaning,
      sector: sector.meaning,
      companyId: companyId.meaning,
      slug: null,
      lei: lei.meaning,
    },
    named: sources.snapshot.findCompany(text) ?? null,
    isPossible: strict === "should" || (strict === "all" ? types.every(isCompany) : types.some(isCompany)),
    isCertain: [country, sector, lei, companyId].every(({ isClear }) => isClear),
    ignored: [...new Set(properties.map(({ pid }) => pid).filter((pid) => !NARROWING.some((id) => id === pid)))],
  };
}

/** Returns the texts of the value of a property, or of its values. */
function textsOf(value: unknown): string[] {
  return [value]
    .flat()
    .map((each) => textOf(each).trim())
    .filter((text) => text !== "");
}

/** Returns a value as a text: of an entity its name, or else its id. */
function textOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  if ("name" in value && typeof value.name === "string") return value.name;
  return "id" in value && typeof value.id === "string" ? value.id : "";
}

/** Finds the one meaning of all of these texts, which is unclear if one of them has none. */
function findOne(texts: ReadonlySet<string>, meaningOf: (text: string) => string | null) {
  const [meaning = null, ...others] = new Set(Array.from(texts, meaningOf));
  const isClear = others.length === 0 && (meaning !== null || texts.size === 0);
  return { meaning: isClear ? meaning : null, isClear };
}
