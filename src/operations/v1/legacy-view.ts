import { type TSchema, Type } from "typebox";
import { SHARED_COMPONENTS } from "../../contract/components.ts";
import { citationOf, SCORES_TITLE } from "../../contract/describe.ts";
import { nullable, reason } from "../../contract/json-shape.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Sources } from "../../contract/sources.ts";
import type { CountryRecord, Snapshot } from "../../snapshot/snapshot.ts";
import { retiredMetrics, TRUST_SCORE } from "../../trust/retired-metrics.ts";

/**
 * An answer of version 2 in the form of version 1: the same members, and the numbers of version 1
 * as null.
 */
export interface LegacyView {
  readonly schema: TSchema;
  readonly components: readonly TSchema[];
  /**
   * Adds to an answer of version 2 what version 1 has besides; `own` are members of this operation
   * alone.
   */
  view(sources: Sources, body: object, own?: object): object;
}

/** What version 1 adds to the schemas of version 2, by `$id`: its numbers, retired and null. */
const RETIRED: Readonly<Record<string, readonly string[]>> = {
  Meta: [],
  CountryEntry: [TRUST_SCORE],
  SectorEntry: [TRUST_SCORE],
  SectorIdentity: [TRUST_SCORE],
  RankingEntry: [TRUST_SCORE, "rank_score"],
  MatrixRow: [TRUST_SCORE],
  MatrixCell: [TRUST_SCORE],
  CountriesPreview: [],
  CountryDetail: [TRUST_SCORE],
  CountryRankings: [],
  CountrySectorMatrix: [],
};

/** Why the numbers are null. */
const RETIRED_REASON = "retired";

function retiredSchemas(names: readonly string[]): Record<string, TSchema> {
  const schemas = names.map((name) => [
    [name, nullable(Type.Number({ description: "Retired: always null. Bands have an order but no distances." }))],
    [`${name}_reason`, reason(RETIRED_REASON)],
  ]);
  return Object.fromEntries(schemas.flat()) as Record<string, TSchema>;
}

function retiredValues(names: readonly string[]): Record<string, null | string> {
  return Object.fromEntries(
    names.flatMap((name) => [
      [name, null],
      [`${name}_reason`, RETIRED_REASON],
    ]),
  );
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
      required: [TRUST_SCORE, `${TRUST_SCORE}_reason`],
      additionalProperties: { type: ["number", "string", "null"] },
    }),
  },
};

interface Node {
  readonly $id?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Node>>;
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
      const metrics = retiredMetrics(snapshot.manifest.dataset.pillars).map(({ name }) => name);
      const retired = new Set<string>();
      const extended = extend(body, root, { known, metrics, retired }) as { readonly meta: object };
      const meta = {
        ...extended.meta,
        title: SCORES_TITLE,
        citation: citationOf(snapshot, SCORES_TITLE, site),
        retired_fields: [...retired],
      };
      return { ...extended, meta, ...ownMembers };
    },
  };
}

const legacySchemas = new WeakMap<Node, TSchema>();

/**
 * The schema of version 1 for one of version 2: the same object each time, because several
 * operations share some.
 */
function legacySchema(schema: Node, own: Readonly<Record<string, TSchema>> = {}): TSchema {
  let legacy = legacySchemas.get(schema);
  if (legacy === undefined) {
    const copy = JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
      name === "$ref" && String(value).slice(0, -1) in RETIRED ? `V1${String(value)}` : value,
    ) as Node;
    const id = schema.$id!;
    const added = { ...own, ...retiredSchemas(RETIRED[id]!), ...ADDED[id] };
    legacy = {
      ...copy,
      $id: `V1${id}`,
      properties: { ...copy.properties, ...added },
      required: [...(copy.required ?? []), ...Object.keys(added)],
    };
    legacySchemas.set(schema, legacy);
  }
  return legacy;
}

/** What a walk over an answer needs to know, and the names of the members it added. */
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
  const members = Object.entries(value).map(([name, member]) => [
    name,
    extend(member, node.properties?.[name] ?? {}, walk),
  ]);
  const names = RETIRED[node.$id ?? ""] ?? [];
  const metrics = node.$id === "CountryDetail" ? walk.metrics : [];
  for (const name of [...names, ...metrics]) walk.retired.add(name);
  return {
    ...Object.fromEntries(members),
    ...retiredValues(names),
    ...(metrics.length > 0 ? { metrics: retiredValues(metrics) } : {}),
  } as object;
}

/**
 * The countries the lists of version 1 cover, by ISO 3166-1 alpha-3: those the publisher
 * monitors, judged or not, as far as the release has a company there; every judged country where
 * the publisher names none.
 */
export function monitoredCountries({ countries, manifest }: Snapshot): readonly CountryRecord[] {
  const { monitored } = manifest.dataset;
  if (monitored === null) return countries.filter(({ judgedCompanies }) => judgedCompanies > 0);
  return countries.filter(({ iso2 }) => monitored.includes(iso2));
}
