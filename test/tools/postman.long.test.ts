import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
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
      assert.equal(assertions.length, 1, item.name);
    }
  });

  test("fails a request whose status is not as its test says", async () => {
    const copy = structuredClone({ ...served, item: (served["item"] as unknown as readonly Json[]).slice(0, 2) });
    const [folder] = copy.item as unknown as readonly {
      item: { id: string; event: { script: { exec: string[] } }[] }[];
    }[];
    const { id, event } = folder!.item[0]!;
    const { script } = event[0]!;
    assert.match(script.exec.join("\n"), /have\.status\(200\)/u);
    script.exec = script.exec.map((line) => line.replace("have.status(200)", "have.status(201)"));
    const { status, failures } = await withFile(copy as unknown as Json, (file) => run(file, ...withKey()));
    assert.notEqual(status, 0);
    assert.deepEqual([...new Set(failures.map(({ source }) => source.id))], [id]);
  });

  test("sends the key only when there is one", async () => {
    const copy = structuredClone(served);
    const events = copy["event"] as unknown as object[];
    const sent =
      'pm.test("key", () => pm.expect(String(pm.request.headers.get("X-SVC-API-Key"))).to.equal(pm.variables.get("expected")));';
    events.push({ listen: "test", script: { type: "text/javascript", exec: [sent] } });
    const folder = ["--folder", "Reference"];
    await withFile(copy, async (file) => {
      const anonymous = await run(file, ...folder, "--env-var", "expected=undefined");
      assert.deepEqual(anonymous.failures, []);
      const known = await run(file, ...folder, "--env-var", `expected=${service.apiKey}`, ...withKey());
      assert.deepEqual(known.failures, []);
    });
  });
});
