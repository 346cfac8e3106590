import assert from "node:assert/strict";
import { Ajv, type ValidateFunction } from "ajv";
import { COMPONENTS } from "../../src/operations/all.ts";
import type { Operation } from "../../src/contract/operation.ts";

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
ajv.addFormat("date", /^\d{4}-\d{2}-\d{2}$/u);
ajv.addFormat("date-time", /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/u);
ajv.addFormat("uri", (text: string) => URL.canParse(text));
for (const component of COMPONENTS) ajv.addSchema(close(component) as object);

/**
 * Holds the body of an answer against the operation's schema, taken literally: no member may be
 * missing and none may be there undeclared; a null has its reason beside it, and a reason stands
 * only beside a null.
 */
export function checkAnswer(operation: Operation, body: unknown): void {
  assert.equal(operation.form.kind, "json");
  if (operation.form.kind !== "json") return;
  const validate = ajv.getSchema(String((operation.form.schema as { $id?: string }).$id)) as
    ValidateFunction | undefined;
  assert.ok(validate, `${operation.id} has no schema`);
  assert.ok(validate(body), `${operation.id}: ${ajv.errorsText(validate.errors)}`);
  checkReasons(body, operation.id);
}

/** Members whose reason is not called `<member>_reason`. */
const SHARED_REASONS: Readonly<Record<string, string>> = {
  median_band: "median_reason",
  median_rank: "median_reason",
  tied_with: "rank_reason",
  rank_best: "rank_reason",
  rank_worst: "rank_reason",
};

/** Members that name the country of a place, and may be missing there. */
const NAMES_OF_A_PLACE = new Set(["iso2", "iso3", "slug", "name"]);

/** The end of a list needs no reason. */
const WITHOUT_REASON = new Set(["next"]);

function checkReasons(value: unknown, path: string): void {
  if (Array.isArray(value)) return value.forEach((item, index) => checkReasons(item, `${path}[${index}]`));
  if (typeof value !== "object" || value === null) return;
  const object = value as Record<string, unknown>;
  for (const [name, member] of Object.entries(object)) {
    checkReasons(member, `${path}.${name}`);
    if (name.endsWith("_reason") || WITHOUT_REASON.has(name)) continue;
    const isName = "country_reason" in object && NAMES_OF_A_PLACE.has(name);
    const reason = isName ? "country_reason" : (SHARED_REASONS[name] ?? `${name}_reason`);
    if (member === null) assert.equal(typeof object[reason], "string", `${path}.${name} is null without a reason`);
    else if (reason in object) assert.equal(object[reason], null, `${path}.${name} has a value and a reason`);
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
