import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import openapiTypescript, { astToString } from "openapi-typescript";
import { PROJECT } from "../cli/run-cli.ts";
import { type DemoService, openDemoService, runTool } from "./demo-service.ts";

/**
 * A client in TypeScript whose types `openapi-typescript` makes from the served document: it must
 * compile, and then run.
 */

/** A program that uses parameters, members, an enumeration and a problem by their types. */
const CLIENT = `
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.d.ts";

// Several values are separated by commas.
const querySerializer = { array: { style: "form", explode: false } } as const;
const client = createClient<paths>({ baseUrl: process.argv[2]!, querySerializer });

const ranking = await client.GET("/api/v2/intelligence/country-rankings", { params: { query: { limit: 3, sort: "rank" } } });
if (ranking.data === undefined) throw new Error(ranking.error.detail);
if (typeof ranking.data === "string") throw new Error("a ranking answers JSON");
if ("fields" in ranking.data) throw new Error("nobody asked for some fields");
const entries: components["schemas"]["RankingEntry"][] = ranking.data.items;
const rank: number | null = entries[0]!.rank;

const some = await client.GET("/api/v2/companies", { params: { query: { fields: ["name"], country: ["fr", "DE"] } } });
const list = some.data;
if (list === undefined || typeof list === "string") throw new Error("a list answers JSON");
const names: (string | undefined)[] = list.items.map((item) => item.name);

const country = await client.GET("/api/v2/countries/{slug}", { params: { path: { slug: entries[0]!.slug } } });
const name: string | undefined = country.data?.name;
const median: string | null | undefined = country.data?.pillars[0]?.median_band;

const missing = await client.GET("/api/v2/countries/{slug}", { params: { path: { slug: "atlantis" } } });
const code: components["schemas"]["Problem"]["code"] | undefined = missing.error?.code;

const csv = await client.GET("/api/v2/intelligence/country-data.csv", { parseAs: "text" });
const lines: number | undefined = csv.data?.split("\\r\\n").length;

console.log(JSON.stringify({ total: ranking.data.total, rank, name, median: typeof median, code, lines, named: names.every((each) => typeof each === "string") }));
`;

/** Each line uses what the document does not have. */
const MISTAKES = [
  `await client.GET("/api/v2/countries/{slug}", { params: { path: { name: "france" } } });`,
  `await client.GET("/api/v2/nowhere");`,
  `await client.GET("/api/v2/companies", { params: { query: { limit: "many" } } });`,
  `const score: number = ranking.data.items[0]!.trust_score;`,
  `const wrong: typeof code = "teapot";`,
  `const certain: string = list.items[0]!.name;`,
];

const TSC = [
  "--ignoreConfig",
  "--noEmit",
  "--strict",
  "--target",
  "esnext",
  "--module",
  "nodenext",
  "--skipLibCheck",
  "--types",
  "node",
];

let service: DemoService;
let folder: string;

before(async () => {
  service = await openDemoService();
  folder = await mkdtemp(path.join(tmpdir(), "country-trust-client-"));
  await symlink(path.join(PROJECT, "node_modules"), path.join(folder, "node_modules"), "junction");
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
  const types = await openapiTypescript(JSON.stringify(await service.document("/api/openapi.json")));
  await writeFile(path.join(folder, "schema.d.ts"), astToString(types));
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function compile(program: string): Promise<{ status: number; said: string }> {
  const file = path.join(folder, "client.ts");
  await writeFile(file, program);
  return runTool("typescript-native/bin/tsc", ...TSC, "--allowImportingTsExtensions", file);
}

describe("openapi-typescript with openapi-fetch", () => {
  test("make a client that compiles and runs", async () => {
    const { status, said } = await compile(CLIENT);
    assert.equal(status, 0, said);
    const printed = await new Promise<string>((resolve, reject) => {
      execFile(process.execPath, [path.join(folder, "client.ts"), service.url], (error, stdout, stderr) =>
        error === null ? resolve(stdout) : reject(new Error(stderr)),
      );
    });
    const { total, name, median, code, lines, named } = JSON.parse(printed) as Record<string, unknown>;
    assert.equal(total, 24);
    assert.equal(typeof name, "string");
    assert.equal(median, "string");
    assert.equal(named, true);
    assert.equal(code, "country_not_found");
    assert.equal(lines, 26, "24 countries, a header line and the end of the last line");
  });

  test("refuse to compile what the service does not have", async () => {
    const { status, said } = await compile(`${CLIENT}${MISTAKES.join("\n")}\n`);
    assert.notEqual(status, 0);
    const first = CLIENT.split("\n").length;
    for (const [index, mistake] of MISTAKES.entries())
      assert.match(said, new RegExp(`client\\.ts[(:]${first + index}\\D`, "u"), mistake);
  });
});
