import assert from "node:assert/strict";
import { Ajv, type ValidateFunction } from "ajv";
import { DESCRIBED_EVENTS } from "../../src/topics/webhook/webhook-events.ts";
import { EVENT_COMPONENTS } from "../../src/http/openapi-webhooks.ts";
import { COMPONENTS } from "../../src/topics/operations.ts";
import type { Operation } from "../../src/ask/operation.ts";

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
ajv.addFormat("date", /^\d{4}-\d{2}-\d{2}$/u);
ajv.addFormat("date-time", /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/u);
ajv.addFormat("uri", (text: string) => URL.canParse(text));
for (const component of new Set([...COMPONENTS, ...EVENT_COMPONENTS])) ajv.addSchema(close(component) as object);

/**
 * Holds the body of an answer against the operation's schema, taken literally: no member may be
 * missing and none may be there undeclared; `reasons` names the members that are null, and no
 * other. A list of some fields has a schema of its own.
 */
export function checkAnswer(operation: Operation, body: unknown): void {
  assert.equal(operation.form.kind, "json");
  if (operation.form.kind !== "json") return;
  const { $id } = operation.form.schema as { $id?: string };
  const isPartial = typeof body === "object" && body !== null && "fields" in body;
  const validate = ajv.getSchema(isPartial ? `${$id}Fields` : String($id)) as ValidateFunction | undefined;
  assert.ok(validate, `${operation.id} has no schema`);
  assert.ok(validate(body), `${operation.id}: ${ajv.errorsText(validate.errors)}`);
  if (!isPartial) checkReasons(body, operation.id);
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

function checkReasons(value: unknown, path: string): void {
  if (Array.isArray(value)) return value.forEach((item, index) => checkReasons(item, `${path}[${index}]`));
  if (typeof value !== "object" || value === null) return;
  const members = Object.entries(value) as [string, unknown][];
  for (const [name, member] of members) checkReasons(member, `${path}.${name}`);
  // Rows of companies have them on request.
  if (/^list_companies\.items\[\d+\]$/u.test(path)) return;
  const { reasons = {} } = value as { readonly reasons?: object };
  const missing = members.flatMap(([name, member]) => (member === null ? [name] : []));
  assert.deepEqual(Object.keys(reasons).toSorted(), missing.toSorted(), `reasons of ${path}`);
}

/** The schema with every object closed that does not say itself what else it takes. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== "object" || schema === null) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, close(member)]));
  const isObject = "properties" in closed && closed["type"] === "object";
  return isObject && !("additionalProperties" in closed) ? { ...closed, additionalProperties: false } : closed;
}
