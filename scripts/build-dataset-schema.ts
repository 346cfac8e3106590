import { datasetJsonSchema } from "../src/intake/dataset-schema.ts";
import { mappingJsonSchema } from "../src/intake/mapping/mapping-schema.ts";
import type { GeneratedFile } from "./generated-file.ts";

/** Writes the schemas that editors read for dataset.json and mapping.json. */

function written(schema: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

export function generate(): readonly GeneratedFile[] {
  return [
    { path: "schemas/dataset.schema.json", content: written(datasetJsonSchema()) },
    { path: "schemas/mapping.schema.json", content: written(mappingJsonSchema()) },
  ];
}
