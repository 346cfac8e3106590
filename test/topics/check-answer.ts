import assert from "node:assert/strict";
import { Ajv, type ValidateFunction } from "ajv";
import { DESCRIBED_EVENTS } from "../../src/topics/webhook/webhook-events.ts";
import { EVENT_COMPONENTS } from "../../src/http/openapi-service-paths.ts";
import { componentsOf, OPERATIONS } from "../../src/topics/operations.ts";
import type { Operation } from "../../src/ask/operation.ts";

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
ajv.addFormat("date", /^\d{4}-\d{2}-\d{2}$/u);
ajv.addFormat("date-time", /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/u);
ajv.addFormat("uri", (text: string) => URL.canParse(text));
for (const component of new Set([...componentsOf(OPERATIONS), ...EVENT_COMPONENTS]))
  ajv.addSchema(close(component) as object);

/**
 * Holds the body of an answer against the operation's schema, taken literally: no member may be
 * missing and none may be there undeclared; `reasons` names the members that are null, and no
 * other; every distribution has the bands of its scale. A list of some fields has a schema of its
 * own.
 */
export function checkAnswer(operation: Operation, body: unknown): void {
  assert.equal(operation.form.kind, "json");
  if (operation.form.kind !== "json") return;
  const { $id } = operation.form.schema as { $id?: string };
  const isPartial = typeof body === "object" && body !== null && "fields" in body;
  const validate = ajv.getSchema(isPartial ? `${$id}Fields` : String($id)) as ValidateFunction | undefined;
  assert.ok(validate, `${operation.id} has no schema`);
  assert.ok(validate(body), `${operation.id}: ${ajv.errorsText(validate.errors)}`);
  checkReasons(body, operation.id);
  checkDistributions(body, { $ref: `${isPartial ? `${$id}Fields` : $id}#` }, operation.id);
}

/** Holds the payload of a webhook against the schema of its event, as literally. */
export function checkPayload(payload: unknown): void {
  const { type } = payload as { readonly type?: unknown };
  const { $id } = (DESCRIBED_EVENTS.find((event) => event.type === type)?.schema ?? {}) as { $id?: string };
  const validate = ajv.getSchema(String($id)) as ValidateFunction | undefined;
  assert.ok(validate, `${String(type)} is not described`);
  assert.ok(validate(payload), `${String(type)}: ${ajv.errorsText(validate.errors)}`);
  checkReasons(payload, String(type));
}

/** `beside` are the reasons of an object that stand beside it, and not in it. */
function checkReasons(value: unknown, path: string, beside?: object): void {
  if (Array.isArray(value)) return value.forEach((item, index) => checkReasons(item, `${path}[${index}]`));
  if (typeof value !== "object" || value === null) return;
  const members = Object.entries(value) as [string, unknown][];
  const { reasons = beside ?? {}, metrics_reasons: ofMetrics } = value as Readonly<Record<string, object | undefined>>;
  for (const [name, member] of members)
    checkReasons(member, `${path}.${name}`, name === "metrics" ? ofMetrics : undefined);
  const missing = members.flatMap(([name, member]) => (member === null ? [name] : []));
  assert.deepEqual(Object.keys(reasons).toSorted(), missing.toSorted(), `reasons of ${path}`);
}

/** The part of a schema that leads to distributions. */
export interface SchemaNode {
  readonly required?: readonly string[];
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
}

const COMPONENTS_BY_ID = new Map(
  componentsOf(OPERATIONS).map((component: SchemaNode & { readonly $id?: string }) => [component.$id, component]),
);

/** The schema that a node points at, or the node itself. */
export function resolve(node: SchemaNode): SchemaNode {
  if (node.$ref === undefined) return node;
  const component = COMPONENTS_BY_ID.get(node.$ref.slice(0, -1));
  assert.ok(component, `${node.$ref} is no component`);
  return component;
}

interface ScaleMember {
  readonly bands?: readonly { readonly id: string }[];
  readonly band_ids?: readonly string[];
}

/** Every distribution, by the schema, has every band of the scale that is declared around it. */
function checkDistributions(value: unknown, schema: SchemaNode, place: string, bands?: readonly string[]): void {
  if (typeof value !== "object" || value === null) return;
  if (schema.$ref === "Distribution#")
    return assert.deepEqual(Object.keys(value), bands, `${place} has the bands of its scale`);
  const node = resolve(schema);
  const { scale } = value as { readonly scale?: ScaleMember };
  const own = scale?.band_ids ?? scale?.bands?.map(({ id }) => id) ?? bands;
  for (const inner of node.anyOf ?? []) checkDistributions(value, inner, place, own);
  const { additionalProperties: others } = node;
  for (const [name, member] of Object.entries(value)) {
    // What was before a change is on the scale of an earlier release, which is not declared.
    if (name === "before") continue;
    const inner = Array.isArray(value)
      ? node.items
      : (node.properties?.[name] ?? (typeof others === "object" ? others : undefined));
    if (inner !== undefined) checkDistributions(member, inner, `${place}.${name}`, own);
  }
}

/** The schema with every object closed that does not say itself what else it takes. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== "object" || schema === null) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, close(member)]));
  const isObject = "properties" in closed && closed["type"] === "object";
  return isObject && !("additionalProperties" in closed) ? { ...closed, additionalProperties: false } : closed;
}
