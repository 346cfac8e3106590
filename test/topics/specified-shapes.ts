import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";

const FOLDER = new URL("../../../shared/data/reconciliation-0.2/", import.meta.url);

/** Why the schemas of the Reconciliation Service API 0.2 cannot be used, or false. */
export const SHAPES_MISSING: string | false = existsSync(FOLDER)
  ? false
  : `the schemas of the specification are not there: ${fileURLToPath(FOLDER)}`;

let ajv: Ajv | undefined;

/** Holds a value against a schema that the specification publishes, by the name of its file. */
export function checkShape(name: string, value: unknown): void {
  ajv ??= readSchemas();
  const validate = ajv.getSchema(name);
  assert.ok(validate, `the specification has no schema ${name}`);
  assert.ok(validate(value), `${name}: ${ajv.errorsText(validate.errors)}`);
}

function readSchemas(): Ajv {
  // Their dialect is named by an address that Ajv does not know.
  const own = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  for (const file of readdirSync(FOLDER).filter((each) => each.endsWith(".json"))) {
    const { $schema: _, ...schema } = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as Record<
      string,
      unknown
    >;
    own.addSchema(schema);
    own.addSchema({ $ref: String(schema["$id"]) }, file.replace(".json", ""));
  }
  return own;
}
