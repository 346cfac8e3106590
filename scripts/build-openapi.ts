import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "../src/cli/main.ts";
import { openService } from "../src/main.ts";
import { readSettings } from "../src/settings.ts";
import { writeOrCheck } from "./write-or-check.ts";

/**
 * Writes docs/openapi.json and docs/postman-collection.json: what a service at http://localhost:8080 serves over the
 * demonstration data, published at a fixed moment. With `--check` it only compares.
 */

const PUBLISHED_AT = new Date("2026-11-01T00:00:00Z");

const DEMO = fileURLToPath(new URL("../data/demo", import.meta.url));

const DOCUMENTS = ["openapi", "postman-collection"];

/** Gives the documents as the service serves them, by their paths from the project's root. */
async function fetchDocuments(dataFolder: string): Promise<{ path: string; content: string }[]> {
  const now = () => PUBLISHED_AT;
  const settings = readSettings({
    DATA_DIR: dataFolder,
    HOST: "127.0.0.1",
    PORT: "0",
    BASE_URL: "http://localhost:8080",
    LOG_LEVEL: "error",
  });
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const command = { settings, now, print: say, say, input: async () => "", interactive: false, draw: () => {} };
  const status = await runCommand(
    ["publish", DEMO],
    () => settings,
    () => command,
  );
  if (status !== 0) throw new Error(`the demonstration data could not be published:\n${said.join("\n")}`);
  const service = await openService(settings, now);
  try {
    return await Promise.all(
      DOCUMENTS.map(async (name) => {
        const answer = await fetch(`http://127.0.0.1:${service.port}/api/${name}.json`);
        if (answer.status !== 200) throw new Error(`${name} was answered with ${answer.status}`);
        return { path: `docs/${name}.json`, content: `${JSON.stringify(await answer.json(), null, 2)}\n` };
      }),
    );
  } finally {
    await service.close();
  }
}

const folder = await mkdtemp(path.join(tmpdir(), "country-trust-openapi-"));
try {
  await writeOrCheck(await fetchDocuments(folder));
} finally {
  await rm(folder, { recursive: true, force: true });
}
