import type { TSchema } from "typebox";
import { retiredMetrics } from "../../trust/retired-metrics.ts";
import { SHARED_COMPONENTS } from "../../contract/components.ts";
import { citationOf, SCORES_TITLE } from "../../contract/describe.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Sources } from "../../contract/sources.ts";
import { METRICS_SCHEMA, RETIRED, retiredMemberSchemas, retiredMembers } from "./retired-members.ts";

/** The answer of version 1 to the question of an operation of version 2: the same, with the numbers of old, null. */
export interface Twin {
  readonly schema: TSchema;
  readonly components: readonly TSchema[];
  /** Turns the answer of version 2 into that of version 1. `own` are members only version 1 has. */
  answer(sources: Sources, body: object, own?: object): object;
}

interface Node {
  readonly $id?: string;
  readonly $ref?: string;
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
}

/**
 * Derives the twin of an operation that answers JSON: schema and answer by one walk over the schema of version 2, so that they
 * cannot disagree and follow every later change of it. `own` describes members only version 1 has.
 */
export function deriveTwin(successor: Operation, own: Readonly<Record<string, TSchema>> = {}): Twin {
  const { form } = successor;
  if (form.kind !== "json") throw new Error(`${successor.id} answers no JSON`);
  const known = new Map<string, Node>();
  for (const component of [...SHARED_COMPONENTS, ...(form.components ?? []), form.schema]) {
    const node = component as Node;
    if (node.$id !== undefined) known.set(node.$id, node);
  }
  const root = form.schema as Node;
  const changed = [...known.keys()].filter((id) => changes(id, known));
  const schemas = changed.map((id) => twinOf(known.get(id)!, id === root.$id ? own : {}, known));
  const [schema] = schemas.filter(({ $id }) => $id === nameOf(root.$id!));
  const memberNames = changed.flatMap((id) => (reaches(root, id, known) ? (RETIRED[id]?.members ?? []) : []));
  const hasMetrics = RETIRED[root.$id!]?.hasMetrics === true;
  return {
    schema: schema as TSchema,
    components: schemas.filter((each) => each !== schema && reaches(root, oldName(each.$id!), known)),
    answer(sources, body, ownMembers = {}) {
      const { snapshot, site } = sources;
      const metrics = retiredMetrics(snapshot.manifest.dataset.pillars).map(({ name }) => name);
      const extended = extend(body, root, metrics, known) as { readonly meta: object };
      const meta = {
        ...extended.meta,
        title: SCORES_TITLE,
        citation: citationOf(snapshot, SCORES_TITLE, site),
        retired_fields: [...new Set([...memberNames, ...(hasMetrics ? metrics : [])])],
      };
      return { ...extended, meta, ...ownMembers };
    },
  };
}

/** The name of a component of version 2 in version 1. */
function nameOf(id: string): string {
  return `V1${id}`;
}

function oldName(id: string): string {
  return id.slice("V1".length);
}

/** Ids a schema points at, itself not included. */
function pointedAt(node: Node): string[] {
  return [...JSON.stringify(node).matchAll(/"\$ref":"(\w+)#"/gu)].map(([, id]) => id!);
}

function changes(id: string, known: ReadonlyMap<string, Node>): boolean {
  return id in RETIRED || pointedAt(known.get(id)!).some((target) => changes(target, known));
}

function reaches(from: Node, id: string, known: ReadonlyMap<string, Node>): boolean {
  return from.$id === id || pointedAt(from).some((target) => reaches(known.get(target)!, id, known));
}

const twins = new WeakMap<Node, Node>();

/** The schema of a component in version 1; the same object for the same component, since several answers share some. */
function twinOf(node: Node, own: Readonly<Record<string, TSchema>>, known: ReadonlyMap<string, Node>): Node {
  const made = twins.get(node);
  if (made !== undefined) return made;
  const { properties = {}, required = [], $id } = rename(node, known) as Node;
  const retired = RETIRED[$id!];
  const added = {
    ...own,
    ...retired?.extra,
    ...retiredMemberSchemas(retired?.members ?? []),
    ...(retired?.hasMetrics === true ? { metrics: METRICS_SCHEMA } : {}),
  };
  const twin = {
    ...(rename(node, known) as Node),
    $id: nameOf($id!),
    properties: { ...properties, ...added },
    required: [...required, ...Object.keys(added)],
  };
  twins.set(node, twin);
  return twin;
}

/** A copy of a schema that points at the twins of what has one. */
function rename(value: unknown, known: ReadonlyMap<string, Node>): unknown {
  if (Array.isArray(value)) return value.map((item) => rename(item, known));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const id = name === "$ref" && typeof member === "string" ? member.slice(0, -1) : undefined;
      return [name, id !== undefined && changes(id, known) ? `${nameOf(id)}#` : rename(member, known)];
    }),
  );
}

/** A value of version 2 with the retired members wherever its schema says a component stands that has some. */
function extend(value: unknown, schema: Node, metrics: readonly string[], known: ReadonlyMap<string, Node>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const node = schema.$ref === undefined ? schema : known.get(schema.$ref.slice(0, -1))!;
  if (Array.isArray(value)) return value.map((item) => extend(item, node.items ?? {}, metrics, known));
  const retired = node.$id === undefined ? undefined : RETIRED[node.$id];
  return {
    ...Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        extend(member, node.properties?.[name] ?? {}, metrics, known),
      ]),
    ),
    ...retiredMembers(retired?.members ?? []),
    ...(retired?.hasMetrics === true ? { metrics: retiredMembers(metrics) } : {}),
  };
}
