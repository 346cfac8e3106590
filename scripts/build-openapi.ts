import { overDemoData } from "./over-data-folder.ts";
import type { GeneratedFile } from "./generated-file.ts";

/**
 * Writes docs/openapi.json and docs/postman-collection.json: what a service at
 * http://localhost:8080 serves over the demonstration data, published at a fixed moment.
 */

const PUBLISHED_AT = new Date("2026-11-01T00:00:00Z");

const SETTINGS = { BASE_URL: "http://localhost:8080", LOG_LEVEL: "error" };

const DOCUMENTS = ["openapi", "postman-collection"];

export function generate(): Promise<readonly GeneratedFile[]> {
  return overDemoData(
    SETTINGS,
    () => PUBLISHED_AT,
    async ({ serve }) => {
      const { port } = await serve();
      const files = DOCUMENTS.map(async (name) => {
        const response = await fetch(`http://127.0.0.1:${port}/api/${name}.json`);
        if (response.status !== 200) throw new Error(`${name} was answered with ${response.status}`);
        return { path: `docs/${name}.json`, content: `${JSON.stringify(await response.json(), null, 2)}\n` };
      });
      return Promise.all(files);
    },
  );
}
