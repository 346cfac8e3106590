import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { OPERATIONS } from "../../src/topics/operations.ts";
import { RUN } from "./run-operations.ts";
import { type DemoService, type Json, openDemoService, runTool, withFile } from "./demo-service.ts";

/** The served Postman collection, run by newman. */

let service: DemoService;
let served: Json;

before(async () => {
  service = await openDemoService();
  served = await service.document("/api/postman-collection.json");
});
after(() => service.close());

interface Execution {
  readonly item: { readonly id: string; readonly name: string };
  readonly response?: { readonly code: number };
  readonly assertions?: readonly { readonly assertion: string; readonly error?: { readonly message: string } }[];
}

interface Run {
  readonly executions: readonly Execution[];
  readonly failures: readonly {
    readonly source: { readonly id: string };
    readonly error: { readonly message: string };
  }[];
}

/** Runs a collection, from a file or an address, and returns newman's own report. */
async function run(collection: string, ...words: readonly string[]): Promise<Run & { status: number }> {
  return withFile({}, async (report) => {
    const reporter = ["--reporters", "json", "--reporter-json-export", report];
    const { status, said } = await runTool("newman/bin/newman.js", "run", collection, ...reporter, ...words);
    const text = await readFile(report, "utf8");
    await rm(report);
    assert.notEqual(text, "{}", said);
    return { ...(JSON.parse(text) as { run: Run }).run, status };
  });
}

/** More requests than an anonymous caller has. */
const withKey = (): string[] => ["--env-var", `api_key=${service.apiKey}`];

describe("newman", () => {
  test("runs the served file: every operation but those that end the key, every test without failure", async () => {
    const { status, executions, failures } = await run(`${service.url}/api/postman-collection.json`, ...withKey());
    assert.deepEqual(failures, []);
    assert.equal(status, 0);
    assert.deepEqual(executions.map(({ item }) => item.id).toSorted(), RUN.map(({ id }) => id).toSorted());
    for (const { item, response, assertions = [] } of executions) {
      assert.equal(response?.code, item.id === "sign_up" ? 201 : 200, item.name);
      // Three of every answer, its status and media type, and how long it may be kept.
      assert.ok(assertions.length >= 6, item.name);
    }
    const isJson = (id: string): boolean => OPERATIONS.find((operation) => operation.id === id)!.form.kind === "json";
    for (const { item, assertions = [] } of executions) {
      const checked = assertions.some(({ assertion }) => assertion === "the body fits its schema");
      assert.equal(checked, isJson(item.id), item.name);
    }
  });

  test("fails a request whose status, header or schema is not as its tests say", async () => {
    const copy = structuredClone({ ...served, item: (served["item"] as unknown as readonly Json[]).slice(0, 3) });
    const lie = (folder: number, from: string, to: string): string => {
      const item = (
        copy.item as unknown as readonly { item: { id: string; event: { script: { exec: string[] } }[] }[] }[]
      )[folder]!.item[0]!;
      const { script } = item.event[0]!;
      assert.ok(script.exec.some((line) => line.includes(from)));
      script.exec = script.exec.map((line) => line.replace(from, to));
      return item.id;
    };
    const lying = [
      lie(0, "have.status(200)", "have.status(201)"),
      lie(1, '"ETag"', '"X-Missing"'),
      lie(2, '"required":[', '"required":["absent",'),
    ];
    const { status, failures } = await withFile(copy as unknown as Json, (file) => run(file, ...withKey()));
    assert.notEqual(status, 0);
    assert.deepEqual([...new Set(failures.map(({ source }) => source.id))].toSorted(), lying.toSorted());
  });

  test("sends the key only when there is one", async () => {
    const copy = structuredClone(served);
    const events = copy["event"] as unknown as { listen: string; script: { exec: string[] } }[];
    const sent =
      'pm.test("key", () => pm.expect(String(pm.request.headers.get("X-SVC-API-Key"))).to.equal(pm.variables.get("expected")));';
    events.find(({ listen }) => listen === "test")!.script.exec.push(sent);
    const folder = ["--folder", "Reference"];
    await withFile(copy, async (file) => {
      const anonymous = await run(file, ...folder, "--env-var", "expected=undefined");
      assert.deepEqual(anonymous.failures, []);
      const known = await run(file, ...folder, "--env-var", `expected=${service.apiKey}`, ...withKey());
      assert.deepEqual(known.failures, []);
    });
  });
});
