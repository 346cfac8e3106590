import type { TSchema } from "typebox";
import { type Operation, isForOneCaller } from "../ask/operation.ts";
import { mediaTypeOf } from "./endpoint.ts";

/** Lines of JavaScript that Postman runs. */
export type Script = readonly string[];

/** Sends the key only when there is one: an empty credential would be refused. */
export const BEFORE_EVERY_REQUEST: Script = [
  'const key = pm.variables.get("api_key");',
  'if (key) pm.request.headers.upsert({ key: "X-SVC-API-Key", value: key });',
];

/** What holds for every answer. */
export const AFTER_EVERY_REQUEST: Script = [
  'pm.test("any page may read the answer", () => pm.response.to.have.header("Access-Control-Allow-Origin", "*"));',
  'pm.test("the answer has a request id", () => pm.expect(pm.response.headers.get("X-Request-Id")).to.match(/^[0-9a-f-]{36}$/));',
  'pm.test("the media type is meant as stated", () => pm.response.to.have.header("X-Content-Type-Options", "nosniff"));',
];

/**
 * The tests of an operation's answer: status, media type, validators, and its schema where it is
 * JSON.
 */
export function testAnswer(operation: Operation, components: readonly TSchema[]): Script {
  const { form, deprecation, status = 200 } = operation;
  const header = (name: string): string =>
    `pm.test(${JSON.stringify(`it has ${name}`)}, () => pm.response.to.have.header(${JSON.stringify(name)}));`;
  const mediaType = JSON.stringify(mediaTypeOf(operation));
  return [
    `pm.test("the status is ${status}", () => pm.response.to.have.status(${status}));`,
    `pm.test("the media type is the stated one", () => pm.response.to.have.header("Content-Type", ${mediaType}));`,
    ...(isForOneCaller(operation) ? [] : [header("ETag")]),
    header("Cache-Control"),
    ...(form.kind === "file" ? [header("Content-Disposition")] : []),
    ...(deprecation === undefined ? [] : [header("Deprecation"), header("Sunset")]),
    ...(form.kind === "json" ? testSchema(form.schema, components) : []),
  ];
}

function testSchema(schema: TSchema, components: readonly TSchema[]): Script {
  return [
    `const schema = ${JSON.stringify(bundleSchema(schema, components))};`,
    'pm.test("the body fits its schema", () => pm.response.to.have.jsonSchema(schema));',
  ];
}

/**
 * A schema with everything it points at inside it, as the validator of Postman (JSON Schema draft
 * 7) takes it.
 */
function bundleSchema(schema: TSchema, components: readonly TSchema[]): object {
  const byId = new Map(components.map((component) => [idOf(component), component]));
  const definitions: Record<string, unknown> = {};
  const inline = (part: TSchema): unknown =>
    JSON.parse(
      JSON.stringify(part, (name, value: unknown) => {
        if (name === "$id") return undefined;
        if (name !== "$ref" || typeof value !== "string") return value;
        const id = value.replace(/#$/u, "");
        const target = byId.get(id);
        if (target === undefined) throw new Error(`no schema is called ${id}`);
        if (!(id in definitions)) {
          definitions[id] = {};
          definitions[id] = inline(target);
        }
        return `#/definitions/${id}`;
      }),
    );
  const own = inline(schema) as object;
  return { ...own, definitions };
}

function idOf(schema: TSchema & { readonly $id?: string }): string | undefined {
  return schema.$id;
}
