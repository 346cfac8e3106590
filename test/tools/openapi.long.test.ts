import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { after, before, describe, test } from "node:test";
import { OPERATIONS } from "../../src/topics/operations.ts";
import { writeBody } from "../fuzz/described-operations.ts";
import { type ApiDescription, type Exchanged, buildConformance } from "../http/conformance.ts";
import { broken, PREVIEW } from "./broken-document.ts";
import {
  type DemoService,
  type Json,
  type Stated,
  openDemoService,
  parametersOf,
  runTool,
  withFile,
} from "./demo-service.ts";

/**
 * The served document under the judgement of tools nobody here wrote. Each must also refuse a copy
 * that was broken on purpose.
 */

let service: DemoService;
let served: Json;

before(async () => {
  service = await openDemoService("https://trust.example");
  served = await service.document("/api/openapi.json");
});
after(() => service.close());

describe("@redocly/cli with its recommended rules", () => {
  const lint = (document: Json) =>
    withFile(document, (file) =>
      runTool(
        "@redocly/cli/bin/cli.js",
        "lint",
        file,
        "--extends=recommended",
        // One response describes all problems: `default`.
        "--skip-rule=operation-4xx-response",
        "--format=stylish",
        "--max-problems=20",
      ),
    );

  test("finds nothing, not even a warning", async () => {
    const { status, said } = await lint(served);
    assert.equal(status, 0, said);
    assert.doesNotMatch(said, /\b(?:warning|error)s?\b/iu, said);
  });

  test("refuses an example that does not fit its schema, and a pointer that leads nowhere", async () => {
    const misfit = await lint(
      broken(served, (copy) => {
        content(copy)["example"]!["total"] = "many" as unknown as Json;
      }),
    );
    assert.match(misfit.said, /no-invalid-media-type-examples/u);
    const lost = await lint(broken(served, (copy) => delete copy["components"]!["schemas"]!["Scale"]));
    assert.notEqual(lost.status, 0);
    assert.match(lost.said, /no-unresolved-refs/u);
  });
});

describe("@stoplight/spectral-cli with spectral:oas and the ruleset of OWASP", () => {
  const ruleset = fileURLToPath(new URL("spectral.yaml", import.meta.url));
  const lint = (document: Json) =>
    withFile(document, (file) =>
      runTool("@stoplight/spectral-cli/dist/index.js", "lint", file, `--ruleset=${ruleset}`, "--fail-severity=hint"),
    );

  test("finds nothing but what the exceptions account for", async () => {
    const { status, said } = await lint(served);
    assert.equal(status, 0, said);
  });

  test("refuses what either ruleset forbids", async () => {
    const { status, said } = await lint(
      broken(served, (copy) => {
        const { get } = copy["paths"]![PREVIEW]!;
        delete get!["operationId"];
        const [parameter] = get!["parameters"] as unknown as Json[];
        parameter!["schema"] = { type: "string" } as unknown as Json;
        copy["components"]!["securitySchemes"]!["Basic"] = { type: "http", scheme: "basic" } as unknown as Json;
      }),
    );
    assert.notEqual(status, 0);
    for (const rule of ["operation-operationId", "owasp:api4:2023-string-limit", "owasp:api2:2023-no-http-basic"])
      assert.ok(said.includes(rule), `${rule} is not among:\n${said}`);
  });
});

describe("the document, held against answers", () => {
  /** Built once: it compiles each response when it first comes. */
  let check: (exchanged: Exchanged) => void;
  before(() => (check = buildConformance(served as unknown as ApiDescription)));
  const ask = async (
    target: string,
    expected: number,
    {
      method = "GET",
      body,
      type,
      endsKey = false,
    }: { method?: string; body?: string; type?: string; endsKey?: boolean } = {},
  ) => {
    const sent = type === undefined ? {} : { "Content-Type": type };
    const headers = { "X-SVC-API-Key": endsKey ? await service.newKey() : service.apiKey, ...sent };
    const answer = await fetch(service.url + target, { method, redirect: "manual", headers, body: body ?? null });
    assert.equal(answer.status, expected, target);
    const { host: _host, ...received } = Object.fromEntries(answer.headers);
    const receivedBody = Buffer.from(await answer.arrayBuffer());
    delete received["content-encoding"];
    check({ method, target, status: answer.status, headers: received, body: receivedBody });
  };

  test("finds the answer to every example as described, alone and with all others of its operation", async () => {
    for (const [template, methods] of Object.entries(served["paths"]!)) {
      for (const [method, operation] of Object.entries(methods)) {
        const { endsKey = false, needsPreparation = false } =
          OPERATIONS.find((each) => each.path === template && each.method === method.toUpperCase()) ?? {};
        if (needsPreparation) continue;
        const request = { method: method.toUpperCase(), endsKey, ...bodyOf(operation) };
        const success = Number(Object.keys(operation["responses"]!).find((status) => status.startsWith("2")));
        const stated = parametersOf(operation);
        const path = template.replaceAll(/\{(\w+)\}/gu, (_, name: string) => exampleOf(stated, name));
        const pair = ({ name }: { name: string }) => `${name}=${encodeURIComponent(exampleOf(stated, name))}`;
        const queried = stated.filter((parameter) => parameter.in === "query" && "example" in parameter);
        const needed = queried.filter(({ required }) => required).map(pair);
        const address = (...more: string[]) => [path, [...needed, ...more].join("&")].filter(Boolean).join("?");
        await ask(address(), success, request);
        const optional = queried.filter(({ required }) => !required).map(pair);
        for (const one of optional) await ask(address(one), success, request);
        if (optional.length > 1) await ask(address(...optional), success, request);
        // A supervisor asks for these, and gets the same whatever stands in the query.
        const isState = path === "/healthz" || path === "/readyz";
        await ask(address("colour=red"), isState ? success : 400, request);
      }
    }
  });
});

function content(document: Json): Json {
  return document["paths"]![PREVIEW]!["get"]!["responses"]!["200"]!["content"]!["application/json"]!;
}

/** The example of a body, where one is taken, as it is sent. */
function bodyOf(operation: Json): { body?: string; type?: string } {
  const [taken] = Object.entries(operation["requestBody"]?.["content"] ?? {});
  if (taken === undefined) return {};
  const [type, { example }] = taken;
  return { type, body: writeBody(example as object, type) };
}

/** The example of a parameter, as it is sent. */
function exampleOf(parameters: readonly Stated[], wanted: string): string {
  const { example } = parameters.find(({ name }) => name === wanted)!;
  return Array.isArray(example) ? example.join(",") : String(example);
}
