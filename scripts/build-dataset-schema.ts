import { datasetJsonSchema } from "../src/intake/dataset-schema.ts";
import { writeOrCheck } from "./write-or-check.ts";

/**
 * Writes schemas/dataset.schema.json, which editors read for dataset.json; with `--check` it only
 * compares.
 */

const content = `${JSON.stringify(datasetJsonSchema(), null, 2)}\n`;
await writeOrCheck([{ path: "schemas/dataset.schema.json", content }]);
