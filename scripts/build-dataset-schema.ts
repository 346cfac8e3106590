import { datasetJsonSchema } from "../src/intake/dataset-schema.ts";
import type { GeneratedFile } from "./generated-file.ts";

/** Writes schemas/dataset.schema.json, which editors read for dataset.json. */

const content = `${JSON.stringify(datasetJsonSchema(), null, 2)}\n`;

export function generate(): readonly GeneratedFile[] {
  return [{ path: "schemas/dataset.schema.json", content }];
}
