import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { before, describe, test } from "node:test";
import { Ajv } from "ajv";
import { type DemoService, type Json, parametersOf, sharedDemoService } from "./demo-service.ts";
import { COLLECTION_FORM } from "./postman-form.ts";
import { RUN } from "./run-operations.ts";

/**
 * The served Postman collection, read by Postman's own library; `postman.long.test.ts` runs it.
 *
 * The JSON Schema of the format stands only at schema.getpostman.com: no package carries it, and
 * the tests fetch nothing from the net. `postman-collection`, the library every Postman program
 * reads collections with, judges the form instead, and Ajv holds it against a schema of the members
 * that are used here.
 */

let service: DemoService;
let served: Json;

before(async () => {
  service = await sharedDemoService();
  served = await service.document("/api/postman-collection.json");
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
    const document = await service.document("/api/openapi.json");
    const expected = RUN.map(({ method, path }) => {
      const parameters = parametersOf(document["paths"]![path]![method.toLowerCase()]!);
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
      assert.equal(examples.get(summary), /\.(?:parquet|xlsx|zip)$/u.test(path) ? 0 : 1, summary);
  });

  test("makes nothing of a request whose members have other names", () => {
    const copy = structuredClone(served);
    const first = (copy["item"] as unknown as { item: Record<string, unknown>[] }[])[0]!.item[0]!;
    first["call"] = first["request"];
    delete first["request"];
    assert.throws(() => requestsOf(copy));
  });
});
