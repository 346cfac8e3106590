import type { TSchema } from "typebox";
import { Type } from "../../ask/type.ts";
import { SHARED_COMPONENTS } from "../../ask/components.ts";
import { citationOf } from "../../ask/describe.ts";
import { joinMembers, nullable, reasonSchema, reasonsOf, withReasons } from "../../ask/json-shape.ts";
import type { Operation } from "../../ask/operation.ts";
import type { Sources } from "../../ask/sources.ts";
import type { CountryRecord, Snapshot } from "../../release/snapshot.ts";
import { retiredMetrics, TRUST_SCORE } from "../../trust/retired-metrics.ts";

/**
 * The form of version 1 for an answer of version 2: all of its members, and the numbers of version
 * 1 as null.
 */
export interface LegacyView {
  readonly schema: TSchema;
  readonly components: readonly TSchema[];
  /**
   * Adds the members of version 1 to an answer of version 2; `own` are members of this operation
   * alone.
   */
  view(sources: Sources, body: object, own?: object): object;
}

/** Members that version 1 adds to the schemas of version 2, by `$id`: numbers, retired and null. */
const RETIRED: Readonly<Record<string, readonly string[]>> = {
  Meta: [],
  CountryEntry: [TRUST_SCORE],
  SectorCell: [TRUST_SCORE],
  SectorIdentity: [TRUST_SCORE],
  RankingEntry: [TRUST_SCORE, "rank_score"],
  MatrixRow: [TRUST_SCORE],
  MatrixCell: [TRUST_SCORE],
  CountriesPreview: [],
  CountryDetail: [TRUST_SCORE],
  CountryRankings: [],
  CountrySectorMatrix: [],
};

const retiredNumber = nullable(
  Type.Number({ description: "Retired: always null. Bands have an order but no distances." }),
  "retired",
);

function retiredSchemas(names: readonly string[]): Record<string, TSchema> {
  return Object.fromEntries(names.map((name) => [name, retiredNumber]));
}

/** Returns the retired members, which are null, and the reasons for it. */
function retiredValues(names: readonly string[]): object {
  if (names.length === 0) return {};
  const members: Record<string, null> = Object.fromEntries(names.map((name) => [name, null]));
  return withReasons(members, Object.fromEntries(names.map((name) => [name, "retired"] as const)));
}

/** Members of version 1 that are no retired numbers, by the `$id` they are added to. */
const ADDED: Readonly<Record<string, Readonly<Record<string, TSchema>>>> = {
  Meta: {
    retired_fields: Type.Array(Type.String(), {
      description: "The fields that had numbers in version 1 and are null in this response.",
    }),
  },
  CountryDetail: {
    metrics: Type.Unsafe({
      type: "object",
      description: "The metrics of version 1: `trust_score` and one `<pillar>_score` per pillar, retired and null.",
      properties: retiredSchemas([TRUST_SCORE]),
      required: [TRUST_SCORE],
      additionalProperties: { type: ["number", "null"], description: "The score of a pillar, retired and null." },
    }),
    metrics_reasons: Type.Unsafe({
      type: "object",
      description: "Why each member of `metrics` is null.",
      additionalProperties: reasonSchema(["retired"]),
    }),
  },
};

type Properties = Readonly<Record<string, Node>>;

interface Node {
  readonly $id?: string;
  readonly $ref?: string;
  readonly properties?: Properties;
  readonly required?: readonly string[];
  readonly items?: Node;
}

/**
 * Derives the view of an operation of version 2. `own` describes members that only version 1 has.
 */
export function deriveLegacyView({ id, form }: Operation, own: Readonly<Record<string, TSchema>> = {}): LegacyView {
  if (form.kind !== "json") throw new Error(`${id} answers no JSON`);
  const root = form.schema as Node;
  const successors = [...SHARED_COMPONENTS, ...(form.components ?? []), form.schema] as readonly Node[];
  const known = new Map(successors.map((schema) => [schema.$id!, schema]));
  const legacy = successors.filter(({ $id = "" }) => $id in RETIRED);
  return {
    schema: legacySchema(root, own),
    components: legacy.filter((schema) => schema !== root).map((schema) => legacySchema(schema)),
    view(sources, body, ownMembers = {}) {
      const { snapshot, site } = sources;
      const { v1Title } = snapshot.manifest.dataset;
      const metrics = retiredMetrics(snapshot.manifest.dataset.pillars).map(({ name }) => name);
      const retired = new Set<string>();
      const extended = extend(body, root, { known, metrics, retired }) as { readonly meta: object };
      const meta = {
        ...extended.meta,
        title: v1Title,
        citation: citationOf(snapshot, site, v1Title),
        retired_fields: [...retired],
      };
      return { ...extended, meta, ...ownMembers };
    },
  };
}

const legacySchemas = new WeakMap<Node, TSchema>();

/**
 * Returns the schema of version 1 for one of version 2: the same object each time, because several
 * operations share some.
 */
function legacySchema(schema: Node, own: Readonly<Record<string, TSchema>> = {}): TSchema {
  let legacy = legacySchemas.get(schema);
  if (legacy === undefined) {
    const copy = JSON.parse(JSON.stringify(schema), referToVersionOne) as Node;
    const { $id: id = "" } = schema;
    const retired = RETIRED[id] ?? [];
    const added = { ...own, ...retiredSchemas(retired), ...ADDED[id] };
    // No answer of version 1 has the members that version 2 has on request alone.
    const { properties: all = {}, required = [] } = copy;
    const always = Object.fromEntries(required.map((name) => [name, all[name] ?? {}]));
    const properties = withRetiredReasons({ ...always, ...added }, retired);
    legacy = { ...copy, $id: `V1${id}`, properties, required: Object.keys(properties) };
    legacySchemas.set(schema, legacy);
  }
  return legacy;
}

/** Points references at the schemas that version 1 has of its own. */
function referToVersionOne(name: string, value: unknown): unknown {
  return name === "$ref" && String(value).slice(0, -1) in RETIRED ? `V1${String(value)}` : value;
}

/** Adds retired members to the `reasons` of an object, which come last. */
function withRetiredReasons({ reasons, ...properties }: Properties, names: readonly string[]): Properties {
  if (names.length === 0) return reasons === undefined ? properties : { ...properties, reasons };
  const retired: Node = reasonsOf(Object.fromEntries(names.map((name) => [name, ["retired"] as const])));
  return { ...properties, reasons: { ...retired, properties: { ...reasons?.properties, ...retired.properties } } };
}

/** The context of a walk over an answer, and the names of the members it added. */
interface Walk {
  readonly known: ReadonlyMap<string, Node>;
  readonly metrics: readonly string[];
  readonly retired: Set<string>;
}

/** Adds the retired members to a value wherever its schema of version 2 has some. */
function extend(value: unknown, schema: Node, walk: Walk): unknown {
  if (typeof value !== "object" || value === null) return value;
  const node = schema.$ref === undefined ? schema : walk.known.get(schema.$ref.slice(0, -1))!;
  if (Array.isArray(value)) return value.map((item) => extend(item, node.items ?? {}, walk));
  const members = Object.entries(value).map(
    ([name, member]) => [name, extend(member, node.properties?.[name] ?? {}, walk)] as const,
  );
  const names = RETIRED[node.$id ?? ""] ?? [];
  const metrics = node.$id === "CountryDetail" ? walk.metrics : [];
  for (const name of [...names, ...metrics]) walk.retired.add(name);
  return joinMembers(Object.fromEntries(members), retiredValues(names), describeMetrics(metrics));
}

/** The metrics of a country are numbers and nulls alone; their reasons stand beside them. */
function describeMetrics(names: readonly string[]): object {
  if (names.length === 0) return {};
  const all = <T>(value: T) => Object.fromEntries(names.map((name) => [name, value]));
  return { metrics: all(null), metrics_reasons: all("retired") };
}

/**
 * Lists the countries of the lists of version 1, by ISO 3166-1 alpha-3: those the publisher
 * monitors, judged or not, as far as the release has a company there; every judged country where
 * the publisher names none.
 */
export function monitoredCountries({ countries, manifest }: Snapshot): readonly CountryRecord[] {
  const { monitored } = manifest.dataset;
  if (monitored === null) return countries.filter(({ judgedCompanies }) => judgedCompanies > 0);
  return countries.filter(({ iso2 }) => monitored.includes(iso2));
}
