import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, describe, test } from "node:test";
import { Ajv } from "ajv";
import { OPERATIONS } from "../../src/operations/all.ts";
import { type DemoService, type Json, openDemoService, runTool, withFile } from "./demo-service.ts";
import { COLLECTION_FORM } from "./postman-form.ts";

/**
 * The served Postman collection, run by newman and read by Postman's own library.
 *
 * The JSON Schema of the format stands only at schema.getpostman.com: no package carries it, and
 * the tests fetch nothing from the net. `postman-collection`, the library every Postman program
 * reads collections with, judges the form instead, and Ajv holds it against a schema of the members
 * that are used here.
 */

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

/**
 * What a collection that is run as a whole has: nothing that ends the key it is run with, or needs
 * a server of the caller.
 */
const RUN = OPERATIONS.filter(({ endsKey, needsPreparation }) => endsKey !== true && needsPreparation !== true);

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

describe("ajv, with what the format says of the members that are used", () => {
  const validate = new Ajv({ allErrors: true }).compile(COLLECTION_FORM);

  test("finds every member where and as the format has it", () => {
    assert.ok(validate(served), JSON.stringify(validate.errors?.slice(0, 3)));
  });

  test("refuses a request without an address, a script in another language, a switch that is a text", () => {
    const text = JSON.stringify(served);
    for (const [from, to] of [
      ['"raw":', '"address":'],
      ["text/javascript", "text/x-python"],
      ['"disabled":true', '"disabled":"yes"'],
    ] as const) {
      assert.ok(text.includes(from));
      assert.equal(validate(JSON.parse(text.replace(from, to))), false, from);
    }
  });
});

interface PostmanItem {
  readonly name: string;
  readonly request?: {
    readonly method: string;
    readonly url: { getPath(options: { unresolved: boolean }): string; getHost(): string };
  };
  readonly events: { count(): number };
  readonly responses: { count(): number };
}

/** A parameter in the OpenAPI document. */
interface Stated {
  readonly name: string;
  readonly example: unknown;
}

/** What is used of the library, which brings no types. */
interface PostmanLibrary {
  readonly Collection: new (definition: unknown) => {
    forEachItem(visit: (item: PostmanItem) => void): void;
    readonly variables: { get(name: string): string };
  };
}

describe("postman-collection", () => {
  const { Collection } = createRequire(import.meta.url)("postman-collection") as PostmanLibrary;

  /** The requests a reader of the format finds, as `METHOD host/path`. */
  const requestsOf = (document: Json): string[] => {
    const found: string[] = [];
    new Collection(structuredClone(document)).forEachItem(({ request, events }) => {
      assert.ok(request !== undefined && events.count() > 0);
      found.push(`${request.method} ${request.url.getHost()}${request.url.getPath({ unresolved: true })}`);
    });
    return found.toSorted();
  };

  /**
   * What a path is in the format: its variables are whole segments, and of a part of one, as in
   * `{slug}.atom`, the example stands in its place.
   */
  const writePath = (path: string, exampleOf: (name: string) => string): string =>
    path
      .split("/")
      .map((segment) => segment.replace(/^\{(\w+)\}$/u, ":$1").replaceAll(/\{(\w+)\}/gu, (_, name) => exampleOf(name)))
      .join("/");

  test("finds every operation but those that end the key, an example beside each that has a text, and the two variables", async () => {
    const { paths } = await service.document("/api/openapi.json");
    const expected = RUN.map(({ method, path }) => {
      const parameters = paths![path]![method.toLowerCase()]!["parameters"] as unknown as readonly Stated[];
      const exampleOf = (name: string) => String(parameters.find((each) => each.name === name)?.example);
      return `${method} {{base_url}}${writePath(path, exampleOf)}`;
    });
    assert.deepEqual(requestsOf(served), expected.toSorted());
    const collection = new Collection(structuredClone(served));
    assert.match(collection.variables.get("base_url"), /^http:\/\/localhost:\d+$/u);
    assert.equal(collection.variables.get("api_key"), "");
    const examples = new Map<string, number>();
    collection.forEachItem(({ name, responses }) => examples.set(name, responses.count()));
    for (const { summary, path } of RUN)
      assert.equal(examples.get(summary), /\.(?:parquet|xlsx)$/u.test(path) ? 0 : 1, summary);
  });

  test("makes nothing of a request whose members have other names", () => {
    const copy = structuredClone(served);
    const first = (copy["item"] as unknown as { item: Record<string, unknown>[] }[])[0]!.item[0]!;
    first["call"] = first["request"];
    delete first["request"];
    assert.throws(() => requestsOf(copy));
  });
});
