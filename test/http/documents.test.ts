import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { OPERATIONS } from "../../src/topics/operations.ts";
import { formsOf, isForOneCaller } from "../../src/ask/operation.ts";
import { PROBLEMS, PROBLEM_CODES, problemPath } from "../../src/problem.ts";
import { COMPANIES, FACTS, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { BASE, RELEASE, checkProblem, checkShared, openSharedServer, openTestServer, send } from "./test-server.ts";

/** What the documents describe. */
const DOCUMENTED = OPERATIONS.filter(({ isUndocumented }) => isUndocumented !== true);

let server: HttpServer;

before(async () => {
  server = await openSharedServer();
});

interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<
    Record<
      string,
      { readonly example?: unknown; readonly examples?: unknown; readonly schema?: { readonly $ref?: string } }
    >
  >;
}

interface OpenApi {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>> & {
    readonly responses: Readonly<Record<string, Response>>;
  };
  readonly security: readonly object[];
  readonly paths: Readonly<Record<string, { readonly get: OpenApiOperation; readonly post?: OpenApiOperation }>>;
}

interface OpenApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly example?: unknown;
}

interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly security?: readonly object[];
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
  readonly responses: Readonly<Record<string, Response>>;
}

/** A described operation with all that it shares with others. */
interface Found extends OpenApiOperation {
  readonly path: string;
  readonly method: string;
  readonly security: readonly object[];
  readonly parameters: readonly OpenApiParameter[];
}

/** Every described operation with its path and method. */
function operationsOf({ paths, security }: OpenApi): Found[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      security,
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  );
}

/** Answers of which an example would bury the others. */
const isLong = ({ schema }: { readonly schema?: { readonly $ref?: string } }): boolean =>
  /(?:Derivation|Portfolio|Catalog)$/u.test(schema?.$ref ?? "");

/** Media types that no JSON document can show. */
const BYTES = [
  "*/*",
  "application/vnd.apache.parquet",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  // An example would be YAML in a string, and the schema is that of the document.
  "application/yaml",
];

/** The paths of all properties without a description, of their own or of the component they are. */
function undescribed(schema: unknown, document: OpenApi, where = ""): string[] {
  // What these are is the same everywhere, and stands in the description of the API.
  if (typeof schema !== "object" || schema === null || /[/.]reasons$|Reasons$/u.test(where)) return [];
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, Schema>> };
  const isDescribed = ({ $ref = "", description, anyOf = [] }: Schema): boolean => {
    const component = document.components["schemas"]?.[$ref.split("/").at(-1) ?? ""] as Schema | undefined;
    const others = component === undefined ? anyOf : [component, ...anyOf];
    return description !== undefined || others.some(isDescribed);
  };
  const missing = Object.entries(properties).flatMap(([name, schemaOf]) =>
    name === "reasons" || isDescribed(schemaOf) ? [] : [`${where}.${name}`],
  );
  const others = Object.entries(schema).filter(([name]) => name !== "properties");
  // A property may have the name of a keyword.
  const inner = [...others, ...Object.entries(properties)].flatMap(([name, member]) =>
    undescribed(member, document, `${where}/${name}`),
  );
  return [...missing, ...inner];
}

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
}

function operationIn(document: OpenApi, path: string, method: string): Found {
  const found = operationsOf(document).find((each) => each.path === path && each.method === method);
  assert.ok(found, `${method} ${path}`);
  return found;
}

describe("GET /api/openapi.json", () => {
  const read = async (): Promise<OpenApi> =>
    JSON.parse((await send(server, "/api/openapi.json")).body.toString()) as OpenApi;

  test("describes every operation, and nothing else", async () => {
    const document = await read();
    const { openapi, servers } = document;
    assert.equal(openapi, "3.1.1");
    assert.deepEqual(servers, [{ url: BASE, description: "This service", "x-internal": false }]);
    const described = operationsOf(document).map(({ path, method, operationId }) => `${method} ${path} ${operationId}`);
    assert.deepEqual(
      described.toSorted(),
      [
        ...DOCUMENTED.map(({ path, method, id }) => `${method} ${path} ${id}`),
        "GET /api describe_service",
        "GET /healthz get_health",
        "GET /readyz get_readiness",
      ].toSorted(),
    );
  });

  test("every parameter is there, and required where it is", async () => {
    const document = await read();
    for (const { path, method, parameters } of DOCUMENTED) {
      const found = operationIn(document, path, method).parameters.map(
        (parameter) => `${parameter.in} ${parameter.name} ${String(parameter.required)}`,
      );
      const expected = [
        ...Object.keys(parameters.path.properties).map((name) => `path ${name} true`),
        ...Object.keys(parameters.query.properties).map(
          (name) => `query ${name} ${String(new Set<string>(parameters.query.required).has(name))}`,
        ),
      ];
      assert.deepEqual(found, expected);
    }
  });

  test("every property and every parameter is described", async () => {
    const document = await read();
    const missing = operationsOf(document).flatMap(({ path, parameters }) =>
      parameters.flatMap(({ name, description }) => (description === undefined ? `${path} ${name}` : [])),
    );
    assert.deepEqual([...missing, ...undescribed(document.components["schemas"], document)], []);
  });

  test("bands, pillars and sectors are named where they narrow an answer", async () => {
    const { parameters } = operationIn(await read(), "/api/v2/companies", "GET");
    const described = new Map(parameters.map(({ name, description }) => [name, description]));
    for (const { id } of FACTS.scale.bands) assert.match(String(described.get("band")), new RegExp(`\`${id}\``, "u"));
    for (const { id } of FACTS.pillars) assert.match(String(described.get("pillar")), new RegExp(`\`${id}\``, "u"));
    assert.match(String(described.get("sector")), /`mining`/u);
  });

  test("no schema or example has to be fetched from elsewhere", async () => {
    assert.doesNotMatch(JSON.stringify(await read()), /"externalValue"|"\$ref":"(?!#)/u);
  });

  test("what is refused is described by one response of all operations, which names their own codes", async () => {
    const document = await read();
    for (const { path, method, problems } of DOCUMENTED) {
      const { responses } = operationIn(document, path, method);
      const { $ref, description = "" } = responses["default"]!;
      assert.equal($ref, "#/components/responses/Problem");
      for (const code of problems) assert.ok(description.includes(`\`${code}\` (${PROBLEMS[code].status})`), path);
    }
  });

  test("every pointer leads somewhere", async () => {
    const document = await read();
    const pointers = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/gu)].map(([, pointer]) => pointer!);
    assert.ok(pointers.length > 50);
    for (const pointer of pointers) {
      const [, kind = "", name = ""] = /^#\/components\/(\w+)\/([\w-]+)$/u.exec(pointer) ?? [];
      assert.ok(document.components[kind]?.[name] !== undefined, pointer);
    }
    for (const [kind, members] of Object.entries(document.components)) {
      if (kind === "securitySchemes") continue;
      for (const name of Object.keys(members))
        assert.ok(pointers.includes(`#/components/${kind}/${name}`), `nothing points at ${kind} ${name}`);
    }
  });

  test("every parameter that must be sent, and every body, has an example from the data", async () => {
    const document = await read();
    const { paths, components } = document;
    const operations = operationsOf(document);
    for (const { operationId, parameters, method, requestBody } of operations) {
      const takesBody = DOCUMENTED.find(({ id }) => id === operationId)?.body !== undefined;
      assert.deepEqual([takesBody, takesBody && method !== "POST"], [requestBody !== undefined, false], operationId);
      if (requestBody !== undefined) assert.notEqual(Object.values(requestBody.content)[0]!.example, undefined);
      for (const parameter of parameters) {
        const isShown = parameter.required || parameter.name === "release";
        if (isShown) assert.notEqual(parameter.example, undefined, `${operationId} ${parameter.name}`);
        // One list alone takes it, and a request has one of both.
        if (["cursor", "as_of"].includes(parameter.name)) assert.equal(parameter.example, undefined);
      }
    }
    const shown = new Set<string>();
    for (const response of [
      // What is deprecated answers as its successor shows.
      ...operations.flatMap(({ responses, deprecated }) => (deprecated === true ? [] : Object.values(responses))),
      ...Object.values(components.responses),
    ]) {
      for (const [mediaType, media] of Object.entries(response.content ?? {})) {
        // Of several answers with one schema the first is shown.
        const schema = JSON.stringify((media as { schema?: unknown }).schema);
        if (shown.has(schema)) continue;
        shown.add(schema);
        // As a file, a list has the columns of its table, where they are shown.
        if (mediaType === "text/csv" && "application/json" in (response.content ?? {})) continue;
        assert.ok("example" in media || "examples" in media || BYTES.includes(mediaType) || isLong(media), mediaType);
      }
    }
    const country = paths["/api/v2/countries/{slug}"]!.get.responses["200"]!.content!["application/json"]!.example;
    assert.equal((country as { meta: { release: string } }).meta.release, RELEASE);
  });

  test("a new release brings new examples", async () => {
    const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE));
    const own = await openTestServer({ releases });
    const text = async (): Promise<string> => (await send(own, "/api/openapi.json")).body.toString();
    assert.ok((await text()).includes(RELEASE));
    const next = "2026-11-21-bbbbbbbbbbbb";
    releases.swapTo(buildMemorySnapshot(next, COMPANIES.slice(0, 4)));
    const later = await text();
    // A history has both; no answer is of the older one.
    assert.ok(later.includes(next) && !later.includes(`"year":2026,"release":"${RELEASE}"`));
    await own.close();
  });

  test("an example that cannot be made is left out, and the rest stands", async () => {
    const cell = (): never => {
      throw new Error("no cells");
    };
    const own = await openTestServer({ releases: buildMemoryReleases({ ...buildMemorySnapshot(RELEASE), cell }) });
    const { paths } = JSON.parse((await send(own, "/api/openapi.json")).body.toString()) as OpenApi;
    const matrix = paths["/api/v2/intelligence/country-sector-matrix"]!.get.responses["200"]!.content!;
    assert.equal(matrix["application/json"]!.example, undefined);
    const scale = paths["/api/v2/scale"]!.get.responses["200"]!.content!;
    assert.notEqual(scale["application/json"]!.example, undefined);
    await own.close();
  });

  test("a release without companies has no examples of them, and the rest stands", async () => {
    const own = await openTestServer({ releases: buildMemoryReleases(buildMemorySnapshot(RELEASE, [])) });
    const document = JSON.parse((await send(own, "/api/openapi.json")).body.toString()) as OpenApi;
    const { paths } = document;
    const { parameters } = operationIn(document, "/api/v2/companies/{slug}", "GET");
    assert.equal(parameters.find(({ name }) => name === "slug")!.example, undefined);
    assert.notEqual(paths["/api/v2/companies"]!.get.responses["200"]!.content!["application/json"]!.example, undefined);
    assert.equal((await send(own, "/api/postman-collection.json")).status, 200);
    await own.close();
  });

  test("keys are optional but for what is about them, and sent in one of three places", async () => {
    const document = await read();
    const { components } = document;
    const needed = [{ ApiKeyHeader: [] }, { ApiKeyBearer: [] }, { ApiKeyQuery: [] }];
    for (const { path, security } of operationsOf(document)) {
      // Whole files are counted for the client address, whatever key it has.
      const isFile = /^\/api\/v2\/(?:data\/\{file\}|dataset\.zip)$/u.test(path);
      const optional = !isFile && /^\/(?:api\/(?:v[12]\/|dashboard$)|reconcile)/u.test(path) ? [{}, ...needed] : [];
      const isAboutKey = /^\/api\/(?:keys\/\w+|account\/erase|webhooks(?:\/.*)?)$/u.test(path);
      assert.deepEqual(security, isAboutKey ? needed : optional, path);
    }
    assert.deepEqual(Object.keys(components["securitySchemes"]!), ["ApiKeyHeader", "ApiKeyBearer", "ApiKeyQuery"]);
  });

  test("what is deprecated says so, with the headers it carries", async () => {
    const document = await read();
    const { components } = document;
    for (const { path, method, deprecation } of DOCUMENTED) {
      const { deprecated = false, responses } = operationIn(document, path, method);
      assert.equal(deprecated, deprecation !== undefined, path);
      const { headers = {} } = Object.values(responses)[0]!;
      for (const name of ["Deprecation", "Sunset"]) assert.equal(name in headers, deprecated, path);
      for (const name of ["NotModified", "PartialContent", "Problem"])
        assert.ok("Deprecation" in components.responses[name]!.headers!, name);
    }
  });

  test("every group is described", async () => {
    const { tags } = await read();
    assert.deepEqual(
      tags.map(({ name }) => name),
      [...new Set(DOCUMENTED.map(({ tag }) => tag)), "Service"],
    );
    for (const { description } of tags) assert.ok(description.length > 20);
  });

  test("every status of an answer that is no problem is described", async () => {
    const document = await read();
    for (const operation of DOCUMENTED) {
      const { path, method, redirects, status: success = 200 } = operation;
      const { responses } = operationIn(document, path, method);
      const others = [
        ...(formsOf(operation).some(({ kind }) => kind === "file") ? ["206"] : []),
        ...(isForOneCaller(operation) ? [] : ["304"]),
        ...(redirects === true ? ["308"] : []),
      ];
      assert.deepEqual(Object.keys(responses), [String(success), ...others, "default"], path);
      const types = formsOf(operation).map(({ mediaType = "application/json" }) => mediaType.split(";", 1)[0]!);
      assert.deepEqual(Object.keys(responses[success]!.content!), types);
    }
  });
});

describe("the service", () => {
  for (const address of ["/", "/api"]) {
    test(`GET ${address} links every operation`, async () => {
      const received = await send(server, address);
      checkShared(received);
      assert.equal(received.status, 200);
      const service = JSON.parse(received.body.toString()) as {
        operations: { id: string; href?: string; href_template?: string }[];
        links: Record<string, string>;
      };
      assert.deepEqual(
        service.operations.map(({ href, href_template: template }) => href ?? template),
        DOCUMENTED.map(({ path }) => BASE + path),
      );
      for (const link of Object.values(service.links)) {
        assert.equal((await send(server, link.slice(BASE.length))).status, 200, link);
      }
    });
  }

  test("a problem's type leads to a page that explains it", async () => {
    for (const code of PROBLEM_CODES) {
      const received = await send(server, problemPath(code));
      assert.equal(received.status, 200, code);
      assert.equal(received.headers["content-type"], "text/html; charset=utf-8");
      const page = received.body.toString().replaceAll("<wbr>", "");
      assert.ok(page.includes(`<code>${code}</code>`) && page.includes(`status ${PROBLEMS[code].status}`));
    }
    checkProblem(await send(server, "/problems/bad-hair-day"), 404, "not_found");
  });

  test("documents take no parameters, and have validators like data", async () => {
    checkProblem(await send(server, "/api/openapi.json?pretty=1"), 400, "unknown_parameter");
    const { headers } = await send(server, "/api/openapi.json", { headers: { "Accept-Encoding": "br" } });
    const again = { "Accept-Encoding": "br", "If-None-Match": String(headers.etag) };
    assert.equal(headers["content-encoding"], "br");
    assert.equal((await send(server, "/api/openapi.json", { headers: again })).status, 304);
    checkProblem(await send(server, "/problems", { headers: { Accept: "application/json" } }), 406, "not_acceptable");
    checkProblem(await send(server, "/api", { method: "DELETE" }), 405, "method_not_allowed");
  });

  test("health and readiness describe the present moment and are never kept", async () => {
    for (const [address, expected] of [
      ["/healthz", { status: "ok" }],
      ["/readyz", { status: "ready", release: RELEASE, refused_release: null, degraded: [], damaged_files: [] }],
    ] as const) {
      const received = await send(server, address);
      checkShared(received);
      assert.equal(received.headers["cache-control"], "no-store");
      assert.deepEqual(JSON.parse(received.body.toString()), expected);
      assert.equal((await send(server, address, { method: "HEAD" })).body.length, 0);
    }
  });

  test("without a configured origin, links lead to this machine", async () => {
    const own = await openTestServer({ baseUrl: null });
    const body = JSON.parse((await send(own, "/api")).body.toString()) as { links: { self: string } };
    assert.equal(body.links.self, `http://localhost:${own.port}/api`);
    const preview = (await send(own, "/api/v2/countries/preview")).body.toString();
    assert.ok(preview.includes(`"http://localhost:${own.port}/api/v2/countries/france"`));
    await own.close();
  });
});
